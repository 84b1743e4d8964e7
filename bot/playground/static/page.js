// The page beside the channel: one person's private messages, asked for again and again.

import { ago, element, moment, words } from "./words.js";

const POLL = 700;
const TOGETHER = 5 * 60;
const $ = (id) => document.getElementById(id);

let state = null;
let last = "";
let person = location.hash.slice(1);
let busy = false;
const seen = {};
const drawn = new Map();

// ---------------------------------------------------------------- asking

async function look() {
  const asked = person;
  try {
    const answer = await fetch(`state?person=${encodeURIComponent(asked)}`);
    const text = await answer.text();
    if (asked !== person) return;
    if (!answer.ok) {
      person = "";
      return;
    }
    complain("", "away");
    if (text !== last) {
      last = text;
      show(JSON.parse(text));
    }
  } catch {
    last = "";
    complain("The playground does not answer. Has it been closed?", "away");
  }
}

async function act(deed, wish) {
  if (busy) return null;
  busy = true;
  document.body.classList.add("busy");
  try {
    const answer = await fetch(deed, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ person, ...wish }),
    });
    return await answer.json();
  } catch {
    return { fault: "The playground does not answer." };
  } finally {
    busy = false;
    document.body.classList.remove("busy");
  }
}

/** Act, then show what came of it. */
async function press(deed, wish) {
  const result = await act(deed, wish);
  if (result === null) return;
  complain(result.fault ?? "", "deed");
  await look();
  if (result.form) ask(result.form);
  else if (!result.fault) toNewest();
}

let complaint = "";
function complain(text, kind) {
  if (!text && kind !== complaint) return;
  complaint = text ? kind : "";
  $("fault").textContent = text;
  $("fault").hidden = !text;
}

// ---------------------------------------------------------------- showing

function show(news) {
  const moved = state === null || state.person !== news.person;
  state = news;
  person = news.person;
  const me = news.people.find((each) => each.id === person);
  seen[person] = me.newest;
  $("title").textContent = `${me.name}’s private messages`;
  $("closed").checked = me.closed;
  $("closed-note").hidden = !me.closed;
  $("empty").hidden = news.messages.length > 0;
  keep($("people"), news.people.map(personButton));
  keep($("places"), news.places.map(placeLink));
  keep($("commands"), news.commands.map(commandButton));
  if (moved) {
    drawn.clear();
    $("messages").replaceChildren();
  }
  const grown = showMessages(news);
  if (moved || (grown && low)) {
    low = true;
    toNewest();
  }
}

/** Replace a list without losing the keyboard's place in it. */
function keep(list, children) {
  const key = list.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  list.replaceChildren(...children);
  if (key !== undefined) list.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
}

function personButton(each) {
  const here = each.id === person;
  const fresh = !here && BigInt(each.newest) > BigInt(seen[each.id] ?? "0");
  const button = element("button", { type: "button", "aria-pressed": String(here), "data-key": each.id }, each.name);
  if (each.closed) button.append(element("span", { class: "tag" }, "closed"));
  if (fresh) button.append(element("span", { class: "tag fresh" }, "new"));
  button.addEventListener("click", () => choose(each.id));
  return element("li", {}, button);
}

function placeLink(place) {
  const name = (place.thread ? "" : "# ") + place.name;
  const link = element(
    "a",
    {
      href: `channel?place=${place.id}`,
      target: "starpost-channel",
      "aria-current": place.shown ? "true" : null,
      "data-key": place.id,
      class: place.thread ? "thread" : null,
    },
    name,
  );
  if (place.shown) link.append(element("span", { class: "tag" }, "shown"));
  return element("li", {}, link);
}

function commandButton(name) {
  const button = element("button", { type: "button", "data-key": name }, `/${name}`);
  button.addEventListener("click", () => press("command", { name }));
  return button;
}

function choose(id) {
  person = id;
  history.replaceState(null, "", `#${id}`);
  complain("", complaint);
  low = true;
  look().then(toNewest);
}

/** Draw what is new or has changed, and leave the rest alone. True if a message was added. */
function showMessages(news) {
  const list = $("messages");
  const ids = new Set(news.messages.map((message) => message.id));
  for (const [id, old] of drawn) {
    if (ids.has(id)) continue;
    old.node.remove();
    drawn.delete(id);
  }
  let grown = false;
  news.messages.forEach((message, place) => {
    const before = news.messages[place - 1];
    const joined = before !== undefined && before.own === message.own && message.at - before.at < TOGETHER;
    const text = JSON.stringify([message, joined, news.names]);
    const old = drawn.get(message.id);
    if (old?.text === text) return;
    const node = messageNode(message, joined);
    if (old) {
      const key = old.node.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
      old.node.replaceWith(node);
      if (key !== undefined) node.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
    } else {
      list.append(node);
      grown = true;
    }
    drawn.set(message.id, { text, node });
  });
  return grown;
}

function messageNode(message, joined) {
  const who = message.own ? state.people.find((each) => each.id === person).name : "Starpost";
  const head = element("p", { class: joined ? "head joined" : "head" }, element("strong", {}, who), " ", moment(message.at, "R"));
  if (message.private) head.append(element("span", { class: "tag" }, "only you see this"));
  const body = message.parts.map((part) => partNode(part, message));
  return element("li", { class: message.own ? "own" : null, "data-id": message.id }, head, ...body);
}

function partNode(part, message) {
  const inner = () => part.parts.map((each) => partNode(each, message));
  switch (part.kind) {
    case "text":
      return words(part.text, state.names);
    case "group": {
      const group = element("div", { class: "group" }, ...inner());
      if (part.accent) group.style.borderInlineStartColor = part.accent;
      return group;
    }
    case "section":
      return element("div", { class: "section" }, element("div", {}, ...inner()), part.beside ? partNode(part.beside, message) : null);
    case "row":
    case "gallery":
      return element("div", { class: part.kind }, ...inner());
    case "rule":
      return element("hr");
    case "picture":
      return pictureNode(part);
    case "file":
      return element("a", { class: "file", href: part.address, download: part.name }, part.name);
    case "button":
      return buttonNode(part, message);
    default:
      return selectNode(part, message);
  }
}

function pictureNode(part) {
  const picture = element("img", { src: part.address, alt: part.alt || "A picture without a description" });
  const link = element("a", { href: part.address, target: "_blank", rel: "noopener" }, picture);
  if (!part.alt) return element("figure", {}, link);
  const told = element("details", { class: "alt" }, element("summary", {}, "What the picture shows"), element("p", {}, part.alt));
  return element("figure", {}, link, told);
}

function buttonNode(part, message) {
  if (part.url) return linkNode(part);
  const button = element("button", { type: "button", class: part.style, disabled: part.disabled, "data-key": part.id }, part.label);
  button.addEventListener("click", () => press("press", { message: message.id, control: part.id }));
  return button;
}

/** A link to a channel of the simulated server opens that channel's page. */
function linkNode(part) {
  const found = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/\d+\/(\d+)/.exec(part.url);
  const place = found && state.places.find((each) => each.id === found[1]);
  if (!place) return element("span", { class: "link", title: part.url }, `${part.label} (leads to Discord)`);
  return element("a", { class: "go", href: `channel?place=${place.id}`, target: "starpost-channel", "data-key": part.url }, part.label);
}

function selectNode(part, message) {
  const several = part.most > 1;
  const select = element("select", { "aria-label": part.prompt, disabled: part.disabled, multiple: several, "data-key": part.id });
  if (several) select.size = Math.min(6, part.options.length);
  else if (!part.options.some((option) => option.chosen)) {
    select.append(element("option", { value: "", selected: true, disabled: true }, part.prompt));
  }
  select.append(...part.options.map(optionNode));
  const choose = element("button", { type: "button", disabled: part.disabled, "data-key": `${part.id} choose` }, "Choose");
  choose.addEventListener("click", () => {
    const values = [...select.selectedOptions].filter((option) => !option.disabled).map((option) => option.value);
    if (values.length < part.least || values.length > part.most) {
      complain(several ? `Choose ${part.least} to ${part.most}.` : "Choose one of the list first.", "deed");
      select.focus();
      return;
    }
    press("choose", { message: message.id, control: part.id, values });
  });
  return element("div", { class: "choice" }, select, choose);
}

function optionNode(option) {
  const text = option.detail ? `${option.label} – ${option.detail}` : option.label;
  return element("option", { value: option.value, selected: option.chosen }, text);
}

// ---------------------------------------------------------------- forms

let open = null;

function ask(form) {
  open = form;
  $("form-title").textContent = form.title;
  $("form-fault").hidden = true;
  $("fields").replaceChildren(...form.fields.map(fieldNode));
  $("form").showModal();
  $("fields").querySelector("input, textarea, select")?.focus();
}

function fieldNode(field, number) {
  if (field.kind === "words") return words(field.text, state.names);
  const id = `field-${number}`;
  const detail = field.detail ? element("small", { id: `${id}-detail` }, field.detail) : null;
  const common = { id, "data-field": field.id, "aria-describedby": detail ? `${id}-detail` : null };
  const label = element("label", { for: id }, field.label);
  if (field.kind === "box") {
    const box = element("input", { ...common, type: "checkbox" });
    box.checked = field.chosen;
    return element("div", { class: "field" }, label, box, detail);
  }
  if (field.kind === "choice") {
    const select = element("select", { ...common, required: field.required, multiple: field.several });
    if (!field.several && !field.options.some((option) => option.chosen)) select.append(element("option", { value: "" }, "Choose"));
    select.append(...field.options.map(optionNode));
    return element("div", { class: "field" }, label, select, detail);
  }
  const input = element(field.long ? "textarea" : "input", {
    ...common,
    required: field.required,
    placeholder: field.hint,
    minlength: field.least || null,
    maxlength: field.most,
    autocomplete: "off",
    spellcheck: "false",
  });
  input.value = field.value;
  return element("div", { class: "field" }, label, input, detail);
}

function answers() {
  const values = {};
  for (const field of open.fields) {
    if (field.kind === "words") continue;
    const input = $("fields").querySelector(`[data-field="${CSS.escape(field.id)}"]`);
    if (field.kind === "box") values[field.id] = input.checked;
    else if (field.kind === "text") values[field.id] = input.value;
    else {
      const chosen = [...input.selectedOptions].map((option) => option.value).filter(Boolean);
      if (chosen.length) values[field.id] = field.bare ? chosen[0] : chosen;
    }
  }
  return values;
}

$("form").querySelector("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const result = await act("send", { form: open.name, values: answers() });
  if (result === null) return;
  if (result.fault) {
    $("form-fault").textContent = result.fault;
    $("form-fault").hidden = false;
    return;
  }
  $("form").close();
  complain("", "deed");
  await look();
  toNewest();
});
$("form-cancel").addEventListener("click", () => $("form").close());

// ---------------------------------------------------------------- the rest

$("closed").addEventListener("change", () => press("closed", { closed: $("closed").checked }));

function scroller() {
  return matchMedia("(min-width: 56rem)").matches ? $("messages") : document.scrollingElement;
}
function atBottom() {
  const box = scroller();
  return box.scrollHeight - box.scrollTop - box.clientHeight < 80;
}
function toNewest() {
  const box = scroller();
  box.scrollTop = box.scrollHeight;
}
// A picture makes room for itself only when it has come.
let low = true;
for (const box of [$("messages"), document]) {
  box.addEventListener("scroll", () => (low = atBottom()), { passive: true });
}
$("messages").addEventListener("load", () => low && toNewest(), true);

addEventListener("hashchange", () => choose(location.hash.slice(1)));
setInterval(() => {
  for (const time of document.querySelectorAll("time[data-ago]")) time.textContent = ago(Number(time.dataset.ago));
}, 10000);

async function go() {
  await look();
  setTimeout(go, POLL);
}
go();
