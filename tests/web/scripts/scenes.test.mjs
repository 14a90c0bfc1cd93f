// What needs no page: the scenes between two states, and how long to wait for a lost line.
import assert from "node:assert/strict";
import test from "node:test";

import { pace, scenes } from "../../../src/rightbower/web/static/js/scene_queue.js";

const state = (game, version = 1) => ({ version, game, told: { line: "" }, chairs: [], you: "S" });
const playing = (trick, more = {}) => state({ phase: "play", trick, ...more });
const TRICK = [
  ["W", "AS"],
  ["N", "9S"],
  ["E", "TS"],
  ["S", "KS"],
];

test("a card more is one scene", () => {
  const shown = scenes(playing(TRICK.slice(0, 1)), playing(TRICK.slice(0, 2)));
  assert.equal(shown.length, 1);
  assert.deepEqual(shown[0].trick, TRICK.slice(0, 2));
});

test("the fourth card lies on the table before the trick is gathered", () => {
  const next = playing([], { before: TRICK, winner: "W" });
  const [full, after] = scenes(playing(TRICK.slice(0, 3)), next);
  assert.deepEqual(full.trick, TRICK);
  assert.equal(full.full, true);
  assert.equal(full.winner, "W");
  assert.deepEqual(after.trick, []);
});

test("the same trick is gathered once", () => {
  const next = playing([], { before: TRICK, winner: "W" });
  assert.equal(scenes(next, { ...next, version: 2 }).length, 1);
});

test("a lead after a trick that was not shown shows that trick first only if it is still told", () => {
  const lead = playing([["W", "AH"]], { previous: TRICK });
  assert.equal(scenes(playing(TRICK.slice(0, 3)), lead).length, 1);
});

test("the last card of a hand is shown, and its trick stays beside the summary", () => {
  const over = state({ score: [1, 0], last: { trick: TRICK, winner: "N", ending: "played" } });
  const [full, after] = scenes(playing(TRICK.slice(0, 3)), over);
  assert.deepEqual(full.trick, TRICK);
  assert.equal(full.last, true);
  assert.deepEqual(after.trick, TRICK);
  assert.equal(after.over, true);
});

test("somebody who comes sees the table as it is, without replaying a trick", () => {
  assert.equal(scenes(null, playing([], { before: TRICK, winner: "W" })).length, 1);
});

test("before the game there is nothing on the table", () => {
  assert.deepEqual(scenes(null, state(undefined))[0].trick, []);
});

test("speeds keep their order and a card on normal lies for at least 600 ms", () => {
  assert.ok(pace("fast").rest < pace("normal").rest);
  assert.ok(pace("normal").rest < pace("slow").rest);
  assert.ok(pace("normal").rest >= 600);
  assert.ok(pace("").last > pace("").rest);
});
