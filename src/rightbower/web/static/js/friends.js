// The page of a table with friends: its house rules are open where there is room beside the form.
import { within } from "./dom.js";
import "./table_form.js";

// Another book brings its own rules: the form is asked for again with them.
const book = /** @type {HTMLSelectElement} */ (document.querySelector("#table-book"));
book.addEventListener("change", () => {
  location.href = within(`/friends?book=${encodeURIComponent(book.value)}`);
});

const house = /** @type {HTMLDetailsElement | null} */ (document.querySelector(".house"));
if (house && matchMedia("(min-width: 900px)").matches) house.open = true;
