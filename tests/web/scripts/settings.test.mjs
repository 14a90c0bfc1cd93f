// What each person sets once: a page that binds its own buttons has each of them bound once.
import assert from "node:assert/strict";
import test from "node:test";

import { made, page, press } from "./page.mjs";

page(made("button", { "data-setting": "large", "data-value": "yes" }, "Large"));
document.body.dataset.bind = "own";
const { bind, get } = await import("../../../src/rightbower/web/static/js/settings.js");

test("a press turns a setting on, and the next one off", () => {
  bind(document);
  press(document.body, "Large");
  assert.equal(get("large"), "yes");
  assert.equal(document.querySelector("button").getAttribute("aria-pressed"), "true");
  press(document.body, "Large");
  assert.equal(get("large"), "no");
});
