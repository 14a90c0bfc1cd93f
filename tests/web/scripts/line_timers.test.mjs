// What a line waits for: one thing at a time, and nothing that is over.
import assert from "node:assert/strict";
import test from "node:test";

import { tellWindow, timers } from "./page.mjs";

const sockets = [];
globalThis.WebSocket = class {
  static OPEN = 1;
  constructor(address) {
    this.address = address;
    this.readyState = 0;
    this.sent = [];
    sockets.push(this);
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 2;
  }
};
Math.random = () => 0.5;
const { Asking, Line, address, waitBefore } = await import(
  "../../../src/rightbower/web/static/js/connection.js"
);
const socket = () => sockets.at(-1);
const open = () => {
  socket().readyState = 1;
  socket().onopen();
};
const hear = (message) => socket().onmessage({ data: JSON.stringify(message) });
const waits = () => timers.map((each) => Math.round(each.wait));

test("the address is of the kind the page has, and under the hall's path", () => {
  assert.equal(address("/live"), "wss://hall.example/live");
  location.protocol = "http:";
  document.documentElement.dataset.base = "/club";
  assert.equal(address("/live"), "ws://hall.example/club/live");
  location.protocol = "https:";
  delete document.documentElement.dataset.base;
});

test("each wait is twice as long as the one before, up to eight seconds", () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 9].map((tries) => waitBefore(tries, 0.5)),
    [300, 600, 1200, 2400, 4800, 8000, 8000],
  );
  assert.deepEqual([waitBefore(0, 0), waitBefore(0, 1)].map(Math.round), [210, 390]);
});

test("while it opens and while it is open, a line waits for the next word and for nothing else", () => {
  timers.length = 0;
  const told = [],
    line = new Line("/live", { heard() {}, status: (what) => told.push(what) });
  assert.deepEqual(waits(), [8000]);
  open();
  hear({ type: "beat" });
  hear({ type: "news" });
  assert.deepEqual(waits(), [6000]);
  socket().readyState = 3;
  socket().onclose({ code: 1008 });
  assert.deepEqual([waits(), told], [[300], ["open", "refused"]]);
  const count = sockets.length;
  tellWindow("online");
  assert.equal(sockets.length, count + 1);
  assert.deepEqual(waits(), [8000], "who has come back does not try again");
  tellWindow("online");
  document.dispatchEvent({ type: "visibilitychange" });
  assert.equal(sockets.length, count + 1, "one line is enough");
  socket().readyState = 3;
  socket().onclose({ code: 1006 });
  assert.deepEqual([waits(), told.at(-1)], [[600], "lost"]);
  document.hidden = true;
  document.dispatchEvent({ type: "visibilitychange" });
  assert.equal(sockets.length, count + 1);
  document.hidden = false;
  document.dispatchEvent({ type: "visibilitychange" });
  assert.equal(sockets.length, count + 2);
  open();
  hear({ type: "news" });
  socket().readyState = 3;
  socket().onclose({ code: 1006 });
  assert.deepEqual(waits(), [300], "after a word it begins to count anew");
  line.send({ type: "lost" });
  assert.deepEqual(socket().sent, [], "what is no line takes nothing");
});

test("a line of before is not listened to", () => {
  timers.length = 0;
  const heard = [];
  new Line("/live", { heard: (news) => heard.push(news.number) });
  const old = socket();
  old.readyState = 3;
  old.onclose({ code: 1006 });
  timers.find((each) => each.wait === 300).act();
  open();
  old.onmessage({ data: JSON.stringify({ type: "news", number: 1 }) });
  hear({ type: "news", number: 2 });
  assert.deepEqual(heard, [2]);
  const before = waits();
  old.onclose({ code: 1006 });
  assert.deepEqual(waits(), before);
});

test("answers go to who asked, states and words to the table", async () => {
  timers.length = 0;
  const states = [],
    words = [];
  const line = new Asking("/t/x/live", {
    state: (state) => states.push(state.version),
    message: (word) => words.push(word.type),
    status() {},
  });
  open();
  const answer = line.ask({ type: "say", phrase: 1 });
  const { id, ...rest } = socket().sent.at(-1);
  assert.match(id, /^[0-9a-f]{16}$/);
  assert.deepEqual(rest, { type: "say", phrase: 1 });
  hear({ type: "bye" });
  hear({ type: "state", version: 4 });
  hear({ type: "state", version: 3 });
  hear({ type: "no", id: "another" });
  hear({ type: "no", id });
  assert.deepEqual(await answer, { type: "no", id });
  assert.deepEqual([states, words], [[4], ["bye"]]);
});
