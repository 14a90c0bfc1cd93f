// A page whose links lead to itself: only what is in its main part is fetched and put in place, so that
// nothing jumps and the keyboard stays where it was. Without scripts the links are links.
import "./settings.js";
import { chip, face, spoken } from "./cards.js";
import { every, first } from "./dom.js";
import { filled } from "./language.js";

/** Cards of a page are drawn where their names stand. @param {ParentNode} within */
export function draw(within) {
  for (const place of every("[data-face]", within)) {
    const { face: name, trumps = "", label } = place.dataset;
    if (name && label) place.setAttribute("aria-label", filled(label, { card: spoken(name) }));
    else if (name && !place.closest("[aria-hidden]")) {
      place.setAttribute("role", "img");
      place.setAttribute("aria-label", spoken(name));
    }
    place.replaceChildren(face(name || null, trumps ? trumps.split(" ") : []));
  }
  for (const place of every("[data-card]", within)) {
    place.setAttribute("role", "img");
    place.setAttribute("aria-label", spoken(place.dataset.card ?? ""));
    place.replaceChildren(face(place.dataset.card ?? null));
  }
  for (const place of every("[data-chip]", within)) place.replaceChildren(chip(place.dataset.chip ?? ""));
  for (const place of every("[data-spoken]", within)) {
    if (!place.closest("a, button")) place.setAttribute("role", "img");
    place.setAttribute("aria-label", spoken(place.dataset.spoken ?? ""));
  }
}

const main = first("main[data-swap]");
const here = main?.dataset.swap ?? "";
let newest = 0;

/** The page, or one part of it, as it is at an address.
 * @param {string} address @param {boolean} [remember] @param {string} [part] */
export async function go(address, remember = true, part = "") {
  const mine = ++newest;
  const key = document.activeElement?.closest("[data-key]")?.getAttribute("data-key");
  let page;
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(answer.statusText);
    page = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    location.assign(address);
    return;
  }
  if (mine !== newest) return;
  const fresh = first("main[data-swap]", page);
  if (!fresh || !main) {
    location.assign(address);
    return;
  }
  draw(fresh);
  if (part) first(part, main)?.replaceChildren(...(first(part, fresh)?.childNodes ?? []));
  else main.replaceChildren(...fresh.childNodes);
  document.title = page.title;
  if (remember) history.pushState(null, "", address);
  if (key) first(`[data-key="${CSS.escape(key)}"]`, main)?.focus({ preventScroll: true });
  document.dispatchEvent(new CustomEvent("swapped"));
}

/** Whether an address is of this page. @param {HTMLAnchorElement} link */
const ours = (link) =>
  link.origin === location.origin && link.pathname === location.pathname && !link.hash && !link.target;

/** Where a form leads. @param {HTMLFormElement} form @param {HTMLElement | null} [pressed] */
function address(form, pressed = null) {
  const given = new URLSearchParams(/** @type {any} */ (new FormData(form, pressed)));
  return `${form.action.split("?")[0]}?${given}`;
}

/** A square beside another one, by the arrows. @param {KeyboardEvent} event @param {Element} square */
function step(event, square) {
  const row = square.closest("tr"),
    body = square.closest("tbody");
  if (!row || !body) return;
  const rows = [...body.rows],
    across = [...row.cells].indexOf(/** @type {HTMLTableCellElement} */ (square.closest("td"))),
    down = rows.indexOf(row);
  const [over, along] = /** @type {Record<string, number[]>} */ ({
    ArrowDown: [1, 0],
    ArrowUp: [-1, 0],
    ArrowRight: [0, 1],
    ArrowLeft: [0, -1],
  })[event.key];
  const next = /** @type {HTMLElement | null | undefined} */ (
    rows[down + over]?.cells[across + along]?.querySelector("a")
  );
  if (!next) return;
  event.preventDefault();
  for (const each of body.querySelectorAll("a")) each.tabIndex = each === next ? 0 : -1;
  next.focus();
}

if (main) {
  draw(main);
  main.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.closest("[data-print]")) print();
    const link = /** @type {HTMLAnchorElement | null} */ (target.closest("a[href]"));
    if (!link || !ours(link) || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    if (document.activeElement !== link) link.focus({ preventScroll: true });
    void go(link.href);
  });
  main.addEventListener("change", (event) => {
    const form = /** @type {HTMLInputElement} */ (event.target).form;
    if (form?.matches("[data-at-once]")) form.requestSubmit();
  });
  /** @type {number | undefined} */
  let waits;
  main.addEventListener("input", (event) => {
    const box = /** @type {HTMLInputElement} */ (event.target);
    if (!box.form || !box.dataset.asTyped) return;
    const form = box.form,
      part = box.dataset.asTyped;
    clearTimeout(waits);
    waits = setTimeout(() => void go(address(form), false, part), 250);
  });
  main.addEventListener("submit", (event) => {
    clearTimeout(waits);
    const form = /** @type {HTMLFormElement} */ (event.target);
    if (form.method !== "get" || new URL(form.action).pathname !== here) return;
    event.preventDefault();
    void go(address(form, event.submitter));
  });
  addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const pressed = /** @type {HTMLElement | null} */ (target.closest("a[role=button]"));
    if (event.key === " " && pressed) {
      event.preventDefault();
      pressed.click();
      return;
    }
    if (event.key.startsWith("Arrow") && target.matches("tbody a")) step(event, target);
    else {
      const wanted = every("[data-shortcut]", main).find(
        (each) => each.dataset.shortcut === event.key.toLowerCase(),
      );
      if (wanted) {
        event.preventDefault();
        if (wanted.matches("input")) wanted.focus();
        else wanted.click();
      }
    }
  });
  addEventListener("popstate", () => void go(location.href, false));
} else draw(document);
