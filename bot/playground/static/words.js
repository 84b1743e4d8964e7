// Discord's markdown as DOM nodes. Words become text nodes and nothing else, so nothing in a
// message can become markup.

const INLINE = /```(?:\w*\n)?([\s\S]+?)\n?```|`([^`\n]+)`|\*\*(.+?)\*\*|__(.+?)__|~~(.+?)~~|\*([^*\n]+)\*|(?<!\w)_([^_\n]+)_(?!\w)|\[([^\]\n]+)\]\((https?:\/\/[^\s)]+)\)|<(@!?|#)(\d+)>|<t:(-?\d+)(?::([tTdDfFR]))?>|<\/([^:>]+):\d+>|\\([*_~`\\|<>#\-\[\]().])|<:\w+:\d+> ?/g;
const TAGS = { 3: "strong", 4: "u", 5: "s", 6: "em", 7: "em" };

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** `names` maps "@id" and "#id" to what a mention stands for. */
export function words(text, names) {
  const block = element("div", { class: "words" });
  let list = null;
  for (const line of lines(text)) {
    const found = /^(#{1,3}|-#|>|[-*]|\d+\.) (.*)$/s.exec(line);
    const mark = found ? found[1] : "";
    const item = mark === "-" || mark === "*" || /^\d/.test(mark);
    if (!item) list = null;
    if (item) {
      const kind = /^\d/.test(mark) ? "ol" : "ul";
      if (!list || list.localName !== kind) block.append((list = element(kind)));
      list.append(element("li", {}, ...inline(found[2], names)));
    } else if (mark.startsWith("#")) {
      block.append(element(`h${mark.length + 2}`, {}, ...inline(found[2], names)));
    } else if (mark === "-#") {
      block.append(element("p", { class: "small" }, ...inline(found[2], names)));
    } else if (mark === ">") {
      block.append(element("blockquote", {}, ...inline(found[2], names)));
    } else if (line.startsWith("```")) {
      block.append(...inline(line, names));
    } else if (line) {
      block.append(element("p", {}, ...inline(line, names)));
    }
  }
  return block;
}

/** Lines of a text; a fenced block is one line of its own. */
function lines(text) {
  return text.split(/(```[\s\S]+?```)/).flatMap((part) => (part.startsWith("```") ? [part] : part.split("\n")));
}

function inline(text, names) {
  const nodes = [];
  let at = 0;
  for (const found of text.matchAll(INLINE)) {
    if (found.index > at) nodes.push(text.slice(at, found.index));
    nodes.push(marked(found, names));
    at = found.index + found[0].length;
  }
  if (at < text.length) nodes.push(text.slice(at));
  return nodes;
}

function marked(found, names) {
  if (found[1] !== undefined) return element("pre", { tabindex: "0" }, element("code", {}, found[1]));
  if (found[2] !== undefined) return element("code", {}, found[2]);
  for (const [group, tag] of Object.entries(TAGS)) {
    if (found[group] !== undefined) return element(tag, {}, ...inline(found[group], names));
  }
  if (found[8] !== undefined) return element("span", { class: "link", title: found[9] }, found[8]);
  if (found[10] !== undefined) {
    const sign = found[10][0];
    return element("span", { class: "mention" }, `${sign}${names[sign + found[11]] ?? "somebody"}`);
  }
  if (found[12] !== undefined) return moment(Number(found[12]), found[13] ?? "f");
  if (found[14] !== undefined) return element("span", { class: "mention" }, `/${found[14]}`);
  return found[15] ?? ""; // this page shows no emojis
}

const FORMATS = {
  t: { timeStyle: "short" }, T: { timeStyle: "medium" },
  d: { dateStyle: "short" }, D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" },
};

export function moment(seconds, style) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return "at an unknown time";
  const full = date.toLocaleString(undefined, FORMATS.F);
  const made = element("time", { datetime: date.toISOString(), title: full });
  if (style === "R") made.dataset.ago = String(seconds);
  made.textContent = style === "R" ? ago(seconds) : date.toLocaleString(undefined, FORMATS[style]);
  return made;
}

export function ago(seconds) {
  const away = seconds - Date.now() / 1000;
  const format = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
  for (const [unit, length] of [["day", 86400], ["hour", 3600], ["minute", 60]]) {
    if (Math.abs(away) >= length) return format.format(Math.trunc(away / length), unit);
  }
  return Math.abs(away) < 10 ? "just now" : format.format(Math.trunc(away), "second");
}
