// What is wrong with the page as it stands: too wide, too small to touch, too faint to read.
() => {
  const controls = "button, select, input, textarea, a, summary, li[role=option]";
  const small = [...document.querySelectorAll(controls)]
    // Links and names inside running text, and boxes inside a label that is itself big enough.
    .filter((e) => e.checkVisibility() && !e.closest(".md, .hidden") && e.type !== "checkbox")
    .filter((e) => e.getBoundingClientRect().height < 40)
    .map((e) => e.outerHTML.slice(0, 120));

  const parse = (colour) => {
    const n = colour.match(/[\d.]+/g).map(Number);
    const scale = colour.startsWith("color(") ? 255 : 1;
    return [n[0] * scale, n[1] * scale, n[2] * scale, n[3] ?? 1];
  };
  const over = (top, under) =>
    [0, 1, 2].map((i) => top[i] * top[3] + under[i] * (1 - top[3])).concat(1);
  const behind = (e) => {
    const own = parse(getComputedStyle(e).backgroundColor);
    if (own[3] === 1) return own;
    return over(own, e.parentElement ? behind(e.parentElement) : [0, 0, 0, 1]);
  };
  const light = (colour) => {
    const [r, g, b] = colour.map((value) => {
      const v = value / 255;
      return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const faint = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const words = texts.currentNode.data.trim();
    const e = texts.currentNode.parentElement;
    if (!words || !e.checkVisibility() || e.closest(".hidden, option, noscript")) continue;
    const under = behind(e);
    const text = over(parse(getComputedStyle(e).color), under);
    const [dark, bright] = [light(text), light(under)].sort((x, y) => x - y);
    const contrast = (bright + 0.05) / (dark + 0.05);
    if (contrast < 4.5) faint.push(`${words} ${contrast.toFixed(2)}`);
  }
  return { wide: document.documentElement.scrollWidth - innerWidth, small, faint };
}
