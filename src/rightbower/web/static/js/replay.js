// A finished game again, all hands open, one step at a time; each step comes whole from the hall.
import { said } from "./language.js";
import "./settings.js";
import { face, spoken } from "./cards.js";
import { el, part } from "./dom.js";

/** @type {{ players: string[], deals: any[] }} */
const setup = JSON.parse(/** @type {Element} */ (document.querySelector("#setup")).textContent ?? "{}");
/** @type {Record<string, string>} */
const PLACE = { N: "top", E: "right", S: "bottom", W: "left" };
let deal = 0;
let step = 0;

/** @param {string} name @param {string[]} trumps */
const drawn = (name, trumps) => el("span", { role: "img", "aria-label": spoken(name) }, face(name, trumps));
/** @param {string} text */
const sign = (text) => el("span", { className: "sign", text });
const last = () => setup.deals[deal].steps.length - 1;

function show() {
  const cards = setup.deals[deal];
  const now = cards.steps[step];
  const trumps = now.trumps || [];
  [..."NESW"].forEach((seat, index) => {
    const name = setup.players[index],
      won = now.won[index] ? ` · ${now.won[index]}` : "";
    const who = (seat === cards.dealer ? said("{name} (dealer)", { name }) : name) + won;
    const hand = now.hands[index].map((/** @type {string} */ held) => drawn(held, trumps));
    part(PLACE[seat]).replaceChildren(
      el("div", { className: "who", text: who }),
      el("div", { className: "open-hand" }, ...hand),
    );
  });
  part("middle").replaceChildren(
    ...now.trick.map((/** @type {string[]} */ [seat, name]) => {
      const holder = drawn(name, trumps);
      holder.classList.add(`at-${PLACE[seat]}`);
      return holder;
    }),
  );
  part("offer").replaceChildren(drawn(cards.turn_up, trumps), now.up);
  const score = step === last() ? cards.score : deal ? setup.deals[deal - 1].score : [0, 0];
  part("score").replaceChildren(
    ...[said("North–South"), said("East–West")].map((side, index) =>
      el("div", { className: "points", text: `${side} ${score[index]}` }),
    ),
  );
  part("line").textContent = step === last() ? cards.ends : `${now.text}.`;
  const cost = step ? cards.costs[step - 1] : null;
  part("cost").hidden = !cost;
  if (cost) part("cost").replaceChildren(sign(cost[0]), ` ${cost[1]}`);
  part("title").textContent = said("Hand {hand} of {hands}", { hand: deal + 1, hands: setup.deals.length });
  part("acts").replaceChildren(...cards.steps.slice(1).map(line));
  const list = part("acts"),
    act = /** @type {HTMLElement | undefined} */ (list.children[Math.max(0, step - 1)]);
  if (act) list.scrollTop = act.offsetTop - list.offsetTop - list.clientHeight / 2;
}

/** @param {any} each @param {number} index */
function line(each, index) {
  const item = el("li", { text: each.text });
  const cost = setup.deals[deal].costs[index];
  if (cost) item.append(" ", sign(cost[0]));
  if (index === step - 1) item.setAttribute("aria-current", "step");
  return item;
}

/** @param {string | undefined} by */
function go(by) {
  const end = setup.deals.length - 1;
  if (by === "deal" && deal < end) {
    deal++;
    step = 0;
  } else if (by === "-deal") {
    if (step === 0 && deal) deal--;
    step = 0;
  } else if (by === "1") {
    if (step < last()) step++;
    else if (deal < end) {
      deal++;
      step = 0;
    }
  } else if (by === "-1") {
    if (step) step--;
    else if (deal) {
      deal--;
      step = last();
    }
  }
  show();
}

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-step]")))
  button.addEventListener("click", () => go(button.dataset.step));
document.addEventListener("keydown", (event) => {
  const by = { ArrowRight: "1", ArrowLeft: "-1", PageDown: "deal", PageUp: "-deal" }[event.key];
  if (by) {
    event.preventDefault();
    go(by);
  }
});
// an address like #3.12 leads to an act of a deal
const [wanted, at] = location.hash.slice(1).split(".").map(Number);
if (setup.deals[wanted - 1]) {
  deal = wanted - 1;
  step = Math.min(at || 0, last());
}
show();
