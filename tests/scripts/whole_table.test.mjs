// The card table as one page: what the hall tells is drawn in all its parts, and what is pressed is asked for.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { made, page, press, timers } from "./page.mjs";

const JS = "../../src/rightbower/web/static/js";
const TEMPLATE = readFileSync(new URL("../../src/rightbower/web/templates/table.html", import.meta.url), "utf8");
const sockets = [], sent = [];
performance.getEntriesByType = () => [{ responseStart: 0 }];
globalThis.MutationObserver = class { observe() {} };
globalThis.WebSocket = class {
  static OPEN = 1;
  constructor() { this.readyState = 1; sockets.push(this); }
  send(text) { sent.push(JSON.parse(text)); }
  close() {}
};
const SETUP = { table: "t1", mode: "strict", fingerprint: "f", now: 0, turn: null, friendly: true, guest: false, name: "Sue", book: { name: "standard", usual: true } };
const part = (name) => document.querySelector(`[data-part="${name}"]`);
const names = new Set([...TEMPLATE.matchAll(/data-part="([\w-]+)"/g)].map((found) => found[1]));
const inside = { line: ["txt", "disc"] };
const parts = [...names].map((name) => made("div", { "data-part": name, class: name === "end" ? "sum" : name }, ...(inside[name] ?? []).map((each) => made("span", { class: each }))));
const chairs = ["n", "e", "s", "w"].map((place) => made("div", { class: `seat ${place}` }, ...["fan", "face", "discs", "who", "note", "won", "bubble", "sit"].map((name) => made("div", { class: name }))));
page(made("script", { id: "setup" }, JSON.stringify(SETUP)), made("main", { id: "table", class: "table" }, ...chairs, ...parts, made("div", { class: "spoken" })));
await import(`${JS}/table.js`);

const turns = async () => { for (let at = 0; at < 20; at++) await Promise.resolve(); };
const SILENCE = 6000; // a line that waits so long for a word is not a rest between two scenes
const hear = async (message) => {
  sockets.at(-1).onmessage({ data: JSON.stringify(message) });
  const lines = new Set();
  for (let scene = 0; scene < 4; scene++) {
    await turns();
    lines.add(part("line").querySelector(".txt").textContent);
    for (const { act, wait } of timers.splice(0)) if (wait < SILENCE) act();
  }
  await turns();
  return [...lines];
};

test("before the game the chairs have their names, and the line says what is waited for", async () => {
  const chairs = ["Nan", "Ed", "Sue", "Walt"].map((name) => ({ name }));
  await hear({ type: "state", version: 3, you: "S", chairs, told: { line: "Start the game when you like." } });
  assert.equal(document.querySelector("#table").dataset.version, "3");
  assert.equal(document.querySelector("#table").dataset.phase, "seats");
  assert.equal(part("line").querySelector(".txt").textContent, "Start the game when you like.");
  assert.match(document.querySelector(".seat.n .who").textContent, /Nan/);
});

const GAME = { phase: "order", turn: "S", dealer: "S", score: [4, 7], target: 10, hand: ["9C", "JC"], legal: ["pass", "order"], counts: [5, 5, 5, 5], tricks: [0, 0], trick: [], trumps: [] };
const told = (version, game, more = {}) => ({ type: "state", version, you: "S", chairs: ["Nan", "Ed", "Sue", "Walt"].map((name) => ({ name })), game: { ...GAME, ...game }, told: { line: "Your call.", ...more } });

test("on one's turn the line says so, a press asks for the call, and a refusal is shown", async () => {
  await hear(told(4, {}, { choices: [{ action: "pass", label: "Pass" }] }));
  assert.ok(part("line").classList.contains("yours"));
  assert.equal(part("line").querySelector(".disc").hidden, false, "one deals oneself");
  assert.equal(part("hint").hidden, false);
  press(part("choices"), "Pass");
  const asked = sent.at(-1);
  assert.deepEqual([asked.type, asked.action], ["move", "pass"]);
  await hear({ type: "no", id: asked.id, reason: "It is not your turn." });
  assert.match(part("toasts").textContent, /It is not your turn/);
});

test("another's turn is not one's own", async () => {
  await hear(told(6, { turn: "W", dealer: "N" }, { line: "Walt to call." }));
  assert.equal(part("line").querySelector(".txt").textContent, "Walt to call.");
  assert.ok(!part("line").classList.contains("yours"));
  assert.equal(part("line").querySelector(".disc").hidden, true);
  assert.equal(part("end").hidden, true);
});

test("a full trick is looked at with who takes it, before the next card is asked for", async () => {
  const trick = [["W", "AS"], ["N", "9S"], ["E", "TS"], ["S", "KS"]], line = "Lead a card.";
  const playing = { phase: "play", turn: "S", trumps: [], legal: [] };
  await hear(told(8, { ...playing, trick: trick.slice(0, 3) }));
  assert.deepEqual((await hear(told(9, { ...playing, before: trick, winner: "W" }, { line }))).slice(0, 2), ["Walt takes the trick.", line]);
  await hear(told(10, { ...playing, trick: trick.slice(0, 3) }));
  assert.deepEqual((await hear(told(11, { ...playing, before: trick, winner: "S" }, { line }))).slice(0, 2), ["You take the trick.", line]);
});
