// Draws and cuts as a ceremony: cards lie face down and are turned one after the other.
import { face, make, SIGNS, spoken } from "./cards.js";
import { every, first, touched } from "./dom.js";
import { get } from "./settings.js";

/** @type {Record<string, string>} */
const WORDS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const STEP = 350;
/** Which run of a ceremony is the newest. @type {WeakMap<Element, symbol>} */
const running = new WeakMap();

/** The host's deck has every rank; ours draws seven to ace with pips. @param {string} name */
function low(name) {
  const suit = name.slice(-1);
  const rank = name.slice(0, -1);
  /** @param {number} x @param {number} y @param {number} size @param {string} value */
  const text = (x, y, size, value) => {
    const element = make("text", { x, y, "text-anchor": "middle", class: suit, "font-size": size });
    element.textContent = value;
    return element;
  };
  return make(
    "svg",
    { viewBox: "0 0 100 140", class: "card-face", "aria-hidden": "true" },
    make("rect", { x: 1, y: 1, width: 98, height: 138, rx: 7, class: "edge" }),
    text(19, 31, 30, rank),
    text(50, 78, 34, rank),
    text(50, 112, 34, SIGNS[suit]),
  );
}

/** A card as it is drawn and as it is said; nothing for what is no card.
 * @param {string} [name]
 * @returns {[Element, string] | null}
 */
function drawn(name = "") {
  const plain = name.replace(/^10/, "T");
  if (/^[7-9TJQKA][CDHS]$|^JO$/.test(plain)) return [face(plain), spoken(plain)];
  if (/^[2-6][CDHS]$/.test(name)) return [low(name), `${name.slice(0, -1)} of ${WORDS[name.slice(-1)]}`];
  return null;
}

/** @param {HTMLElement} place */
function turn(place) {
  if (place.dataset.coin) {
    place.textContent = place.dataset.coin;
    place.classList.add("turned-up");
    return;
  }
  const found = drawn(place.dataset.card);
  if (!found) return;
  place.setAttribute("role", "img");
  place.setAttribute("aria-label", found[1]);
  place.replaceChildren(found[0]);
  place.classList.add("turned-up");
}

/** @param {HTMLElement} place */
function cover(place) {
  place.classList.remove("turned-up");
  if (place.dataset.coin) {
    place.textContent = "…";
    return;
  }
  place.setAttribute("role", "img");
  place.setAttribute("aria-label", "a card face down");
  place.replaceChildren(face(null));
}

const still = () => get("speed") === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;
/** @param {HTMLElement} box */
const shown = (box) =>
  every("[data-card], [data-coin]", box).filter((each) => each.dataset.coin || drawn(each.dataset.card));

/** The table whose draw is shown beside the list; "all" shows every one. */
let cut = "";

/** Of several draws that of one table is shown. */
function choose() {
  const draws = every("[data-cut-of]");
  const tables = draws.map((each) => each.dataset.cutOf);
  if (!tables.includes(cut) && cut !== "all") cut = tables[0] ?? "";
  for (const each of draws) each.hidden = cut !== "all" && each.dataset.cutOf !== cut;
  for (const each of every("[data-cut]")) each.setAttribute("aria-pressed", String(each.dataset.cut === cut));
}

document.addEventListener("click", (event) => {
  const pressed = /** @type {HTMLElement | null} */ (touched(event).closest("[data-cut]"));
  if (!pressed) return;
  cut = pressed.dataset.cut ?? "";
  choose();
});

/** @param {HTMLElement} box */
function play(box) {
  const items = shown(box).filter((each) => !each.closest("[hidden]"));
  for (const each of shown(box)) if (!items.includes(each)) turn(each);
  const words = every("[data-after]", box);
  const wait = still() ? 0 : Math.min(STEP, 12000 / Math.max(1, items.length));
  for (const word of words) word.hidden = true;
  for (const item of items) cover(item);
  box.dataset.turned = "no";
  const run = Symbol("run");
  running.set(box, run);
  /** @param {() => void} act @param {number} time */
  const later = (act, time) =>
    setTimeout(() => {
      if (running.get(box) === run) act();
    }, time);
  items.forEach((item, place) => later(() => turn(item), wait * (place + 1)));
  later(
    () => {
      for (const word of words) word.hidden = false;
      box.dataset.turned = "yes";
    },
    wait * (items.length + 1),
  );
}

/** Begin what has come onto the page; cards beside a ceremony lie open at once. */
export function ceremony() {
  choose();
  for (const card of every("[data-card]:not(.turned-up)")) {
    if (!card.closest("[data-ceremony]")) turn(card);
  }
  for (const box of every("[data-ceremony]:not([data-turned])")) {
    first("[data-again]", box)?.addEventListener("click", () => play(box));
    if (box.dataset.ceremony === "now") play(box);
    else {
      for (const item of shown(box)) turn(item);
      box.dataset.turned = "yes";
    }
  }
}
