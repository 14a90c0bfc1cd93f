// The pad where scores are large or below zero, and where one side has what the other has not.
import assert from "node:assert/strict";
import test from "node:test";

import { made } from "./page.mjs";

const { ScorePad } = await import("../../../src/rightbower/web/static/js/score_pad.js");

const field = (name) =>
  Object.assign(made("input", { name, "data-names": name === "ours" ? "Ann" : "Bob" }), { value: "" });
const plain = { cannot: [], shortened: [], why: [], dealers: [] };
const padOf = (key, rules) => {
  const form = made(
    "form",
    { "data-key": key },
    Object.assign(made("script", { type: "application/json" }), {
      textContent: JSON.stringify({ ...plain, ...rules }),
    }),
    made("div", { class: "plain" }, field("ours"), field("theirs")),
  );
  document.body.append(form);
  const pad = new ScorePad(form);
  const at = (name) => form.querySelector(`[data-pad="${name}"]`);
  const tap = (...names) => names.forEach((name) => at(name).click());
  const filledIn = () => ["ours", "theirs"].map((name) => form.querySelector(`[name="${name}"]`).value);
  const wanted = () => form.querySelector(".send").textContent;
  return { pad, at, tap, filledIn, wanted };
};

test("figures join, the sign turns, and a window pressed again begins anew", () => {
  const { at, tap, filledIn, wanted } = padOf("large", { most: 999, figures: true, minus: true });
  assert.equal(wanted(), "First our points");
  tap("key 5", "key 2", "key 0");
  assert.deepEqual(filledIn(), ["520", ""]);
  assert.equal(wanted(), "Now their points");
  tap("key 9");
  assert.equal(filledIn()[0], "520", "it has three figures and no more");
  tap("next", "key 1", "key 8", "minus", "key 0");
  assert.deepEqual(filledIn(), ["520", "-180"]);
  assert.equal(wanted(), "Send 520–−180");
  assert.equal(at("window 1").getAttribute("aria-label"), "They: −180");
  tap("wipe");
  assert.equal(filledIn()[1], "-18");
  tap("wipe", "wipe");
  assert.deepEqual([filledIn()[1], wanted()], ["", "Now their points"]);
  tap("window 0", "key 7", "window 1", "key 3", "key 0");
  assert.deepEqual(filledIn(), ["7", "30"]);
  assert.equal(wanted(), "Send 7–30");
});

test("where nothing is below zero there is no sign", () => {
  assert.equal(padOf("above", { most: 999, figures: true }).at("minus"), null);
});

test("what one side has the other has not", () => {
  const { tap, filledIn, wanted } = padOf("tricks", { most: 13, together: 13 });
  tap("key 8");
  assert.deepEqual(filledIn(), ["8", "5"]);
  assert.equal(wanted(), "Send 8–5");
  tap("window 1", "key 10");
  assert.deepEqual(filledIn(), ["3", "10"]);
});
