// Take over the parts of a newer copy of this page; what somebody is filling in stays as it is.
const FIELDS = "input:not([type=hidden]), select, textarea";
const known = new Map();
export const parts = (page) => [...page.querySelectorAll("[data-live][id]")];
for (const part of parts(document)) known.set(part.id, part.innerHTML);

// What was filled in and opened, to be put back.
function filled(part) {
  const fields = [...part.querySelectorAll(FIELDS)].filter((field) => changed(field));
  const opened = [...part.querySelectorAll("details")].map((each) => each.open);
  return { fields: fields.map(({ name, type, value, checked }) => ({ name, type, value, checked })), opened };
}

function changed(field) {
  if (field.matches("select"))
    return ![...field.options][field.selectedIndex]?.defaultSelected && field.selectedIndex > 0;
  if (field.matches("[type=checkbox], [type=radio]")) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}

function refill(part, { fields, opened }) {
  for (const { name, type, value, checked } of fields) {
    const chosen = type === "radio" ? `[value="${CSS.escape(value)}"]` : "";
    const field = part.querySelector(`[name="${CSS.escape(name)}"]${chosen}`);
    if (!field || field.type === "hidden") continue;
    if (type === "radio" || type === "checkbox") field.checked = checked;
    else field.value = value;
  }
  part.querySelectorAll("details").forEach((each, place) => {
    each.open ||= opened[place] || false;
  });
}

// Where the keyboard was: the row, and which button of it.
function spot(part, element) {
  const row = element.closest("[id]");
  const inside = row && part.contains(row) ? row : part;
  const all = [...inside.querySelectorAll("button, a, summary, input, select, textarea")];
  return { row: inside.id, place: all.indexOf(element) };
}

function restore({ row, place }) {
  const all = document.getElementById(row)?.querySelectorAll("button, a, summary, input, select, textarea");
  all?.[place]?.focus();
}

export function swap(page) {
  for (const part of parts(document)) {
    const active = document.activeElement;
    const fresh = page.getElementById(part.id);
    const text = fresh?.innerHTML ?? "";
    if (known.get(part.id) === text) continue;
    if (part.contains(active) && active.matches(FIELDS)) continue;
    known.set(part.id, text);
    const kept = filled(part);
    const place = part.contains(active) ? spot(part, active) : null;
    if (fresh) part.className = fresh.className;
    part.replaceChildren(...(fresh?.childNodes ?? []));
    refill(part, kept);
    if (place) restore(place);
  }
}
