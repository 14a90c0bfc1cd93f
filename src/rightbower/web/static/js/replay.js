// A finished game again, all hands open, one step at a time.
import "./settings.js";
import { face, isTrump, sorted, spoken, SUITS } from "./cards.js";
import { fives } from "./fives.js";
import { Words, WORD } from "./words.js";

const setup = JSON.parse(document.querySelector("#setup").textContent);
const part = (name) => document.querySelector(`[data-part="${name}"]`);
const words = new Words({ pass: setup.pass, order: "pick it up" });
words.state = { you: null, chairs: setup.players.map((name) => ({ name })) };
const PLACE = { N: "top", E: "right", S: "bottom", W: "left" };
let deal = 0;
let step = 0;

function position() {
  const cards = setup.deals[deal];
  const hands = Object.fromEntries("NESW".split("").map((seat, index) => [seat, [...cards.hands[index]]]));
  let trick = [];
  const won = { N: 0, E: 0, S: 0, W: 0 };
  let tricks = 0;
  let trump = null;
  for (const act of cards.acts.slice(0, step)) {
    const seat = act[0];
    const what = act.slice(2);
    if (what.startsWith("order") || what.startsWith("pick up")) { hands[cards.dealer].push(cards.turnup); trump = cards.turnup[1]; }
    else if (what.startsWith("name")) trump = cards.trump;
    else if (what.startsWith("bury ")) hands[seat] = hands[seat].filter((card) => card !== what.slice(5));
    else if (/^[9TJQKA][CDHS]$/.test(what)) {
      const size = cards.acts.some((each) => / alone$/.test(each)) ? 3 : 4;
      if (trick.length === size) { trick = []; }
      trick.push([seat, what]);
      hands[seat] = hands[seat].filter((card) => card !== what);
      if (trick.length === size) won[cards.winners[tricks++]]++;
    }
  }
  return { hands, trick, won, trump };
}

function drawn(name, trump) {
  const holder = document.createElement("span");
  holder.setAttribute("role", "img");
  holder.setAttribute("aria-label", spoken(name));
  holder.append(face(name, { trump: isTrump(name, trump) }));
  return holder;
}

function sign(text) {
  const mark = document.createElement("span");
  mark.className = "sign";
  mark.textContent = text;
  return mark;
}

// the better choice in words: a card as it is said, a bid as the book has it
const better = (act) => {
  const what = act.slice(2);
  return what.length === 2 ? `the ${spoken(what)}` : what.startsWith("bury ") ? `burying the ${spoken(what.slice(5))}` : `to ${words.choice(what).toLowerCase()}`;
};

function show() {
  const cards = setup.deals[deal];
  const { hands, trick, won, trump } = position();
  for (const seat of "NESW") {
    const box = part(PLACE[seat]);
    const row = document.createElement("div");
    row.className = "open-hand";
    row.append(...sorted(hands[seat], trump).map((name) => drawn(name, trump)));
    const who = document.createElement("div");
    who.className = "who";
    who.textContent = `${words.name(seat)}${seat === cards.dealer ? " (dealer)" : ""}${won[seat] ? ` · ${won[seat]}` : ""}`;
    box.replaceChildren(who, row);
  }
  part("middle").replaceChildren(...trick.map(([seat, name]) => { const holder = drawn(name, trump); holder.className = `at-${PLACE[seat]}`; return holder; }));
  part("offer").replaceChildren(drawn(cards.turnup, trump), document.createTextNode(trump ? `${SUITS[trump]} is trump` : `${spoken(cards.turnup)} turned up`));
  const before = deal ? setup.deals[deal - 1].score : [0, 0];
  const score = step === cards.acts.length ? cards.score : before;
  part("score").replaceChildren(...["NS", "EW"].map((side, index) => {
    const box = document.createElement("div");
    box.className = "fives";
    const text = document.createElement("div");
    text.textContent = `${side} ${score[index]}`;
    box.append(fives(score[index], index ? "black" : "red"), text);
    return box;
  }));
  const done = step === cards.acts.length;
  const marks = cards.marks.map(([side, points, clause]) => `${side} +${points} (${clause})`).join(", ");
  part("line").textContent = done ? `The deal is over: ${marks || "no score"}.` : step ? words.told(cards.acts[step - 1]) + "." : `${WORD[cards.dealer]} has dealt.`;
  const cost = step && !done ? cards.costs[step - 1] : null;
  part("cost").hidden = !cost;
  if (cost) part("cost").replaceChildren(sign(cost[0]), ` ${better(cost[1])} was better by ${cost[2]} % of the game.`);
  part("title").textContent = `Deal ${deal + 1} of ${setup.deals.length}`;
  part("acts").replaceChildren(...cards.acts.map((act, index) => {
    const item = document.createElement("li");
    item.textContent = words.told(act);
    if (cards.costs[index]) item.append(" ", sign(cards.costs[index][0]));
    if (index === step - 1) item.setAttribute("aria-current", "step");
    item.style.fontWeight = index === step - 1 ? "700" : "";
    return item;
  }));
  part("acts").children[Math.max(0, step - 1)]?.scrollIntoView({ block: "nearest" });
}

function go(by) {
  const last = setup.deals.length - 1;
  if (by === "deal" && deal < last) { deal++; step = 0; }
  else if (by === "-deal") { if (step === 0 && deal) deal--; step = 0; }
  else if (by === "1") { if (step < setup.deals[deal].acts.length) step++; else if (deal < last) { deal++; step = 0; } }
  else if (by === "-1") { if (step) step--; else if (deal) { deal--; step = setup.deals[deal].acts.length; } }
  show();
}

for (const button of document.querySelectorAll("[data-step]")) button.addEventListener("click", () => go(button.dataset.step));
document.addEventListener("keydown", (event) => {
  const by = { ArrowRight: "1", ArrowLeft: "-1", PageDown: "deal", PageUp: "-deal" }[event.key];
  if (by) { event.preventDefault(); go(by); }
});
// an address like #3.12 leads to an act of a deal
const [wanted, at] = location.hash.slice(1).split(".").map(Number);
if (setup.deals[wanted - 1]) { deal = wanted - 1; step = Math.min(at || 0, setup.deals[deal].acts.length); }
show();
