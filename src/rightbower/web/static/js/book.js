// A rule book is read part by part: by its list, by arrow keys, or by a word that is looked for in all parts.
import "./settings.js";
import { every, fields, first, part } from "./dom.js";

const parts = every(".part");
const links = every(".toc ol a");
const find = fields("#q")[0];
const rules = every(".rule");
let at = 0;

/** The part that holds what an address leads to; -1 where none does. @param {string} id */
function holder(id) {
  const aim = id ? document.getElementById(id) : null;
  return parts.findIndex((each) => aim && (each === aim || each.contains(aim)));
}

function show() {
  const word = find.value.trim().toLowerCase();
  for (const each of rules) each.hidden = Boolean(word) && !each.innerText.toLowerCase().includes(word);
  parts.forEach((each, nth) => {
    each.hidden = word ? !first(".rule:not([hidden])", each) : nth !== at;
  });
  links.forEach((each, nth) => {
    if (!word && nth === at) each.setAttribute("aria-current", "true");
    else each.removeAttribute("aria-current");
  });
  part("none").hidden = parts.some((each) => !each.hidden);
  part("turn").hidden = Boolean(word);
  for (const button of every("[data-turn]")) {
    const next = links[at + Number(button.dataset.turn)];
    button.hidden = !next;
    button.textContent = next?.firstChild?.textContent ?? "";
  }
}

/** @param {number} to */
function turn(to) {
  if (!parts[to]) return;
  at = to;
  history.replaceState(null, "", `#${parts[at].id}`);
  show();
}

function follow() {
  const found = holder(decodeURIComponent(location.hash.slice(1)));
  if (found < 0) return;
  at = found;
  find.value = "";
  show();
  document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}

links.forEach((each, nth) =>
  each.addEventListener("click", (event) => {
    event.preventDefault();
    find.value = "";
    turn(nth);
    first(".pages")?.scrollIntoView({ block: "nearest" });
  }),
);
for (const button of every("[data-turn]"))
  button.addEventListener("click", () => {
    turn(at + Number(button.dataset.turn));
    first(".pages")?.scrollIntoView();
  });
find.addEventListener("input", show);
document.addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (target.closest("input, select") || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "/") {
    event.preventDefault();
    find.focus();
  } else if (event.key === "ArrowRight" || event.key === "ArrowLeft")
    turn(at + (event.key === "ArrowRight" ? 1 : -1));
});
for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("[data-at-once]")))
  form.addEventListener("change", () => {
    form.action += location.hash;
    form.requestSubmit();
  });
addEventListener("hashchange", follow);
show();
follow();
