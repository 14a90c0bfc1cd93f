// What a device adds to the shuffle: the sum is SHA-256, and a salt is told only when all are committed.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

const held = new Map();
globalThis.localStorage = {
  getItem: (key) => held.get(key) ?? null,
  setItem: (key, value) => held.set(key, value),
  removeItem: (key) => held.delete(key),
};
globalThis.document = { querySelector: () => null };
const told = [];
const tell = (notice) => told.push(notice.reason);
const { sha256 } = await import("../../../src/rightbower/web/static/js/sha256.js");
const { Salting } = await import("../../../src/rightbower/web/static/js/shuffle_salt.js");

test("the sum is that of everybody else", () => {
  const texts = ["", "abc", "é♠ kitchen table", ...Array.from({ length: 140 }, (_, n) => "x".repeat(n))];
  for (const text of texts) assert.equal(sha256(text), createHash("sha256").update(text).digest("hex"));
});

const nobody = ["", "", "", ""];

test("it commits, waits until nobody can, and tells", async () => {
  const asked = [];
  const here = new Salting(
    "t",
    "f",
    async (message) => {
      asked.push(message);
      return { type: "done" };
    },
    tell,
  );
  const state = { you: "E", shuffle: { sums: nobody, salts: nobody } };
  here.take(state);
  here.take(state);
  assert.deepEqual(asked, [{ type: "commit", sum: sha256(here.kept.text) }]);
  const sums = ["", asked[0].sum, "", ""];
  here.take({ you: "E", shuffle: { sums, salts: nobody } });
  assert.equal(asked.length, 1, "the salt is not told while others can commit");
  const again = new Salting(
    "t",
    "f",
    async (message) => {
      asked.push(message);
      return { type: "done" };
    },
    tell,
  );
  again.take({ you: "E", shuffle: { sums, salts: nobody, closed: true } });
  assert.deepEqual(asked[1], { type: "salt", text: here.kept.text }, "also after the page was loaded again");
  again.take({ you: "E", game: {}, shuffle: undefined });
  assert.equal(held.size, 0);
});

test("a hall that changed its seed is told nothing", () => {
  const asked = [];
  new Salting("u", "first", async () => ({}), tell);
  const here = new Salting(
    "u",
    "second",
    async (message) => {
      asked.push(message);
      return {};
    },
    tell,
  );
  assert.equal(here.fair, false);
  assert.equal(told.length, 1);
  assert.match(told[0], /seed is not the one/);
  here.take({ you: "N", shuffle: { sums: nobody, salts: nobody } });
  assert.deepEqual(asked, []);
});
