// The card table: draws each state of the line, and asks for what the person chooses.
import "./settings.js";
import { face, isTrump, SIGNS, sorted, spoken, SUITS } from "./cards.js";
import { TableClock } from "./clock.js";
import { el } from "./dom.js";
import { fives } from "./fives.js";
import { Line } from "./line.js";
import { Referee } from "./referee.js";
import { get } from "./settings.js";
import { left, partner, Words, WORD } from "./words.js";

const page = document.querySelector("#table");
const setup = JSON.parse(document.querySelector("#setup").textContent);
const words = new Words(setup.book);
const part = (name) => page.querySelector(`[data-part="${name}"]`);
const REST = { slow: 2200, fast: 600, none: 0 };
const clock = new TableClock(setup.now);
const referee = new Referee({ part, ask, clauseLink: (clause) => clauseLink(clause), words });
let state = null;
let queue = [];
let shownAt = 0;
let busy = false;

const clauseLink = (clause) => el("a", { href: `/rules/${setup.book.name}#${clause}`, className: "clause", text: clause.includes(":") ? "the rule" : clause, target: "_blank" });

// where a seat is drawn: you sit at the bottom, whatever your seat
function place(seat) {
  const me = state.you || "S";
  if (seat === me) return "bottom";
  if (seat === left(me)) return "left";
  return seat === partner(me) ? "top" : "right";
}

// states are shown one at a time, so that a finished trick can be seen
function arrive(next) {
  queue.push(next);
  show();
}

function show() {
  if (busy || !queue.length) return;
  const rest = REST[get("speed")] ?? 1200;
  const restful = state && state.game && (state.game.before || []).length ? rest : rest / 4;
  const wait = queue.length > 6 ? 0 : Math.max(0, shownAt + restful - performance.now());
  if (wait > 8) { busy = true; setTimeout(() => { busy = false; show(); }, wait); return; }
  const next = queue.shift();
  const draw = () => { state = words.state = next; render(); shownAt = performance.now(); };
  const moving = document.startViewTransition && !matchMedia("(prefers-reduced-motion: reduce)").matches && get("speed") !== "none" && document.visibilityState === "visible" && state;
  if (moving) {
    busy = true;
    const change = document.startViewTransition(draw);
    const after = () => { busy = false; show(); };
    change.finished.then(after, after);
  } else { draw(); if (queue.length) show(); }
}

function render() {
  const game = state.game;
  page.dataset.phase = game ? game.phase || "between" : "seats";
  tell(state.news || []);
  referee.render(state);
  renderScore(game);
  renderChairs(game);
  renderTrick(game);
  renderOffer(game);
  renderNow(game);
  renderHand(game);
  if (game && part("salt")) { part("salt").remove(); part("invite").open = false; }
  page.dataset.version = state.version;
}

function tell(lines) {
  const list = part("tale");
  for (const line of lines) list.append(el("li", { text: words.told(line) }));
  while (list.children.length > 60) list.firstChild.remove();
  if (lines.length) list.scrollTop = list.scrollHeight;
}

function renderScore(game) {
  const score = game ? game.score : [0, 0];
  const box = part("score");
  const sides = ["NS", "EW"].map((side, index) => {
    const colour = index ? "black" : "red";
    const mine = state.you && side.includes(state.you);
    const name = state.you ? (mine ? "You and partner" : "They") : side === "NS" ? "North–South" : "East–West";
    const beside = score[index] > 10 ? ` (10 + ${score[index] - 10})` : "";
    return el("div", { className: "fives" }, fives(score[index], colour),
      el("div", {}, el("div", { className: "points", text: String(score[index]) }), el("div", { className: "side-name", text: name + beside })));
  });
  box.replaceChildren(sides[0], clock.render(game, Boolean(game && game.turn && game.turn === state.you)), sides[1]);
}

function renderChairs(game) {
  for (const seat of "NESW") {
    const chair = state.chairs["NESW".indexOf(seat)];
    const box = part(`chair-${place(seat)}`);
    const marks = [];
    if (game && game.dealer === seat && !game.result) marks.push(el("span", { className: "mark dealer", text: "dealer" }));
    if (game && game.maker === seat) marks.push(el("span", { className: "mark maker" }, SIGNS[game.trump], el("span", { className: "suit-word", text: ` ${SUITS[game.trump]}` }), game.lone === seat ? " alone" : ""));
    if (chair.away && !(game && game.result)) marks.push(el("span", { className: "mark", text: "away" }));
    if (game && game.lone && partner(game.lone) === seat) marks.push(el("span", { className: "mark", text: "hand put away" }));
    const won = game && game.phase === "play" ? (game.tricks_of || [0, 0, 0, 0])["NESW".indexOf(seat)] : 0;
    if (won) {
      const turned = el("span", { className: "turned", title: `${won} tricks` });
      for (let k = 0; k < won; k++) turned.append(el("i"));
      marks.push(el("span", { className: "mark" }, turned, ` ${won}`));
    }
    const bids = game && !["play", "done"].includes(game.phase) && game.phase ? (game.bids || []).filter((bid) => bid[0] === seat) : [];
    box.classList.toggle("turn", !!game && game.turn === seat);
    const name = chair.name ? chair.name + (chair.bot ? " (bot)" : "") : "";
    box.replaceChildren(
      el("div", { className: "who", text: name || WORD[seat] }),
      el("div", { className: "said", text: bids.length ? words.said(bids.at(-1)) : "" }),
      el("div", { className: "marks" }, ...marks),
      ...faceUp(seat),
      ...(game ? [] : [seatButtons(seat, chair)]));
  }
}

// cards of a hand that lie open, by a slip or a ruling
function faceUp(seat) {
  const cards = seat === state.you ? [] : referee.up(seat);
  if (!cards.length) return [];
  return [el("div", { className: "face-up" }, ...cards.map((name) => el("span", { role: "img", "aria-label": `face up: ${spoken(name)}` }, face(name))))];
}

function seatButtons(seat, chair) {
  const box = el("div", { className: "choices" });
  if (setup.event) return box;
  const empty = !chair.name;
  if (empty || chair.bot) box.append(el("button", { text: empty ? "Sit here" : "Sit here instead", on: { click: () => ask({ type: "sit", seat }) } }));
  if (empty && state.you) box.append(el("button", { text: "Add a bot", on: { click: () => ask({ type: "bot", seat, player: setup.strength || "club" }) } }));
  return box;
}

function renderTrick(game) {
  const box = part("middle");
  const playing = game && (game.phase === "play" || game.phase === "done");
  const turned = state.referee && !state.referee.turns;
  const last = playing && !turned && !(game.trick || []).length ? game.before || [] : [];
  const cards = playing ? (last.length ? last : game.trick || []) : [];
  const winner = last.length ? game.turn : null;
  const drawn = cards.map(([seat, name]) => {
    const holder = el("div", { className: `at-${place(seat)}${seat === winner ? " winner" : ""}`, role: "img" }, face(name, { trump: isTrump(name, game.trump) }));
    holder.setAttribute("aria-label", `${words.name(seat)}: ${spoken(name)}${seat === winner ? ", wins the trick" : ""}`);
    holder.style.viewTransitionName = `card-${name}`;
    return holder;
  });
  const trump = playing ? el("div", { className: "centre" }, el("span", { className: "mark maker", role: "img", "aria-label": `${SUITS[game.trump]} is trump`, text: SIGNS[game.trump] })) : el("div", { className: "centre" });
  box.replaceChildren(...drawn, trump);
}

function renderOffer(game) {
  const box = part("offer");
  if (!game || !game.phase || !["round one", "round two", "bury"].includes(game.phase)) return box.replaceChildren(...openCards(game));
  const down = game.phase === "round two";
  const taken = game.phase === "bury";
  const card = el("div", { role: "img", "aria-label": down ? `the ${spoken(game.turnup)} was turned down` : `turn-up: ${spoken(game.turnup)}` }, face(down ? null : game.turnup));
  if (!down && !taken) card.style.viewTransitionName = `card-${game.turnup}`;
  const text = down ? `${SUITS[game.turnup[1]]} turned down` : taken ? `${spoken(game.turnup)} taken` : `turned up: ${spoken(game.turnup)}`;
  box.replaceChildren(...(taken ? [] : [card]), el("span", { text }));
}

// cards of earlier tricks that the book leaves in sight
function openCards(game) {
  if (!game || !(game.open_cards || []).length || game.phase !== "play") return [];
  const past = game.open_cards.slice(0, -1).flatMap((trick) => trick.filter(([, name]) => name));
  if (!past.length) return [];
  return [el("small", { text: `In sight: ${past.map(([seat, name]) => `${seat} ${name.replace("T", "10")}`).join(", ")}` })];
}

function renderNow(game) {
  const line = part("line");
  const choices = part("choices");
  const buttons = [];
  if (!game) {
    const empty = state.chairs.some((chair) => !chair.name);
    if (setup.event) line.textContent = empty ? "The seats are held for the players of the event; with the fourth the game begins." : "Everybody is here.";
    else line.textContent = state.you ? (empty ? "Invite friends with the link, or begin: bots take the empty chairs." : "Everybody is here.") : "Choose a chair.";
    if (state.you && !setup.event) buttons.push(el("button", { className: "primary", text: "Begin the game", on: { click: () => ask({ type: "begin" }) } }));
  } else {
    const clause = words.clause(game);
    line.replaceChildren(words.now(game), ...(clause ? [" ", clauseLink(clause)] : []));
    if (game.turn === state.you && game.phase !== "play" && game.phase !== "bury")
      (game.legal || []).forEach((action, index) => buttons.push(el("button", { className: index === 0 ? "" : "primary", text: words.choice(action), data: { action }, on: { click: () => move(action) } })));
    const between = state.referee ? !game.phase : game.last;
    if (between && !game.result && state.you && !referee.waits(state)) buttons.push(el("button", { className: "primary", text: "Next deal", on: { click: () => ask({ type: "next" }) } }));
    if (game.result && game.seed) {
      if (setup.event) buttons.push(el("a", { className: "button primary", href: setup.event, text: "Back to the event" }));
      else if (state.you && !state.followed) buttons.push(el("button", { className: "primary", text: "Play again", on: { click: () => ask({ type: "again" }) } }));
      if (state.followed) buttons.push(el("a", { className: "button primary", href: `/t/${state.followed}`, text: "To the next game" }));
      buttons.push(el("a", { className: "button", href: `/t/${setup.table}/replay`, text: "Look at the game" }));
    }
  }
  choices.replaceChildren(...buttons);
}

function renderHand(game) {
  const box = part("hand");
  const hand = game ? sorted(game.hand || [], game.trump) : [];
  const acting = game && game.turn === state.you && (game.phase === "play" || game.phase === "bury");
  const prefix = burying(game) ? "bury " : "";
  const hints = !state.referee;
  const open = referee.up(state.you);
  const focus = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.card : null;
  box.replaceChildren(...hand.map((name) => {
    const legal = acting && (game.legal || []).includes(prefix + name);
    const trump = isTrump(name, game.trump);
    const button = el("button", {
      className: [hints && legal ? "legal" : hints && acting ? "dim" : "", open.includes(name) ? "open-card" : ""].join(" ").trim(),
      data: { card: name },
      on: { click: () => referee.drops(name) || move(prefix + name, name), keydown: walk },
    }, face(name, { trump }));
    button.setAttribute("aria-label", `${spoken(name)}${trump ? ", trump" : ""}${open.includes(name) ? ", face up" : ""}${legal || !hints ? "" : acting ? ", not allowed now" : ""}`);
    button.style.viewTransitionName = `card-${name}`;
    return button;
  }));
  if (focus) (box.querySelector(`[data-card="${focus}"]`) || box.firstChild)?.focus();
}

const burying = (game) => !!game && (game.phase === "bury" || (game.legal || []).some((action) => action.startsWith("bury ")));

function walk(event) {
  const step = { ArrowLeft: "previousElementSibling", ArrowRight: "nextElementSibling" }[event.key];
  if (!step) return;
  event.preventDefault();
  event.currentTarget[step]?.focus();
}

async function ask(message, card) {
  const answer = await line.ask(message);
  if (answer.type !== "no") return;
  if (answer.ask) askIfMeant(message, answer);
  else card ? bubble(card, answer) : toast(answer);
}

// what would lose the game is done only when it is said to be meant
function askIfMeant(message, { reason, clause }) {
  const dialog = part("meant");
  const no = el("button", { className: "primary", text: "Take it back", on: { click: () => dialog.close() } });
  const yes = el("button", { text: "It is meant", data: { meant: "yes" }, on: { click: () => { dialog.close(); ask(message.what ? { ...message, what: { ...message.what, meant: true } } : { ...message, meant: true }); } } });
  dialog.replaceChildren(el("p", {}, `${words.toYou(reason)} `, clauseLink(clause)), el("div", { className: "choices" }, no, yes));
  dialog.showModal();
}

function move(action, card) {
  if (!state.game || (state.game.turn !== state.you && !state.referee)) {
    if (card) return bubble(card, { reason: "It is not your turn to play." });
    return;
  }
  ask({ type: "move", action }, card);
}

function bubble(card, { reason, clause }) {
  page.querySelectorAll(".bubble").forEach((old) => old.remove());
  const at = part("hand").querySelector(`[data-card="${card}"]`);
  if (!at) return toast({ reason, clause });
  const box = el("div", { className: "bubble", role: "alert" }, `${words.toYou(reason)}${clause ? " " : ""}`);
  if (clause) box.append(clauseLink(clause));
  at.append(box);
  setTimeout(() => box.remove(), 7000);
}

function toast({ reason, clause }) {
  document.querySelectorAll(".toast").forEach((old) => old.remove());
  const box = el("div", { className: "toast", role: "alert" }, `${words.toYou(reason)} `);
  if (clause) box.append(clauseLink(clause));
  document.body.append(box);
  setTimeout(() => box.remove(), 6000);
}

const muted = new Set();
const PHRASES = setup.phrases;
part("sayings").replaceChildren(...PHRASES.map((text, phrase) => el("button", { type: "button", text, on: { click: () => ask({ type: "say", phrase }) } })));

function message(heard) {
  if (heard.type === "said" && !muted.has(heard.seat)) {
    part("tale").append(el("li", { text: `${words.name(heard.seat)}: “${PHRASES[heard.phrase] || "…"}”` }));
    part("tale").scrollTop = part("tale").scrollHeight;
  }
  if (heard.type === "bye") toast({ reason: heard.reason });
}
part("mute").addEventListener("change", (event) => { for (const seat of "NESW") event.target.checked && seat !== state.you ? muted.add(seat) : muted.delete(seat); });

const salt = part("salt");
if (salt) salt.addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await line.ask({ type: "salt", text: salt.querySelector("input").value });
  toast(answer.type === "no" ? answer : { reason: "Your words are part of the shuffle." });
});

part("words").addEventListener("submit", (event) => {
  event.preventDefault();
  const typed = event.target.querySelector("input");
  if (typed.value.trim()) ask({ type: "call", what: { do: "words", words: typed.value } });
  typed.value = "";
});

function status(what) {
  const box = part("status");
  box.hidden = what === "open";
  box.textContent = what === "lost" ? "The line dropped. Nothing is lost; trying again …" : "This table is closed to you.";
}

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const number = Number(event.key);
  if (number >= 1 && number <= 6) {
    const choices = part("choices").querySelectorAll("button[data-action]");
    if (choices.length) choices[number - 1]?.focus();
    else part("hand").children[number - 1]?.focus();
  }
});

const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/t/${setup.table}/live`;
const line = new Line(address, { onState: arrive, onMessage: message, onStatus: status });
