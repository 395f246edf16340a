// The part of Discord's markdown that bots use, as elements.

import { el } from "./dom.js";
import { language, localised, t } from "./texts.js";

const INLINE = [
  [/^\\([^\sA-Za-z0-9])/, (m) => m[1]],
  [/^``(.+?)``(?!`)/s, (m) => el("code", {}, m[1])],
  [/^`([^`]+)`/, (m) => el("code", {}, m[1])],
  [/^<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/, (m) => moment(Number(m[1]), m[2] ?? "f")],
  [/^<@!?(\d+)>/, (m, names) => mention("@" + (names.users.get(m[1]) ?? t("unknown")))],
  [/^<@&(\d+)>/, (m, names) => mention("@" + (names.roles.get(m[1]) ?? t("unknown")))],
  [/^<#(\d+)>/, (m, names) => mention("#" + (names.channels.get(m[1]) ?? t("unknown")))],
  [/^<\/([^:>]{1,100}):\d+>/, (m, names) => command(m[1], names)],
  [/^<(a?):(\w+):(\d+)>/, (m) => emoji(m[3], m[2])],
  [/^\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?(?: "[^"]*")?\)/, (m, names) => link(m[2], inline(m[1], names))],
  [/^<(https?:\/\/[^\s>]+)>/, (m) => link(m[1], [m[1]])],
  [/^https?:\/\/[^\s<>()]+[^\s<>().,:;!?'"]/, (m) => link(m[0], [m[0]])],
  [/^\*\*\*(?=\S)(.+?)\*\*\*/s, (m, names) => el("strong", {}, el("em", {}, inline(m[1], names)))],
  [/^\*\*(?=\S)(.+?)\*\*(?!\*)/s, (m, names) => el("strong", {}, inline(m[1], names))],
  [/^__(?=\S)(.+?)__(?!_)/s, (m, names) => el("u", {}, inline(m[1], names))],
  [/^~~(?=\S)(.+?)~~/s, (m, names) => el("s", {}, inline(m[1], names))],
  [/^\|\|(.+?)\|\|/s, (m, names) => el("span", { class: "spoiler", tabindex: "0" }, inline(m[1], names))],
  [/^\*(?=\S)([^*]+?)\*(?!\*)/s, (m, names) => el("em", {}, inline(m[1], names))],
  [/^_(?=\S)([^_]+?)_(?![A-Za-z0-9_])/s, (m, names) => el("em", {}, inline(m[1], names))],
];

/** Turn text into block elements. `names` resolves users, channels and commands. */
export function markdown(text, names) {
  const blocks = [];
  const parts = text.split(/```(?:[a-z0-9+-]*\n)?([\s\S]*?)```/);
  parts.forEach((part, index) => {
    if (index % 2) blocks.push(el("pre", {}, el("code", {}, part.replace(/\n$/, ""))));
    else if (part.trim()) blocks.push(...lines(part.replace(/^\n+|\n+$/g, ""), names));
  });
  return el("div", { class: "md" }, blocks);
}

function lines(text, names) {
  const out = [];
  const rows = text.split("\n");
  while (rows.length) {
    const row = rows[0];
    const heading = row.match(/^(#{1,3}) +(.+)/);
    const small = row.match(/^-# +(.+)/);
    if (heading) {
      rows.shift();
      // The page itself has the first two levels of headings.
      out.push(el(`h${heading[1].length + 2}`, { class: `h${heading[1].length}` }, inline(heading[2], names)));
    } else if (small) {
      rows.shift();
      out.push(el("p", { class: "small" }, inline(small[1], names)));
    } else if (/^> /.test(row)) {
      const quoted = take(rows, /^> ?/).map((line) => line.replace(/^> ?/, ""));
      out.push(el("blockquote", {}, lines(quoted.join("\n"), names)));
    } else if (/^ *[-*] +/.test(row)) {
      out.push(list("ul", take(rows, /^ *[-*] +/), names));
    } else if (/^ *\d+\. +/.test(row)) {
      out.push(list("ol", take(rows, /^ *\d+\. +/), names));
    } else {
      const plain = take(rows, /^(?!#{1,3} |-# |> | *[-*] | *\d+\. )/);
      out.push(el("p", {}, inline((plain.length ? plain : [rows.shift()]).join("\n"), names)));
    }
  }
  return out;
}

function take(rows, pattern) {
  const taken = [];
  while (rows.length && pattern.test(rows[0])) taken.push(rows.shift());
  return taken;
}

function list(tag, rows, names) {
  const start = tag === "ol" ? rows[0].match(/\d+/)[0] : null;
  const items = rows.map((row) => {
    const deep = row.match(/^ */)[0].length > 1;
    return el("li", { class: deep ? "deep" : null }, inline(row.replace(/^ *(?:[-*]|\d+\.) +/, ""), names));
  });
  return el(tag, { start }, items);
}

function inline(text, names) {
  const out = [];
  let plain = "";
  const flush = () => {
    if (plain) out.push(plain);
    plain = "";
  };
  let rest = text;
  let before = "";
  scan: while (rest) {
    // An underscore inside a word is a letter like any other.
    const inWord = rest[0] === "_" && /[A-Za-z0-9]/.test(before);
    if (!inWord && /[\\`<[h*_~|]/.test(rest[0])) {
      for (const [pattern, make] of INLINE) {
        const match = rest.match(pattern);
        if (!match) continue;
        flush();
        out.push(make(match, names));
        rest = rest.slice(match[0].length);
        before = " ";
        continue scan;
      }
    }
    before = rest[0];
    plain += before;
    rest = rest.slice(1);
  }
  flush();
  return out;
}

function mention(text) {
  return el("span", { class: "mention" }, text);
}

/** A command that was mentioned; pressing it puts it into the composer. */
export function command(path, names) {
  const shown = names.commands.get(path) ?? path;
  return el("button", { type: "button", class: "mention", dataset: { command: path } }, "/" + shown);
}

export function emoji(id, name) {
  return el("img", { class: "emoji", src: `/cdn/emojis/${id}.png`, alt: `:${name}:`, title: `:${name}:` });
}

function link(url, children) {
  return el("a", { href: url, target: "_blank", rel: "noopener noreferrer nofollow" }, children);
}

// Times --------------------------------------------------------------------------------------

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};
const UNITS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

/** A time that everyone sees in their own clock; style R counts on by itself. */
export function moment(seconds, style) {
  const when = new Date(seconds * 1000);
  if (Number.isNaN(when.getTime())) return `<t:${seconds}>`;
  const full = when.toLocaleString(language.locale, STYLES.F);
  const props = { class: "time", title: full, datetime: when.toISOString() };
  if (style === "R") return el("time", { ...props, dataset: { relative: seconds } }, relative(seconds));
  return el("time", props, when.toLocaleString(language.locale, STYLES[style]));
}

export function relative(seconds) {
  const away = Math.round(seconds - Date.now() / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(away) >= length) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(language.locale).format(Math.trunc(away / size), unit);
}

/** How long ago something was said, in a few letters. */
export function age(seconds) {
  const passed = Date.now() / 1000 - seconds;
  if (passed < 60) return t("just-now");
  if (passed < 86400) {
    const [unit, size] = passed < 3600 ? ["minute", 60] : ["hour", 3600];
    const format = new Intl.RelativeTimeFormat(language.locale, { style: "short" });
    return format.format(-Math.floor(passed / size), unit);
  }
  return new Date(seconds * 1000).toLocaleString(language.locale, STYLES.s);
}

/** Let every shown time go on. */
export function tick() {
  for (const node of document.querySelectorAll("time[data-relative]")) {
    set(node, relative(Number(node.dataset.relative)));
  }
  for (const node of document.querySelectorAll("time[data-age]")) {
    set(node, age(Number(node.dataset.age)));
  }
}

function set(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** The visible name of a command path such as `rules show`, in the tab's language. */
export function commandNames(commands) {
  const names = new Map();
  const visit = (node, path, shown) => {
    names.set(path, shown);
    for (const option of node.options ?? []) {
      if (option.type <= 2) visit(option, `${path} ${option.name}`, `${shown} ${localised(option)}`);
    }
  };
  for (const root of commands) visit(root, root.name, localised(root));
  return names;
}
