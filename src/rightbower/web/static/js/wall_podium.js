// The end of an event on the wall: the first three on their steps under a fan of trumps, the next beside
// them.
import { SHAPES, face, make } from "./cards.js";
import { el } from "./dom.js";

/** @typedef {import("./walls").Snapshot} Snapshot */
/** @typedef {import("./walls").Standing} Standing */

const STEPS = 3,
  BESIDE = 9,
  LINES = 3;
const FAN = ["JS", "JC", "AS", "KS", "QS"];
const RED = "#f08a80",
  BRASS = "#f0cf80";

// Where the suits fall: left in per cent of the width, top of the height, size, turn, strength.
const SUITS = [
  [3, 4, 22, -20, 0.5],
  [12, 1, 30, 15, 0.35],
  [7, 15, 34, -8, 0.6],
  [18, 12, 24, 30, 0.4],
  [24, 3, 28, -25, 0.55],
  [15, 26, 30, 8, 0.35],
  [4, 33, 24, 22, 0.45],
  [27, 19, 22, -12, 0.6],
  [66, 3, 30, 12, 0.55],
  [74, 9, 24, -28, 0.4],
  [83, 4, 34, 10, 0.5],
  [91, 12, 26, -10, 0.35],
  [70, 20, 28, 25, 0.6],
  [79, 26, 24, -18, 0.45],
  [88, 29, 32, 16, 0.5],
  [95, 22, 22, 0, 0.4],
  [34, 6, 20, 24, 0.4],
  [60, 15, 22, -22, 0.45],
];

function falling() {
  const shapes = SUITS.map(([left, top, size, turn, strength], place) => {
    const suit = "SHDC"[place % 4];
    const at = `translate(${left * 10} ${top * 10}) rotate(${turn}) scale(${size / 100})`;
    return make("path", {
      d: SHAPES[suit],
      fill: "HD".includes(suit) ? RED : BRASS,
      opacity: strength,
      transform: at,
    });
  });
  return make(
    "svg",
    { class: "falling", viewBox: "0 0 1000 620", preserveAspectRatio: "none", "aria-hidden": "true" },
    ...shapes,
  );
}

function fan() {
  const cards = FAN.map((name, place) => {
    const card = face(name, FAN);
    card.style.setProperty("--a", String(place - 2));
    return card;
  });
  return el("div", { className: "fan", "aria-hidden": "true" }, ...cards);
}

/** A person's first names over the surname, partners one over the other; never broken inside a word.
 * @param {string} name
 * @returns {string[]}
 */
function lines(name) {
  if (name.includes(" & "))
    return name.split(" & ").map((one, place, all) => (place < all.length - 1 ? `${one} &` : one));
  const words = name.split(" ");
  return words.length > 1 ? [words.slice(0, -1).join(" "), words[words.length - 1]] : words;
}

/** The last page, where three or more have places of their own.
 * @param {Snapshot} state
 * @param {(state: Snapshot, place: Standing) => [number, string]} counted
 * @returns {import("./wall_pages.js").Page[]}
 */
export function podium(state, counted) {
  const places = state.places.filter((place) => place.rank !== null);
  // more may share the steps than there are
  if (places.length < STEPS || Number(places[STEPS]?.rank ?? Infinity) <= STEPS) return [];
  /** @param {Standing} place */
  const rank = (place) => `${place.rank}${place.shared || place.open ? "=" : ""}`;
  /** @param {Standing} place @param {number} at */
  const step = (place, at) =>
    el(
      "div",
      { className: `step at${at}` },
      at === 1 ? fan() : "",
      el(
        "div",
        { className: "nm" },
        ...lines(place.name).map((text) => el("span", { className: "fit", text })),
      ),
      el("div", { className: "pt", text: counted(state, place).join(" ") }),
      el("div", { className: "blk", text: rank(place) }),
    );
  /** @param {Standing} place */
  const line = (place) =>
    el(
      "div",
      { className: "line" },
      el("i", { text: rank(place) }),
      el("span", { className: "fit", text: place.name }),
      el("b", { text: String(counted(state, place)[0]) }),
    );
  const first = places.slice(0, STEPS).map((place) => place.name);
  const others = state.awards
    .filter((award) => !award.winners.some((name) => first.includes(name)))
    .slice(0, LINES);
  return [
    {
      title: state.words.thanks,
      celebrates: true,
      make: () =>
        el(
          "div",
          { className: "podium" },
          falling(),
          el("div", { className: "steps" }, step(places[1], 2), step(places[0], 1), step(places[2], 3)),
          el(
            "div",
            { className: "rest" },
            ...places.slice(STEPS, STEPS + BESIDE).map(line),
            ...others.map((award) =>
              el("p", {}, `${award.prize}: `, el("b", { text: award.winners.join(", ") })),
            ),
          ),
        ),
    },
  ];
}
