// The score on the two fives, and the trump with who called it.
import { sign, STRAINS } from "./cards.js";
import { el, fill, part, say } from "./dom.js";
import { newFives, showFives } from "./fives.js";
import { said } from "./language.js";

/** @typedef {import("./wire").Shown} Shown */

/** @type {Record<string, Element>} */
const markers = {};

/** @param {Shown} state */
export function drawScore({ game, you }) {
  ["NS", "EW"].forEach((side, index) => {
    const ours = you ? side.includes(you) : index === 0;
    const box = part(ours ? "we" : "they");
    const fives = (markers[ours ? "we" : "they"] ||= newFives(ours ? "red" : "black"));
    const shown = game?.fives?.[index] || { up: false, pips: 0, at: [0, 0, 0] };
    const score = game ? game.score[index] : 0;
    showFives(fives, shown, score);
    const seats = index ? said("East–West") : said("North–South");
    const label = you ? (ours ? said("We") : said("They")) : seats;
    const beside = shown.beside ? said("({points} more)", { points: shown.beside }) : "";
    const goal = [game?.goal || "", beside].filter(Boolean).join(" ");
    fill(box, [label, score, goal], () => [
      fives,
      el(
        "div",
        {},
        el("span", { className: "who", text: label }),
        el("b", { className: "points", text: String(score) }),
        " ",
        el("small", { text: goal }),
      ),
    ]);
  });
}

/** @param {string} name @param {boolean} own @param {boolean} alone */
function calledBy(name, own, alone) {
  if (own) return alone ? said("You called it, alone") : said("You called it");
  return alone ? said("{name} called it, alone", { name }) : said("{name} called it", { name });
}

/** @param {Shown} state @param {(seat: string) => string} nameOf */
export function drawTrump({ game, you }, nameOf) {
  const trump = game?.trump || (game?.last && game.last.trump);
  const maker = game?.maker || game?.last?.maker;
  const called =
    trump && maker
      ? calledBy(nameOf(maker), maker === you, Boolean(game?.lone && game.lone === maker))
      : said("not made yet");
  const name = trump ? said(STRAINS[trump]) : "";
  const short = trump === "L" ? said("low") : name;
  const title = trump ? short[0].toUpperCase() + short.slice(1) : said("Trump");
  const which = game?.which_deal ?? "";
  say(part("which-deal"), which);
  part("trump").classList.toggle("unmade", !trump);
  fill(part("trump"), [trump, called, which], () => [
    el("div", { className: trump ? "plaque" : "plaque none" }, ...(trump ? [sign(trump)] : ["?"])),
    el("span", {}, el("span", { text: title }), el("em", { text: called }), el("small", { text: which })),
  ]);
}
