// A page small enough to be made in a moment: elements, their texts and listeners, and what is found in them
// by simple selectors. Nothing is drawn; what needs sizes is tested in a browser.

class Text {
  constructor(data) {
    this.data = String(data);
    this.parentNode = null;
  }
  get textContent() {
    return this.data;
  }
  get innerHTML() {
    return this.data;
  }
  get outerHTML() {
    return this.data;
  }
  cloneNode() {
    return new Text(this.data);
  }
  remove() {
    this.parentNode?.take(this);
  }
  replaceWith(...others) {
    this.parentNode.put(this, others);
  }
}

const dashed = (key) => `data-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
const PART = /[.#][\w-]+|\[[^\]]+\]|:not\([^)]*\)|:checked/g;
const STEP = new RegExp(`^([\\w-]+|\\*)?((?:${PART.source})*)$`);

// Whether an element is what one step of a selector says, such as `button.brass[data-call="turn"]`.
function fits(element, step) {
  const [, tag, rest] =
    STEP.exec(step) ??
    (() => {
      throw new Error(`too much of a selector: ${step}`);
    })();
  if (tag && tag !== "*" && element.tagName.toLowerCase() !== tag) return false;
  for (const part of rest.match(PART) ?? []) {
    if (part[0] === "." && !element.classList.contains(part.slice(1))) return false;
    if (part[0] === "#" && element.id !== part.slice(1)) return false;
    if (part === ":checked") {
      if (!element.checked) return false;
    } else if (part[0] === ":" && fits(element, part.slice(5, -1))) return false;
    if (part[0] === "[") {
      const [, name, value] = /^\[([\w-]+)(?:="?([^"\]]*)"?)?\]$/.exec(part);
      const has = element.getAttribute(name) ?? (name === "open" && element.open ? "" : null);
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
    this.value = this.defaultValue = "";
    this.defaultChecked = false;
    this.scrollTop = this.scrollHeight = 0;
    const set = new Map();
    this.style = {
      setProperty: (name, value) => set.set(name, value),
      getPropertyValue: (name) => set.get(name),
    };
    this.dataset = new Proxy(
      {},
      {
        get: (_, key) => this.getAttribute(dashed(key)) ?? undefined,
        set: (_, key, value) => {
          this.setAttribute(dashed(key), value);
          return true;
        },
        has: (_, key) => this.attributes.has(dashed(key)),
        deleteProperty: (_, key) => {
          this.removeAttribute(dashed(key));
          return true;
        },
        ownKeys: () =>
          [...this.attributes.keys()]
            .filter((name) => name.startsWith("data-"))
            .map((name) => name.slice(5).replace(/-(\w)/g, (_, letter) => letter.toUpperCase())),
        getOwnPropertyDescriptor: (_, key) => ({
          value: this.getAttribute(dashed(key)) ?? undefined,
          enumerable: true,
          configurable: true,
          writable: true,
        }),
      },
    );
    const classes = () => new Set(this.className.split(/\s+/).filter(Boolean));
    this.classList = {
      contains: (name) => classes().has(name),
      toggle: (name, on = !classes().has(name)) => {
        const all = classes();
        if (on) all.add(name);
        else all.delete(name);
        this.className = [...all].join(" ");
      },
      add: (name) => this.classList.toggle(name, true),
      remove: (name) => this.classList.toggle(name, false),
    };
  }

  get children() {
    return this.childNodes.filter((each) => each instanceof Element);
  }
  get firstChild() {
    return this.childNodes[0] ?? null;
  }
  get lastChild() {
    return this.childNodes.at(-1) ?? null;
  }
  get firstElementChild() {
    return this.children[0] ?? null;
  }
  get lastElementChild() {
    return this.children.at(-1) ?? null;
  }
  get parentElement() {
    return this.parentNode;
  }
  get previousElementSibling() {
    const all = this.parentNode?.children ?? [];
    return all[all.indexOf(this) - 1] ?? null;
  }
  get nextElementSibling() {
    const all = this.parentNode?.children ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }
  get isConnected() {
    return this === root || Boolean(this.parentNode?.isConnected);
  }
  get textContent() {
    return this.childNodes.map((each) => each.textContent).join("");
  }
  set textContent(text) {
    this.replaceChildren(...(text === "" ? [] : [text]));
  }
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }
  setAttribute(name, value) {
    this.attributes.set(name, String(value));
  }
  removeAttribute(name) {
    this.attributes.delete(name);
  }
  toggleAttribute(name, on) {
    if (on) this.setAttribute(name, "");
    else this.removeAttribute(name);
  }
  get outerHTML() {
    const attributes = [...this.attributes].map(([name, value]) => ` ${name}="${value}"`).join("");
    return `<${this.tagName.toLowerCase()}${attributes}>${this.innerHTML}</${this.tagName.toLowerCase()}>`;
  }
  get innerHTML() {
    return this.childNodes.map((each) => each.outerHTML).join("");
  }
  isEqualNode(other) {
    return this.outerHTML === other.outerHTML;
  }
  cloneNode() {
    const copy = made(this.tagName.toLowerCase());
    for (const [name, value] of this.attributes) copy.setAttribute(name, value);
    for (const name of [
      "hidden",
      "checked",
      "open",
      "value",
      "defaultValue",
      "defaultChecked",
      "options",
      "selectedIndex",
    ])
      copy[name] = this[name];
    copy.append(...this.childNodes.map((each) => each.cloneNode(true)));
    return copy;
  }

  append(...nodes) {
    for (const node of nodes) {
      const child = node instanceof Element || node instanceof Text ? node : new Text(node);
      child.remove();
      child.parentNode = this;
      this.childNodes.push(child);
    }
  }
  replaceChildren(...nodes) {
    for (const each of [...this.childNodes]) this.take(each);
    this.append(...nodes);
  }
  take(child) {
    this.childNodes.splice(this.childNodes.indexOf(child), 1);
    child.parentNode = null;
  }
  put(old, nodes) {
    const after = this.childNodes.slice(this.childNodes.indexOf(old) + 1);
    for (const each of [old, ...after]) this.take(each);
    this.append(...nodes, ...after.filter((each) => !nodes.includes(each)));
  }
  insertBefore(node, before) {
    if (before) this.put(before, [node, before]);
    else this.append(node);
  }
  prepend(...nodes) {
    if (this.firstChild) this.put(this.firstChild, [...nodes, this.firstChild]);
    else this.append(...nodes);
  }
  before(...nodes) {
    this.parentNode.put(this, [...nodes, this]);
  }
  after(...nodes) {
    this.parentNode.put(this, [this, ...nodes]);
  }
  replaceWith(...others) {
    this.parentNode.put(this, others);
  }
  remove() {
    this.parentNode?.take(this);
  }

  everything() {
    return this.children.flatMap((each) => [each, ...each.everything()]);
  }
  querySelectorAll(selector) {
    return this.everything().filter((each) => matches(each, selector));
  }
  querySelector(selector) {
    return this.querySelectorAll(selector)[0] ?? null;
  }
  matches(selector) {
    return matches(this, selector);
  }
  closest(selector) {
    return matches(this, selector) ? this : (this.parentNode?.closest?.(selector) ?? null);
  }
  getElementById(id) {
    return this.querySelector(`#${id}`);
  }
  contains(other) {
    return other === this || this.everything().includes(other);
  }

  addEventListener(name, act) {
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), act]);
  }
  dispatchEvent(event) {
    const told = { target: this, preventDefault() {}, ...event, type: event.type };
    for (let place = this; place; place = place.parentNode)
      for (const act of place.listeners?.get(event.type) ?? []) act({ ...told, currentTarget: place });
  }
  click() {
    this.dispatchEvent({ type: "click" });
  }
  focus(how) {
    document.activeElement = this;
    this.focused = how;
  }
  select() {
    this.selected = true;
  }
  scrollIntoView(how) {
    this.broughtIntoSight = how ?? true;
  }
  close() {
    this.open = false;
  }
  showModal() {
    this.open = true;
  }
  getBoundingClientRect() {
    return { left: 0, top: 0, right: 0, bottom: 0, width: 0, height: 0 };
  }
}
for (const name of [
  "id",
  "className",
  "type",
  "title",
  "name",
  "alt",
  "placeholder",
  "href",
  "src",
  "method",
  "action",
]) {
  const attribute = name === "className" ? "class" : name;
  Object.defineProperty(Element.prototype, name, {
    get() {
      return this.getAttribute(attribute) ?? "";
    },
    set(value) {
      this.setAttribute(attribute, value);
    },
  });
}

class Form extends Element {}

// What is filled in, and the button that sends it.
class Filled {
  constructor(form, submitter) {
    this.pairs = [...form.querySelectorAll("input, select, textarea"), ...(submitter ? [submitter] : [])].map(
      (each) => [each.name, each.value],
    );
  }
  get(name) {
    return this.pairs.find(([each]) => each === name)?.[1] ?? null;
  }
  [Symbol.iterator]() {
    return this.pairs[Symbol.iterator]();
  }
}

export const root = new Element("html");
const body = new Element("body"),
  head = new Element("head");
root.append(head, body);
export const timers = [],
  intervals = [];
const kept = new Map(),
  texts = new Map();
const listeners = new Map(),
  ofWindow = new Map();
let timer = 0;

globalThis.document = {
  documentElement: root,
  body,
  head,
  hidden: false,
  visibilityState: "visible",
  activeElement: body,
  title: "The page",
  createElement: (tag) => new Element(tag),
  createElementNS: (_, tag) => new Element(tag),
  querySelector: (selector) => root.querySelector(selector),
  querySelectorAll: (selector) => root.querySelectorAll(selector),
  getElementById: (id) => root.querySelector(`#${id}`),
  importNode: (node) => node.cloneNode(true),
  addEventListener: (name, act) => listeners.set(name, [...(listeners.get(name) ?? []), act]),
  dispatchEvent: (event) => {
    for (const act of listeners.get(event.type) ?? []) act(event);
  },
};
Object.assign(globalThis, {
  Element,
  Node: Element,
  HTMLFormElement: Form,
  FormData: Filled,
  window: globalThis,
  DOMParser: class {
    parseFromString(text) {
      return texts.get(text).cloneNode(true);
    }
  },
  localStorage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) },
  location: { protocol: "https:", host: "hall.example", pathname: "/", hash: "" },
  addEventListener: (name, act) => ofWindow.set(name, [...(ofWindow.get(name) ?? []), act]),
  matchMedia: () => ({ matches: true }),
  CSS: { escape: (text) => text },
  setTimeout: (act, wait) => {
    timers.push({ act, wait, id: ++timer });
    return timer;
  },
  clearTimeout: (id) => {
    const at = timers.findIndex((each) => each.id === id);
    if (at >= 0) timers.splice(at, 1);
  },
  setInterval: (act, wait) => intervals.push({ act, wait }),
  requestAnimationFrame: (act) => {
    act();
    return 0;
  },
});

/** Put elements on the page: a tag with its classes, attributes and what is in it.
 * @param {string} tag @param {Record<string, string>} [attributes] @param {...any} children
 */
export function made(tag, attributes = {}, ...children) {
  const element = tag === "form" ? new Form(tag) : new Element(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A page with these parts, each by its name. @param {...(string | Element)} parts */
export function page(...parts) {
  body.replaceChildren(
    ...parts.map((each) => (typeof each === "string" ? made("div", { "data-part": each }) : each)),
  );
  timers.length = 0;
  return body;
}

/** Parts of a page as the text of one, which reading it makes anew. @param {...Element} parts */
export function textOf(...parts) {
  const text = `page ${texts.size + 1}`;
  texts.set(text, made("html", {}, ...parts));
  return text;
}

/** The buttons in an element, by what stands on them. @param {Element} element */
export const buttons = (element) => element.querySelectorAll("button").map((each) => each.textContent);

/** Press the button with this text. @param {Element} element @param {string} text */
export function press(element, text) {
  const found = element.querySelectorAll("button").find((each) => each.textContent === text);
  if (!found) throw new Error(`no button ${text}; there are ${buttons(element).join(", ")}`);
  found.click();
}

/** Tell those who listen to the window. @param {string} name @param {object} [event] */
export function tellWindow(name, event = {}) {
  for (const act of ofWindow.get(name) ?? []) act({ type: name, ...event });
}

/** Let what is done again and again be done once more. */
export function beat() {
  for (const { act } of intervals) act();
}

/** Let the timers that are set go off. */
export function wait() {
  for (const { act } of timers.splice(0)) act();
}
