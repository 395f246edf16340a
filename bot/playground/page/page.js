// The tab: who it is, what it sees live, and what is pressed in it.

import { Composer } from "./composer.js";
import { el, morph } from "./dom.js";
import { showForm } from "./form.js";
import { command, commandNames, tick } from "./markdown.js";
import { avatar, dots, drawMessage, isEphemeral } from "./message.js";
import { language, speak, t } from "./texts.js";

const $ = (id) => document.getElementById(id);
const TOKEN = document.querySelector("meta[name=playground-token]").content;
const RUN = document.querySelector("meta[name=playground-run]").content;
const NEAR_BOTTOM = 48;

/** What this tab knows. Messages are kept by id, in the order of their ids, which is that of time. */
const view = {
  me: null,
  user: null,
  channel: null,
  people: [],
  roles: [],
  used: new Map(),
  channels: [],
  commands: [],
  messages: new Map(),
  dismissed: new Set(JSON.parse(sessionStorage.getItem("dismissed") ?? "[]")),
  pending: new Set(),
  failed: new Set(),
  names: { users: new Map(), roles: new Map(), channels: new Map(), commands: new Map() },
  tell,
};

let live = null;
let atBottom = true;
let told = 0;

// Who one is ---------------------------------------------------------------------------------

/** The address decides, then what this tab remembers; else the server picks somebody free. */
function remembered(name) {
  return new URLSearchParams(location.search).get(name) ?? sessionStorage.getItem(name);
}

function remember(name, value) {
  sessionStorage.setItem(name, value);
  const query = new URLSearchParams(location.search);
  if (!query.has(name)) return;
  query.set(name, value);
  history.replaceState(null, "", `?${query}`);
}

function become(changes) {
  for (const [name, value] of Object.entries(changes)) remember(name, value);
  view.messages.clear();
  view.failed.clear();
  $("messages").replaceChildren();
  atBottom = true;
  listen();
}

function setLanguage(wanted) {
  remember("lang", wanted);
  speak(wanted === "en" && navigator.language === "en-US" ? "en-US" : wanted);
  $("language").value = language.code;
  composer.translate();
  drawAround();
  drawAll();
}

// What one sees ------------------------------------------------------------------------------

function listen() {
  live?.close();
  const query = new URLSearchParams();
  for (const [name, value] of [["user", remembered("as")], ["channel", remembered("channel")]]) {
    if (value) query.set(name, value);
  }
  live = new EventSource(`/live?${query}`);
  live.addEventListener("state", (event) => {
    const state = JSON.parse(event.data);
    // The playground was started anew while this tab stayed open.
    if (state.run !== RUN) return location.reload();
    takeAround(state);
    // After a lost connection the whole state comes anew; what stayed the same is not redrawn.
    view.messages = new Map(state.messages.map((message) => [message.id, message]));
    drawAll();
    tell("");
    document.body.dataset.ready = view.user;
    return undefined;
  });
  live.addEventListener("around", (event) => takeAround(JSON.parse(event.data)));
  live.addEventListener("message", (event) => {
    const message = JSON.parse(event.data);
    const isNew = !view.messages.has(message.id);
    view.messages.set(message.id, message);
    if (isNew) drawAll(isEphemeral(message));
    else drawOne(message);
  });
  live.addEventListener("gone", (event) => {
    view.messages.delete(JSON.parse(event.data).id);
    drawAll();
  });
  live.addEventListener("error", () => tell(t("offline")));
}

function takeAround(state) {
  const sameCommands = JSON.stringify(state.commands) === JSON.stringify(view.commands);
  Object.assign(view, {
    me: state.me,
    people: state.people,
    roles: state.roles,
    channels: state.channels,
    commands: state.commands,
    channel: state.channel,
    server: state.server,
  });
  view.user = state.people.find((one) => one.id === state.me).name;
  remember("as", view.user);
  view.names.users = new Map([...state.people, state.bot].map((one) => [one.id, one.name]));
  view.names.roles = new Map(state.roles.map((one) => [one.id, one.name]));
  view.names.channels = new Map(state.channels.map((one) => [one.id, one.name]));
  drawAround();
  if (!sameCommands) composer.refresh();
}

function drawAround() {
  view.names.commands = commandNames(view.commands);
  const here = view.channels.find((one) => one.id === view.channel);
  document.title = `${view.user ?? ""} · #${here?.name ?? ""} · Troef`;
  $("server").textContent = view.server ?? "";
  document.querySelector("header .title").textContent = `# ${here?.name ?? ""}`;
  redraw($("channel"), view.channels.map((one) => [one.id, "# " + one.name]), view.channel);
  redraw($("who"), view.people.map((one) => [one.name, one.name + (one.owner ? ` (${t("owner")})` : "")]), view.user);
  $("channels").replaceChildren(
    ...view.channels.map((one) =>
      el("li", {}, el("button", { type: "button", dataset: { channel: one.id }, "aria-current": one.id === view.channel ? "true" : null }, "# ", one.name)),
    ),
  );
  $("people").replaceChildren(...view.people.map(drawPerson));
  drawHint();
}

function drawPerson(one) {
  const me = one.name === view.user;
  const address = `?as=${encodeURIComponent(one.name)}&lang=${language.code}`;
  const title = t("new-tab", { name: one.name });
  return el(
    "li",
    {},
    el(
      "button",
      { type: "button", dataset: { person: one.name }, "aria-current": me ? "true" : null },
      avatar(one),
      one.name,
      one.owner ? el("span", { class: "small" }, t("owner")) : null,
    ),
    me ? null : el("a", { href: address, target: "_blank", title, "aria-label": title }, "↗"),
  );
}

/** Fill a select of the page, leaving it alone when it is as wanted. */
function redraw(select, options, chosen) {
  const signature = JSON.stringify(options);
  if (select.signature !== signature) {
    select.signature = signature;
    select.replaceChildren(...options.map(([value, label]) => el("option", { value }, label)));
  }
  select.value = chosen;
}

function drawHint() {
  const hint = $("hint");
  const shown = [...view.messages.values()].some((message) => !view.dismissed.has(message.id));
  hint.hidden = shown || !view.channel;
  if (hint.hidden) return;
  const play = view.commands.find((one) => one.name === "play");
  if (!view.commands.length) return hint.replaceChildren(el("p", {}, dots(), " ", t("hint-waiting")));
  if (!play) return hint.replaceChildren(el("p", {}, t("hint-quiet")));
  const [before, after] = t("hint-text").split("{command}");
  const sign = el("p", { class: "suits", "aria-hidden": "true" }, "♠ ♥ ♣ ♦");
  hint.replaceChildren(sign, el("h2", {}, t("hint-title")), el("p", {}, before, command("play", view.names), after));
}

/** Bring the list in line with the messages. `reveal` scrolls down whatever was in view. */
function drawAll(reveal = false) {
  const ordered = [...view.messages.values()]
    .filter((message) => !view.dismissed.has(message.id))
    .sort((one, other) => (BigInt(one.id) < BigInt(other.id) ? -1 : 1));
  const before = $("messages").childElementCount;
  look();
  keepingFocus(() => morph($("messages"), listOf(ordered)));
  drawHint();
  if (reveal) atBottom = true;
  if (!settle() && ordered.length > before) $("down").hidden = false;
}

function listOf(messages) {
  const list = $("messages").cloneNode(false);
  list.append(...messages.map((message) => drawMessage(message, view)));
  return list;
}

function drawOne(message) {
  const old = $("messages").querySelector(`[data-id="${message.id}"]`);
  if (!old) return;
  look();
  keepingFocus(() => morph(old, drawMessage(message, view)));
  settle();
}

/**
 * When the focused control was redrawn away, focus its like in the same message, else the message.
 * Its like has the same words: Enter pressed twice must not play a second card.
 */
function keepingFocus(change) {
  const focused = document.activeElement;
  const id = focused?.closest?.(".message")?.dataset.id;
  const words = focused?.textContent;
  change();
  if (!id || focused.isConnected) return;
  const message = $("messages").querySelector(`[data-id="${id}"]`);
  const like = [...(message?.querySelectorAll("button:not(:disabled)") ?? [])].find((b) => b.textContent === words);
  (like ?? $("log")).focus({ preventScroll: true });
}

// Scrolling: who reads the newest stays there, who reads older messages is not moved.
function settle() {
  if (atBottom) $("log").scrollTop = $("log").scrollHeight;
  return atBottom;
}

function look() {
  const log = $("log");
  atBottom = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_BOTTOM;
  if (atBottom) $("down").hidden = true;
}

$("log").addEventListener("scroll", look);
new ResizeObserver(settle).observe($("messages"));
new ResizeObserver(settle).observe($("log"));
$("down").addEventListener("click", () => {
  atBottom = true;
  settle();
});

// What one does ------------------------------------------------------------------------------

/** Tell something in the line above the composer; an empty text takes it away. */
function tell(text, busy = false) {
  clearTimeout(told);
  $("notice").replaceChildren(...(busy ? [dots(), " "] : []), text);
  $("notice").className = busy ? "busy" : "";
  if (text && !busy) told = setTimeout(() => tell(""), 8000);
}

async function post(what) {
  const response = await fetch("/act", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Playground-Token": TOKEN },
    body: JSON.stringify({ user: view.user, channel: view.channel, locale: language.locale, ...what }),
  });
  if (response.status === 403) return { refused: "reload" };
  if (!response.ok) return { refused: "bad-value" };
  return response.json();
}

/** Do something; returns the answer, or undefined when there was none. */
async function act(what, name = "") {
  const slow = name ? setTimeout(() => tell(`${name} …`, true), 150) : 0;
  let answer;
  try {
    answer = await post(what);
  } catch {
    answer = { refused: "offline" };
  }
  clearTimeout(slow);
  if (name || answer.refused) tell("");
  if (answer.refused) tell(t(answer.refused));
  else if (answer.failed && name) tell(`${name}: ${t("no-answer")}`);
  if (answer.modal) openForm(answer);
  return answer;
}

function openForm(shown) {
  showForm(shown.modal, view, async (values) => {
    const answer = await act({ do: "submit", form: shown.form, values });
    if (answer.refused) return t(answer.refused);
    return answer.failed ? t("failed") : null;
  });
}

/** Use a control of a message: it shows that it waits, and cannot be used again meanwhile. */
async function use(messageId, customId, what) {
  const key = `${messageId} ${customId}`;
  if (view.pending.has(key)) return;
  view.pending.add(key);
  view.failed.delete(messageId);
  const redrawn = () => view.messages.has(messageId) && drawOne(view.messages.get(messageId));
  redrawn();
  const answer = await act({ message: messageId, custom_id: customId, ...what });
  view.pending.delete(key);
  view.used.set(key, (view.used.get(key) ?? 0) + 1);
  if (answer.failed) view.failed.add(messageId);
  redrawn();
}

$("messages").addEventListener("click", (event) => {
  const id = event.target.closest(".message")?.dataset.id;
  const button = event.target.closest("button");
  if (!button || !id) return;
  const { press, dismiss, chosen } = button.dataset;
  if (press) use(id, press, { do: "click" });
  if (dismiss) dismissMessage(dismiss);
  if (chosen) {
    const boxes = button.closest("details").querySelectorAll("input:checked");
    use(id, chosen, { do: "select", values: [...boxes].map((box) => box.value) });
  }
});

$("messages").addEventListener("change", (event) => {
  const select = event.target.closest("select[data-choose]");
  if (!select) return;
  const id = select.closest(".message").dataset.id;
  use(id, select.dataset.choose, { do: "select", values: select.value ? [select.value] : [] });
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-command], #side button");
  if (!button) return;
  const { command: path, person, channel } = button.dataset;
  if (path) composer.start(path);
  if (person && person !== view.user) become({ as: person });
  if (channel && channel !== view.channel) become({ channel });
});

function dismissMessage(id) {
  view.dismissed.add(id);
  sessionStorage.setItem("dismissed", JSON.stringify([...view.dismissed].slice(-200)));
  drawAll();
}

$("who").addEventListener("change", () => become({ as: $("who").value }));
$("channel").addEventListener("change", () => become({ channel: $("channel").value }));
$("language").addEventListener("change", () => setLanguage($("language").value));

const composer = new Composer(view, act);
setLanguage(remembered("lang") ?? navigator.language);
listen();
setInterval(tick, 1000);
