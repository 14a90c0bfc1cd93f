// The card table: shows each state of the line scene by scene, and asks for what the person chooses.
import { said } from "./language.js";
import { get, moving } from "./settings.js";
import { Advisor } from "./advice.js";
import { drawAhead } from "./cards.js";
import { Choices } from "./choices.js";
import { TableClock } from "./clock.js";
import { forget, part, styled, within } from "./dom.js";
import { Hand } from "./hand.js";
import { Manners } from "./agreements.js";
import { Asking } from "./connection.js";
import { playBy, refuse, toast } from "./notices.js";
import { tellOpened } from "./open_panels.js";
import { PlayByPlay } from "./play_by_play.js";
import { restAfterPress } from "./press_guard.js";
import { Salting } from "./shuffle_salt.js";
import { pace, scenes } from "./scene_queue.js";
import { drawScore, drawTrump } from "./score.js";
import { Seats } from "./seats.js";
import { sound } from "./sounds.js";
import { drawStock, drawTrick, gather, lastTrick } from "./trick.js";

/** @typedef {import("./wire").Shown} Shown */
/** @typedef {import("./wire").Game} Game */
/** @typedef {import("./scene_queue.js").Scene} Scene */

/** @type {any} */
const setup = JSON.parse(/** @type {Element} */ (document.querySelector("#setup")).textContent ?? "{}");
const page = /** @type {HTMLElement} */ (document.querySelector("#table"));
/** Where no slips can happen there is nothing to call and nothing to rule. */
const NO_REFEREE = /** @type {any} */ ({ render() {}, up: () => [], waits: () => false, drops: () => false });
/** @type {import("./referee.js").Referee} */
const referee =
  setup.mode === "as-at-the-table" ? new (await import("./referee.js")).Referee({ ask, open }) : NO_REFEREE;
const clock = new TableClock(setup.now, part("clock"), setup.turn);
const log = new PlayByPlay(part("play-by-play"), part("heard"));
const advisor = new Advisor(async () => line.ask({ type: "hint" }), toast);
const manners = new Manners((message) => ask(message), setup);
const seats = new Seats(page, setup, { ask, up: (seat) => referee.up(seat) });
const choices = new Choices(setup, { move, ask, open });
const hand = new Hand(part("hand"), {
  move,
  refused: refuse,
  drops: (card) => referee.drops(card),
  up: () => referee.up(state.you ?? ""),
});
const salting = new Salting(setup.table, setup.fingerprint, (message) => line.ask(message), toast);
const DEAD = 500,
  FRAME = 17;

/** @type {Shown} */ let state = /** @type {any} */ (null);
/** @type {Shown | null} */ let latest = null;
/** @type {Scene | null} */ let shown = null;
/** @type {Scene[]} */ const queue = [];
/** @type {typeof import("./endings.js") | null} */ let endings = null;
let showing = false;
let rematch = false;

/** @param {number} time */
const rest = (time) => new Promise((done) => setTimeout(done, document.hidden ? 0 : time));

/** @param {Shown} next */
function arrive(next) {
  if (rematch && next.followed) {
    location.href = within(`/t/${next.followed}`);
    return;
  }
  queue.push(...scenes(latest, next));
  latest = next;
  salting.take(next);
  if (!showing) run();
}

async function run() {
  showing = true;
  while (queue.length) {
    const scene = /** @type {Scene} */ (queue.shift());
    await show(scene);
  }
  showing = false;
}

/** @param {Scene} scene */
async function show(scene) {
  const time = pace(get("speed"));
  const before = state;
  state = scene.state;
  if (!before?.you && state.you) {
    tellPace();
    takeName();
    if (!state.game?.result) openBook();
  }
  const late = queue.length > 8;
  // What flies goes first: all else in the same frame would make it late.
  if (moving() && !late && fly(scene, time)) await rest(FRAME);
  draw(scene, before, time);
  if (scene.full) {
    await rest(late ? 100 : time.card + (scene.last ? time.last : time.rest));
    if (!scene.last) await gather(scene, seats, late ? 0 : time.gather);
  } else if (!late) await rest(time.step);
}

/**
 * Let the card that was played start on its way; says how many did.
 * @param {Scene} scene
 * @param {import("./scene_queue.js").Pace} time
 */
function fly(scene, time) {
  shown = scene;
  seats.take(state);
  return drawTrick(scene, seats, hand, time);
}

/** @param {Scene} scene @param {Shown | null} before @param {import("./scene_queue.js").Pace} time */
function draw(scene, before, time) {
  const game = state.game;
  fly(scene, time);
  referee.render(state);
  seats.render(state, scene);
  page.dataset.phase = game ? game.phase || "between" : "seats";
  page.dataset.scene = scene.full ? "trick" : "now";
  page.classList.toggle("watching", !state.you);
  if (!scene.full) log.add(state);
  drawScore(state);
  drawTrump(state, (seat) => seats.name(seat));
  drawStock(game);
  if (game?.phase) drawAhead(game.trumps ?? []);
  hand.draw(state, before, scene, time, () => seats.spot(game?.dealer ?? "S", "line"));
  drawLine(game, scene);
  choices.render(state, scene.full);
  manners.render(state);
  advisor.render(state, !scene.full && setup.friendly);
  drawEnd(game, scene);
  clock.render(game, Boolean(game?.turn && game.turn === state.you));
  part("last-trick").hidden = !(game?.phase === "play" && lastTrick(game));
  offerClaim(!scene.full && mayClaim(state));
  page.dataset.version = String(state.version);
}

/** @param {Game | undefined} game @param {Scene} scene */
function drawLine(game, scene) {
  const box = part("line");
  const mine = !scene.full && game?.turn && game.turn === state.you;
  const text = scene.full
    ? scene.winner
      ? scene.winner === state.you
        ? said("You take the trick.")
        : said("{name} takes the trick.", { name: seats.name(scene.winner) })
      : ""
    : state.told.line;
  const words = /** @type {HTMLElement} */ (box.querySelector(".txt"));
  if (words.textContent !== text) words.textContent = text;
  if (mine && !box.classList.contains("yours")) sound("turn");
  box.classList.toggle("yours", Boolean(mine));
  const deals = game?.dealer === state.you && state.you && !game?.result;
  /** @type {HTMLElement} */ (box.querySelector(".disc")).hidden = !deals;
}

/** @param {Game | undefined} game @param {Scene} scene */
function drawEnd(game, scene) {
  const ended = scene.full || referee.waits(state) ? null : state.told.ended;
  const there = Boolean((game?.result && !scene.full) || (ended && game && !game.phase));
  if (!endings && (there || game?.phase === "play")) fetchEndings();
  part("end").hidden = !there || !endings;
  page.classList.toggle("ended", there);
  if (there)
    endings?.drawEnd(state, ended, setup, {
      ask,
      again,
      faces: (side) => seats.faces(side),
      name: (seat) => seats.name(seat),
    });
  else endings?.forget();
}

/** The card of a hand's end, and what it looks like, are fetched while the hand is played. */
const fetchEndings = once(async () => {
  const [found] = await Promise.all([import("./endings.js"), styled("/static/endings.css")]);
  endings = found;
  redraw();
});

/** Do something once, and again only where it failed. @param {() => Promise<void>} act */
function once(act) {
  let done = false;
  return async () => {
    if (done) return;
    done = true;
    try {
      await act();
    } catch {
      done = false;
    }
  };
}

/** What is shown, once more: by another setting, or with what was fetched for it. */
function redraw() {
  forget();
  if (shown) draw(shown, state, pace(get("speed")));
}

/** Another game with the same people, in one tap. */
async function again() {
  rematch = true;
  await ask({ type: "again" });
  if (state.followed) location.href = within(`/t/${state.followed}`);
}

/** @param {any} message @param {string} [card] */
async function ask(message, card) {
  const answer = await line.ask(message);
  if (answer.type !== "no") return answer;
  if (answer.ask) askIfMeant(message, answer);
  else refuse(card, answer);
  return answer;
}

/** @param {any} message @param {{ reason: string, clause: string }} refusal */
async function askIfMeant(message, refusal) {
  const meant = message.what
    ? { ...message, what: { ...message.what, meant: true } }
    : { ...message, meant: true };
  (await import("./sheets.js")).askIfMeant(refusal, () => ask(meant));
}

/** @param {string} action @param {string} [card] */
function move(action, card) {
  if (!state.game || (state.game.turn !== state.you && !state.referee)) {
    if (card) refuse(card, { reason: said("It is not your turn.") });
    return;
  }
  ask({ type: "move", action }, card);
}

/** On lead, before the last card: all tricks left, where that is certain.
 * @param {Shown} state
 */
function mayClaim({ game, you, referee: ruled }) {
  return Boolean(
    you &&
      game?.phase === "play" &&
      game.turn === you &&
      !game.trick?.length &&
      !ruled &&
      (game.hand ?? []).length > 1 &&
      lastTrick(game),
  );
}
/** @param {boolean} there */
function offerClaim(there) {
  for (const name of ["claim", "claim-in-menu"]) part(name).hidden = !there;
}
for (const name of ["claim", "claim-in-menu"])
  part(name).addEventListener("click", () => {
    part(name).closest("dialog")?.close();
    ask({ type: "claim" });
  });

/** @type {Promise<import("./talk.js").Talk> | null} */ let talking = null;
/** What is said at the table, fetched when it is first wanted. */
const talk = () => (talking ||= import("./talk.js").then(({ Talk }) => new Talk(setup, seats, log, ask)));

/** @param {any} heard */
async function message(heard) {
  if ((heard.type === "said" || heard.type === "written") && state) (await talk()).hear(heard);
  if (heard.type === "bye" && !(heard.reload && loadAnew())) toast({ reason: heard.reason });
}

/** A page from before an update is loaded again, once; says whether it is. */
function loadAnew() {
  if (sessionStorage.getItem("loaded-anew") === setup.table) return false;
  sessionStorage.setItem("loaded-anew", setup.table);
  location.reload();
  return true;
}

/** @param {import("./connection.js").Status} what */
function status(what) {
  const box = part("status");
  box.hidden = what === "open";
  box.textContent =
    what === "lost"
      ? said("The connection dropped. Nothing is lost; trying again …")
      : what === "refused"
        ? said("This table is closed to you.")
        : "";
}

/** Open a sheet. @param {Element | null} dialog */
async function open(dialog) {
  if (dialog?.id === "leave-sheet" || dialog?.id === "bots-sheet") await manners.prepare();
  if (dialog?.id === "say-sheet") (await talk()).list();
  (await import("./sheets.js")).open(/** @type {HTMLDialogElement} */ (dialog));
}
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-opens]"))) {
  button.addEventListener("click", () => {
    button.closest("dialog")?.close();
    open(document.querySelector(`#${button.dataset.opens}`));
  });
}
part("last-trick").addEventListener("click", async () => {
  const cards = lastTrick(state.game);
  if (cards)
    (await import("./sheets.js")).showLastTrick(cards, state.game, state.you, (seat) => seats.name(seat));
});

/** Before the first deal by a book: what is special in it, once on each device. */
function openBook() {
  const known = (localStorage.getItem("known") || "").split(" ");
  if (setup.book.usual || !state.you || known.includes("all") || known.includes(setup.book.name)) return;
  localStorage.setItem("known", [...known, setup.book.name].join(" ").trim());
  open(document.querySelector("#book-sheet"));
}

/** A name that was given since one sat down stands at the chair before the game. */
function takeName() {
  const chair = state.chairs["NESW".indexOf(state.you ?? "")];
  if (!state.game && !setup.event && !setup.guest && !chair.name?.startsWith(setup.name))
    line.ask({ type: "sit", seat: state.you });
}

/** At a table of one the bots go at the person's own speed. */
function tellPace() {
  if (state?.you) line.ask({ type: "pace", speed: get("speed") || "normal" });
}
document.addEventListener("setting", (event) => {
  if (/** @type {CustomEvent} */ (event).detail === "speed") tellPace();
  redraw();
});

document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest("input, select, textarea, dialog") || event.ctrlKey || event.metaKey || event.altKey)
    return;
  if (event.key === "h" && !part("hint").hidden) {
    event.preventDefault();
    part("hint").click();
    return;
  }
  const number = Number(event.key);
  if (!(number >= 1 && number <= 6)) return;
  const buttons = /** @type {NodeListOf<HTMLElement>} */ (
    part("choices").querySelectorAll("button[data-action]")
  );
  if (buttons.length) buttons[number - 1]?.focus();
  else /** @type {HTMLElement | undefined} */ (part("hand").children[number - 1])?.focus();
});

playBy(setup.book.name);
tellOpened(page);
restAfterPress(".choices button, .sum button, .corner button, .menu-list button", DEAD);
const line = new Asking(`/t/${setup.table}/live?protocol=2`, { state: arrive, message, status });
