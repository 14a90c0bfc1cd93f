// Draws and cuts as a ceremony: cards lie face down and are turned one after the other.
import { face, make, SIGNS, spoken } from "./cards.js";
import { get } from "./settings.js";

const WORDS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const STEP = 350;
const running = new WeakMap();

// The host's deck has every rank; ours draws nine to ace with pips.
function low(name) {
  const suit = name.at(-1);
  const rank = name.slice(0, -1);
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

function drawn(name) {
  const plain = name.replace(/^10/, "T");
  if (/^[9TJQKA][CDHS]$/.test(plain)) return [face(plain), spoken(plain)];
  if (/^[2-8][CDHS]$/.test(name)) return [low(name), `${name.slice(0, -1)} of ${WORDS[name.at(-1)]}`];
  return null;
}

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
const shown = (box) =>
  [...box.querySelectorAll("[data-card], [data-coin]")].filter(
    (each) => each.dataset.coin || drawn(each.dataset.card),
  );

function play(box) {
  const items = shown(box);
  const words = [...box.querySelectorAll("[data-after]")];
  const wait = still() ? 0 : Math.min(STEP, 12000 / Math.max(1, items.length));
  for (const word of words) word.hidden = true;
  for (const item of items) cover(item);
  box.dataset.turned = "no";
  const run = Symbol("run");
  running.set(box, run);
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

export function ceremony() {
  for (const card of document.querySelectorAll("[data-card]:not(.turned-up)")) {
    if (!card.closest("[data-ceremony]")) turn(card);
  }
  for (const box of document.querySelectorAll("[data-ceremony]:not([data-turned])")) {
    box.querySelector("[data-again]")?.addEventListener("click", () => play(box));
    if (box.dataset.ceremony === "now") play(box);
    else {
      for (const item of shown(box)) turn(item);
      box.dataset.turned = "yes";
    }
  }
}
