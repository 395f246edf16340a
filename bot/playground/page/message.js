// One message as elements: head, text, components, files.

import { el } from "./dom.js";
import { age, emoji, markdown } from "./markdown.js";
import { language, t } from "./texts.js";

const EPHEMERAL = 1 << 6;
const LOADING = 1 << 7;

export const isEphemeral = (message) => Boolean(message.flags & EPHEMERAL);

/**
 * Draw a message. `view` knows the tab: names, and what is pending or failed.
 * Controls carry their meaning in data attributes; the page listens in one place.
 */
export function drawMessage(message, view) {
  const mine = (message.mentions ?? []).some((user) => user.id === view.me);
  const kind = ["message", isEphemeral(message) && "ephemeral", mine && "mine"];
  return el(
    "li",
    { class: kind.filter(Boolean).join(" "), dataset: { key: message.id, id: message.id } },
    usedLine(message, view),
    head(message),
    el("div", { class: "body" }, body(message, view)),
    view.failed.has(message.id) ? el("p", { class: "failed", role: "alert" }, t("failed")) : null,
    isEphemeral(message) ? ephemeralLine(message) : null,
  );
}

function usedLine(message, view) {
  const from = message.interaction_metadata;
  if (!from?.name) return null;
  const command = "/" + (view.names.commands.get(from.name) ?? from.name);
  return el("p", { class: "used small" }, t("used", { name: nameOf(from.user), command }));
}

function head(message) {
  const bot = message.author.bot;
  const sent = Date.parse(message.timestamp) / 1000;
  const full = new Date(sent * 1000).toLocaleString(language.locale, { dateStyle: "full", timeStyle: "medium" });
  return el(
    "div",
    { class: "head" },
    avatar(message.author),
    el("span", { class: "author" }, nameOf(message.author)),
    bot ? el("span", { class: "app" }, t("app")) : null,
    el("time", { class: "age", dataset: { age: sent }, title: full, datetime: message.timestamp }, age(sent)),
  );
}

export function avatar(user) {
  const name = nameOf(user);
  const colour = user.bot ? "bot" : `c${Number(BigInt(user.id) % 5n)}`;
  return el("span", { class: `avatar ${colour}`, "aria-hidden": "true" }, user.bot ? "♠" : name[0]);
}

export function nameOf(user) {
  return user.global_name ?? user.username ?? user.name;
}

function body(message, view) {
  if (message.flags & LOADING) {
    return el("p", { class: "thinking" }, dots(), ` ${nameOf(message.author)} ${t("thinking")}`);
  }
  const edited = message.edited_timestamp && message.content && !isEphemeral(message);
  const shown = shownAttachments(message.components);
  return [
    message.content ? markdown(message.content, view.names) : null,
    edited ? el("span", { class: "small" }, t("edited")) : null,
    (message.embeds ?? []).map((embed) => drawEmbed(embed, view)),
    message.attachments.filter((file) => !shown.has(file.id)).map(drawFile),
    inside(message, message, view),
  ];
}

function ephemeralLine(message) {
  return el(
    "p",
    { class: "only-you small" },
    t("only-you"),
    " · ",
    el("button", { type: "button", class: "link", dataset: { dismiss: message.id } }, t("dismiss")),
  );
}

export function dots() {
  return el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i"));
}

// Components ---------------------------------------------------------------------------------

const DRAW = {
  1: (c, m, v) => el("div", { class: "row" }, inside(c, m, v)),
  2: drawButton,
  3: drawSelect,
  5: drawSelect,
  6: drawSelect,
  8: drawSelect,
  9: (c, m, v) =>
    el(
      "div",
      { class: c.accessory?.type === 11 ? "section picture" : "section" },
      el("div", { class: "texts" }, inside(c, m, v)),
      c.accessory ? draw(c.accessory, m, v) : null,
    ),
  10: (c, m, v) => markdown(c.content, v.names),
  11: (c, m) => picture(c.media, c.description, m, "thumbnail"),
  12: (c, m) =>
    el("div", { class: `gallery g${Math.min(c.items.length, 4)}` }, c.items.map((i) => picture(i.media, i.description, m))),
  13: (c) => fileLink(c.file.url, c.name ?? "file", c.size),
  14: (c) => el("hr", { class: [c.spacing === 2 && "wide", c.divider === false && "bare"].filter(Boolean).join(" ") }),
  17: (c, m, v) =>
    el("div", { class: c.spoiler ? "container spoiler" : "container", style: accent(c) }, inside(c, m, v)),
};

function draw(component, message, view) {
  const make = DRAW[component.type];
  return make ? make(component, message, view) : el("p", { class: "small" }, t("unsupported"));
}

/** Draw what is in a message, container, section or row. */
function inside(parent, message, view) {
  // Four or five cards side by side must fit a phone: all rows of cards share its width evenly,
  // and the last cards of a hand stay as wide as its first.
  const short = parent.components.filter(isShort);
  const cards = Math.max(...short.map((row) => row.components.length), short.some(isCards) ? 4 : 0);
  return parent.components.map((child) => {
    const node = draw(child, message, view);
    if (cards >= 4 && isShort(child)) node.classList.add("cards", `in-${cards}`);
    return node;
  });
}

function isShort(row) {
  return row.type === 1 && row.components.every((c) => c.type === 2 && (c.label ?? "").length <= 5);
}

function isCards(row) {
  return row.components.every((c) => /^(?:10|[2-9AKHQVJB])[♠♥♦♣]$/.test(c.label));
}

function accent(container) {
  if (container.accent_color === null || container.accent_color === undefined) return {};
  return { "--accent": "#" + container.accent_color.toString(16).padStart(6, "0") };
}

function drawButton(button, message, view) {
  const face = [
    button.emoji ? (button.emoji.id ? emoji(button.emoji.id, button.emoji.name) : button.emoji.name) : null,
    button.emoji && button.label ? " " : null,
    button.label ?? null,
  ];
  if (button.url) {
    const url = safeUrl(button.url);
    return el("a", { class: "button s5", href: url, target: "_blank", rel: "noopener noreferrer" }, face, " ↗");
  }
  const busy = view.pending.has(`${message.id} ${button.custom_id}`);
  return el(
    "button",
    {
      type: "button",
      class: `s${button.style}`,
      disabled: Boolean(button.disabled),
      "aria-busy": busy ? "true" : null,
      dataset: { key: button.custom_id ?? "", press: button.custom_id ?? "" },
    },
    el("span", { class: "face" }, face),
    busy ? dots() : null,
  );
}

/** The options a select offers; those for people and channels come from the server. */
function offered(select, view) {
  if (select.type === 5) return view.people.map((p) => ({ value: p.id, label: p.name }));
  if (select.type === 6) return view.roles.map((r) => ({ value: r.id, label: "@" + r.name, default: isDefault(select, r) }));
  if (select.type === 8) return view.channels.map((c) => ({ value: c.id, label: "#" + c.name }));
  return select.options ?? [];
}

function isDefault(select, one) {
  return (select.default_values ?? []).some((value) => value.id === one.id);
}

function drawSelect(select, message, view) {
  const options = offered(select, view);
  const busy = view.pending.has(`${message.id} ${select.custom_id}`);
  const attributes = {
    "aria-busy": busy ? "true" : null,
    "aria-label": select.placeholder ?? t("choose"),
    dataset: { key: select.custom_id, choose: select.custom_id },
    // As long as nothing in it changes an open menu is left alone.
    // After it was used it shows what the bot answered, also where that is what it was before.
    signature: JSON.stringify([select, options, language.code, view.used.get(`${message.id} ${select.custom_id}`) ?? 0]),
  };
  if ((select.max_values ?? 1) > 1) return drawMany(select, options, attributes);
  const chosen = options.some((option) => option.default);
  // Where nothing may be chosen, the empty line can be chosen too.
  const needed = (select.min_values ?? 1) > 0;
  const empty = el("option", { value: "", disabled: needed, hidden: needed, selected: !chosen }, select.placeholder ?? t("choose"));
  return el(
    "select",
    { ...attributes, disabled: Boolean(select.disabled) },
    empty,
    options.map((o) => el("option", { value: o.value, selected: Boolean(o.default), title: o.description }, optionText(o))),
  );
}

function drawMany(select, options, attributes) {
  const chosen = options.filter((option) => option.default);
  const label = chosen.length ? chosen.map((o) => o.label).join(", ") : (select.placeholder ?? t("choose"));
  return el(
    "details",
    { ...attributes, class: "many" },
    el("summary", {}, label),
    options.map((o) =>
      el("label", {}, el("input", { type: "checkbox", value: o.value, checked: Boolean(o.default) }), " ", optionText(o)),
    ),
    el("button", { type: "button", class: "s1", disabled: Boolean(select.disabled), dataset: { chosen: select.custom_id } }, t("done")),
  );
}

function optionText(option) {
  const sign = option.emoji?.name && !option.emoji.id ? option.emoji.name + " " : "";
  return sign + option.label + (option.description ? ` – ${option.description}` : "");
}

// Pictures and files -------------------------------------------------------------------------

/** Files of the box have paths of their own, whatever name this page was opened under. */
function safeUrl(url) {
  try {
    const parsed = new URL(url, location.href);
    if (!["http:", "https:"].includes(parsed.protocol)) return "about:blank";
    return parsed.hostname === "127.0.0.1" && parsed.pathname.startsWith("/cdn/") ? parsed.pathname : parsed.href;
  } catch {
    return "about:blank";
  }
}

function picture(media, description, message, kind = "") {
  // The size keeps the place free while the picture loads, so nothing jumps.
  const file = message.attachments.find((a) => a.id === media.attachment_id) ?? {};
  const url = safeUrl(media.url);
  const image = el("img", { src: url, alt: description ?? "", width: file.width, height: file.height });
  return el("a", { class: `image ${kind}`, href: url, target: "_blank", rel: "noopener" }, image);
}

function drawFile(file) {
  if ((file.content_type ?? "").startsWith("image/")) {
    const media = { url: file.url, attachment_id: file.id };
    return el("div", { class: "gallery g1" }, picture(media, file.description, { attachments: [file] }));
  }
  return fileLink(file.url, file.filename, file.size);
}

function fileLink(url, name, size) {
  const shown = size > 2048 ? ` · ${Math.round(size / 1024)} KB` : size ? ` · ${size} B` : "";
  return el("a", { class: "file", href: safeUrl(url), download: name }, "📄 ", name, el("span", { class: "small" }, shown));
}

/** The attachments that a component shows already. */
function shownAttachments(components, found = new Set()) {
  for (const component of components) {
    const media = [component.media, component.file, ...(component.items ?? []).map((item) => item.media)];
    for (const entry of media) if (entry?.attachment_id) found.add(entry.attachment_id);
    shownAttachments([...(component.components ?? []), ...(component.accessory ? [component.accessory] : [])], found);
  }
  return found;
}

function drawEmbed(embed, view) {
  return el(
    "div",
    { class: "container", style: accent({ accent_color: embed.color }) },
    embed.author?.name ? el("p", { class: "small" }, embed.author.name) : null,
    embed.title ? el("h5", { class: "h3" }, embed.title) : null,
    embed.description ? markdown(embed.description, view.names) : null,
    (embed.fields ?? []).map((f) =>
      el("div", { class: f.inline ? "field inline" : "field" }, el("b", {}, f.name), markdown(f.value, view.names)),
    ),
    embed.image ? picture(embed.image, embed.title, { attachments: [] }) : null,
    embed.footer ? el("p", { class: "small" }, embed.footer.text) : null,
  );
}
