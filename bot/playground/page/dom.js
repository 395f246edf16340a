// Building elements, and bringing an old tree in line with a new one without replacing it.

/** Make an element. Text is always set as text, so nothing the bot or people say becomes HTML. */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "dataset") Object.assign(node.dataset, value);
    else if (name === "style") for (const [key, v] of Object.entries(value)) node.style.setProperty(key, v);
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "signature") node.signature = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return node;
}

/**
 * Make `old` look like `fresh`, keeping the elements that stay: their focus, open menus and
 * half-typed text survive. A control is known by its `data-key`; another key is another control
 * and never takes over the element, so that a press can not land on a button that has just
 * become something else.
 */
export function morph(old, fresh) {
  if (!alike(old, fresh)) {
    old.replaceWith(fresh);
    return;
  }
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !(name === "open" && old.tagName === "DETAILS")) {
      old.removeAttribute(name);
    }
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) === value) continue;
    // The page's policy lets no style attribute be set, only the style itself.
    if (name === "style") old.style.cssText = value;
    else old.setAttribute(name, value);
  }
  if (old.signature !== undefined && old.signature === fresh.signature) return;
  if (fresh.signature !== undefined) {
    old.signature = fresh.signature;
    old.replaceChildren(...fresh.childNodes);
    // A menu somebody has used no longer goes by its options' attributes.
    if (old.tagName === "SELECT" && !old.multiple) {
      old.value = [...old.options].find((option) => option.defaultSelected)?.value ?? "";
    }
    return;
  }
  morphChildren(old, [...fresh.childNodes]);
}

function morphChildren(parent, wanted) {
  const keyed = new Map();
  for (const child of parent.children) {
    if (child.dataset.key) keyed.set(child.dataset.key, child);
  }
  let at = parent.firstChild;
  for (const fresh of wanted) {
    const key = fresh.dataset?.key;
    let match = key ? keyed.get(key) : at;
    if (match && !alike(match, fresh)) match = null;
    if (!match) {
      parent.insertBefore(fresh, at);
      continue;
    }
    if (match === at) at = at.nextSibling;
    else parent.insertBefore(match, at);
    morph(match, fresh);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

function alike(one, other) {
  return (
    one.nodeType === other.nodeType &&
    one.nodeName === other.nodeName &&
    one.dataset?.key === other.dataset?.key
  );
}
