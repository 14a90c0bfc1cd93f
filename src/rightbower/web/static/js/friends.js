// The page of a table with friends: its house rules are open where there is room beside the form.
import { within } from "./dom.js";
import "./table_form.js";

// Another book brings its own rules: the form is asked for again with them.
const book = /** @type {HTMLSelectElement | null} */ (document.querySelector("#table-book"));
book?.addEventListener("change", () => {
  location.href = within(`/friends?book=${encodeURIComponent(book.value)}`);
});

const house = /** @type {HTMLDetailsElement | null} */ (document.querySelector(".house"));
if (house && matchMedia("(min-width: 900px)").matches) house.open = true;

// What the rules come to is told anew with every change, by the same words that the page itself has.
const form = /** @type {HTMLFormElement | null} */ (document.querySelector(".opens"));
let asked = 0;
house?.addEventListener("change", async () => {
  if (!form) return;
  const number = ++asked;
  const typed = new URLSearchParams();
  for (const [name, value] of new FormData(form)) typed.append(name, String(value));
  const answer = await fetch(within(`/friends?${typed}`));
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const says = fresh.querySelector(".house .says");
  if (number === asked && says) house.querySelector(".says")?.replaceWith(says);
});

document.querySelector("[data-print]")?.addEventListener("click", () => print());
