// The four chairs: faces, names, cards held, what was said last, who may sit down.
import { face, sign, STRAINS, theCard, tricks } from "./cards.js";
import { el, fill, part, say } from "./dom.js";
import { said, word } from "./language.js";
import { where } from "./motion.js";
import { get } from "./settings.js";

/** @typedef {import("./wire").Shown} Shown */
/** @typedef {import("./wire").Game} Game */
/** @typedef {import("./wire").Chair} Chair */
/** @typedef {import("./scene_queue.js").Scene} Scene */

const ORDER = "NESW";
const WORDS = /** @type {Record<string, string>} */ ({
  N: word("North"),
  E: word("East"),
  S: word("South"),
  W: word("West"),
});
const COLOURS = ["#2f6f86", "#7a3d63", "#4a5a86", "#8a6414", "#1f6b4a", "#8a3b2a", "#5b4a86", "#3a6b2f"];

/** @param {string} name */
const initials = (name) =>
  name
    .split(/\s+/)
    .map((each) => each[0] || "")
    .join("")
    .slice(0, 2)
    .toUpperCase() || "·";
/** A colour for each name, no two of a table alike. @param {string[]} names @returns {string[]} */
function coloursOf(names) {
  /** @type {number[]} */ const found = [];
  for (const name of names) {
    let at = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7) % COLOURS.length;
    while (found.includes(at)) at = (at + 1) % COLOURS.length;
    found.push(at);
  }
  return found.map((at) => COLOURS[at]);
}

export class Seats {
  /**
   * @param {HTMLElement} page
   * @param {any} setup
   * @param {{ ask: (message: any) => void, up: (seat: string) => string[] }} table
   */
  constructor(page, setup, { ask, up }) {
    this.page = page;
    this.setup = setup;
    this.ask = ask;
    this.up = up;
    /** @type {Shown} */ this.state = /** @type {any} */ (null);
    /** @type {string[]} */ this.colours = [];
  }

  /** The faces of a side, side by side. @param {string} side */
  faces(side) {
    return [...side].map((seat) => {
      const at = ORDER.indexOf(seat),
        found = el("span", { className: "face", text: initials(this.state.chairs[at].name || "") });
      found.style.setProperty("--c", this.colours[at]);
      return found;
    });
  }

  /** Where a seat is drawn: you sit at the bottom, whatever your seat.
   * @param {string} seat
   */
  place(seat) {
    return "swne"[(ORDER.indexOf(seat) - ORDER.indexOf(this.state.you || "S") + 4) % 4];
  }

  /** @param {string} seat */
  name(seat) {
    return seat === this.state.you
      ? said("You")
      : this.state.chairs[ORDER.indexOf(seat)].name || said(WORDS[seat]);
  }

  /** @param {string} seat */
  box(seat) {
    return /** @type {HTMLElement} */ (this.page.querySelector(`.seat.${this.place(seat)}`));
  }

  /** Where things of a seat come from and go to; one's own are at the given part of the page.
   * @param {string} seat @param {string} own @param {string} [selector]
   */
  spot(seat, own, selector = ".face") {
    return where(this.place(seat) === "s" ? part(own) : this.box(seat).querySelector(selector));
  }

  /** Who sits where now. @param {Shown} state */
  take(state) {
    this.state = state;
    this.colours = coloursOf(state.chairs.map((chair, at) => chair.name || ORDER[at]));
  }

  /** @param {Shown} state @param {Scene} scene */
  render(state, scene) {
    this.take(state);
    for (const seat of ORDER) this.chair(seat, scene);
    const { game, you } = state;
    const mine = you && game?.phase === "play" ? (game.tricks_of || [0, 0, 0, 0])[ORDER.indexOf(you)] : 0;
    const called = game?.maker && game.maker === you ? (game.trump ?? "") : null;
    const alone = Boolean(you) && (game?.lone === you || game?.lone_defender === you);
    fill(part("mine"), [called, mine, alone], () => [
      ...(called === null
        ? []
        : [el("span", { className: "disc m", title: said("you called trump") }, sign(called))]),
      ...(alone ? [el("span", { className: "alone", text: said("alone") })] : []),
      ...(mine ? [tricks(mine)] : []),
    ]);
  }

  /** @param {string} seat @param {Scene} scene */
  chair(seat, scene) {
    const { game, you, chairs } = this.state;
    const at = ORDER.indexOf(seat),
      chair = chairs[at],
      box = this.box(seat);
    const inside = (/** @type {string} */ name) => /** @type {HTMLElement} */ (box.querySelector(name));
    const lone = [game?.lone, game?.lone_defender].filter(Boolean);
    const out = lone.some((each) => ORDER[(ORDER.indexOf(each ?? "") + 2) % 4] === seat);
    box.classList.toggle("turn", !scene.full && game?.turn === seat);
    box.classList.toggle("away", Boolean(chair.away));
    box.classList.toggle("out", out);
    box.classList.toggle("empty", !chair.name);
    box.dataset.seat = seat;
    fan(box, game?.phase && !out ? ((game.cards_left || [])[at] ?? 0) : 0);
    say(inside(".face"), initials(chair.name || ""));
    inside(".face").style.setProperty("--c", this.colours[at]);
    fill(inside(".discs"), [game?.dealer === seat && !game.result, game?.maker === seat && game.trump], () =>
      discs(seat, game),
    );
    say(inside(".who"), this.name(seat));
    const notes = [
      chair.bot ? said("bot") : "",
      chair.away && !game?.result ? said("away") : "",
      out ? said("sits out") : "",
      lone.includes(seat) ? said("alone") : "",
    ];
    say(inside(".note"), notes.filter(Boolean).join(", "));
    const won = tricksWon(seat, game, scene),
      open = seat === you ? [] : this.up(seat);
    fill(inside(".won"), [won, open, game?.trumps], () => [
      ...(won > 0 ? [tricks(won)] : []),
      ...faceUp(open, game),
    ]);
    const bids =
      game?.phase && !["play", "done"].includes(game.phase)
        ? (game.bids || []).filter((bid) => bid[0] === seat)
        : [];
    inside(".bubble").hidden = !bids.length;
    say(inside(".bubble"), bids.at(-1)?.[1] ?? "");
    const begun = Boolean(game);
    fill(inside(".sit"), [begun, seat, chair, you], () => (begun ? [] : this.buttons(seat, chair)));
  }

  /** @param {string} seat @param {Chair} chair */
  buttons(seat, chair) {
    const empty = !chair.name,
      { you } = this.state;
    // Where players are looked for, the hall fills the chairs.
    if (this.setup.event || (this.setup.looking && you)) return [];
    const button = (/** @type {string} */ text, /** @type {any} */ message) =>
      el("button", { type: "button", text, on: { click: () => this.ask(message) } });
    const found = [];
    if (empty || (chair.bot && !you)) found.push(button(said("Sit here"), { type: "sit", seat }));
    if (empty && you)
      found.push(button(said("Add a bot"), { type: "bot", seat, player: this.setup.strength || "club" }));
    return found;
  }
}

/** Cards of a hand that lie open, by a slip or a ruling.
 * @param {string[]} open @param {Game | undefined} game
 */
const faceUp = (open, game) =>
  open.map((name) =>
    el(
      "span",
      { className: "up", role: "img", "aria-label": said("face up: {card}", { card: theCard(name) }) },
      face(name, game?.trumps),
    ),
  );

/** Tricks taken so far; one that still lies on the table is not counted.
 * @param {string} seat @param {Game | undefined} game @param {Scene} scene
 */
function tricksWon(seat, game, scene) {
  if (!game || (game.phase !== "play" && !scene.full)) return 0;
  return (
    (game.tricks_of || [0, 0, 0, 0])[ORDER.indexOf(seat)] -
    (scene.full && scene.winner === seat && !scene.last ? 1 : 0)
  );
}

/** @param {string} seat @param {Game | undefined} game */
function discs(seat, game) {
  const found = [];
  if (game?.dealer === seat && !game.result)
    found.push(
      el("span", {
        className: "disc d",
        title: said("dealer"),
        role: "img",
        "aria-label": said("dealer"),
        text: said("D"),
      }),
    );
  if (game?.maker === seat)
    found.push(
      el(
        "span",
        {
          className: "disc m",
          title: said("called trump"),
          role: "img",
          "aria-label": said("called {suit}", { suit: said(STRAINS[game.trump ?? ""]) }),
        },
        sign(game.trump ?? ""),
      ),
    );
  return found;
}

/**
 * The backs of a hand: one that was played is taken away, the others stay.
 * @param {HTMLElement} box
 * @param {number} count
 */
function fan(box, count) {
  const holder = /** @type {HTMLElement} */ (box.querySelector(".fan"));
  if (holder.dataset.back !== get("back")) holder.replaceChildren();
  if (holder.children.length === count) return;
  holder.dataset.back = get("back");
  holder.style.setProperty("--n", String(count));
  while (holder.children.length > count) holder.lastElementChild?.remove();
  while (holder.children.length < count) {
    const card = el("span", { className: "card" }, face(null));
    card.style.setProperty("--i", String(holder.children.length));
    holder.append(card);
  }
}
