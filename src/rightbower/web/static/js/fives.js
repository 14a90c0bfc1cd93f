// The two fives of a side. How they lie at a score comes from the hall; here they are drawn and slid.
import { make, SHAPES } from "./cards.js";
import { said } from "./language.js";

const PIPS = [
  [0.28, 0.2],
  [0.72, 0.2],
  [0.5, 0.5],
  [0.28, 0.8],
  [0.72, 0.8],
];
const WIDE = 40,
  HIGH = 56;

/** @type {Record<string, Record<string, string>>} */
const SUIT_OF = { red: { bottom: "D", top: "H" }, black: { bottom: "C", top: "S" } };
const PIP = 11;

/**
 * @param {string} colour
 * @param {string} kind which of the two it is
 */
function card(colour, kind) {
  const parts = [
    make("rect", { x: 0.5, y: 0.5, width: WIDE - 1, height: HIGH - 1, rx: 4, class: "stock-edge" }),
  ];
  const pips = PIPS.map(([x, y]) => {
    const size = (y === 0.8 ? -PIP : PIP) / 100;
    return make("path", {
      d: SHAPES[SUIT_OF[colour][kind]],
      class: `pip ${colour}`,
      transform: `translate(${x * WIDE} ${y * HIGH}) scale(${size}) translate(-50 -50)`,
    });
  });
  const back = make("rect", { x: 4, y: 4, width: WIDE - 8, height: HIGH - 8, rx: 2, class: "five-back" });
  return make("g", { class: kind }, ...parts, make("g", { class: "pips" }, ...pips), back);
}

/** @param {string} colour */
export function newFives(colour) {
  return make(
    "svg",
    { viewBox: "-5 -5 90 100", class: "fives", role: "img" },
    make("g", { transform: `rotate(-4 ${WIDE / 2} ${HIGH / 2})` }, card(colour, "bottom")),
    card(colour, "top"),
  );
}

/**
 * @param {Element} svg
 * @param {import("./wire").Markers} shown
 * @param {number} score
 */
export function showFives(svg, shown, score) {
  const top = /** @type {SVGElement} */ (svg.querySelector(".top"));
  const [dx, dy, turn] = shown.at;
  top.style.transform = `translate(${dx * WIDE}px, ${dy * HIGH}px) rotate(${turn}deg)`;
  top.classList.toggle("down", !shown.up);
  svg.setAttribute("aria-label", said("{points} {points|point|points} on the fives", { points: score }));
}
