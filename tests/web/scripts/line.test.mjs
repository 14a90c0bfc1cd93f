// The line to the hall: comes back when it drops, and nothing asked for is lost.
import assert from "node:assert/strict";
import test from "node:test";

const sockets = [];
class FakeSocket {
  static OPEN = 1;
  constructor(address) {
    this.address = address;
    this.readyState = 0;
    this.sent = [];
    sockets.push(this);
  }
  open() {
    this.readyState = 1;
    this.onopen();
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  hear(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
  close() {
    this.readyState = 2;
  }
  drop(code = 1006) {
    this.readyState = 3;
    this.onclose({ code });
  }
}
const timers = [];
Object.assign(globalThis, {
  WebSocket: FakeSocket,
  location: { protocol: "https:", host: "hall.example" },
  addEventListener() {},
  document: { hidden: false, addEventListener() {}, documentElement: { dataset: {} } },
  setTimeout: (act, wait) => timers.push(Object.assign(() => act(), { wait })),
  clearTimeout() {},
});
const { Asking, Line, waitBefore } = await import("../../../src/rightbower/web/static/js/connection.js");

test("the address is safe where the page is", () => {
  new Line("/events/x/live", { heard() {} });
  assert.equal(sockets.at(-1).address, "wss://hall.example/events/x/live");
});

test("it waits longer each time, never very long, and not all wait alike", () => {
  assert.ok(waitBefore(0, 0.5) < waitBefore(3, 0.5));
  assert.ok(waitBefore(50, 1) <= 8000 * 1.3);
  assert.notEqual(waitBefore(2, 0), waitBefore(2, 1));
});

test("a dropped line is tried again and told of", () => {
  const told = [];
  new Line("/live", { heard() {}, status: (what) => told.push(what) });
  sockets.at(-1).open();
  const count = sockets.length;
  sockets.at(-1).drop();
  timers.pop()();
  assert.equal(sockets.length, count + 1);
  sockets.at(-1).open();
  assert.deepEqual(told, ["open", "lost", "open"]);
});

test("it comes back even when whoever is told of it fails", () => {
  new Line("/live", {
    heard() {},
    status: (what) => {
      if (what === "lost") throw new Error("a page's fault");
    },
  });
  sockets.at(-1).open();
  const count = sockets.length;
  assert.throws(() => sockets.at(-1).drop());
  timers.pop()();
  assert.equal(sockets.length, count + 1);
});

test("what was asked for and not answered is sent again, under the same number", async () => {
  const line = new Asking("/t/x/live", { state() {}, message() {}, status() {} });
  sockets.at(-1).open();
  assert.deepEqual(sockets.at(-1).sent, [{ type: "hello" }]);
  const answer = line.ask({ type: "move", action: "AS" });
  const [, asked] = sockets.at(-1).sent;
  sockets.at(-1).drop();
  timers.pop()();
  sockets.at(-1).open();
  assert.deepEqual(sockets.at(-1).sent[1], asked);
  sockets.at(-1).hear({ type: "state", version: 7, done: [asked.id] });
  assert.deepEqual(await answer, { type: "done", id: asked.id, version: 7 });
  sockets.at(-1).drop();
  timers.pop()();
  sockets.at(-1).open();
  assert.deepEqual(sockets.at(-1).sent, [{ type: "hello", after: 7 }]);
});

test("a state comes in parts, and the table is given it in one piece", () => {
  const shown = [];
  new Asking("/t/x/live", { state: (state) => shown.push(state), message() {}, status() {} });
  const table = {
    chairs: [{ name: "Nan" }],
    followed: "t2",
    game: { dealer: "S", score: [1, 2], trump: "H" },
  };
  const trick = { news: [{ text: "a line" }], turn: "N", trick: [["S", "AS"]] };
  const told = { line: "Your turn." };
  const head = { type: "state", version: 8, you: "N" };
  sockets.at(-1).hear({ ...head, table, trick, told, own: { hand: ["9C"], legal: ["9C"] } });
  const game = { ...table.game, turn: "N", trick: [["S", "AS"]] };
  const rest = { ...head, told, chairs: table.chairs, followed: "t2", news: trick.news };
  assert.deepEqual(shown.pop(), { ...rest, game: { ...game, hand: ["9C"], legal: ["9C"] } });
  const seen = { ...table, game: { ...table.game } };
  sockets.at(-1).hear({ ...head, you: null, table: seen, trick: { ...trick, referee: { calls: [] } }, told });
  assert.deepEqual(shown.pop(), { ...rest, you: null, referee: { calls: [] }, game });
  sockets.at(-1).hear({ ...head, table: { chairs: table.chairs }, trick: { news: [] }, told });
  assert.deepEqual(shown.pop(), { ...head, told, chairs: table.chairs, news: [] });
});

test("a state of a hall that was not updated yet is taken as it is", () => {
  const shown = [];
  new Asking("/t/x/live", { state: (state) => shown.push(state), message() {}, status() {} });
  const whole = { type: "state", version: 9, chairs: [], news: [], game: { turn: "S" }, told: { line: "x" } };
  sockets.at(-1).hear(whole);
  assert.deepEqual(shown, [whole]);
});

test("an older state that comes late is not shown", () => {
  const shown = [];
  new Asking("/t/x/live", { state: (state) => shown.push(state.version), message() {}, status() {} });
  sockets.at(-1).open();
  for (const version of [3, 5, 4, 5]) sockets.at(-1).hear({ type: "state", version });
  assert.deepEqual(shown, [3, 5, 5]);
});

test("a line on which nothing is heard is given up, also one that never opened", () => {
  const told = [];
  const line = new Line("/live", { heard() {}, status: (what) => told.push(what) });
  const silence = (wait = 6000) => timers.findLast((each) => each.wait === wait);
  silence(8000)();
  assert.deepEqual(told, ["lost"]);
  timers.pop()();
  const dead = sockets.at(-1);
  dead.open();
  dead.hear({ type: "beat" });
  const before = silence();
  dead.hear({ type: "beat" });
  assert.notEqual(silence(), before);
  silence()();
  assert.equal(dead.readyState, 2);
  timers.pop()();
  assert.notEqual(sockets.at(-1), dead);
  const count = sockets.length;
  dead.drop();
  assert.equal(sockets.length, count);
  assert.equal(line.socket, sockets.at(-1));
});

test("a beat is nobody's news", () => {
  const heard = [];
  new Line("/live", { heard: (news) => heard.push(news) });
  sockets.at(-1).open();
  sockets.at(-1).hear({ type: "beat" });
  sockets.at(-1).hear({ version: 3 });
  assert.deepEqual(heard, [{ version: 3 }]);
});

test("where the hall says that a table moved, the line opens there at once, and says nothing of it", () => {
  const told = [];
  new Line("/live?short", { heard() {}, status: (what) => told.push(what) });
  sockets.at(-1).open();
  sockets.at(-1).hear({ type: "moved", hall: "b" });
  sockets.at(-1).drop(1012);
  assert.equal(timers.at(-1).wait, 0);
  timers.pop()();
  assert.equal(sockets.at(-1).address, "wss://hall.example/live?short&hall=b");
  assert.deepEqual(told, ["open"]);
  // The hint is used once: where that hall is gone, the usual way is tried.
  sockets.at(-1).drop();
  timers.pop()();
  assert.equal(sockets.at(-1).address, "wss://hall.example/live?short");
});

/** Let a new line be sent on by one hall after the other; how long it waits before each.
 * @param {string[]} halls
 */
function sentOn(halls) {
  new Line("/live", { heard() {} });
  return halls.map((hall) => {
    sockets.at(-1).open();
    sockets.at(-1).hear({ type: "moved", hall });
    sockets.at(-1).drop(1012);
    const { wait } = timers.at(-1);
    timers.pop()();
    return wait;
  });
}

const about = (wait, usual) => (wait === 0 ? usual === 0 : wait >= 0.7 * usual && wait <= 1.3 * usual);

test("halls that send a line round and round are asked ever more seldom, at first soon", () => {
  const waits = sentOn(["b", "c", "b", "c", "b", "c", "b", "c", "b", "c", "b", "c"]);
  [0, 0, 0, 300, 0, 0, 0, 600, 0, 0, 0, 1200].forEach((usual, turn) =>
    assert.ok(about(waits[turn], usual), `${turn}: ${waits}`),
  );
});

test("a line that is sent again where it could not be reached waits a moment, and longer some day", () => {
  const waits = sentOn(["c", "c", "c", "c", "c", "b"]);
  [0, 300, 300, 300, 600, 0].forEach((usual, turn) =>
    assert.ok(about(waits[turn], usual), `${turn}: ${waits}`),
  );
});

test("where a hall sends the line on, it forgets how often none had answered", () => {
  new Line("/live", { heard() {} });
  for (let turn = 0; turn < 5; turn++) {
    sockets.at(-1).drop();
    timers.pop()();
  }
  sockets.at(-1).open();
  sockets.at(-1).hear({ type: "moved", hall: "b" });
  sockets.at(-1).drop(1012);
  timers.pop()();
  sockets.at(-1).drop();
  assert.ok(about(timers.at(-1).wait, 300), String(timers.at(-1).wait));
});
