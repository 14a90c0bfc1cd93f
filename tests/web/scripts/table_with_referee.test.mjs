// A table with a referee, by a book that has something special: the rulings stand there, and the book is
// shown once.
import assert from "node:assert/strict";
import test from "node:test";

import { press } from "./page.mjs";
import { SETUP, hear, part, sent, setTable, settle, state, table } from "./table_page.mjs";

const JS = "../../../src/rightbower/web/static/js";
const RULING = {
  number: 1,
  what: "A revoke",
  says: "East revoked.",
  clauses: [["A01-7.1", "a note"]],
  ways: [
    { name: "redeal", label: "Redeal", do: ["Deal again."] },
    { name: "points", label: "Points", do: ["Two points."] },
  ],
  waits_for: ["S"],
};
const ENDED = { title: "March", points: "+2", text: "All five tricks." };
setTable({ ...SETUP, mode: "as-at-the-table", turn: 30, book: { name: "club", usual: false } });
part("turn-clock").hidden = true;
for (const name of ["endings", "sheets", "referee_menu"]) await import(`${JS}/${name}.js`);
await import(`${JS}/table.js`);
await settle();
const book = document.querySelector("#book-sheet");

test("the clock of a turn is there with what it looks like", () => {
  assert.equal(part("turn-clock").hidden, false);
  assert.deepEqual(
    document.head.querySelectorAll("link").map((each) => each.getAttribute("href")),
    ["/static/turn_clock.css"],
  );
});

test("who looks on, or comes to a game that is over, is not shown the book; who sits down is, once", async () => {
  await hear(state(1, null, {}, { you: null }));
  assert.equal(book.open, false);
  await hear(state(2, { phase: null, result: { winner: "NS" } }));
  assert.equal(book.open, false, "there is nothing to play");
  assert.equal(
    part("end").hidden,
    false,
    "its end is shown once it is fetched, without a further word of the hall",
  );
  assert.equal(part("end").getAttribute("aria-label"), "Game over");
  await hear(state(3, null, {}, { you: null }));
  await hear(state(4, null));
  assert.equal(book.open, true);
  assert.equal(localStorage.getItem("known"), "club");
  for (const known of ["club", "other all"]) {
    book.open = false;
    localStorage.setItem("known", known);
    await hear(state(5, null, {}, { you: null }));
    await hear(state(6, null));
    assert.equal(book.open, false, known);
  }
  localStorage.setItem("known", "other");
  await hear(state(7, null, {}, { you: null }));
  await hear(state(8, null));
  assert.equal(book.open, true);
  assert.equal(localStorage.getItem("known"), "other club");
  book.open = false;
});

test("a chair has the name that one has; others' tables leave it", async () => {
  sent.length = 0;
  await hear(state(10, null, {}, { you: null }));
  await hear(state(11, null));
  assert.deepEqual(
    sent.filter((each) => each.type === "sit"),
    [],
  );
});

test("a ruling is shown with its ways, and while it waits the hand's end does too", async () => {
  await hear(
    state(
      20,
      { phase: null, turn: null, deal: 2, last: { ending: "played" } },
      { ended: ENDED },
      { referee: { rulings: [RULING], calls: [] } },
    ),
  );
  assert.equal(part("slip").hidden, false);
  assert.equal(part("irregular").hidden, false);
  assert.equal(part("end").hidden, true);
  assert.ok(!table().classList.contains("ended"));
  sent.length = 0;
  press(part("slip"), "PointsTwo points.");
  assert.deepEqual(
    sent.map(({ id, ...rest }) => rest),
    [{ type: "call", what: { do: "choose", number: 1, option: "points" } }],
  );
  await hear({ type: "no", id: sent[0].id, ask: true, reason: "That ends the game.", clause: "A01-7" });
  press(part("meant"), "It is meant");
  assert.deepEqual(sent.at(-1).what, { do: "choose", number: 1, option: "points", meant: true });
  await hear(
    state(
      21,
      { phase: null, turn: null, deal: 2, last: { ending: "played" } },
      { ended: ENDED },
      { referee: { rulings: [{ ...RULING, waits_for: [] }] } },
    ),
  );
  assert.equal(part("end").hidden, false);
  assert.ok(table().classList.contains("ended"));
});

test("a card is dropped by a tap once one has said so, and open cards lie open", async () => {
  const playing = { phase: "play", turn: "W", hand: ["9C", "JC"], legal: [] };
  await hear(
    state(
      30,
      playing,
      {},
      {
        referee: {
          up: [
            ["S", "JC"],
            ["W", "AS"],
          ],
        },
      },
    ),
  );
  assert.equal(part("hand").children[1].getAttribute("aria-label"), "jack of clubs, face up");
  assert.equal(
    document.querySelector(".seat.w .won .up").getAttribute("aria-label"),
    "face up: the ace of spades",
  );
  press(document.body, "menu");
  await settle();
  press(part("slips"), "Drop a card");
  sent.length = 0;
  part("hand").children[0].click();
  assert.deepEqual(
    sent.map((each) => each.what),
    [{ do: "drop", card: "9C" }],
  );
  part("hand").children[0].click();
  assert.deepEqual(
    sent.map((each) => each.type),
    ["call", "move"],
    "and then one plays again, also out of turn",
  );
});

test("a doubt is called from a list that opens", async () => {
  await hear(
    state(
      40,
      { phase: "play", turn: "W" },
      {},
      { referee: { doubts: [{ words: "East revoked", fact: "f2" }] } },
    ),
  );
  press(part("calls"), "Call a revoke …");
  await settle();
  assert.equal(part("doubts").open, true);
});
