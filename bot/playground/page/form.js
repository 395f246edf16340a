// A modal: the bot's form in a dialog.

import { el } from "./dom.js";
import { markdown } from "./markdown.js";
import { t } from "./texts.js";

const TEXT = 4;
const TEXT_DISPLAY = 10;
const LABEL = 18;

/**
 * Show a form. `send` gets the values by custom id and returns a text when they were not taken;
 * then the dialog stays with everything that was typed.
 */
export function showForm(modal, view, send) {
  const dialog = document.getElementById("form");
  const readers = new Map();
  const problem = el("p", { class: "failed", role: "alert", hidden: true });
  const submit = el("button", { type: "submit", class: "s1" }, t("submit"));
  const form = el(
    "form",
    { method: "dialog", novalidate: true },
    el("h2", { id: "form-title" }, modal.title),
    modal.components.flatMap((component) => draw(component, view, readers)),
    problem,
    el(
      "div",
      { class: "row end" },
      el("button", { type: "button", class: "s2", onclick: () => dialog.close() }, t("cancel")),
      submit,
    ),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    submit.disabled = true;
    const values = {};
    for (const [id, read] of readers) values[id] = read();
    const text = await send(values);
    submit.disabled = false;
    problem.textContent = text ?? "";
    problem.hidden = !text;
    if (!text && form.isConnected) dialog.close();
  });
  dialog.replaceChildren(form);
  dialog.showModal();
}

function draw(component, view, readers) {
  if (component.type === TEXT_DISPLAY) return [markdown(component.content, view.names)];
  if (component.type === LABEL) return [field(component.component, component.label, component.description, view, readers)];
  return (component.components ?? []).map((child) => field(child, child.label ?? "", "", view, readers));
}

function field(control, label, description, view, readers) {
  const id = `field-${readers.size}`;
  const required = control.required ?? control.type !== 23;
  const [node, read] = make(control, id, view);
  readers.set(control.custom_id, read);
  return el(
    "div",
    { class: "form-field" },
    el("label", { for: id }, label, required ? null : el("span", { class: "small" }, ` (${t("optional")})`)),
    description ? el("p", { class: "small" }, description) : null,
    node,
  );
}

function make(control, id, view) {
  if (control.type === TEXT) {
    const long = control.style === 2;
    const props = { id, maxlength: control.max_length, placeholder: control.placeholder };
    const node = el(long ? "textarea" : "input", { ...props, rows: long ? 4 : null });
    node.value = control.value ?? "";
    return [node, () => node.value];
  }
  if (control.type === 23) {
    const node = el("input", { id, type: "checkbox", checked: Boolean(control.default) });
    return [node, () => node.checked];
  }
  const options = choices(control, view);
  if (control.type === 22 || (control.max_values ?? 1) > 1) {
    const boxes = options.map((o) => el("input", { type: "checkbox", value: o.value, checked: Boolean(o.default) }));
    const node = el("div", { id, class: "boxes", role: "group" }, options.map((o, i) => el("label", {}, boxes[i], " ", o.label)));
    return [node, () => boxes.filter((box) => box.checked).map((box) => box.value)];
  }
  const empty = el("option", { value: "" }, control.placeholder ?? t("choose"));
  const node = el(
    "select",
    { id },
    empty,
    options.map((o) => el("option", { value: o.value, selected: Boolean(o.default) }, o.label)),
  );
  if (control.type === 21) return [node, () => node.value || null];
  return [node, () => (node.value ? [node.value] : [])];
}

function choices(control, view) {
  if (control.type === 5) return view.people.map((p) => ({ value: p.id, label: p.name }));
  if (control.type === 8) return view.channels.map((c) => ({ value: c.id, label: "#" + c.name }));
  return control.options ?? [];
}
