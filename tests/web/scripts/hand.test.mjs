// Your hand and what flies: cards are picked, played and buried, and travel where things may move.
import assert from "node:assert/strict";
import test from "node:test";

import { made, page, timers } from "./page.mjs";

const JS = "../../../src/rightbower/web/static/js";
const { comeFrom, goTo, where } = await import(`${JS}/motion.js`);
const { Hand } = await import(`${JS}/hand.js`);
const { drawTrick, gather } = await import(`${JS}/trick.js`);

const part = (name) => document.querySelector(`[data-part="${name}"]`);
const label = (element) => element.getAttribute("aria-label");
const CHAIRS = ["Nan Lee", "Ed", "Sue", "Walt"].map((name) => ({ name }));
const state = (more = {}) => ({ version: 1, you: "S", chairs: CHAIRS, told: { line: "" }, ...more });
const NOW = { state: null, trick: [], winner: null, full: false, last: false, over: false };
const set = (key, value) => {
  document.documentElement.dataset[key] = value;
};
const moves = (on) => {
  globalThis.matchMedia = () => ({ matches: !on });
};
/** Something at a place on the page, which writes its flights down. */
function at(left, top, width = 10, height = 20) {
  const element = made("span", { class: "card" });
  element.flights = [];
  element.getBoundingClientRect = () => ({ left, top, width, height });
  element.animate = (frames, how) => {
    element.flights.push([frames, how]);
    return { finished: Promise.resolve() };
  };
  return element;
}

test("a place is the middle of what is there, and none where nothing is seen", () => {
  assert.deepEqual(where(at(100, 50)), { x: 105, y: 60, width: 10 });
  assert.equal(where(at(100, 50, 0)), null);
  assert.equal(where(null), null);
});

test("a card comes from where it was, where things may move", () => {
  const card = at(100, 50),
    from = { x: 5, y: 6, width: 20 };
  moves(true);
  comeFrom(card, from, 260, 40);
  assert.deepEqual(card.flights, [
    [
      { translate: ["-100px -54px", "0px 0px"], scale: ["2", "1"] },
      { duration: 260, delay: 40, easing: "cubic-bezier(.2, .7, .2, 1)", fill: "backwards" },
    ],
  ]);
  comeFrom(card, null, 260);
  comeFrom(at(0, 0, 0), from, 260);
  set("motion", "none");
  comeFrom(card, from, 260);
  set("motion", "");
  set("speed", "none");
  comeFrom(card, from, 260);
  set("speed", "");
  moves(false);
  comeFrom(card, from, 260);
  assert.equal(card.flights.length, 1);
});

test("cards go to a place and are gone, where the page is seen and things may move", async () => {
  const [one, hidden] = [at(100, 50), at(0, 0, 0)],
    to = { x: 5, y: 6, width: 5 };
  moves(true);
  await goTo([one, hidden], to, 320);
  assert.deepEqual(one.flights, [
    [
      { translate: ["0px 0px", "-100px -54px"], scale: ["1", "0.5"], opacity: [1, 1, 0.2] },
      { duration: 320, easing: "ease-in", fill: "forwards" },
    ],
  ]);
  assert.deepEqual(hidden.flights, []);
  await goTo([one], null, 320);
  document.visibilityState = "hidden";
  await goTo([one], to, 320);
  document.visibilityState = "visible";
  moves(false);
  await goTo([one], to, 320);
  assert.equal(one.flights.length, 1);
});

test("the cards of a trick come from the hand or the chair they were in, and go to who takes them", async () => {
  page("trick", "hand");
  moves(true);
  const flights = [],
    seats = {
      place: (seat) => seat.toLowerCase(),
      name: (seat) => seat,
      spot: (...asked) => {
        flights.push(asked);
        return { x: 1, y: 2, width: 3 };
      },
    };
  const hand = { spot: (name) => (name === "KS" ? { x: 7, y: 8, width: 9 } : null) };
  const flew = [];
  Element.prototype.animate = function (frames, how) {
    flew.push([this.dataset.card, frames.translate, how.duration]);
    return { finished: Promise.resolve() };
  };
  const measure = Element.prototype.getBoundingClientRect;
  Element.prototype.getBoundingClientRect = () => ({ left: 0, top: 0, width: 2, height: 2 });
  drawTrick(
    {
      ...NOW,
      state: state({ game: { phase: "play", turn: "W", trumps: [] } }),
      trick: [
        ["S", "KS"],
        ["W", "AS"],
      ],
    },
    seats,
    hand,
    { card: 260 },
  );
  assert.deepEqual(flew, [
    ["KS", ["6px 7px", "0px 0px"], 260],
    ["AS", ["0px 1px", "0px 0px"], 260],
  ]);
  assert.deepEqual(flights, [["W", "hand", ".fan, .face"]]);
  flew.length = 0;
  await gather({ winner: "W" }, seats, 320);
  assert.deepEqual(flights.at(-1), ["W", "hand"]);
  assert.deepEqual(
    flew.map((each) => [each[0], each[2]]),
    [
      ["KS", 320],
      ["AS", 320],
    ],
  );
  Element.prototype.getBoundingClientRect = measure;
  moves(false);
});

// A hand, what it asks for, and what is drawn.
function hand(more = {}) {
  page("hand");
  timers.length = 0;
  const done = [],
    found = new Hand(part("hand"), {
      move: (...asked) => done.push(asked),
      refused: (card, why) => done.push([card, why.reason]),
      drops: () => false,
      up: () => [],
      ...more,
    });
  const time = { deal: 60, dealt: 220, card: 260 };
  const draw = (game, more = {}, scene = NOW) =>
    found.draw(
      state({
        version: 5,
        ...more,
        game: { phase: "play", hand: ["JH", "AS", "9C"], trumps: ["JH"], ...game },
      }),
      more.before ?? state({ game: { hand: ["9C"] } }),
      scene,
      time,
      () => ({ x: 1, y: 1, width: 9 }),
    );
  const cards = () =>
    part("hand").children.map((each) =>
      [each.dataset.card, each.className.replace(/^card ?/, "").trim()].join(" ").trim(),
    );
  return { found, done, draw, cards, tap: (name) => found.button(name).click() };
}

test("the cards lie as one holds them, or the other way round", () => {
  const { draw, cards } = hand();
  draw({ turn: "W" });
  assert.deepEqual(cards(), ["JH", "AS", "9C"]);
  assert.equal(part("hand").style.getPropertyValue("--n"), "3");
  assert.deepEqual(
    part("hand").children.map((each) => each.style.getPropertyValue("--a")),
    ["-1", "0", "1"],
  );
  set("order", "right");
  draw({ turn: "W" });
  assert.deepEqual(cards(), ["9C", "AS", "JH"]);
  set("order", "");
});

test("in play a card is played by a tap, in burying it is buried", () => {
  const { draw, done, tap, cards } = hand();
  draw({ turn: "S", legal: ["AS"] });
  assert.deepEqual(cards(), ["JH dim no", "AS legal yes", "9C dim no"]);
  tap("AS");
  tap("9C");
  draw({ turn: "S", phase: "bury", legal: ["bury AS", "bury JH", "bury 9C"] });
  assert.deepEqual(cards(), ["JH legal yes", "AS legal yes", "9C legal yes"]);
  tap("JH");
  draw({ turn: "S", phase: "alone", legal: ["bury AS"] });
  tap("AS");
  draw({ turn: "S", phase: "round one", legal: ["pass"] });
  assert.deepEqual(cards(), ["JH", "AS", "9C"]);
  tap("AS");
  draw({ turn: "S", legal: ["AS"] }, {}, { ...NOW, full: true });
  assert.deepEqual(cards(), ["JH", "AS", "9C"], "while a full trick is looked at");
  assert.deepEqual(done, [
    ["AS", "AS"],
    ["9C", "9C"],
    ["bury JH", "JH"],
    ["bury AS", "AS"],
    ["AS", "AS"],
  ]);
});

test("with a referee nothing is marked as wrong, and all can be played", () => {
  const { draw, done, tap, cards } = hand({ up: () => ["9C"] });
  draw({ turn: "S", legal: ["AS"] }, { referee: {} });
  assert.deepEqual(cards(), ["JH legal", "AS legal", "9C legal open-card"]);
  assert.equal(label(part("hand").children[0]), "jack of hearts, trump");
  assert.equal(label(part("hand").children[2]), "nine of clubs, face up");
  draw({ turn: "W", lone: "N" }, { referee: {} });
  tap("JH");
  assert.deepEqual(done, [["JH", "JH"]]);
});

test("a card is picked before one's turn, and the choice taken back or changed", () => {
  const { draw, done, tap, cards, found } = hand();
  draw({ turn: "W" });
  tap("AS");
  assert.deepEqual(cards(), ["JH", "AS picked", "9C"]);
  assert.equal(label(found.button("AS")), "ace of spades, picked");
  tap("JH");
  assert.deepEqual(cards(), ["JH picked", "AS", "9C"]);
  assert.deepEqual(
    [label(found.button("AS")), label(found.button("JH"))],
    ["ace of spades", "jack of hearts, trump, picked"],
  );
  draw({ turn: "W", trick: [["W", "9S"]] });
  assert.deepEqual(cards(), ["JH picked", "AS", "9C"], "it stays with another state");
  assert.equal(label(found.button("JH")), "jack of hearts, trump, picked");
  tap("JH");
  assert.deepEqual(cards(), ["JH", "AS", "9C"]);
  draw({ turn: "W" });
  assert.equal(label(found.button("JH")), "jack of hearts, trump");
  tap("9C");
  draw({ turn: "W", hand: ["JH", "AS"] });
  assert.equal(found.picked, "", "one that is gone is not picked");
  draw({ turn: "W", phase: "round one" });
  tap("AS");
  assert.deepEqual(
    [found.picked, done],
    ["", [["AS", "AS"]]],
    "before the play a tap asks, and is refused there",
  );
});

test("the card that was picked is played when the turn comes, once, unless it does not follow", () => {
  const { draw, done, tap, cards, found } = hand();
  const fire = () => {
    for (const { act } of timers.splice(0)) act();
  };
  draw({ turn: "W" });
  tap("AS");
  draw({ turn: "S", legal: ["AS", "9C"] }, { version: 7 });
  assert.deepEqual([timers.map((each) => each.wait), done], [[260], []]);
  assert.equal(found.picked, "");
  fire();
  assert.deepEqual(done, [["AS", "AS"]]);
  draw({ turn: "S", legal: ["AS", "9C"] }, { version: 7 });
  assert.deepEqual(timers, []);
  draw({ turn: "W" }, { version: 8 });
  tap("JH");
  draw({ turn: "S", legal: ["AS"] }, { version: 9 });
  assert.deepEqual(done.at(-1), ["JH", "That card does not follow suit now. Choose another."]);
  assert.deepEqual(
    [timers.length, found.picked, cards()],
    [0, "", ["JH dim no", "AS legal yes", "9C dim no"]],
  );
  draw({ turn: "W" }, { version: 10 });
  tap("AS");
  draw({ turn: "S", legal: ["AS"] }, { version: 11 });
  draw({ turn: "W" }, { version: 12 });
  done.length = 0;
  fire();
  assert.deepEqual(done, [], "what was asked for has come about another way");
});

test("a picked card waits where a referee is, and where it is one's turn to call", () => {
  const { draw, tap, found } = hand();
  draw({ turn: "W" });
  tap("AS");
  draw({ turn: "S", legal: ["AS"] }, { referee: {} });
  assert.deepEqual([timers.length, found.picked], [0, "AS"]);
  draw({ turn: "W" });
  draw({ turn: "S", phase: "bury", legal: ["bury AS"] });
  assert.deepEqual([timers.length, found.picked], [0, "AS"]);
});

test("the last card is played by itself, unless one wants to do it", () => {
  const { draw } = hand();
  const plays = (game) => {
    draw({ turn: "W" });
    timers.length = 0;
    draw({ turn: "S", ...game }, { version: (plays.version = (plays.version ?? 20) + 1) });
    return timers.length;
  };
  assert.equal(plays({ hand: ["9C"], legal: ["9C"] }), 1);
  assert.equal(plays({ hand: ["9C", "AS"], legal: ["9C"] }), 0);
  assert.equal(plays({ hand: ["9C"], legal: [] }), 0);
  set("forced", "no");
  assert.equal(plays({ hand: ["9C"], legal: ["9C"] }), 0);
  set("forced", "");
  draw({ turn: "S", hand: ["9C"], legal: ["9C"] }, { version: 90 });
  timers.length = 0;
  draw({ turn: "S", hand: ["9C"], legal: ["9C"] }, { version: 91 });
  assert.equal(timers.length, 0, "it was one's turn already");
});

test("where two taps are wanted the first one picks, what is not allowed is asked for at once", () => {
  const { draw, done, tap, cards } = hand();
  set("taps", "two");
  draw({ turn: "S", legal: ["AS", "JH"] });
  tap("AS");
  assert.deepEqual([cards()[1], done], ["AS legal yes picked", []]);
  tap("JH");
  assert.deepEqual([cards()[0], done], ["JH legal yes picked", []]);
  tap("JH");
  tap("9C");
  assert.deepEqual(done, [
    ["JH", "JH"],
    ["9C", "9C"],
  ]);
  draw({ turn: "S", legal: ["AS", "JH"] });
  assert.deepEqual(
    cards(),
    ["JH legal yes", "AS legal yes", "9C dim no"],
    "a move that was not taken leaves no card picked",
  );
  set("taps", "");
});

test("a card that is to be dropped is not played", () => {
  const dropped = [],
    { draw, done, tap } = hand({ drops: (card) => dropped.push(card) });
  draw({ turn: "S", legal: ["AS"] });
  tap("AS");
  assert.deepEqual([dropped, done], [["AS"], []]);
});

test("the keyboard walks along the cards, and stays in the hand when a card is gone", () => {
  const { draw, found } = hand();
  draw({ turn: "S", legal: ["AS", "JH", "9C"] });
  const key = (name, on = document.activeElement) => {
    let stopped = false;
    on.dispatchEvent({
      type: "keydown",
      key: name,
      preventDefault() {
        stopped = true;
      },
    });
    return stopped;
  };
  found.button("AS").focus();
  assert.equal(key("ArrowRight"), true);
  assert.equal(document.activeElement.dataset.card, "9C");
  key("ArrowRight");
  assert.equal(document.activeElement.dataset.card, "9C");
  key("ArrowLeft");
  assert.equal(key("a"), false);
  assert.equal(document.activeElement.dataset.card, "AS");
  const card = found.button("AS"),
    remove = card.remove;
  card.remove = function () {
    remove.call(this);
    document.activeElement = document.body;
  };
  draw({ turn: "W", hand: ["JH", "9C"] });
  assert.equal(document.activeElement.dataset.card, "JH", "the first one where it was played");
  const other = made("input");
  other.focus();
  draw({ turn: "S", hand: ["JH"], legal: [] });
  assert.equal(document.activeElement, other);
});

test("a hand that is dealt comes from the dealer card by card, once", () => {
  const { draw } = hand(),
    five = ["JH", "AS", "9C", "TC", "KC"];
  const flew = [],
    grown = new Set();
  moves(true);
  Element.prototype.animate = function (frames, how) {
    flew.push([this.dataset.card, how.duration, how.delay].join());
    grown.add(frames.scale[0]);
    return {};
  };
  const measure = Element.prototype.getBoundingClientRect;
  Element.prototype.getBoundingClientRect = () => ({ left: 0, top: 0, width: 2, height: 2 });
  draw({ turn: "W", hand: five.slice(1) }, { before: state() });
  draw({ turn: "W", hand: five }, { before: state({ game: { hand: ["9C"] } }) });
  assert.deepEqual(flew, []);
  draw({ turn: "W", hand: five }, { before: state({ game: { hand: [] } }) });
  assert.deepEqual(flew, ["JH,220,0", "AS,220,60", "9C,220,120", "TC,220,180", "KC,220,240"]);
  assert.deepEqual([...grown], ["1"], "from a place as wide as a whole hand a card is no larger");
  Element.prototype.getBoundingClientRect = measure;
  moves(false);
});
