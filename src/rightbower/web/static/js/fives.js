// The two fives of a side, as they lie at a score; lengths in card widths (a card is 1 by 1.4).
import { make } from "./cards.js";

const PLACINGS = [[0, 0, 0], [0.3, 0.08, 25], [0, 0.35, 0], [0, 0.65, 0], [0.5, 0.65, 0], [1.05, 0, 0]];
const PIPS = [[0.3, 0.2], [0.7, 0.2], [0.5, 0.5], [0.3, 0.8], [0.7, 0.8]];

function five(colour, faceUp) {
  const card = make("g", {}, make("rect", { x: -0.5, y: -0.7, width: 1, height: 1.4, rx: 0.07, class: faceUp ? "" : "covering" }));
  if (faceUp) for (const [x, y] of PIPS) card.append(make("circle", { cx: x - 0.5, cy: 1.4 * (y - 0.5), r: 0.09, class: colour }));
  return card;
}

// What the markers show, past ten as a number beside them.
export function fives(score, colour) {
  const shown = Math.min(score, 10);
  const up = shown >= 5;
  const [dx, dy, turn] = PLACINGS[up ? shown - 5 : shown];
  const top = five(colour, up);
  top.setAttribute("class", "top");
  top.setAttribute("transform", `translate(${dx} ${dy * 1.4}) rotate(${turn})`);
  const svg = make("svg", { viewBox: "-0.7 -0.8 2.4 2.5", role: "img", "aria-label": `${score} points` }, five(colour, true), top);
  return svg;
}
