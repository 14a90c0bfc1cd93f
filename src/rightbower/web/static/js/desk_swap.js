// Take over the parts of a newer copy of this page; what somebody is filling in stays as it is.
import { every, fields as fieldsOf } from "./dom.js";

/** @typedef {{ name: string, type: string, value: string, checked: boolean }} Kept */

const FIELDS = "input:not([type=hidden]), select, textarea";
const REACHED = "button, a, summary, input, select, textarea";
/** What stands in each part as the hall made it. @type {Map<string, string>} */
const known = new Map();
/** @param {ParentNode} page */
export const parts = (page) => every("[data-live][id]", page);
for (const part of parts(document)) known.set(part.id, part.innerHTML);

/** What was filled in and opened, to be put back. @param {HTMLElement} part */
function filled(part) {
  const fields = fieldsOf(FIELDS, part).filter((field) => changed(field));
  const opened = [...part.querySelectorAll("details")].map((each) => each.open);
  return { fields: fields.map(({ name, type, value, checked }) => ({ name, type, value, checked })), opened };
}

/** @param {HTMLElement} found */
function changed(found) {
  if (found.matches("select")) {
    const { options, selectedIndex } = /** @type {HTMLSelectElement} */ (found);
    return ![...options][selectedIndex]?.defaultSelected && selectedIndex > 0;
  }
  const field = /** @type {HTMLInputElement} */ (found);
  if (field.matches("[type=checkbox], [type=radio]")) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

/** @param {HTMLElement} part @param {{ fields: Kept[], opened: boolean[] }} kept */
function refill(part, { fields, opened }) {
  for (const { name, type, value, checked } of fields) {
    const chosen = type === "radio" ? `[value="${CSS.escape(value)}"]` : "";
    const [field] = fieldsOf(`[name="${CSS.escape(name)}"]${chosen}`, part);
    if (!field || field.type === "hidden") continue;
    if (type === "radio" || type === "checkbox") field.checked = checked;
    else field.value = value;
  }
  part.querySelectorAll("details").forEach((each, place) => {
    each.open ||= opened[place] || false;
  });
}

/** Where the keyboard was: the row, and which button of it.
 * @param {HTMLElement} part @param {Element} element
 */
function spot(part, element) {
  const row = element.closest("[id]");
  const inside = row && part.contains(row) ? row : part;
  const all = [...inside.querySelectorAll(REACHED)];
  return { row: inside.id, place: all.indexOf(element) };
}

/** @param {{ row: string, place: number }} spot */
function restore({ row, place }) {
  const inside = document.getElementById(row);
  if (inside) every(REACHED, inside)[place]?.focus();
}

/** @param {Document} page the newer copy */
export function swap(page) {
  for (const part of parts(document)) {
    const active = document.activeElement;
    const fresh = page.getElementById(part.id);
    const text = fresh?.innerHTML ?? "";
    if (known.get(part.id) === text) continue;
    if (part.contains(active) && active?.matches(FIELDS)) continue;
    known.set(part.id, text);
    const kept = filled(part);
    const place = active && part.contains(active) ? spot(part, active) : null;
    if (fresh) part.className = fresh.className;
    part.replaceChildren(...(fresh?.childNodes ?? []));
    refill(part, kept);
    if (place) restore(place);
  }
}
