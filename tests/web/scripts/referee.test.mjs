// As at the table: what may be called, who chooses, and what a person may do by mistake.
import assert from "node:assert/strict";
import test from "node:test";

import { buttons, made, page, press } from "./page.mjs";

const JS = "../../../src/rightbower/web/static/js";
const { Referee } = await import(`${JS}/referee.js`);
const menu = await import(`${JS}/referee_menu.js`);

const part = (name) => document.querySelector(`[data-part="${name}"]`);
const RULING = {
  number: 3,
  what: "A revoke",
  says: "East revoked.",
  clauses: [["A01-7.1", "a note"]],
  waits_for: [],
  ways: [
    { name: "redeal", label: "Redeal", do: ["Deal again."] },
    { name: "points", label: "Points", do: ["Two points.", "Play on."] },
  ],
};

function referee(said, more = {}) {
  const typed = made("input");
  page(
    "irregular",
    "slip",
    "calls",
    "rulings",
    "slips",
    made("form", { "data-part": "words" }, typed),
    made("dialog", { "data-part": "doubts" }),
  );
  const asked = [],
    opened = [];
  const found = new Referee({
    ask: (message) => asked.push(message),
    open: (dialog) => opened.push(dialog),
  });
  found.render({
    version: 1,
    you: "S",
    game: { phase: "play", turn: "E", dealer: "S", hand: ["9C", "TC"] },
    referee: said,
    ...more,
  });
  return { found, asked, opened, typed, calls: () => asked.map((message) => message.what) };
}

test("where nobody judges nothing of it is there", () => {
  referee(undefined);
  for (const name of ["irregular", "words", "slip", "calls"]) assert.equal(part(name).hidden, true, name);
});

test("what may be called is a button each", () => {
  const { calls } = referee({
    turns: "N",
    calls: [{ words: "East led out of turn", fact: "f1" }],
    agree: true,
  });
  assert.deepEqual(buttons(part("calls")), [
    "Turn the trick",
    "Call it: East led out of turn",
    "Agree the result",
  ]);
  for (const text of buttons(part("calls"))) press(part("calls"), text);
  assert.deepEqual(calls(), [{ do: "turn" }, { do: "claim", fact: "f1" }, { do: "enter" }]);
  referee({ turns: "E" });
  assert.deepEqual(buttons(part("calls")), []);
  assert.equal(part("calls").hidden, true);
  referee({ turns: "N" }, { you: null });
  assert.deepEqual(buttons(part("calls")), []);
});

test("a suit is called by those who may, and a card by the other side", () => {
  const { calls } = referee({ may_call: ["S"], may_name: ["9C"] });
  assert.deepEqual(buttons(part("calls")), [
    "Lead clubs!",
    "Lead diamonds!",
    "Lead hearts!",
    "Lead spades!",
    "Lead what you like",
    "Play the nine of clubs!",
  ]);
  press(part("calls"), "Lead hearts!");
  press(part("calls"), "Lead what you like");
  press(part("calls"), "Play the nine of clubs!");
  assert.deepEqual(calls(), [
    { do: "suit", suit: "hearts" },
    { do: "suit", suit: "" },
    { do: "card", card: "9C" },
  ]);
  referee({ may_call: ["N"], may_name: ["9C"] }, { game: { phase: "play", turn: "N" } });
  assert.deepEqual(buttons(part("calls")), []);
});

test("the pack is cut by whoever is asked, or the cut is declined", () => {
  const { calls } = referee({ cut: "S", cut_due: true });
  part("calls").querySelector("input").value = "7";
  press(part("calls"), "Cut the deck");
  press(part("calls"), "No cut");
  assert.deepEqual(calls(), [
    { do: "cut", lifted: 7 },
    { do: "cut", lifted: null },
  ]);
  referee({ cut: "W", cut_due: true });
  assert.deepEqual(buttons(part("calls")), []);
  referee({ cut: "S" });
  assert.deepEqual(buttons(part("calls")), ["Cut the deck"]);
});

test("orders in force stand there without a button", () => {
  referee({ orders: ["East leads a heart"] });
  assert.equal(part("calls").textContent, "East leads a heart.");
  assert.equal(part("calls").hidden, false);
});

test("a doubt is called from a list", () => {
  const { opened, calls } = referee({ doubts: [{ words: "East revoked in trick 2", fact: "f2" }] });
  press(part("calls"), "Call a revoke …");
  assert.equal(opened[0], part("doubts"));
  assert.deepEqual(buttons(part("doubts")), ["East revoked in trick 2", "Nothing"]);
  press(part("doubts"), "Nothing");
  assert.deepEqual(calls(), []);
  press(part("doubts"), "East revoked in trick 2");
  assert.deepEqual(calls(), [{ do: "claim", fact: "f2" }]);
});

test("whoever has the choice is given it; the others are told", () => {
  const { calls } = referee({ rulings: [{ ...RULING, waits_for: ["S", "N"] }] });
  assert.equal(part("slip").querySelector("h2").textContent, "A revoke Why?");
  assert.deepEqual(buttons(part("slip")), ["RedealDeal again.", "PointsTwo points. Play on."]);
  press(part("slip"), "PointsTwo points. Play on.");
  assert.deepEqual(calls(), [{ do: "choose", number: 3, option: "points" }]);
  referee({ rulings: [{ ...RULING, waits_for: ["E", "W"] }] });
  assert.match(part("slip").textContent, /The other side chooses\.$/);
  referee({ rulings: [{ ...RULING, waits_for: ["S", "N"], later: true }] });
  assert.match(part("slip").textContent, /when the hand is played out\.$/);
  referee({ rulings: [{ ...RULING, chosen: "points", suggestion: true }] });
  assert.match(
    part("slip").textContent,
    /East revoked\. Two points\. Play on\. A suggestion: the book itself does not say it\.$/,
  );
});

test("a ruling is seen for a while, one that waits until it is chosen on", () => {
  const { found } = referee({ rulings: [RULING] });
  assert.equal(part("slip").hidden, false);
  const later = (version, ruling) => {
    found.render({ version, you: "S", game: { phase: "play" }, referee: { rulings: [ruling] } });
    return !part("slip").hidden;
  };
  assert.equal(later(3, RULING), true);
  assert.equal(later(4, RULING), false);
  assert.equal(later(9, { ...RULING, waits_for: ["E"] }), true);
  assert.equal(found.waits({ referee: { rulings: [{ ...RULING, waits_for: ["E"] }] } }), true);
  assert.equal(found.waits({ referee: { rulings: [{ ...RULING, waits_for: ["E"], later: true }] } }), false);
  assert.equal(found.waits({ referee: { rulings: [RULING] } }), false);
  assert.equal(found.waits({}), false);
});

test("calls are made in words while trump is made", () => {
  const { typed, calls } = referee({}, { game: { phase: "round one" } });
  assert.equal(part("words").hidden, false);
  typed.value = "  ";
  part("words").dispatchEvent({ type: "submit" });
  typed.value = "I'll go alone";
  part("words").dispatchEvent({ type: "submit" });
  assert.deepEqual(calls(), [{ do: "words", words: "I'll go alone" }]);
  assert.equal(typed.value, "");
  referee({});
  assert.equal(part("words").hidden, true);
  referee({}, { you: null, game: { phase: "round one" } });
  assert.equal(part("words").hidden, true);
});

test("a card is dropped once somebody said so, and once only", () => {
  const { found, calls } = referee({});
  assert.equal(found.drops("9C"), false);
  menu.render(found);
  press(part("slips"), "Drop a card");
  assert.deepEqual(buttons(part("slips")), ["Tap the card you drop", "Lay my cards down"]);
  assert.equal(part("slips").querySelector("[aria-pressed]").getAttribute("aria-pressed"), "true");
  assert.equal(found.drops("9C"), true);
  assert.equal(found.drops("TC"), false);
  press(part("slips"), "Lay my cards down");
  assert.deepEqual(calls(), [
    { do: "drop", card: "9C" },
    { do: "drop", card: "9C TC" },
  ]);
});

test("cards that lie open are those of a seat", () => {
  const { found } = referee({
    up: [
      ["W", "9C"],
      ["N", "TC"],
      ["W", "AS"],
    ],
  });
  assert.deepEqual(found.up("W"), ["9C", "AS"]);
  assert.deepEqual(found.up("E"), []);
});

test("what may be done by mistake goes with the moment", () => {
  const slips = (game, judged = {}) => {
    menu.render(referee(judged, { game }).found);
    return buttons(part("slips"));
  };
  assert.deepEqual(slips({ dealer: "S" }, { cut_due: true }), [
    "Deal one card too many",
    "Show a card in dealing",
    "Deal without offering the cut",
  ]);
  assert.deepEqual(slips({ dealer: "S" }), ["Deal one card too many", "Show a card in dealing"]);
  assert.deepEqual(slips({ dealer: "W" }), []);
  assert.deepEqual(slips({ dealer: "S", phase: "round one" }), ["Pick it up", "Turn it down", "Pass"]);
  assert.deepEqual(slips({ dealer: "W", phase: "round one" }), ["Order it up", "Pass"]);
  assert.deepEqual(slips({ dealer: "W", phase: "round two" }), [
    "Call clubs",
    "Call diamonds",
    "Call hearts",
    "Call spades",
    "Pass",
  ]);
  assert.deepEqual(slips({ dealer: "W", phase: "play", hand: ["9C"] }), ["Drop a card"]);
  assert.deepEqual(slips({ dealer: "W", phase: "play", hand: ["9C"], result: {} }), []);
});

test("a slip is sent as it is done", () => {
  const { found, asked } = referee({}, { game: { dealer: "S", phase: "round one" } });
  menu.render(found);
  press(part("slips"), "Turn it down");
  assert.deepEqual(asked, [{ type: "move", action: "turn down" }]);
  const dealt = referee({}, { you: "W", game: { dealer: "W" } });
  menu.render(dealt.found);
  press(part("slips"), "Deal one card too many");
  press(part("slips"), "Show a card in dealing");
  assert.deepEqual(dealt.calls(), [{ do: "deal wrong", to: "N" }, { do: "exposed in the deal" }]);
});

test("the officer's last word is with those who have it", () => {
  const rulings = [{ ...RULING, aside_by: ["S"] }];
  const { found, calls } = referee({
    rulings,
    instead: [
      ["redeal", "Deal again"],
      ["award", "Give points"],
    ],
  });
  menu.render(found);
  assert.match(part("rulings").textContent, /^A revoke\. East revoked\. A01-7\.1/);
  const [points, why] = part("rulings").querySelectorAll("input");
  part("rulings").querySelector("select").value = "redeal";
  why.value = "they both asked";
  press(part("rulings"), "Set aside");
  part("rulings").querySelector("select").value = "award";
  points.value = "1";
  press(part("rulings"), "Set aside");
  assert.deepEqual(
    calls().map((each) => each.instead),
    ["redeal", "award 1"],
  );
  assert.equal(calls()[0].why, "they both asked");
  menu.render(referee({ rulings: [{ ...RULING, aside_by: ["N"] }] }).found);
  assert.equal(part("rulings").querySelector("details"), null);
});
