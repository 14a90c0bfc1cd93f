// A page small enough to be made in a moment: elements, their texts and listeners, and what is found in them by
// simple selectors. Nothing is drawn; what needs sizes is tested in a browser.

class Text {
  constructor(data) { this.data = String(data); this.parentNode = null; }
  get textContent() { return this.data; }
  remove() { this.parentNode?.take(this); }
  replaceWith(...others) { this.parentNode.put(this, others); }
}

const dashed = (key) => `data-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
const STEP = /^([\w-]+|\*)?((?:[.#][\w-]+|\[[^\]]+\]|:not\([^)]*\))*)$/;

// Whether an element is what one step of a selector says, such as `button.brass[data-call="turn"]`.
function fits(element, step) {
  const [, tag, rest] = STEP.exec(step) ?? (() => { throw new Error(`too much of a selector: ${step}`); })();
  if (tag && tag !== "*" && element.tagName.toLowerCase() !== tag) return false;
  for (const part of rest.match(/[.#][\w-]+|\[[^\]]+\]|:not\([^)]*\)/g) ?? []) {
    if (part[0] === "." && !element.classList.contains(part.slice(1))) return false;
    if (part[0] === "#" && element.id !== part.slice(1)) return false;
    if (part[0] === ":" && fits(element, part.slice(5, -1))) return false;
    if (part[0] === "[") {
      const [, name, value] = /^\[([\w-]+)(?:="?([^"\]]*)"?)?\]$/.exec(part);
      const has = element.getAttribute(name);
      if (has === null || (value !== undefined && has !== value)) return false;
    }
  }
  return true;
}

function matches(element, selector) {
  return selector.split(",").some((one) => {
    const steps = one.trim().split(/\s+(?![^[]*\])/);
    if (!fits(element, steps.at(-1))) return false;
    let above = element.parentNode;
    for (const step of steps.slice(0, -1).reverse()) {
      while (above?.tagName && !fits(above, step)) above = above.parentNode;
      if (!above?.tagName) return false;
      above = above.parentNode;
    }
    return true;
  });
}

export class Element {
  constructor(tag) {
    this.tagName = tag.toUpperCase();
    this.parentNode = null;
    this.childNodes = [];
    this.attributes = new Map();
    this.listeners = new Map();
    this.hidden = this.checked = this.open = false;
    this.value = "";
    this.scrollTop = this.scrollHeight = 0;
    const set = new Map();
    this.style = { setProperty: (name, value) => set.set(name, value), getPropertyValue: (name) => set.get(name) };
    this.dataset = new Proxy({}, {
      get: (_, key) => this.getAttribute(dashed(key)) ?? undefined,
      set: (_, key, value) => { this.setAttribute(dashed(key), value); return true; },
      has: (_, key) => this.attributes.has(dashed(key)),
    });
    const classes = () => new Set(this.className.split(/\s+/).filter(Boolean));
    this.classList = {
      contains: (name) => classes().has(name),
      toggle: (name, on = !classes().has(name)) => { const all = classes(); on ? all.add(name) : all.delete(name); this.className = [...all].join(" "); },
      add: (name) => this.classList.toggle(name, true),
      remove: (name) => this.classList.toggle(name, false),
    };
  }

  get children() { return this.childNodes.filter((each) => each instanceof Element); }
  get firstChild() { return this.childNodes[0] ?? null; }
  get lastChild() { return this.childNodes.at(-1) ?? null; }
  get firstElementChild() { return this.children[0] ?? null; }
  get lastElementChild() { return this.children.at(-1) ?? null; }
  get parentElement() { return this.parentNode; }
  get isConnected() { return this === root || Boolean(this.parentNode?.isConnected); }
  get textContent() { return this.childNodes.map((each) => each.textContent).join(""); }
  set textContent(text) { this.replaceChildren(...(text === "" ? [] : [text])); }
  getAttribute(name) { return this.attributes.get(name) ?? null; }
  setAttribute(name, value) { this.attributes.set(name, String(value)); }

  append(...nodes) {
    for (const node of nodes) {
      const child = node instanceof Element || node instanceof Text ? node : new Text(node);
      child.remove();
      child.parentNode = this;
      this.childNodes.push(child);
    }
  }
  replaceChildren(...nodes) { for (const each of [...this.childNodes]) this.take(each); this.append(...nodes); }
  take(child) { this.childNodes.splice(this.childNodes.indexOf(child), 1); child.parentNode = null; }
  put(old, nodes) {
    const after = this.childNodes.slice(this.childNodes.indexOf(old) + 1);
    for (const each of [old, ...after]) this.take(each);
    this.append(...nodes, ...after);
  }
  insertBefore(node, before) { if (before) this.put(before, [node, before]); else this.append(node); }
  replaceWith(...others) { this.parentNode.put(this, others); }
  remove() { this.parentNode?.take(this); }

  everything() { return this.children.flatMap((each) => [each, ...each.everything()]); }
  querySelectorAll(selector) { return this.everything().filter((each) => matches(each, selector)); }
  querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null; }
  matches(selector) { return matches(this, selector); }
  closest(selector) { return matches(this, selector) ? this : this.parentNode?.closest?.(selector) ?? null; }
  contains(other) { return other === this || this.everything().includes(other); }

  addEventListener(name, act) { this.listeners.set(name, [...(this.listeners.get(name) ?? []), act]); }
  dispatchEvent(event) {
    const told = { target: this, preventDefault() {}, ...event, type: event.type };
    for (let place = this; place; place = place.parentNode) for (const act of place.listeners?.get(event.type) ?? []) act({ ...told, currentTarget: place });
  }
  click() { this.dispatchEvent({ type: "click" }); }
  focus() { document.activeElement = this; }
  close() { this.open = false; }
  showModal() { this.open = true; }
  getBoundingClientRect() { return { left: 0, top: 0, right: 0, bottom: 0, width: 0, height: 0 }; }
}
for (const name of ["id", "className", "type", "title", "name", "alt", "placeholder", "href", "src"]) {
  const attribute = name === "className" ? "class" : name;
  Object.defineProperty(Element.prototype, name, { get() { return this.getAttribute(attribute) ?? ""; }, set(value) { this.setAttribute(attribute, value); } });
}

export const root = new Element("html");
const body = new Element("body"), head = new Element("head");
root.append(head, body);
export const timers = [];
const kept = new Map();
const listeners = new Map();

globalThis.document = {
  documentElement: root, body, head, hidden: false, visibilityState: "visible", activeElement: body, title: "The page",
  createElement: (tag) => new Element(tag),
  createElementNS: (_, tag) => new Element(tag),
  querySelector: (selector) => root.querySelector(selector),
  querySelectorAll: (selector) => root.querySelectorAll(selector),
  getElementById: (id) => root.querySelector(`#${id}`),
  addEventListener: (name, act) => listeners.set(name, [...(listeners.get(name) ?? []), act]),
  dispatchEvent: (event) => { for (const act of listeners.get(event.type) ?? []) act(event); },
};
Object.assign(globalThis, {
  Element, Node: Element,
  localStorage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) },
  location: { protocol: "https:", host: "hall.example", pathname: "/", hash: "" },
  addEventListener() {}, matchMedia: () => ({ matches: true }),
  CSS: { escape: (text) => text },
  setTimeout: (act, wait) => timers.push({ act, wait }), setInterval: () => 0, clearTimeout() {}, requestAnimationFrame: (act) => { act(); return 0; },
});

/** Put elements on the page: a tag with its classes, attributes and what is in it.
 * @param {string} tag @param {Record<string, string>} [attributes] @param {...any} children
 */
export function made(tag, attributes = {}, ...children) {
  const element = new Element(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A page with these parts, each by its name. @param {...(string | Element)} parts */
export function page(...parts) {
  body.replaceChildren(...parts.map((each) => (typeof each === "string" ? made("div", { "data-part": each }) : each)));
  timers.length = 0;
  return body;
}

/** The buttons in an element, by what stands on them. @param {Element} element */
export const buttons = (element) => element.querySelectorAll("button").map((each) => each.textContent);

/** Press the button with this text. @param {Element} element @param {string} text */
export function press(element, text) {
  const found = element.querySelectorAll("button").find((each) => each.textContent === text);
  if (!found) throw new Error(`no button ${text}; there are ${buttons(element).join(", ")}`);
  found.click();
}

/** Let the timers that are set go off. */
export function wait() { for (const { act } of timers.splice(0)) act(); }
