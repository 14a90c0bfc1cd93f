// What needs no page: every card back that can be chosen is drawn, and every one drawn can be chosen.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { BACKS, back } from "../../src/rightbower/web/static/js/deck.js";

const TABLE = new URL("../../src/rightbower/web/templates/table.html", import.meta.url);

test("the backs on offer are those of the deck", () => {
  const select = readFileSync(TABLE, "utf8").match(/<select id="back".*?<\/select>/s)[0];
  const offered = [...select.matchAll(/value="(.*?)"/g)].map((found) => found[1]);
  assert.deepEqual(offered.toSorted(), Object.keys(BACKS).toSorted());
});

test("each back is drawn in its own colours", () => {
  for (const [name, colours] of Object.entries(BACKS)) for (const colour of colours) assert.ok(back(name).includes(colour), name);
});
