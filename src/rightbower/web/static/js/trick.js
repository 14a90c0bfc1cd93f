// The middle of the table: the turn-up on the stock, then the trick, until it is gathered.
import { face, theCard } from "./cards.js";
import { el, fill, hold, part } from "./dom.js";
import { said, word } from "./language.js";
import { comeFrom, goTo } from "./motion.js";
import { sound } from "./sounds.js";

/** @typedef {import("./wire").Game} Game */
/** @typedef {import("./scene_queue.js").Scene} Scene */
/** @typedef {import("./seats.js").Seats} Seats */

/** @param {Game | undefined} game */
export function drawStock(game) {
  const bidding = game && ["round one", "round two", "joker turned"].includes(game.phase ?? "");
  const box = part("stock");
  box.hidden = !bidding;
  if (!bidding) return;
  const down = game.phase === "round two",
    turnup = game.turnup ?? "";
  const label = down
    ? said("{card} is turned down", { card: theCard(turnup) })
    : said("turned up: {card}", { card: theCard(turnup) });
  fill(box, [turnup, down], () => [
    el("span", { className: "card" }, face(null)),
    el("span", { className: "card" }, face(null)),
    el("span", { className: "card top-card", role: "img", "aria-label": label }, face(down ? null : turnup)),
  ]);
}

/** Lay the trick out; says how many cards came to it.
 * @param {Scene} scene
 * @param {Seats} seats
 * @param {import("./hand.js").Hand} hand
 * @param {import("./scene_queue.js").Pace} time
 */
export function drawTrick(scene, seats, hand, time) {
  const { game, you } = scene.state;
  const box = part("trick");
  const known = new Map(
    [...box.querySelectorAll(".card")].map((card) => [/** @type {HTMLElement} */ (card).dataset.card, card]),
  );
  const cards = scene.trick.map(([seat, name]) => {
    const old = known.get(name);
    const win = scene.winner === seat;
    const card = /** @type {HTMLElement} */ (
      old ||
        el(
          "span",
          { className: `card t${seats.place(seat)}`, data: { card: name }, role: "img" },
          face(name, game?.trumps),
        )
    );
    card.classList.toggle("winner", win);
    card.setAttribute(
      "aria-label",
      said(win ? word("{name}: {card}, wins the trick") : word("{name}: {card}"), {
        name: seats.name(seat),
        card: theCard(name),
      }),
    );
    return { card, seat, fresh: !old, from: old ? null : hand.spot(name) };
  });
  const mine = !scene.full && game?.phase === "play" && game.turn === you && you;
  const slot = box.querySelector(".slot") ?? el("i", { className: "slot ts" });
  hold(box, [...cards.map(({ card }) => card), ...(mine ? [slot] : [])]);
  const fresh = cards.filter((each) => each.fresh);
  for (const _ of fresh) sound("card");
  // Measured with the next frame, when the page is laid out anyway.
  requestAnimationFrame(() => {
    for (const { card, seat, from } of fresh)
      comeFrom(card, from || seats.spot(seat, "hand", ".fan, .face"), time.card);
  });
  return fresh.length;
}

/** The full trick goes to its winner.
 * @param {Scene} scene @param {Seats} seats @param {number} duration
 */
export async function gather(scene, seats, duration) {
  const cards = /** @type {HTMLElement[]} */ ([...part("trick").querySelectorAll(".card")]);
  sound("gather");
  await goTo(cards, seats.spot(scene.winner ?? "N", "hand"), duration);
  part("trick").replaceChildren();
}

/** @param {Game | undefined} game */
export const lastTrick = (game) => (game?.previous?.length ? game.previous : null);
