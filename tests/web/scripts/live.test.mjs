// Pages that others change while they are read: each looks again when the hall tells of something new, and
// only then.
import assert from "node:assert/strict";
import test from "node:test";

import { made, page } from "./page.mjs";

const JS = "../../../src/rightbower/web/static/js";
const sockets = [],
  asked = [];
globalThis.WebSocket = class {
  static OPEN = 1;
  constructor() {
    sockets.push(this);
  }
  close() {}
};
Object.assign(location, { href: "https://hall.example/here", pathname: "/here" });
globalThis.fetch = async (address) => {
  asked.push(address);
  return { ok: false, url: location.href, text: async () => "" };
};

const turns = async () => {
  for (let at = 0; at < 8; at++) await Promise.resolve();
};
// How often the page is fetched once the hall has told this.
async function fetched(...news) {
  asked.length = 0;
  for (const each of news) sockets.at(-1).onmessage({ data: JSON.stringify(each) });
  await turns();
  return asked.length;
}

test("a phone looks again when its table, its round or the clock has changed", async () => {
  const clock = made("p", { class: "clock", "data-running": "no" });
  page(made("main", { "data-event": "x", "data-index": "1", "data-key": "round 2 playing " }), clock);
  await import(`${JS}/phone.js`);
  const news = (more) => ({
    stage: "round",
    round: 2,
    states: ["in", "playing"],
    clock: "stands",
    said: "",
    ...more,
  });
  assert.equal(await fetched(news({})), 0);
  assert.equal(await fetched(news({ states: ["playing", "playing"] })), 0, "another table");
  assert.equal(await fetched(news({ round: 3 })), 1);
  assert.equal(await fetched(news({ states: ["in", "in"] })), 1);
  assert.equal(await fetched(news({ clock: "runs" })), 1);
});

test("a page of a league looks again when it is older than what the hall tells", async () => {
  page(made("main", { "data-league": "spring", "data-version": "3" }));
  await import(`${JS}/league.js`);
  assert.equal(await fetched({ version: 3 }), 0);
  assert.equal(await fetched({ version: 4 }), 1);
});

test("the desk looks again when others have written, once at a time", async () => {
  page(made("main", { id: "content", "data-event": "x", "data-version": "3" }));
  await import(`${JS}/desk.js`);
  assert.equal(await fetched({ version: 3 }), 0);
  assert.equal(await fetched({ version: 4 }), 1);
  assert.equal(await fetched({ version: 4 }, { version: 5 }), 1);
});
