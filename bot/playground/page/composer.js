// Where one writes: plain messages, and slash commands with their options.

import { el } from "./dom.js";
import { localised, t } from "./texts.js";

const INTEGER = 4;
const BOOLEAN = 5;
const USER = 6;
const CHANNEL = 7;
const NUMBER = 10;
const TYPING_PAUSE_MS = 120;

const $ = (id) => document.getElementById(id);

export class Composer {
  /** `act` sends something to the bot; `view` knows commands, people and channels. */
  constructor(view, act) {
    this.view = view;
    this.act = act;
    this.command = null;
    this.marked = 0;
    this.found = [];
    this.fields = new Map();
    $("text").addEventListener("input", () => this.suggest());
    $("text").addEventListener("keydown", (event) => this.key(event));
    $("text").addEventListener("blur", () => setTimeout(() => this.hideUnlessUsed(), 150));
    $("text").addEventListener("focus", () => this.suggest());
    $("composer").addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    $("composer").addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.command) this.drop();
      // Browsers open the list of a select instead: here Enter sends, as in Discord.
      if (event.key === "Enter" && event.target.tagName === "SELECT") {
        event.preventDefault();
        $("composer").requestSubmit();
      }
    });
    $("drop").addEventListener("click", () => this.drop());
    // Pressed before the text field loses its focus, and the list with it.
    $("suggestions").addEventListener("pointerdown", (event) => event.preventDefault());
    $("suggestions").addEventListener("click", (event) => {
      const item = event.target.closest("li[data-index]");
      if (item) this.pick(this.found[Number(item.dataset.index)]);
    });
  }

  /** Put the tab's language into what stands here, keeping what was typed. */
  translate() {
    $("text").placeholder = t("write-here");
    $("text").setAttribute("aria-label", t("write-here"));
    $("drop").setAttribute("aria-label", t("drop-command"));
    if (this.command) this.drop();
    this.suggest();
  }

  /** Every command that can be sent, subcommands one by one. */
  leaves() {
    const out = [];
    const visit = (node, path, shown, every) => {
      const subs = (node.options ?? []).filter((option) => option.type <= 2);
      if (!subs.length) {
        const options = node.options ?? [];
        out.push({ path, shown, every, options, about: about(node) });
      }
      for (const sub of subs) {
        visit(sub, `${path} ${sub.name}`, `${shown} ${localised(sub)}`, [...every, ...allNames(sub)]);
      }
    };
    for (const root of this.view.commands) visit(root, root.name, localised(root), allNames(root));
    return out.sort((one, other) => one.shown.localeCompare(other.shown));
  }

  /** Look again when the bot has told of other commands. */
  refresh() {
    if (!$("suggestions").hidden) this.suggest();
  }

  /** Start a command that was mentioned somewhere. */
  start(path) {
    const leaf = this.leaves().find((one) => one.path === path);
    if (leaf) this.pick(leaf);
  }

  // The list of commands -----------------------------------------------------------------------

  suggest() {
    const text = $("text").value;
    if (this.command || !text.startsWith("/")) return this.hide();
    const wanted = text.slice(1).trim().toLowerCase();
    const rank = (leaf) => {
      if (leaf.shown === wanted || leaf.every.includes(wanted)) return 0;
      if (leaf.shown.startsWith(wanted)) return 1;
      return leaf.every.some((name) => name.startsWith(wanted)) || leaf.shown.includes(wanted) ? 2 : 9;
    };
    this.found = this.leaves().filter((leaf) => rank(leaf) < 9);
    this.found.sort((one, other) => rank(one) - rank(other));
    this.marked = 0;
    this.showFound();
  }

  showFound() {
    const items = this.found.map((leaf, index) =>
      el(
        "li",
        { id: `suggestion-${index}`, role: "option", dataset: { index }, "aria-selected": String(index === this.marked) },
        el("b", {}, "/" + leaf.shown),
        leaf.options.length ? el("span", { class: "needs" }, leaf.options.map((o) => localised(o)).join("  ")) : null,
        leaf.about,
      ),
    );
    $("suggestions").replaceChildren(...(items.length ? items : [el("li", { class: "none" }, t("no-command"))]));
    $("suggestions").hidden = false;
    $("text").setAttribute("aria-expanded", "true");
    $("text").setAttribute("aria-activedescendant", items.length ? `suggestion-${this.marked}` : "");
    $("suggestions").children[this.marked]?.scrollIntoView({ block: "nearest" });
  }

  hide() {
    $("suggestions").hidden = true;
    $("text").setAttribute("aria-expanded", "false");
    $("text").removeAttribute("aria-activedescendant");
    this.found = [];
  }

  hideUnlessUsed() {
    if (document.activeElement !== $("text")) this.hide();
  }

  key(event) {
    if ($("suggestions").hidden || !this.found.length) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      this.marked = (this.marked + step + this.found.length) % this.found.length;
      this.showFound();
    } else if (event.key === "Tab" || event.key === "Enter") {
      event.preventDefault();
      this.pick(this.found[this.marked]);
    } else if (event.key === "Escape") {
      this.hide();
    }
  }

  // One command --------------------------------------------------------------------------------

  /** A command without options is sent at once; one with options asks for them. */
  pick(leaf) {
    this.hide();
    $("text").value = "";
    if (!leaf.options.length) return this.run(leaf, {});
    this.command = leaf;
    this.fields.clear();
    $("chip").hidden = false;
    $("chip").querySelector("b").textContent = "/" + leaf.shown;
    $("text").hidden = true;
    $("options").replaceChildren(...leaf.options.map((option) => this.field(option)));
    $("options").hidden = false;
    $("options").querySelector("input, select")?.focus();
  }

  drop() {
    this.command = null;
    this.fields.clear();
    $("chip").hidden = true;
    $("options").hidden = true;
    $("options").replaceChildren();
    $("text").hidden = false;
    $("text").focus();
  }

  field(option) {
    const id = `option-${option.name}`;
    const note = option.required ? null : el("span", { class: "small" }, ` (${t("optional")})`);
    return el(
      "div",
      { class: "option" },
      el("label", { for: id }, localised(option), note, about(option)),
      this.control(option, id),
    );
  }

  control(option, id) {
    const listed = this.listed(option);
    if (listed) {
      const node = el(
        "select",
        { id, required: option.required },
        el("option", { value: "" }, option.required ? t("choose") : "–"),
        listed.map(([, label], index) => el("option", { value: index }, label)),
      );
      this.fields.set(option.name, () => (node.value === "" ? null : listed[Number(node.value)][0]));
      return node;
    }
    const numeric = option.type === INTEGER || option.type === NUMBER;
    const node = el("input", {
      id,
      type: numeric && !option.autocomplete ? "number" : "text",
      step: option.type === NUMBER ? "any" : null,
      min: option.min_value,
      max: option.max_value,
      maxlength: option.max_length,
      required: option.required,
    });
    this.fields.set(option.name, () => (node.value === "" ? null : (node.chosen ?? node.value)));
    return option.autocomplete ? this.completing(option, node) : node;
  }

  /** The fixed values of an option as [value, label], or null when it is free. */
  listed(option) {
    if (option.type === BOOLEAN) return [[true, t("yes")], [false, t("no")]];
    if (option.type === USER) return this.view.people.map((one) => [one.id, one.name]);
    if (option.type === CHANNEL) return this.view.channels.map((one) => [one.id, "#" + one.name]);
    if (option.choices?.length) return option.choices.map((choice) => [choice.value, localised(choice)]);
    return null;
  }

  /** Let the bot propose values while one types. */
  completing(option, node) {
    const list = el("ul", { class: "proposals", role: "listbox", hidden: true });
    let timer = 0;
    let asked = 0;
    const ask = async () => {
      if (!node.isConnected) return;
      const mine = ++asked;
      const answer = await this.act({
        do: "complete",
        command: this.command.path,
        option: option.name,
        typed: node.value,
        options: this.values(),
      });
      if (mine !== asked || !node.isConnected) return;
      const choices = answer?.choices ?? [];
      list.replaceChildren(
        ...choices.map((choice) =>
          el(
            "li",
            {
              role: "option",
              onclick: () => {
                node.value = localised(choice);
                node.chosen = choice.value;
                list.hidden = true;
              },
            },
            localised(choice),
          ),
        ),
      );
      list.hidden = !choices.length;
    };
    const later = () => {
      delete node.chosen;
      clearTimeout(timer);
      timer = setTimeout(ask, TYPING_PAUSE_MS);
    };
    node.addEventListener("input", later);
    node.addEventListener("focus", later);
    node.addEventListener("blur", () => (list.hidden = true));
    list.addEventListener("pointerdown", (event) => event.preventDefault());
    return el("div", { class: "completing" }, node, list);
  }

  values() {
    const out = {};
    for (const [name, read] of this.fields) {
      const value = read();
      if (value !== null) out[name] = value;
    }
    return out;
  }

  send() {
    if (this.command) {
      const leaf = this.command;
      const values = this.values();
      if (leaf.options.some((option) => option.required && !(option.name in values))) {
        return this.view.tell(t("missing-option"));
      }
      this.drop();
      return this.run(leaf, values);
    }
    const text = $("text").value.trim();
    if (!text) return undefined;
    if (text.startsWith("/")) return this.view.tell(t("no-command"));
    $("text").value = "";
    return this.act({ do: "say", text });
  }

  run(leaf, options) {
    return this.act({ do: "slash", command: leaf.path, options }, "/" + leaf.shown);
  }
}

/** What the bot says about a command or option; discord.py writes an ellipsis for nothing. */
function about(node) {
  const text = localised(node, "description");
  return text && text !== "…" ? el("span", { class: "about" }, text) : null;
}

function allNames(node) {
  return [node.name, ...Object.values(node.name_localizations ?? {})].map((name) => name.toLowerCase());
}
