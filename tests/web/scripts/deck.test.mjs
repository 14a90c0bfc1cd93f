// What needs no page: every card back that can be chosen is drawn, and every one drawn can be chosen.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import test from "node:test";

import { BACKS, back, card, deck } from "../../../src/rightbower/web/static/js/deck.js";

const TABLE = new URL("../../../src/rightbower/web/templates/table.html", import.meta.url);

test("the backs on offer are those of the deck", () => {
  const select = readFileSync(TABLE, "utf8").match(/<select id="back".*?<\/select>/s)[0];
  const offered = [...select.matchAll(/value="(.*?)"/g)].map((found) => found[1]);
  assert.deepEqual(offered.toSorted(), Object.keys(BACKS).toSorted());
});

test("each back is drawn in its own colours", () => {
  for (const [name, [plain, light]] of Object.entries(BACKS))
    for (const colour of [plain, light]) assert.ok(back(name).includes(colour), name);
});

// Each card as it was looked at and found good: with plain and large corners, in two and four colours, as a
// trump and as a bower.
const LOOKED_AT = {
  "9S": "a22f00dd03fc",
  "10S": "af95599001cb",
  JS: "ba40c4976bf1",
  QS: "582ce5dc4b5f",
  KS: "eb575eaa9973",
  AS: "48b386b3a8ea",
  "9H": "0fa5da046dc6",
  "10H": "de1b60aa0727",
  JH: "59cf32230114",
  QH: "14f1fff6dc77",
  KH: "eb7d62a56fd8",
  AH: "a16810b52c27",
  "9D": "99cb691836b1",
  "10D": "194a6666ed7b",
  JD: "0762109c1fd0",
  QD: "9a7a69a51bfc",
  KD: "b2ab187cae87",
  AD: "6e66ae5bacff",
  "9C": "177e05068960",
  "10C": "ba0fb27b65fa",
  JC: "bc80c20b9a41",
  QC: "eae0e80a839b",
  KC: "4bd3e75b3b4b",
  AC: "3780d05d7610",
  "8S": "3aa10ab0e905",
  "7S": "fcf838d4d36b",
  "8H": "3e961f7f4c94",
  "7H": "0a7a01e1dcf8",
  "8D": "29a1a1e98068",
  "7D": "616b328331c9",
  "8C": "d9e3973948e9",
  "7C": "b4b1018106b4",
  B: "ac9c10a848ba",
  "2S": "bbc801358971",
};
const LOWER = ["8", "7"].flatMap((rank) => [..."SHDC"].map((suit) => rank + suit));
const WAYS = [
  {},
  { largeIndex: true },
  { fourColour: true },
  { trump: true },
  { bower: "right", trump: true },
  { bower: "left", trump: true },
  { largeIndex: true, bower: "right" },
  { id: "a b<c" },
  { bower: "no" },
];

test("the cards are drawn as they were looked at; one that is drawn otherwise is to be looked at again", () => {
  const sum = (name) =>
    createHash("sha256")
      .update(WAYS.map((way) => card(name, way)).join())
      .digest("hex")
      .slice(0, 12);
  assert.deepEqual(
    Object.fromEntries([...deck, ...LOWER, "B", "2S"].map((name) => [name, sum(name)])),
    LOOKED_AT,
  );
  const backs = createHash("sha256")
    .update(
      Object.keys(BACKS)
        .map((name) => back(name))
        .join(),
    )
    .digest("hex")
    .slice(0, 12);
  assert.equal(backs, "2e4dde7c17b0");
});

test("a card is known by its name, a back that nobody knows is green", () => {
  assert.equal(card("ts"), card("10S"));
  assert.equal(card("joker"), card("B"));
  assert.equal(card("JO"), card("B"));
  assert.throws(() => card("6S"), /no such card: 6S/);
  assert.throws(() => card("2H"), /no such card: 2H/);
  assert.equal(back("toString"), back("green"));
  assert.notEqual(back("navy"), back("green"));
});
