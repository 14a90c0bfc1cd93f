// The first page: cards on the table, the last book is remembered, forms come after a choice.
import { bind, get, set } from "./settings.js";
import { face } from "./cards.js";
import "./lobby.js";
import "./table_form.js";

for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-face]"))) {
  const { face: name = "", trumps = "" } = place.dataset;
  place.replaceChildren(face(name || null, trumps ? trumps.split(" ") : []));
}

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-opens]"))) {
  button.addEventListener("click", () =>
    /** @type {HTMLDialogElement} */ (document.querySelector(`#${button.dataset.opens}`)).showModal(),
  );
}
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}

// The book and the strength that were played last are dealt at once.
const chosen = /** @type {HTMLElement} */ (document.querySelector("[data-chosen]"));
const lists = /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll("select[data-keeps]"));
function tell() {
  const book = /** @type {HTMLSelectElement} */ (document.querySelector("#book"));
  chosen.textContent = book.selectedOptions[0]?.textContent ?? "";
}
for (const list of lists) {
  const key = list.dataset.keeps ?? "";
  const kept = get(key);
  if (kept && [...list.options].some((option) => option.value === kept)) list.value = kept;
  list.addEventListener("change", () => {
    set(key, list.value);
    tell();
  });
}
tell();
bind(document);
