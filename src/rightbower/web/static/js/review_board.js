// A review as a board: the table at any act of the game, stepped through by buttons, keys or the line above.
import "./practice.js";
import { chip, face, sign as suitSign, spoken } from "./cards.js";
import { el, every, first, part } from "./dom.js";
import { said, word } from "./language.js";

/**
 * @typedef {{ who: number, text: string, card?: string, play?: boolean, call?: string, hands?: string[],
 *   trumps?: string, won?: number, chance?: number, number?: number, sign?: string }} Act
 * @typedef {{ dealer: number, up: string, score: string, hands: string[], acts: Act[], ends: string }} Deal
 * @typedef {{ hands: string[][], trick: { who: number, card: string }[], won: number, trumps: string[],
 *   calls: string[], taken: number[] }} Scene
 */
/** @type {Deal[]} */
const deals = JSON.parse(first("#setup")?.textContent ?? "[]");
const acts = deals.flatMap((deal, at) => deal.acts.map((act, nth) => ({ deal: at, nth, act })));
/** @type {string[]} */
const names = JSON.parse(part("felt").dataset.names ?? "[]");
const SPOTS = ["own", "left", "top", "right"];
const SUITS = /** @type {Record<string, string>} */ ({
  S: word("spades"),
  H: word("hearts"),
  D: word("diamonds"),
  C: word("clubs"),
});
const rows = every("[data-number]");
/** The act of each row. */
const numbered = new Map(rows.map((row) => [Number(row.dataset.number), row]));
const places = new Map(acts.flatMap(({ act }, at) => (act.number ? [[act.number, at]] : [])));
const own = every("[data-number]", first(".lines") ?? part("costly"));
const costly = own.map((row) => places.get(Number(row.dataset.number)) ?? 0).sort((a, b) => a - b);
const slider = /** @type {HTMLInputElement | null} */ (first("#place"));
let at = 0;
let open = false;

/** The table of a deal before an act of it. @param {Deal} deal @param {number} until @returns {Scene} */
function scene(deal, until) {
  /** @type {Scene} */
  const now = {
    hands: deal.hands.map((hand) => hand.split(" ")),
    trick: [],
    won: -1,
    trumps: [],
    calls: ["", "", "", ""],
    taken: [0, 0],
  };
  for (const act of deal.acts.slice(0, until)) {
    if (act.play) {
      if (now.won >= 0) now.trick = [];
      now.won = act.won ?? -1;
      if (now.won >= 0) now.taken[now.won % 2]++;
      now.trick = [...now.trick, { who: act.who, card: act.card ?? "" }];
      now.hands[act.who] = now.hands[act.who].filter((card) => card !== act.card);
    }
    if (act.call) now.calls[act.who] = act.call;
    if (act.hands) now.hands = act.hands.map((hand) => (hand ? hand.split(" ") : []));
    if (act.trumps) now.trumps = act.trumps.split(" ");
  }
  return now;
}

/** A card as a picture. @param {string} name @param {string[]} trumps @param {string} [mark] */
const drawn = (name, trumps, mark = "") =>
  el(
    "span",
    { className: `card ${mark}`, role: "img", "aria-label": spoken(name) },
    face(name, trumps),
    ...(mark === "better"
      ? [el("em", { text: said("✓ better") })]
      : mark === "yours"
        ? [el("em", { text: said("you") })]
        : []),
  );

/** @param {number} who @param {Deal} deal @param {Scene} now @param {boolean} bidding */
function chair(who, deal, now, bidding) {
  const cards = now.hands[who].map((card) =>
    open ? drawn(card, now.trumps) : el("span", { className: "card", role: "presentation" }, face(null)),
  );
  const name = el("div", { className: "who" }, el("span", { className: "plate", text: names[who] }));
  if (deal.dealer === who) name.append(el("b", { className: "puck", title: said("deals"), text: said("D") }));
  const called = bidding && now.calls[who] ? [el("span", { className: "said", text: now.calls[who] })] : [];
  return el(
    "div",
    { className: `sits ${SPOTS[who]}` },
    el("div", { className: "fan" }, ...cards),
    name,
    ...called,
  );
}

function felt() {
  const { deal: nth, nth: step, act } = acts[at];
  const deal = deals[nth];
  const row = numbered.get(act.number ?? 0);
  const choosing = act.who === 0 && Boolean(row);
  const now = scene(deal, choosing ? step : step + 1);
  const bidding = !now.trumps.length || (!act.play && !now.trick.length && Boolean(act.call));
  const best = choosing ? (first(".best [data-chip]", row)?.dataset.chip ?? "") : "";
  const trick = now.won >= 0 && choosing ? [] : now.trick;
  const middle = !now.trumps.length
    ? el("div", { className: "up" }, el("span", { className: "card" }, face(null)), drawn(deal.up, []))
    : el(
        "div",
        { className: "trick" },
        ...trick.map(({ who, card }) =>
          drawn(card, now.trumps, `${SPOTS[who]} ${!choosing && now.won === who ? "winner" : ""}`),
        ),
        ...(trick.length || !act.play
          ? []
          : [el("span", { className: "slot", text: choosing ? said("your lead") : "" })]),
      );
  const mine = now.hands[0].map((card) =>
    drawn(card, now.trumps, card === best ? "better" : choosing && card === act.card ? "yours" : ""),
  );
  const suit = now.trumps.at(-1)?.[1] ?? "";
  const before = nth ? deals[nth - 1].score : "0–0";
  part("felt").replaceChildren(
    el(
      "span",
      { className: "lab" },
      ...(suit ? [suitSign(suit), ` ${said(SUITS[suit])}`] : [said("Deal {deal}", { deal: nth + 1 })]),
    ),
    el(
      "span",
      { className: "lab score" },
      el("b", { text: before }),
      suit ? ` ${said("tricks")} ${now.taken.join("–")}` : "",
    ),
    ...[2, 1, 3].map((who) => chair(who, deal, now, bidding)),
    middle,
    el(
      "div",
      { className: "own", role: "group", "aria-label": said("The hand of {name}", { name: names[0] }) },
      ...mine,
      ...(deal.dealer === 0 ? [el("b", { className: "puck", title: said("deals"), text: said("D") })] : []),
    ),
    ...(bidding && now.calls[0] ? [el("span", { className: "said mine", text: now.calls[0] })] : []),
  );
}

/** A bar of the chance to win. @param {Node[]} what @param {number} share @param {string} kind */
function bar(what, share, kind) {
  const full = el("u", { className: kind });
  full.style.width = `${100 * share}%`;
  return el(
    "div",
    {},
    el("span", {}, ...what),
    el("i", {}, full),
    el("b", { text: `${(100 * share).toFixed(1)}%` }),
  );
}

/** What is in an element, once more. @param {Element | null | undefined} element */
const copy = (element) => [...(element?.childNodes ?? [])].map((each) => each.cloneNode(true));

function told() {
  const { deal: nth, nth: step, act } = acts[at];
  const row = numbered.get(act.number ?? 0);
  const deal = deals[nth];
  const last = step === deal.acts.length - 1 ? [el("p", { className: "quiet", text: deal.ends })] : [];
  const link = (/** @type {string} */ way, /** @type {string} */ text, /** @type {string} */ className) =>
    el("a", { className: `button ${className}`, href: `/t/${first("main")?.dataset.table}/${way}`, text });
  const replay = link(`replay#${nth + 1}.${step + 1}`, said("In the replay"), "step");
  if (!row) {
    const mark = act.who === 0 ? [el("b", { className: "disc ok", text: "✓" })] : [];
    const fine = act.number
      ? act.who === 0
        ? said("As good as the best, or close to it.")
        : said("Nothing given away.")
      : said("There was no choice here.");
    const more = costly.some((each) => each > at);
    part("told").replaceChildren(
      el("h2", {}, ...mark, el("span", { text: `${said("Deal {deal}", { deal: nth + 1 })}: ${act.text}` })),
      el("p", { className: "dim", text: act.call && !act.number ? "" : fine }),
      ...last,
      el(
        "p",
        { className: "ways" },
        replay,
        ...(more
          ? [
              el("button", {
                type: "button",
                className: "primary",
                text: said("Next costly choice"),
                on: { click: () => jump(1) },
              }),
            ]
          : []),
      ),
    );
    return;
  }
  const chance = Number(row.dataset.chance),
    cost = Number(row.dataset.cost);
  const whose = act.who === 0 && names[0] === "You" ? said("you") : names[act.who];
  part("told").replaceChildren(
    el("h2", {}, markOf(act), el("span", {}, ...copy(first("strong", row)))),
    el("p", { className: "why" }, ...copy(first(".why", /** @type {Element} */ (row.parentElement)))),
    el(
      "div",
      { className: "odds" },
      bar(copy(first(".best", row)), chance + cost, "best"),
      bar(
        [...(act.card ? [chip(act.card)] : [new Text(act.call ?? "")]), el("small", { text: ` ${whose}` })],
        chance,
        "",
      ),
    ),
    ...last,
    el("p", { className: "ways" }, replay, link(`again/${act.number}`, said("Try it again"), "primary")),
  );
}

/** @param {Act} act */
const markOf = ({ sign }) => el("b", { className: sign === "??" ? "disc bad" : "disc", text: sign ?? "" });

/** Every act as a button: a deal at a time, a trick in a row. */
function roll() {
  let nth = 0;
  return deals.map((deal, number) => {
    /** @type {HTMLElement[]} */
    const lines = [];
    let line = el("div", { className: "calls" });
    lines.push(line);
    let begins = true;
    for (const act of deal.acts) {
      if (act.play && begins) lines.push((line = el("div", { className: "plays" })));
      begins = act.play ? (act.won ?? -1) >= 0 : true;
      const mine = nth++;
      line.append(
        el(
          "button",
          {
            type: "button",
            className: `${act.who ? "" : "me"} ${act.play && !begins ? "" : act.play ? "wins" : ""}`,
            data: { act: String(mine) },
            "aria-label": act.text + (act.sign ? ` ${act.sign}` : ""),
            on: { click: () => go(mine) },
          },
          el("small", { text: names[act.who] }),
          ...(act.card ? [chip(act.card)] : [act.call ?? ""]),
          ...(act.sign ? [el("i", { className: "sign", text: act.sign })] : []),
        ),
      );
    }
    const name = names[deal.dealer],
      dealer = name === "You" ? said("you deal") : said("{name} deals", { name });
    return el(
      "section",
      {},
      el("h3", {}, `${said("Deal {deal}", { deal: number + 1 })}: ${dealer}, `, chip(deal.up)),
      ...lines,
    );
  });
}

function list() {
  for (const [number, row] of numbered) {
    if (places.get(number) !== at) row.removeAttribute("aria-current");
    else {
      row.setAttribute("aria-current", "true");
      part("costly").scrollTop = row.offsetTop - part("costly").clientHeight / 3;
    }
  }
  const box = part("acts");
  if (box.hidden) return;
  if (!box.childElementCount) box.append(...roll());
  for (const each of every("[aria-current]", box)) each.removeAttribute("aria-current");
  const current = first(`[data-act="${at}"]`, box);
  current?.setAttribute("aria-current", "true");
  if (current) box.scrollTop = current.offsetTop - box.clientHeight / 3;
}

/** The reader's chance as it was after the newest choice. */
function chanceNow() {
  for (let each = at; each >= 0; each--) {
    const { chance = -1 } = acts[each].act;
    if (chance >= 0) return chance;
  }
  return 0.5;
}

function line() {
  const chance = chanceNow(),
    x = (1000 * (at + 0.5)) / acts.length,
    words = `${Math.round(100 * chance)}`;
  first("[data-now]")?.setAttribute("d", `M${x} 0V200`);
  for (const each of every(".axis [data-deal]"))
    each.classList.toggle("on", Number(each.dataset.deal) === acts[at].deal);
  for (const each of every(".course [data-at]")) each.classList.toggle("on", Number(each.dataset.at) === at);
  part("gauge").style.height = `${100 * chance}%`;
  part("chance").textContent = words;
  if (!slider) return;
  slider.value = String(at);
  slider.setAttribute("aria-valuetext", `${acts[at].act.text}, ${words} %`);
}

/** @param {number} to */
function go(to) {
  at = Math.max(0, Math.min(acts.length - 1, to));
  felt();
  told();
  list();
  line();
}

/** To the next costly choice, or the one before. @param {number} by */
function jump(by) {
  const next = by > 0 ? costly.find((each) => each > at) : costly.findLast((each) => each < at);
  if (next !== undefined) go(next);
}

function hands() {
  open = !open;
  first('[data-step="hands"]')?.setAttribute("aria-pressed", String(open));
  felt();
}

/** @type {Record<string, () => void>} */
const STEPS = {
  "-costly": () => jump(-1),
  "-1": () => go(at - 1),
  hands,
  1: () => go(at + 1),
  costly: () => jump(1),
};
/** @type {Record<string, string>} */
const KEYS = { ArrowLeft: "-1", ArrowRight: "1", ArrowUp: "-costly", ArrowDown: "costly", h: "hands" };

if (acts.length) {
  document.documentElement.classList.add("stepped");
  for (const each of ["at", "told", "tabs"]) part(each).hidden = false;
  if (slider) {
    slider.max = String(acts.length - 1);
    slider.hidden = false;
    slider.addEventListener("input", () => go(Number(slider.value)));
  }
  for (const button of every("[data-step]"))
    button.addEventListener("click", () => STEPS[button.dataset.step ?? ""]());
  for (const row of rows)
    row.addEventListener("click", (event) => {
      event.preventDefault();
      history.replaceState(null, "", row.getAttribute("href"));
      go(places.get(Number(row.dataset.number)) ?? 0);
    });
  const tabs = /** @type {HTMLButtonElement[]} */ (every("button", part("tabs")));
  for (const tab of tabs)
    tab.addEventListener("click", () => {
      for (const each of tabs) each.setAttribute("aria-pressed", String(each === tab));
      part("costly").hidden = tab.value !== "costly";
      part("acts").hidden = tab.value !== "all";
      list();
    });
  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.altKey || event.ctrlKey || event.metaKey || target.closest("input, select, .rolls")) return;
    const step = KEYS[event.key];
    if (!step) return;
    event.preventDefault();
    STEPS[step]();
  });
  const wanted = places.get(Number(location.hash.replace("#choice-", "")));
  go(wanted ?? costly[0] ?? 0);
}
