// After a hand and after a game: a card of paper with what it came to and what to do next. Fetched when the
// play begins.
import { make, sign } from "./cards.js";
import { el, part } from "./dom.js";
import { said } from "./language.js";
import { why, ruleAt } from "./notices.js";
import { get } from "./settings.js";
import { sound } from "./sounds.js";

/** @typedef {import("./wire").Shown} Shown */
/** @typedef {import("./wire").Game} Game */
/** @typedef {import("./wire").Ended} Ended */

const SUMMARY = 3000;
let known = "";

/**
 * @param {Shown} state
 * @param {Ended | null | undefined} ended
 * @param {any} setup
 * @param {{ ask: (message: any) => void, again: () => void, faces: (side: string) => HTMLElement[],
 *   name: (seat: string) => string }} table
 */
export function drawEnd(state, ended, setup, table) {
  const box = part("end"),
    game = /** @type {Game} */ (state.game),
    over = Boolean(game.result);
  const ruled = state.referee ? JSON.stringify(state.referee) : "";
  const key = `${over} ${state.followed} ${game.deal} ${Boolean(game.seed)} ${ruled}`;
  if (known === key) return;
  const fresh = !known;
  known = key;
  box.className = over ? "sum win" : "sum";
  box.setAttribute("aria-label", over ? said("Game over") : said("Hand over"));
  box.replaceChildren(
    ...(over || !ended ? gameCard(state, game, setup, table) : handCard(state, game, ended, table)),
  );
  if (fresh && over && state.you)
    sound((game.result?.winner === "NS") === "NS".includes(state.you) ? "won" : "lost");
}

/** The card is put away. */
export function forget() {
  known = "";
}

/** @param {string} text @param {() => void} click */
const brass = (text, click) => el("button", { type: "button", className: "brass", text, on: { click } });

/**
 * @param {Shown} state
 * @param {Game} game
 * @param {Ended} ended
 * @param {{ ask: (message: any) => void, name: (seat: string) => string }} table
 */
function handCard(state, game, ended, { ask, name }) {
  const next = brass(said("Next hand"), () => ask({ type: "next" }));
  const look = async () => (await import("./sheets.js")).showHand(game.last, name);
  const acts = [
    ...(ended.clause ? [why(ended.clause, "btn onpaper why clause")] : []),
    ...((game.last?.played ?? []).length
      ? [
          el("button", {
            type: "button",
            className: "onpaper look",
            text: said("Cards"),
            title: said("The cards of this hand"),
            on: { click: look },
          }),
        ]
      : []),
    ...(state.you ? [next] : []),
  ];
  const alone = state.chairs.filter((chair) => chair.name && !chair.bot).length === 1;
  if (state.you && alone && get("summary") !== "wait" && !state.referee)
    setTimeout(() => {
      const looking = document.querySelector("dialog[open]");
      if (!part("end").hidden && next.isConnected && !looking) next.click();
    }, SUMMARY);
  return [
    el(
      "div",
      { className: "row" },
      el("h1", { text: ended.title }),
      el("span", { className: "pts", text: ended.points }),
    ),
    el("p", { text: ended.text }),
    tally(state, game),
    el("div", { className: "acts" }, ...acts),
  ];
}

/** @param {Shown} state @param {Game} game */
function tally({ you }, game) {
  const [ours, theirs] = you && "EW".includes(you) ? [game.score[1], game.score[0]] : game.score;
  const side = (/** @type {string} */ word, /** @type {number} */ points) =>
    el(
      "span",
      {},
      `${word} `,
      el("b", { text: String(points) }),
      " ",
      el("small", { text: game.goal || "" }),
    );
  const trump = game.last?.trump;
  return el(
    "div",
    { className: "tally" },
    side(you ? said("We") : said("North–South"), ours),
    el("i", { text: game.which_deal ?? "" }, ...(trump ? [sign(trump)] : [])),
    side(you ? said("They") : said("East–West"), theirs),
  );
}

/**
 * @param {Shown} state
 * @param {Game} game
 * @param {any} setup
 * @param {{ again: () => void, faces: (side: string) => HTMLElement[] }} table
 */
function gameCard({ you, told, followed }, game, setup, { again, faces }) {
  const acts = [],
    link = (/** @type {string} */ text, /** @type {string} */ href, kind = "onpaper") =>
      acts.push(el("a", { className: `btn ${kind}`, href, text }));
  if (game.seed) {
    link(said("Replay"), `/t/${setup.table}/replay`);
    link(said("Review"), `/t/${setup.table}/review`);
  }
  if (setup.event) link(setup.back, setup.event, "brass");
  else if (followed) link(said("To the next game"), `/t/${followed}`, "brass");
  else if (you && game.seed) acts.push(brass(said("Play again"), again));
  const lines = [];
  if (told.ended) lines.push(el("p", { text: `${told.ended.title}. ${told.ended.text}` }));
  if ((game.course ?? []).length > 2)
    lines.push(spark(game.course ?? [], you), el("p", { className: "turned", text: told.course ?? "" }));
  if (told.clause)
    lines.push(
      el(
        "p",
        {},
        el("a", {
          className: "clause",
          href: ruleAt(told.clause),
          target: "_blank",
          text: said("Why is it over?"),
          title: told.clause,
        }),
      ),
    );
  const won = String(game.result?.winner ?? "");
  return [
    el(
      "div",
      { className: "head" },
      el("div", { className: "faces", "aria-hidden": "true" }, ...faces(won)),
      el("h1", { text: told.line }),
    ),
    el("div", { className: "body" }, ...lines),
    el("div", { className: "acts" }, ...acts),
  ];
}

/** The chance to win over the game, from the side of the one who reads.
 * @param {number[]} chances @param {string | null} you
 */
function spark(chances, you) {
  const ours = you && "EW".includes(you) ? chances.map((each) => 1 - each) : chances;
  const points = ours.map((each, at) => `${(200 * at) / (ours.length - 1)},${2 + 40 * (1 - each)}`).join(" ");
  return make(
    "svg",
    { viewBox: "0 0 200 44", class: "spark", preserveAspectRatio: "none", "aria-hidden": "true" },
    make("rect", { width: 200, height: 44, class: "spark-bg" }),
    make("polygon", { points: `0,44 ${points} 200,44`, class: "spark-area" }),
    make("path", { d: "M0 22H200", class: "spark-half" }),
    make("polyline", { points, class: "spark-line" }),
  );
}
