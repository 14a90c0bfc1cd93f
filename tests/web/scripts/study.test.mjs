// The pages that are read rather than played: a replay, a review, lessons and practice, and the first page
// with its lobby.
import assert from "node:assert/strict";
import test from "node:test";

import { made, page, press, tellWindow, timers } from "./page.mjs";

const JS = "../../../src/rightbower/web/static/js";
const sockets = [],
  gone = [];
globalThis.WebSocket = class {
  static OPEN = 1;
  constructor(address) {
    this.address = address;
    sockets.push(this);
  }
  close() {}
};
globalThis.history = { replaceState: (_state, _title, address) => gone.push(address) };
location.reload = () => gone.push("reload");
document.body.dataset.bind = "own";
const part = (name) => document.querySelector(`[data-part="${name}"]`);
const label = (element) => element.getAttribute("aria-label");
const turns = async () => {
  for (let at = 0; at < 12; at++) await Promise.resolve();
};

// A game of two deals: two steps after the deal, then one.
const step = (text, more = {}) => ({
  text,
  hands: [["9C"], ["TC"], ["JC"], ["QC"]],
  won: [0, 0, 0, 0],
  trick: [],
  up: "turned up",
  ...more,
});
const DEALS = [
  {
    dealer: "E",
    turn_up: "AH",
    score: [1, 0],
    ends: "North–South make a point.",
    costs: [null, ["?", "cost a point"]],
    steps: [
      step("The cards are dealt"),
      step("North passes"),
      step("East leads", {
        trumps: ["JC"],
        trick: [
          ["E", "TC"],
          ["S", "JC"],
        ],
        won: [0, 2, 0, 0],
        hands: [["9C"], [], [], ["QC"]],
      }),
    ],
  },
  {
    dealer: "S",
    turn_up: "KD",
    score: [1, 2],
    ends: "A march.",
    costs: [["!", "well seen"]],
    steps: [step("Dealt again"), step("South plays")],
  },
];

async function replay(hash, name) {
  location.hash = hash;
  page(
    made("script", { id: "setup" }, JSON.stringify({ players: ["Nan", "Ed", "Sue", "Walt"], deals: DEALS })),
    "top",
    "right",
    "bottom",
    "left",
    "middle",
    "offer",
    "score",
    "line",
    "cost",
    "title",
    "acts",
    ...[
      ["-deal", "First"],
      ["-1", "Back"],
      ["1", "On"],
      ["deal", "Next hand"],
    ].map(([by, text]) => made("button", { "data-step": by }, text)),
  );
  await import(`${JS}/replay.js?${name}`);
}
const at = () =>
  `${part("title").textContent}: ${part("acts").children.findIndex((each) => each.getAttribute("aria-current") === "step")}`;
const go = (text) => {
  press(document.body, text);
  return at();
};

test("a replay begins with the first hand as it was dealt, all cards open", async () => {
  await replay("", "begin");
  assert.equal(at(), "Hand 1 of 2: -1");
  assert.deepEqual(
    ["top", "right", "bottom", "left"].map((name) => part(name).textContent),
    ["Nan", "Ed (dealer)", "Sue", "Walt"],
  );
  assert.deepEqual(
    ["top", "right", "bottom", "left"].map((name) =>
      label(part(name).querySelector(".open-hand").firstChild),
    ),
    ["nine of clubs", "ten of clubs", "jack of clubs", "queen of clubs"],
  );
  assert.equal(part("line").textContent, "The cards are dealt.");
  assert.equal(label(part("offer").firstChild), "ace of hearts");
  assert.equal(part("offer").textContent, "turned up");
  assert.equal(part("score").textContent, "North–South 0East–West 0");
  assert.equal(part("cost").hidden, true);
  assert.deepEqual(
    part("acts").children.map((each) => each.textContent),
    ["North passes", "East leads ?"],
  );
});

test("it goes step by step, over the end of a hand into the next, and back", async () => {
  await replay("", "steps");
  assert.equal(go("Back"), "Hand 1 of 2: -1", "before the beginning there is nothing");
  assert.equal(go("On"), "Hand 1 of 2: 0");
  assert.equal(part("line").textContent, "North passes.");
  assert.equal(part("cost").hidden, true);
  assert.equal(go("On"), "Hand 1 of 2: 1");
  assert.equal(part("line").textContent, "North–South make a point.");
  assert.equal(part("score").textContent, "North–South 1East–West 0");
  assert.deepEqual(
    [part("cost").hidden, part("cost").textContent, part("cost").querySelector(".sign").textContent],
    [false, "? cost a point", "?"],
  );
  assert.equal(part("right").textContent, "Ed (dealer) · 2");
  assert.deepEqual(
    part("middle").children.map((each) => [label(each), each.className]),
    [
      ["ten of clubs", "at-right"],
      ["jack of clubs", "at-bottom"],
    ],
  );
  assert.equal(go("On"), "Hand 2 of 2: -1");
  assert.equal(part("score").textContent, "North–South 1East–West 0", "as it stood before the hand");
  assert.equal(part("bottom").textContent, "Sue (dealer)");
  assert.equal(go("On"), "Hand 2 of 2: 0");
  assert.equal(part("score").textContent, "North–South 1East–West 2");
  assert.equal(go("On"), "Hand 2 of 2: 0", "after the end there is nothing");
  assert.equal(go("Back"), "Hand 2 of 2: -1");
  assert.equal(go("Back"), "Hand 1 of 2: 1");
});

test("it goes from hand to hand", async () => {
  await replay("", "hands");
  go("On");
  assert.equal(go("Next hand"), "Hand 2 of 2: -1");
  go("On");
  assert.equal(go("Next hand"), "Hand 2 of 2: 0", "there is no further one");
  assert.equal(go("First"), "Hand 2 of 2: -1");
  assert.equal(go("First"), "Hand 1 of 2: -1");
  assert.equal(go("First"), "Hand 1 of 2: -1");
});

test("keys do the same", async () => {
  await replay("", "keys");
  let stopped = 0;
  const key = (name) => {
    document.dispatchEvent({
      type: "keydown",
      key: name,
      preventDefault() {
        stopped++;
      },
    });
  };
  key("ArrowRight");
  assert.equal(at(), "Hand 1 of 2: 0");
  assert.ok(stopped > 0);
  stopped = 0;
  key("a");
  assert.equal(stopped, 0);
  key("PageDown");
  assert.equal(at(), "Hand 2 of 2: -1");
  key("ArrowLeft");
  assert.equal(at(), "Hand 1 of 2: 1");
  key("PageUp");
  assert.equal(at(), "Hand 1 of 2: -1");
});

test("an address leads to an act of a hand", async () => {
  for (const [hash, found] of [
    ["#1.1", "Hand 1 of 2: 0"],
    ["#2", "Hand 2 of 2: -1"],
    ["#2.9", "Hand 2 of 2: 0"],
    ["#3.1", "Hand 1 of 2: -1"],
  ]) {
    await replay(hash, `address${hash.slice(1)}`);
    assert.equal(at(), found, hash);
  }
  location.hash = "";
});

test("the act that is shown stands in the middle of the list", async () => {
  await replay("", "list");
  Object.assign(part("acts"), { offsetTop: 10, clientHeight: 40 });
  Object.defineProperty(Element.prototype, "offsetTop", { configurable: true, writable: true, value: 110 });
  go("On");
  assert.equal(part("acts").scrollTop, 80);
  delete Element.prototype.offsetTop;
});

test("cards on a page of practice are drawn and spoken, chips are written", async () => {
  page(made("span", { "data-card": "TD" }), made("span", { "data-chip": "TD" }));
  await import(`${JS}/practice.js`);
  const [card, chip] = document.body.children;
  assert.deepEqual([card.getAttribute("role"), label(card)], ["img", "ten of diamonds"]);
  assert.equal(card.firstChild.className, "card-face");
  assert.equal(chip.textContent, "10♦");
});

test("a review that is being made moves its bar along, and is shown once it is done", async () => {
  const bar = made("progress", { "data-progress": "/t/x/review/progress" }),
    asked = [];
  let answers = [{ done: 3, of: 8 }];
  globalThis.fetch = async (address) => {
    asked.push(address);
    const answer = answers.shift();
    if (!answer) throw new Error("no line");
    return { json: async () => answer };
  };
  page(bar);
  gone.length = 0;
  await import(`${JS}/review.js`);
  await turns();
  assert.deepEqual([bar.value, bar.max, ...asked], [3, 8, "/t/x/review/progress"]);
  assert.deepEqual(
    timers.map((each) => each.wait),
    [400],
  );
  timers.pop().act();
  await turns();
  assert.deepEqual(
    timers.map((each) => each.wait),
    [400],
    "a line that dropped is tried again",
  );
  answers = [{ done: 8, of: 8, ready: true }];
  timers.pop().act();
  await turns();
  assert.deepEqual([gone, bar.value, timers.length], [["reload"], 3, 0]);
});

test("the cards of a lesson are drawn, with their trumps", async () => {
  page(
    made("span", { "data-face": "JH", "data-trumps": "JH JD" }),
    made("span", { "data-face": "JH" }),
    made("span", { "data-face": "" }),
    made("input", { autofocus: "" }),
  );
  await import(`${JS}/lesson.js`);
  const [trump, plain, down, field] = document.body.children;
  assert.equal(new Set([trump, plain, down].map((each) => each.firstChild.getAttribute("src"))).size, 3);
  assert.match(decodeURIComponent(trump.firstChild.getAttribute("src")), /right bower/);
  assert.equal(document.activeElement, field);
});

test("another book of a table with friends brings its own rules", async () => {
  const book = Object.assign(made("select", { id: "table-book" }), { value: "the club's" });
  page(book);
  await import(`${JS}/friends.js`);
  book.dispatchEvent({ type: "change" });
  assert.equal(location.href, "/friends?book=the%20club's");
  document.documentElement.dataset.base = "/euchre";
  book.dispatchEvent({ type: "change" });
  assert.equal(location.href, "/euchre/friends?book=the%20club's");
  delete document.documentElement.dataset.base;
});

Object.defineProperty(Element.prototype, "selectedOptions", {
  get() {
    return this.options.filter((each) => each.value === this.value);
  },
});
const option = (value, text) => Object.assign(made("option", {}, text), { value });
function home() {
  const list = (id, keeps, ...options) =>
    Object.assign(made("select", { id, "data-keeps": keeps }, ...options), {
      options,
      value: options[0].value,
    });
  const lobby = (kind) => made("section", { "data-lobby": kind }, made("ul"), made("p", {}, "None now."));
  const own = made("dialog", { id: "own-sheet" }, made("p", {}, "inside"));
  page(
    made("span", { "data-face": "AS" }),
    made("button", { "data-opens": "own-sheet" }, "A table of your own"),
    own,
    made("b", { "data-chosen": "" }),
    made("button", { "data-setting": "large", "data-value": "yes" }, "Large"),
    list("book", "book", option("usual", "As usual"), option("club", "The club’s")),
    list("strength", "strength", option("easy", "Easy"), option("hard", "Hard")),
    lobby("waiting"),
    lobby("games"),
  );
  return own;
}

test("the first page deals by the book and with the bots of last time", async () => {
  document.documentElement.dataset.book = "club";
  document.documentElement.dataset.strength = "gone";
  const own = home();
  await import(`${JS}/home.js`);
  assert.equal(document.querySelector("#book").value, "club");
  assert.equal(document.querySelector("#strength").value, "easy", "bots that are no longer there");
  assert.equal(document.querySelector("[data-chosen]").textContent, "The club’s");
  document.querySelector("#book").value = "usual";
  document.querySelector("#book").dispatchEvent({ type: "change" });
  assert.equal(document.querySelector("[data-chosen]").textContent, "As usual");
  assert.equal(localStorage.getItem("book"), "usual");
  assert.match(document.querySelector("[data-face]").firstChild.getAttribute("src"), /^data:image/);
  press(document.body, "Large");
  assert.equal(document.documentElement.dataset.large, "yes");
  press(document.body, "A table of your own");
  assert.equal(own.open, true);
  own.firstChild.click();
  assert.equal(own.open, true);
  own.click();
  assert.equal(own.open, false, "a press beside the sheet puts it away");
});

test("tables come to the lobby and go by themselves, and the keyboard stays where it was", () => {
  const table = (href, names, text = "") => ({ href, title: "Standard", names, text });
  const box = (kind) => document.querySelector(`[data-lobby="${kind}"]`);
  const hear = (waiting, games) => sockets.at(-1).onmessage({ data: JSON.stringify({ waiting, games }) });
  assert.equal(sockets.at(-1).address, "wss://hall.example/lobby/live");
  hear([table("/t/a", "Ann", "2 chairs"), table("/t/b", "Bo")], []);
  assert.deepEqual(
    box("waiting")
      .querySelectorAll("li")
      .map((each) => each.textContent),
    ["Ann Standard; 2 chairs", "Bo Standard"],
  );
  assert.deepEqual(
    ["waiting", "games"].map((kind) => box(kind).querySelector("p").hidden),
    [true, false],
  );
  hear([{ ...table("/t/a", "Ann"), chairs: ["A", "", "", ""] }, table("/t/b", "Bo")], []);
  const chairs = box("waiting").querySelectorAll("i");
  assert.deepEqual(
    chairs.map((each) => [each.textContent, each.className]),
    [["A", ""], ...Array(3).fill(["+", "free"])],
  );
  const link = box("waiting").querySelectorAll("a")[1];
  link.focus();
  hear([table("/t/b", "Bo and Cy")], [table("/t/c", "Di")]);
  assert.equal(document.activeElement.textContent, "Bo and Cy");
  assert.notEqual(document.activeElement, link);
  assert.equal(box("games").querySelector("a").getAttribute("href"), "/t/c");
  document.body.focus();
  hear([table("/t/b", "Bo")], []);
  assert.equal(document.activeElement, document.body);
});

test("a link to something in a fold opens it, and all folds around it", async () => {
  const { unfold } = await import(`${JS}/settings.js`);
  const aim = made("p", { id: "rule 7" }),
    inner = made("details", {}, aim),
    outer = made("details", {}, made("div", {}, inner)),
    other = made("details");
  page(outer, other);
  document.getElementById = (id) => [aim].find((each) => each.id === id) ?? null;
  unfold();
  assert.equal(inner.open, false);
  location.hash = "#";
  unfold();
  location.hash = "#rule%207";
  tellWindow("hashchange");
  assert.deepEqual([inner.open, outer.open, other.open, aim.broughtIntoSight], [true, true, false, true]);
  aim.broughtIntoSight = false;
  tellWindow("DOMContentLoaded");
  assert.equal(aim.broughtIntoSight, true);
});

test("the menu of a director's page closes when one looks elsewhere, or by a key", async () => {
  const summary = made("summary"),
    menu = made("details", { class: "more-menu" }, summary),
    elsewhere = made("p");
  page(menu, elsewhere);
  await import(`${JS}/menu.js`);
  menu.open = true;
  document.dispatchEvent({ type: "click", target: summary });
  assert.equal(menu.open, true);
  document.dispatchEvent({ type: "click", target: elsewhere });
  assert.equal(menu.open, false);
  document.body.focus();
  const key = (name) => document.dispatchEvent({ type: "keydown", key: name, preventDefault() {} });
  key("Escape");
  assert.equal(document.activeElement, document.body, "one that is closed takes no keyboard");
  menu.open = true;
  key("a");
  assert.equal(menu.open, true);
  key("Escape");
  assert.deepEqual([menu.open, document.activeElement], [false, summary]);
});
