// Elements in one call; what people typed goes in as text and never as markup.

/** The path that the hall lies under, where a proxy gives it one. */
const base = () => document.documentElement.dataset.base ?? "";

/** Where a path of the hall is; the page's own addresses are there already. @param {string} path */
export const within = (path) => base() + path;

/**
 * @param {string} tag
 * @param {Record<string, any>} [options] properties, attributes, ``text``, ``data`` and listeners ``on``
 * @param {...(Node | string)} children
 * @returns {HTMLElement}
 */
export function el(tag, options = {}, ...children) {
  const element = document.createElement(tag);
  const { data, on, ...rest } = options;
  for (const [key, value] of Object.entries(rest)) {
    if (key === "text") element.textContent = value;
    else if ((key === "href" || key === "src") && value.startsWith("/"))
      element.setAttribute(key, within(value));
    else if (key in element && key !== "role") /** @type {any} */ (element)[key] = value;
    else element.setAttribute(key, value);
  }
  if (data) Object.assign(element.dataset, data);
  if (on) for (const [name, listener] of Object.entries(on)) element.addEventListener(name, listener);
  element.append(...children);
  return element;
}

/** The first element that a selector finds, in the page or in a part of it.
 * @param {string} selector
 * @param {ParentNode} [root]
 */
export const first = (selector, root = document) =>
  /** @type {HTMLElement | null} */ (root.querySelector(selector));

/** All of them.
 * @param {string} selector
 * @param {ParentNode} [root]
 */
export const every = (selector, root = document) =>
  /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);

/** Fields of a form that a selector finds: they have a value.
 * @param {string} selector
 * @param {ParentNode} [root]
 */
export const fields = (selector, root = document) =>
  /** @type {HTMLInputElement[]} */ ([...root.querySelectorAll(selector)]);

/** What was pressed or typed into. @param {Event} event */
export const touched = ({ target }) => /** @type {HTMLInputElement} */ (target);

/** Parts that were found: a page has many, and all are asked for with every state.
 * @type {Map<string, HTMLElement>}
 */
const parts = new Map();

/**
 * The part of the page that has this name.
 * @param {string} name
 */
export function part(name) {
  let found = parts.get(name);
  if (!found?.isConnected)
    parts.set(name, (found = /** @type {HTMLElement} */ (document.querySelector(`[data-part="${name}"]`))));
  return found;
}

/** What each box was filled for. @type {WeakMap<Element, string>} */
let filledFor = new WeakMap();

/** Fill a box where that is for something else than last time; what stays the same costs nothing.
 * @param {Element} box @param {unknown} about @param {() => (Node | string)[]} make
 */
export function fill(box, about, make) {
  if (changes(box, about)) box.replaceChildren(...make());
}

/** Whether a box is to be filled for something else than last time.
 * @param {Element} box
 * @param {unknown} about
 */
export function changes(box, about) {
  const key = JSON.stringify(about),
    before = filledFor.get(box);
  filledFor.set(box, key);
  return before !== key;
}

/** Fill this box anew the next time, or all of them. @param {Element} [box] */
export function forget(box) {
  if (box) filledFor.delete(box);
  else filledFor = new WeakMap();
}

/** Let a box hold these and nothing else; what is there already is not touched.
 * @param {Element} box @param {Element[]} wanted
 */
export function hold(box, wanted) {
  for (const old of [...box.children]) if (!wanted.includes(old)) old.remove();
  wanted.forEach((each, at) => {
    if (box.children[at] !== each) box.insertBefore(each, box.children[at] ?? null);
  });
}

/** @param {Element} box @param {string} text */
export function say(box, text) {
  if (box.textContent !== text) box.textContent = text;
}

/** @type {Map<string, Promise<unknown>>} */
const styles = new Map();

/** Fetch styles that are seldom needed, once; resolves when they hold.
 * @param {string} address
 */
export function styled(address) {
  let found = styles.get(address);
  if (!found) {
    const sheet = el("link", { rel: "stylesheet", href: address });
    found = new Promise((done) => {
      sheet.onload = sheet.onerror = done;
    });
    styles.set(address, found);
    document.head.append(sheet);
  }
  return found;
}
