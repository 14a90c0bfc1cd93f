// The card table: shows each state of the line scene by scene, and asks for what the person chooses.
import { bind, get } from "./settings.js";
import { face, make, sign, spoken, SUITS, tricks } from "./cards.js";
import { Advisor } from "./advice.js";
import { TableClock } from "./clock.js";
import { el, part } from "./dom.js";
import { newFives, showFives } from "./fives.js";
import { Hand } from "./hand.js";
import { Manners } from "./manners.js";
import { Asking } from "./line.js";
import { comeFrom, goTo, where } from "./motion.js";
import { PlayByPlay } from "./play_by_play.js";
import { Salting } from "./salting.js";
import { pace, scenes } from "./scenes.js";
import { sound } from "./sounds.js";

/** @type {any} */
const setup = JSON.parse(/** @type {Element} */ (document.querySelector("#setup")).textContent ?? "{}");
const page = /** @type {HTMLElement} */ (document.querySelector("#table"));
const clock = new TableClock(setup.now, part("clock"));
const log = new PlayByPlay(part("play-by-play"));
/** Where no slips can happen there is nothing to call and nothing to rule. */
const NO_REFEREE = /** @type {any} */ ({ render() {}, up: () => [], waits: () => false, drops: () => false });
/** @type {import("./referee.js").Referee} */
const referee = setup.mode === "as-at-the-table" ? new (await import("./referee.js")).Referee({ ask, why }) : NO_REFEREE;
const advisor = new Advisor(async () => line.ask({ type: "hint" }), toast);
const manners = new Manners((message) => ask(message), setup);
const hand = new Hand(part("hand"), { move, refused: bubble, drops: (card) => referee.drops(card), up: () => referee.up(state.you ?? "") });
const salting = new Salting(setup.table, setup.fingerprint, (message) => line.ask(message));
const ORDER = "NESW";
const DEAD = 500;
const SUMMARY = 3000;

/** @typedef {import("./wire").Shown} Shown */
/** @typedef {import("./wire").Game} Game */
/** @typedef {import("./wire").Choice} Choice */
/** @typedef {import("./scenes.js").Scene} Scene */
/** @type {Shown} */ let state = /** @type {any} */ (null);
/** @type {Shown | null} */ let latest = null;
/** @type {Scene[]} */ const queue = [];
/** @type {Record<string, Element>} */ const markers = {};
let showing = false;
let pressed = 0;
let summaryShown = "";
let alone = false;
let rematch = false;

/** Where a seat is drawn: you sit at the bottom, whatever your seat.
 * @param {string} seat
 */
const place = (seat) => "swne"[(ORDER.indexOf(seat) - ORDER.indexOf(state.you || "S") + 4) % 4];
/** @param {string} seat */
const chairOf = (seat) => state.chairs[ORDER.indexOf(seat)];
/** @param {string} seat */
const nameOf = (seat) => (seat === state.you ? "You" : chairOf(seat).name || { N: "North", E: "East", S: "South", W: "West" }[seat]);
/** @param {string} spot */
const seatBox = (spot) => /** @type {HTMLElement} */ (page.querySelector(`.seat.${spot}`));
/** @param {number} time */
const rest = (time) => new Promise((done) => setTimeout(done, document.hidden ? 0 : time));

/** @param {Shown} next */
function arrive(next) {
  if (rematch && next.followed) { location.href = `/t/${next.followed}`; return; }
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
  if (!before?.you && state.you) { tellPace(); if (!state.game?.result) openBook(); }
  const late = queue.length > 8;
  draw(scene, before, time);
  if (scene.full) {
    await rest(late ? 100 : time.card + (scene.last ? time.last : time.rest));
    if (!scene.last) await gather(scene, late ? 0 : time.gather);
  } else if (!late) await rest(time.step);
}

/** @param {Scene} scene @param {number} duration */
async function gather(scene, duration) {
  const cards = /** @type {HTMLElement[]} */ ([...part("trick").querySelectorAll(".card")]);
  const winner = scene.winner ? place(scene.winner) : "n";
  sound("gather");
  await goTo(cards, where(winner === "s" ? part("hand") : seatBox(winner).querySelector(".face")), duration);
  part("trick").replaceChildren();
}

/** @param {Scene} scene @param {Shown | null} before @param {import("./scenes.js").Pace} time */
function draw(scene, before, time) {
  const game = state.game;
  const spots = hand.spots();
  page.dataset.phase = game ? game.phase || "between" : "seats";
  page.dataset.scene = scene.full ? "trick" : "now";
  page.classList.toggle("watching", !state.you);
  log.add(scene.full ? [] : state.news || [], state);
  drawScore(game);
  drawTrump(game);
  drawSeats(game, scene);
  drawStock(game);
  drawTrick(scene, spots, time);
  hand.draw(state, before, scene, time, () => dealerSpot(game));
  drawLine(game, scene);
  drawChoices(game, scene);
  referee.render(state);
  manners.render(state);
  advisor.render(state, !scene.full && setup.friendly);
  drawEnd(game, scene);
  clock.render(game, Boolean(game?.turn && game.turn === state.you));
  part("last-trick").hidden = !(game?.phase === "play" && lastTrick(game));
  offerClaim(Boolean(!scene.full && game?.phase === "play" && game.turn === state.you && state.you && !game.trick?.length && !state.referee && (game.hand ?? []).length > 1 && lastTrick(game)));
  page.dataset.version = String(state.version);
}

/** @param {Game | undefined} game */
function drawScore(game) {
  ["NS", "EW"].forEach((side, index) => {
    const ours = state.you ? side.includes(state.you) : index === 0;
    const box = part(ours ? "we" : "they");
    const fives = (markers[ours ? "we" : "they"] ||= newFives(ours ? "red" : "black"));
    const shown = game?.fives?.[index] || { up: false, pips: 0, at: [0, 0, 0] };
    const score = game ? game.score[index] : 0;
    showFives(fives, shown, score);
    const label = state.you ? (ours ? "We" : "They") : index ? "East–West" : "North–South";
    const beside = shown.beside ? ` (${shown.beside} more)` : "";
    const words = el("div", {}, el("span", { className: "who", text: label }), el("b", { className: "points", text: String(score) }),
      " ", el("small", { text: (game?.goal || "") + beside }));
    if (box.firstChild !== fives) box.replaceChildren(fives, words);
    else box.lastChild?.replaceWith(words);
  });
}

/** @param {Game | undefined} game */
function drawTrump(game) {
  const trump = game?.trump || (game?.last && game.last.trump);
  const maker = game?.maker || game?.last?.maker;
  const plaque = el("div", { className: trump ? "plaque" : "plaque none" }, ...(trump ? [sign(trump)] : ["?"]));
  const called = trump && maker ? `${nameOf(maker)} called it` : "not made yet";
  const word = trump ? SUITS[trump][0].toUpperCase() + SUITS[trump].slice(1) : "Trump";
  part("trump").replaceChildren(plaque, el("span", {}, el("span", { text: word }), el("em", { text: called })));
}

/** @param {Game | undefined} game @param {Scene} scene */
function drawSeats(game, scene) {
  for (const seat of ORDER) {
    const chair = chairOf(seat), spot = place(seat), box = seatBox(spot);
    const left = game?.phase ? (game.cards_left || [])[ORDER.indexOf(seat)] ?? 0 : 0;
    const out = game?.lone && ORDER[(ORDER.indexOf(game.lone) + 2) % 4] === seat;
    const won = game && (game.phase === "play" || scene.full) ? (game.tricks_of || [0, 0, 0, 0])[ORDER.indexOf(seat)] - (scene.full && scene.winner === seat && !scene.last ? 1 : 0) : 0;
    const bids = game?.phase && !["play", "done"].includes(game.phase) ? (game.bids || []).filter((/** @type {string[]} */ bid) => bid[0] === seat) : [];
    box.classList.toggle("turn", !scene.full && game?.turn === seat);
    box.classList.toggle("away", Boolean(chair.away));
    box.dataset.seat = seat;
    fan(box, out ? 0 : left);
    const face_ = /** @type {HTMLElement} */ (box.querySelector(".face"));
    face_.textContent = initials(chair.name || "");
    face_.style.setProperty("--c", colourOf(chair.name || seat));
    const discs = [];
    if (game?.dealer === seat && !game.result) discs.push(el("span", { className: "disc d", title: "dealer", role: "img", "aria-label": "dealer", text: "D" }));
    if (game?.maker === seat) discs.push(el("span", { className: "disc m", title: "called trump", role: "img", "aria-label": `called ${SUITS[game.trump ?? ""]}` }, sign(game.trump ?? "")));
    /** @type {HTMLElement} */ (box.querySelector(".discs")).replaceChildren(...discs);
    /** @type {HTMLElement} */ (box.querySelector(".who")).textContent = seat === state.you ? "You" : chair.name || nameOf(seat) || "";
    const notes = [chair.bot ? "bot" : "", chair.away && !game?.result ? "away" : "", out ? "sits out" : ""].filter(Boolean);
    /** @type {HTMLElement} */ (box.querySelector(".note")).textContent = notes.join(", ");
    /** @type {HTMLElement} */ (box.querySelector(".won")).replaceChildren(...(won > 0 ? [tricks(won)] : []), ...faceUp(seat, game));
    const bubble = /** @type {HTMLElement} */ (box.querySelector(".bubble"));
    bubble.hidden = !bids.length;
    bubble.textContent = bids.at(-1)?.[1] ?? "";
    /** @type {HTMLElement} */ (box.querySelector(".sit")).replaceChildren(...(game?.result || (game && state.you) ? [] : seatButtons(seat, chair)));
  }
  const mine = state.you && game?.phase === "play" ? (game.tricks_of || [0, 0, 0, 0])[ORDER.indexOf(state.you)] : 0;
  const called = game?.maker && game.maker === state.you ? [el("span", { className: "disc m", title: "you called trump" }, sign(game.trump ?? ""))] : [];
  part("mine").replaceChildren(...called, ...(mine ? [tricks(mine)] : []));
}

/** @param {string} name */
const initials = (name) => name.split(/\s+/).map((word) => word[0] || "").join("").slice(0, 2).toUpperCase() || "·";

const COLOURS = ["#2f6f86", "#7a3d63", "#4a5a86", "#8a6414", "#1f6b4a", "#8a3b2a", "#5b4a86", "#3a6b2f"];
/** @param {string} name */
const colourOf = (name) => COLOURS[[...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7) % COLOURS.length];

/** @param {HTMLElement} box @param {number} count */
function fan(box, count) {
  const holder = /** @type {HTMLElement} */ (box.querySelector(".fan"));
  if (holder.children.length === count && holder.dataset.back === get("back")) return;
  holder.dataset.back = get("back");
  holder.style.setProperty("--n", String(count));
  holder.replaceChildren(...Array.from({ length: count }, (_, at) => {
    const card = el("span", { className: "card" }, face(null));
    card.style.setProperty("--i", String(at));
    return card;
  }));
}

/** Cards of a hand that lie open, by a slip or a ruling.
 * @param {string} seat @param {Game | undefined} game
 */
function faceUp(seat, game) {
  const open = seat === state.you ? [] : referee.up(seat);
  return open.map((name) => el("span", { className: "up", role: "img", "aria-label": `face up: the ${spoken(name)}` }, face(name, game?.trumps)));
}

/** @param {string} seat @param {import("./wire").Chair} chair */
function seatButtons(seat, chair) {
  if (setup.event) return [];
  const empty = !chair.name;
  const found = [];
  if (empty || (chair.bot && !state.you)) found.push(el("button", { type: "button", text: empty ? "Sit here" : "Sit here instead", on: { click: () => ask({ type: "sit", seat }) } }));
  if (empty && state.you) found.push(el("button", { type: "button", text: "Add a bot", on: { click: () => ask({ type: "bot", seat, player: setup.strength || "club" }) } }));
  return found;
}

/** @param {Game | undefined} game */
function drawStock(game) {
  const bidding = game && ["round one", "round two"].includes(game.phase ?? "");
  const box = part("stock");
  box.hidden = !bidding;
  if (!bidding) return;
  const down = game.phase === "round two", turnup = game.turnup ?? "";
  const top = el("span", { className: "card top-card", role: "img", "aria-label": down ? `the ${spoken(turnup)} is turned down` : `turned up: the ${spoken(turnup)}` }, face(down ? null : turnup));
  box.replaceChildren(el("span", { className: "card" }, face(null)), el("span", { className: "card" }, face(null)), top);
}

/** @param {Scene} scene @param {Map<string, any>} spots @param {import("./scenes.js").Pace} time */
function drawTrick(scene, spots, time) {
  const game = state.game;
  const box = part("trick");
  const known = new Map([...box.querySelectorAll(".card")].map((card) => [/** @type {HTMLElement} */ (card).dataset.card, card]));
  const trumps = game?.trumps?.length ? game.trumps : [];
  const cards = scene.trick.map(([seat, name]) => {
    const old = known.get(name);
    const win = scene.winner === seat;
    const card = /** @type {HTMLElement} */ (old || el("span", { className: `card t${place(seat)}`, data: { card: name }, role: "img" }, face(name, trumps)));
    card.classList.toggle("winner", win);
    card.setAttribute("aria-label", `${nameOf(seat)}: the ${spoken(name)}${win ? ", wins the trick" : ""}`);
    return { card, seat, fresh: !old };
  });
  const mine = !scene.full && game?.phase === "play" && game.turn === state.you && state.you;
  box.replaceChildren(...cards.map(({ card }) => card), ...(mine ? [el("i", { className: "slot ts" })] : []));
  for (const { card, seat, fresh } of cards) {
    if (!fresh) continue;
    const name = card.dataset.card ?? "";
    const from = spots.get(name) || where(place(seat) === "s" ? part("hand") : seatBox(place(seat)).querySelector(".fan, .face"));
    comeFrom(card, from, time.card);
    sound("card");
  }
}

/** Where the cards come from when they are dealt.
 * @param {Game | undefined} game
 */
function dealerSpot(game) {
  const spot = place(game?.dealer ?? "S");
  return where(spot === "s" ? part("line") : seatBox(spot).querySelector(".face"));
}

/** @param {Game | undefined} game @param {Scene} scene */
function drawLine(game, scene) {
  const box = part("line");
  const mine = !scene.full && game?.turn && game.turn === state.you;
  const text = scene.full ? (scene.winner ? (scene.winner === state.you ? "You take the trick." : `${nameOf(scene.winner)} takes the trick.`) : "") : state.told.line;
  const words = /** @type {HTMLElement} */ (box.querySelector(".txt"));
  if (words.textContent !== text) words.textContent = text;
  if (mine && !box.classList.contains("yours")) sound("turn");
  box.classList.toggle("yours", Boolean(mine));
  const deals = game?.dealer === state.you && state.you && !game?.result;
  /** @type {HTMLElement} */ (box.querySelector(".disc")).hidden = !deals;
}

/** @param {Game | undefined} game @param {Scene} scene */
function drawChoices(game, scene) {
  const box = part("choices");
  const choices = scene.full ? [] : state.told.choices || [];
  const key = `${state.version} ${scene.full} ${alone}`;
  const suits = choices.filter((each) => each.suit);
  if (!suits.length) alone = false;
  box.className = suits.length ? "choices six" : "choices";
  box.hidden = !choices.length && !(!game && state.you && !setup.event && !state.shuffle?.beginning);
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  if (box.hidden) box.replaceChildren();
  else if (suits.length) box.replaceChildren(...suitButtons(choices, suits));
  else if (choices.length) box.replaceChildren(...choices.map((each) => choiceButton(each)));
  else box.replaceChildren(el("button", { type: "button", className: "brass wide", text: "Start the game", on: { click: () => ask({ type: "begin" }) } }));
}

/** Suits as buttons, and whether one would go alone as a switch beside them.
 * @param {Choice[]} choices @param {Choice[]} suits
 */
function suitButtons(choices, suits) {
  const both = suits.some((each) => each.alone) && suits.some((each) => !each.alone);
  const shown = suits.filter((each) => !both || Boolean(each.alone) === alone);
  const found = shown.map((each) => choiceButton(each, shown.length > 3 ? "half" : "third"));
  const others = choices.filter((each) => !each.suit).map((each) => choiceButton(each, "half"));
  const turn = () => { alone = !alone; drawChoices(state.game, { state, trick: [], winner: null, full: false, last: false, over: false }); /** @type {HTMLElement | null} */ (part("choices").querySelector("[data-alone]"))?.focus(); };
  if (both) others.push(el("button", { type: "button", className: "half", data: { alone: String(alone) }, "aria-pressed": String(alone), text: alone ? "Go alone: on" : "Go alone: off", on: { click: turn } }));
  return [...found, ...others];
}

/** @param {Choice} each @param {string} [wide] */
function choiceButton(each, wide = "") {
  const brass = !each.suit && ["order", "pick up", "with partner"].includes(each.action);
  const kind = wide || (each.alone && each.action !== "alone" ? "wide" : brass ? "brass" : "");
  return el("button", { type: "button", className: each.suit ? `suit ${kind}` : kind, data: { action: each.action }, on: { click: (/** @type {MouseEvent} */ event) => press(event, () => move(each.action)) } },
    ...(each.suit ? [sign(each.suit, true)] : []), el("span", { text: each.label }));
}

/** @param {Game | undefined} game @param {Scene} scene */
function drawEnd(game, scene) {
  const box = part("end");
  const over = Boolean(game?.result) && !scene.full;
  const ended = scene.full || referee.waits(state) ? null : state.told.ended;
  box.hidden = !(over || (ended && game && !game.phase));
  page.classList.toggle("ended", !box.hidden);
  if (box.hidden || !game) { summaryShown = ""; return; }
  const key = `${over} ${state.followed} ${game.deal} ${Boolean(game.seed)} ${state.referee ? JSON.stringify(state.referee) : ""}`;
  if (summaryShown === key) return;
  const fresh = !summaryShown;
  summaryShown = key;
  box.className = over ? "sum win" : "sum";
  box.setAttribute("aria-label", over ? "Game over" : "Hand over");
  box.replaceChildren(...(over || !ended ? gameCard(game) : handCard(game, ended)));
  if (fresh && over && state.you) sound(state.you && (game.result?.winner === "NS") === "NS".includes(state.you) ? "won" : "lost");
}

/** @param {Game} game @param {import("./wire").Ended} ended */
function handCard(game, ended) {
  const waits = referee.waits(state);
  const next = el("button", { type: "button", className: "brass", text: "Next hand", on: { click: (/** @type {MouseEvent} */ event) => press(event, () => ask({ type: "next" })) } });
  const acts = [...(ended.clause ? [whyButton(ended.clause)] : []), ...(state.you && !waits ? [next] : [])];
  if (state.you && !waits && get("summary") !== "wait" && !state.referee) setTimeout(() => { if (!part("end").hidden && next.isConnected && state.chairs.filter((chair) => chair.name && !chair.bot).length === 1) next.click(); }, SUMMARY);
  return [el("div", { className: "row" }, el("h1", { text: ended.title }), el("span", { className: "pts", text: ended.points })),
    el("p", { text: ended.text }), tally(game), el("div", { className: "acts" }, ...acts)];
}

/** @param {Game} game */
function tally(game) {
  const [ours, theirs] = state.you && "EW".includes(state.you) ? [game.score[1], game.score[0]] : game.score;
  const side = (/** @type {string} */ word, /** @type {number} */ points) => el("span", {}, `${word} `, el("b", { text: String(points) }), " ", el("small", { text: game.goal || "" }));
  const trump = game.last?.trump;
  return el("div", { className: "tally" }, side(state.you ? "We" : "North–South", ours), trump ? sign(trump) : el("i"), side(state.you ? "They" : "East–West", theirs));
}

/** @param {Game} game */
function gameCard(game) {
  const acts = [];
  if (game.seed) acts.push(el("a", { className: "btn onpaper", href: `/t/${setup.table}/replay`, text: "Replay" }), el("a", { className: "btn onpaper", href: `/t/${setup.table}/review`, text: "Review" }));
  if (setup.event) acts.push(el("a", { className: "btn brass", href: setup.event, text: "Back to the event" }));
  else if (state.followed) acts.push(el("a", { className: "btn brass", href: `/t/${state.followed}`, text: "To the next game" }));
  else if (state.you && game.seed) acts.push(el("button", { type: "button", className: "brass", text: "Play again", on: { click: (/** @type {MouseEvent} */ event) => press(event, again) } }));
  const said = [];
  if (state.told.ended) said.push(el("p", { text: `${state.told.ended.title}: ${state.told.ended.text}` }));
  if ((game.course ?? []).length > 2) said.push(spark(game.course ?? []), el("p", { className: "turned", text: state.told.course ?? "" }));
  if (state.told.clause) said.push(el("p", {}, el("a", { className: "clause", href: why(state.told.clause), target: "_blank", text: "Why is it over?", title: state.told.clause })));
  return [el("div", { className: "head" }, el("h1", { text: state.told.line })), el("div", { className: "body" }, ...said), el("div", { className: "acts" }, ...acts)];
}

/** The chance to win over the game, from the side of the one who reads.
 * @param {number[]} chances
 */
function spark(chances) {
  const ours = state.you && "EW".includes(state.you) ? chances.map((each) => 1 - each) : chances;
  const points = ours.map((each, at) => `${(200 * at) / (ours.length - 1)},${2 + 40 * (1 - each)}`).join(" ");
  return make("svg", { viewBox: "0 0 200 44", class: "spark", preserveAspectRatio: "none", "aria-hidden": "true" },
    make("rect", { width: 200, height: 44, class: "spark-bg" }), make("polygon", { points: `0,44 ${points} 200,44`, class: "spark-area" }),
    make("path", { d: "M0 22H200", class: "spark-half" }), make("polyline", { points, class: "spark-line" }));
}

/** Another game with the same people, in one tap. */
async function again() {
  rematch = true;
  await ask({ type: "again" });
  if (state.followed) location.href = `/t/${state.followed}`;
}

/** @param {string} clause */
function whyButton(clause) {
  return el("a", { className: "btn onpaper why clause", href: why(clause), target: "_blank", text: "Why?", title: clause });
}

/** @param {string} clause */
function why(clause) { return `/rules/${setup.book.name}#${clause}`; }

/** A pressed place is dead for half a second: nothing new that comes there is pressed by mistake. Keys press nothing by
 * mistake, so they are always taken.
 * @param {MouseEvent} event
 * @param {() => void} act
 */
function press(event, act) {
  const byKey = event.detail === 0;
  if (!byKey && performance.now() - pressed < DEAD) return;
  pressed = performance.now();
  act();
}

/** @param {any} message @param {string} [card] */
async function ask(message, card) {
  const answer = await line.ask(message);
  if (answer.type !== "no") return answer;
  if (answer.ask) askIfMeant(message, answer);
  else if (card) bubble(card, answer);
  else toast(answer);
  return answer;
}

/** What would lose the game is done only when it is said to be meant.
 * @param {any} message @param {{ reason: string, clause: string }} refusal
 */
function askIfMeant(message, { reason, clause }) {
  const dialog = /** @type {HTMLDialogElement} */ (part("meant"));
  const no = el("button", { type: "button", className: "brass", text: "Take it back", on: { click: () => dialog.close() } });
  const yes = el("button", { type: "button", className: "onpaper", text: "It is meant", data: { meant: "yes" }, on: { click: () => { dialog.close(); ask(message.what ? { ...message, what: { ...message.what, meant: true } } : { ...message, meant: true }); } } });
  dialog.replaceChildren(el("p", {}, `${reason} `, whyButton(clause)), el("div", { className: "menu-list" }, no, yes));
  dialog.showModal();
}

/** @param {string} action @param {string} [card] */
function move(action, card) {
  if (!state.game || (state.game.turn !== state.you && !state.referee)) {
    if (card) bubble(card, { reason: "It is not your turn." });
    return;
  }
  ask({ type: "move", action }, card);
}

/** @param {string} card @param {{ reason: string, clause?: string }} refusal */
function bubble(card, refusal) {
  page.querySelectorAll(".refusal").forEach((old) => old.remove());
  const at = part("hand").querySelector(`[data-card="${card}"]`);
  if (!at) { toast(refusal); return; }
  const box = el("div", { className: "bubble refusal", role: "alert" }, refusal.reason);
  if (refusal.clause) box.append(" ", el("a", { href: why(refusal.clause), className: "clause", target: "_blank", text: "Why?", title: refusal.clause }));
  part("refusals").replaceChildren(box);
  setTimeout(() => box.remove(), 7000);
}

/** @param {{ reason: string, clause?: string }} refusal */
function toast({ reason, clause }) {
  const box = el("div", { className: "toast", role: "alert" }, reason);
  if (clause) box.append(" ", el("a", { href: why(clause), className: "clause", target: "_blank", text: "Why?", title: clause }));
  part("toasts").replaceChildren(box);
  setTimeout(() => box.remove(), 6000);
}

/** @param {Game | undefined} game */
const lastTrick = (game) => game?.previous?.length ? game.previous : null;

function showLastTrick() {
  const cards = lastTrick(state.game);
  if (!cards) return;
  part("last-cards").replaceChildren(...cards.map(([seat, name]) => el("figure", {}, el("span", { className: "card", role: "img", "aria-label": spoken(name) }, face(name, state.game?.trumps)), el("figcaption", { text: nameOf(seat) }))));
  /** @type {HTMLDialogElement} */ (part("last-dialog")).showModal();
}
part("last-trick").addEventListener("click", showLastTrick);

/** All tricks left, where that is certain.
 * @param {boolean} there
 */
function offerClaim(there) { for (const name of ["claim", "claim-in-menu"]) part(name).hidden = !there; }
for (const name of ["claim", "claim-in-menu"]) part(name).addEventListener("click", (event) => { closeAll(); press(event, () => ask({ type: "claim" })); });

const muted = new Set();
const phrase = (/** @type {string} */ text, /** @type {number} */ number) =>
  el("button", { type: "button", text, className: "onpaper", on: { click: (/** @type {MouseEvent} */ event) => { closeAll(); press(event, () => ask({ type: "say", phrase: number })); } } });
part("sayings").replaceChildren(...setup.phrases.map(phrase));
const closeAll = () => { for (const dialog of document.querySelectorAll("dialog")) dialog.close(); };

/** @param {any} heard */
function message(heard) {
  if (heard.type === "said" && !muted.has(heard.seat) && state) {
    const words = setup.phrases[heard.phrase] || "…";
    log.say(`${nameOf(heard.seat)}: “${words}”`);
    say(heard.seat, words);
  }
  if (heard.type === "bye") toast({ reason: heard.reason });
}

/** @param {string} seat @param {string} words */
function say(seat, words) {
  const box = seatBox(place(seat));
  const cloud = el("div", { className: "bubble saying", text: words });
  box.append(cloud);
  setTimeout(() => cloud.remove(), 4000);
}
part("mute").addEventListener("change", (event) => {
  const on = /** @type {HTMLInputElement} */ (event.target).checked;
  for (const seat of ORDER) if (on && seat !== state?.you) muted.add(seat); else muted.delete(seat);
});

const salt = /** @type {HTMLFormElement | null} */ (page.querySelector('[data-part="salt"]'));
salt?.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!latest || latest.game || latest.shuffle?.closed) return toast({ reason: "The game is about to begin: the shuffle is closed." });
  salting.words(/** @type {HTMLInputElement} */ (salt.querySelector("input")).value, latest);
  toast({ reason: "Your words are part of the shuffle." });
});
if (!salting.fair) toast({ reason: "The hall's seed is not the one that it first showed you. This device adds nothing to the shuffle." });

part("words").addEventListener("submit", (event) => {
  event.preventDefault();
  const typed = /** @type {HTMLInputElement} */ (part("words").querySelector("input"));
  if (typed.value.trim()) ask({ type: "call", what: { do: "words", words: typed.value } });
  typed.value = "";
});

/** @param {import("./line.js").Status} what */
function status(what) {
  const box = part("status");
  box.hidden = what === "open";
  box.textContent = what === "lost" ? "The connection dropped. Nothing is lost; trying again …" : what === "refused" ? "This table is closed to you." : "";
}

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-opens]"))) {
  button.addEventListener("click", () => {
    button.closest("dialog")?.close();
    if (button.dataset.opens === "log-sheet") document.querySelector(".copied")?.replaceChildren(...[...part("play-by-play").children].map((item) => item.cloneNode(true)));
    /** @type {HTMLDialogElement} */ (document.querySelector(`#${button.dataset.opens}`)).showModal();
  });
}
/** Before the first deal by a book: what is special in it, once on each device. */
function openBook() {
  const known = (localStorage.getItem("known") || "").split(" ");
  if (setup.book.usual || !state.you || known.includes("all") || known.includes(setup.book.name)) return;
  localStorage.setItem("known", [...known, setup.book.name].join(" ").trim());
  /** @type {HTMLDialogElement} */ (document.querySelector("#book-sheet")).showModal();
}

for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
}
/** At a table of one the bots go at the person's own speed. */
function tellPace() { if (state?.you) line.ask({ type: "pace", speed: get("speed") || "normal" }); }
document.addEventListener("setting", (event) => {
  if (/** @type {CustomEvent} */ (event).detail === "speed") tellPace(); if (state) draw({ state, trick: state.game?.trick ?? [], winner: null, full: false, last: false, over: false }, state, pace(get("speed"))); });

document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest("input, select, textarea, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "h" && !part("hint").hidden) { event.preventDefault(); part("hint").click(); return; }
  const number = Number(event.key);
  if (!(number >= 1 && number <= 6)) return;
  const choices = /** @type {NodeListOf<HTMLElement>} */ (part("choices").querySelectorAll("button[data-action]"));
  if (choices.length) choices[number - 1]?.focus();
  else /** @type {HTMLElement | undefined} */ (part("hand").children[number - 1])?.focus();
});

const line = new Asking(`/t/${setup.table}/live`, { state: arrive, message, status });
bind(page);
