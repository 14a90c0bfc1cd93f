// The wall itself: it turns its pages, keeps the clock, rings the bell, and lets nothing stand cut off.
import assert from "node:assert/strict";
import test from "node:test";

import { Element, beat, made, page, tellWindow, timers } from "./page.mjs";

const JS = "../../../src/rightbower/web/static/js";
let now = 1000,
  heard = [],
  measured = 0;
performance.now = () => now;
const sockets = [];
globalThis.WebSocket = class {
  static OPEN = 1;
  constructor(address) {
    this.address = address;
    sockets.push(this);
  }
  close() {}
};
const linked = (more = {}) => ({ connect: (next) => next, start() {}, stop() {}, ...more });
globalThis.AudioContext = class {
  state = "suspended";
  currentTime = 0;
  destination = linked();
  resume() {
    heard.push("awake");
  }
  createGain() {
    return linked({ gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } });
  }
  createOscillator() {
    return linked({
      frequency: {
        set value(height) {
          heard.push(height);
        },
      },
    });
  }
};

// A screen of 1000 by 1000: a row is 100 high, a letter as wide as the size of its text says.
Object.assign(globalThis, {
  innerHeight: 1000,
  innerWidth: 1600,
  getComputedStyle: () => ({ fontSize: "60px" }),
});
let rowHigh = () => 100;
Element.prototype.getBoundingClientRect = function () {
  measured++;
  return { height: this.isConnected ? rowHigh(this) : 0 };
};
Object.defineProperty(Element.prototype, "scrollWidth", {
  configurable: true,
  get() {
    return (this.textContent.length * parseFloat(this.style.fontSize ?? "60")) / 2;
  },
});
Object.defineProperty(Element.prototype, "clientWidth", { configurable: true, writable: true, value: 600 });

const names = ["title", "clock", "reminder", "page", "progress", "bell", "message", "lost", "sound"];
const wall = made(
  "main",
  { id: "wall", "data-event": "x y", "data-code": "ABCD", "data-address": "hall.example" },
  ...names.map((name) => made("div", { "data-part": name })),
);
const part = (name) => wall.querySelector(`[data-part="${name}"]`);
part("progress").append(made("i"));
for (const name of ["reminder", "bell", "message", "lost"]) part(name).hidden = true;
Object.assign(part("page"), { clientWidth: 1500, clientHeight: 510 });
page(wall);
await import(`${JS}/wall.js`);

const place = (rank) => ({ rank, name: `Pair ${rank}`, won: 9 - rank, moved: 0 });
const places = (count) => Array.from({ length: count }, (_, at) => place(at + 1));
const WORDS = {
  page: "{number} of {count}",
  level: "as before",
  over: "Round 1 is over",
  then: "Stay near.",
  standings: "Standings",
  figure: "won",
  unit: "won",
  round: "Round 1 of 8",
  tables_in: ["all are in"],
  by_name: "Find your seat",
  by_table: "Tables",
  welcome: "Welcome",
  scan: "{address}",
  invites: "Come",
  here: "8 here",
  picture: "Scan",
  thanks: "Thank you!",
  prizes: "Prizes",
  mates: "with {mates}",
  sitting: "sits out",
};
const TABLE = { number: 1, state: "playing", names: [["Ann Lee"], ["Bo Ek"]] };
let version = 0;
const news = (more = {}) => ({
  version: ++version,
  name: "Our night",
  stage: "between",
  round: 1,
  clock: null,
  tables: [TABLE],
  byes: [],
  places: places(8),
  steps: [],
  awards: [],
  sides: ["North", "East"],
  marks: ["NS", "EW"],
  waiting: [],
  message: "",
  bell: "Stop play, please.",
  reminder: "Thirty minutes are over.",
  words: WORDS,
  ...more,
});
const hear = (more) => sockets.at(-1).onmessage({ data: JSON.stringify(news(more)) });
const clock = (more = {}) => ({
  round: 1,
  running: true,
  left: 600,
  ran: 0,
  rang: false,
  advice: null,
  ...more,
});
const later = (seconds) => {
  now += seconds * 1000;
  beat();
};
const at = () => `${wall.dataset.at}/${wall.dataset.pages} ${wall.dataset.page}`;
const fresh = () => {
  hear({ stage: "check-in" });
  timers.length = 0;
  heard = [];
};

test("it listens to all that happens at its event, and says when the line is lost", () => {
  assert.equal(sockets.at(-1).address, "wss://hall.example/events/x%20y/live");
  sockets.at(-1).onclose({ code: 1006 });
  assert.equal(part("lost").hidden, false);
  timers.at(-1).act();
  sockets.at(-1).onopen();
  assert.equal(part("lost").hidden, true);
});

test("before anything is heard nothing is shown, and a key or a beat does no harm", () => {
  tellWindow("keydown", { key: "ArrowRight" });
  tellWindow("resize");
  later(60);
  assert.equal(wall.dataset.at, undefined);
  assert.equal(part("clock").textContent, "");
});

test("the page stands with its title, and with the name of the event where that does not say it", () => {
  hear({ stage: "check-in" });
  assert.equal(part("title").textContent, "WelcomeOur night");
  assert.equal(part("title").querySelector("small").className, "fit");
  assert.equal(part("page").querySelector(".code").textContent, "ABCD");
  assert.match(part("page").textContent, /hall\.example/);
  assert.equal(part("page").querySelector("img").getAttribute("src"), "/events/x%20y/qr.svg");
  assert.equal(at(), "0/1 Welcome");
  assert.deepEqual([wall.dataset.version, wall.dataset.stage], [String(version), "check-in"]);
  hear({ places: places(2) });
  assert.equal(part("title").textContent, "Round 1 is over");
  later(12);
  assert.equal(part("title").textContent, "Standings");
  hear({ stage: "round", words: { ...WORDS, by_name: "Find your seat" } });
  assert.equal(part("title").textContent, "Find your seatOur night");
  assert.ok(wall.classList.contains("dense"));
  hear({});
  assert.ok(!wall.classList.contains("dense"));
});

test("pages turn by themselves, all round, and by the arrow", () => {
  fresh();
  hear({});
  assert.equal(at(), "0/3 Round 1 is over");
  later(11.9);
  assert.equal(at(), "0/3 Round 1 is over");
  later(0.1);
  assert.equal(at(), "1/3 Standings");
  assert.equal(part("title").textContent, "Standings1 of 2");
  tellWindow("keydown", { key: "ArrowLeft" });
  assert.equal(at(), "1/3 Standings");
  tellWindow("keydown", { key: "ArrowRight" });
  assert.equal(at(), "2/3 Standings");
  later(11.9);
  assert.equal(at(), "2/3 Standings", "the arrow gives a page its whole time");
  later(0.1);
  assert.equal(at(), "0/3 Round 1 is over");
});

test("the bar says how much of a page's time is gone, and nothing where there is one page", () => {
  const gone = () => Number(part("progress").firstElementChild.style.getPropertyValue("--gone"));
  fresh();
  hear({});
  later(3);
  assert.equal(gone(), 0.25);
  later(30);
  assert.equal(gone(), 1);
  later(6);
  assert.equal(gone(), 0.5);
  hear({ stage: "check-in" });
  const only = part("page").firstChild;
  later(3);
  assert.equal(gone(), 0);
  later(12);
  assert.equal(part("page").firstChild, only, "and there is nothing to turn");
  assert.equal(wall.dataset.held, "no");
});

test("rows go on to as many pages as their heights need, each page measured with its heading", () => {
  fresh();
  rowHigh = () => 100;
  const shown = (count) => {
    hear({ stage: "check-in" });
    hear({ places: places(count) });
    later(12);
    return [wall.dataset.pages, part("page").querySelectorAll(".row").length].join();
  };
  assert.equal(shown(5), "2,5", "five rows of a hundred and the edge fill 510");
  assert.equal(shown(6), "3,3");
  assert.equal(part("page").querySelector(".trial"), null);
  rowHigh = (row) => (row.textContent.startsWith("1") ? 210 : 100);
  assert.equal(shown(4), "3,2", "one that is high leaves room for fewer");
  rowHigh = () => 600;
  assert.equal(shown(3), "4,1", "what is higher than the page stands alone");
  rowHigh = (row) => (row.querySelector(".two-lines") ? 200 : 100);
  hear({ places: places(4).map((each) => ({ ...each, name: "x".repeat(40) })) });
  later(12);
  assert.equal(part("page").querySelectorAll(".row").length, 2, "names on two lines are measured so");
  rowHigh = () => 0.1;
  assert.equal(shown(7), "2,7");
  rowHigh = (row) => (row.className.includes("head") ? 200 : 100);
  const tables = Array.from({ length: 4 }, (_, number) => ({ ...TABLE, number }));
  hear({ stage: "round", tables });
  const lists = [];
  for (let turn = 0; turn < Number(wall.dataset.pages); turn++) {
    if (wall.dataset.page === "Tables") lists.push(part("page").querySelectorAll(".row").length);
    later(12);
  }
  assert.deepEqual(lists, [3, 3], "the heading stands on each page");
  rowHigh = () => 100;
});

test("what was measured is not measured again, until the window has another size", () => {
  fresh();
  const measures = (act) => {
    const before = measured;
    act();
    return measured - before;
  };
  const waiting = [{ table: 1, game: "A – B", says: "10–7" }];
  measures(() => hear({ places: places(6), waiting }));
  assert.equal(
    measures(() => hear({ places: places(6), waiting })),
    0,
  );
  globalThis.innerWidth = 1500;
  assert.equal(
    measures(() => tellWindow("resize")),
    7,
  );
  globalThis.innerWidth = 1600;
  assert.equal(
    measures(() => tellWindow("resize")),
    0,
  );
  assert.equal(
    measures(() => hear({ places: places(6), waiting, clock: clock({ rang: true }) })),
    7,
    "the clock takes room",
  );
  for (let count = 0; count < 60; count++) hear({ places: [place(100 + count)] });
  assert.equal(
    measures(() => hear({ places: [place(159)] })),
    0,
  );
  assert.equal(
    measures(() => hear({ places: [place(100)] })),
    1,
    "what is long past is forgotten",
  );
});

test("everybody's seats stand in as many columns and rows as there is room for", () => {
  fresh();
  const tables = Array.from({ length: 30 }, (_, number) => ({ ...TABLE, number }));
  hear({ stage: "round", tables });
  assert.equal(wall.dataset.page, "Find your seat");
  assert.equal(
    part("page").querySelectorAll(".seat").length,
    20,
    "three columns of eight: sixty go on to three pages",
  );
  Object.assign(part("page"), { clientWidth: 300, clientHeight: 50 });
  hear({ stage: "round", tables: tables.slice(0, 1) });
  assert.equal(part("page").querySelectorAll(".seat").length, 1, "one at least");
  Object.assign(part("page"), { clientWidth: 1500, clientHeight: 510 });
});

test("another stage begins with its first page; news of the same stage leave the page where it is", () => {
  fresh();
  hear({});
  later(12);
  later(6);
  hear({ places: places(8) });
  assert.equal(at(), "1/3 Standings");
  later(6);
  assert.equal(at(), "2/3 Standings", "and its time runs on");
  hear({ places: places(2) });
  assert.equal(at(), "0/2 Round 1 is over", "a page that is gone");
  later(12);
  hear({ places: places(20) });
  assert.equal(at(), "1/5 Standings");
  hear({ round: 2, places: places(20) });
  assert.equal(at(), "0/5 Round 1 is over");
  later(12);
  hear({ stage: "finish", round: 2, places: places(20) });
  assert.equal(wall.dataset.at, "0");
  later(12);
  hear({ stage: "finish", round: 2, places: places(20), clock: clock({ rang: true }) });
  assert.equal(wall.dataset.at, "0");
  later(12);
  tellWindow("resize");
  assert.equal(wall.dataset.at, "0");
});

test("the clock counts down while it runs, up where there is no limit, and says when it stands", () => {
  fresh();
  const shows = (more, seconds = 0) => {
    hear({ stage: "round", clock: clock(more) });
    later(seconds);
    return part("clock").textContent;
  };
  hear({ stage: "round", clock: clock() });
  assert.equal(part("page").querySelector(".huge").textContent, "10:00", "at once");
  assert.equal(shows({}), "10:00");
  assert.equal(part("clock").hidden, true, "it stands large on the page");
  assert.equal(shows({}, 1.5), "9:59");
  assert.equal(shows({ running: false }, 5), "10:00paused");
  assert.equal(shows({ running: false, rang: true, left: 0 }, 5), "0:00");
  assert.equal(shows({ left: 2 }, 5), "0:00");
  assert.equal(shows({ left: null, ran: 61 }, 2), "1:03");
  assert.equal(shows({ left: null, ran: 61, running: false }, 2), "1:01paused");
  assert.ok(wall.classList.contains("timed"));
  later(12);
  assert.equal(part("clock").hidden, false);
  hear({ stage: "round" });
  assert.equal(part("clock").textContent, "");
  assert.ok(!wall.classList.contains("timed"));
});

test("a clock that shows the same is not written anew", () => {
  fresh();
  hear({ stage: "round", clock: clock({ left: 600 }) });
  const words = part("clock").firstChild;
  later(0.2);
  later(0.2);
  const next = part("clock").firstChild;
  later(0.2);
  assert.equal(part("clock").firstChild, next);
  later(1);
  assert.notEqual(part("clock").firstChild, next);
  assert.notEqual(words, null);
});

test("in the last minute of a round the clock is held, and only then", () => {
  fresh();
  const held = (more, stage = "round") => {
    hear({ stage: "check-in" });
    hear({ stage, clock: clock(more) });
    later(12);
    const found = [wall.dataset.held, wall.dataset.at].join();
    return found;
  };
  assert.equal(held({ left: 71.9 }), "yes,0");
  assert.equal(part("progress").firstElementChild.style.getPropertyValue("--gone"), "0");
  assert.equal(held({ left: 72 }), "no,1");
  assert.equal(held({ left: 50, running: false }), "no,1");
  assert.equal(held({ left: 50, rang: true }), "no,1");
  assert.equal(held({ left: null }), "no,1");
  assert.equal(held({ left: 50 }, "between"), "no,1");
  hear({ stage: "round", clock: clock({ left: 75 }) });
  later(12);
  assert.equal(wall.dataset.at, "1");
  later(4);
  assert.equal([wall.dataset.held, wall.dataset.at].join(), "yes,0", "from another page it comes back");
  hear({ stage: "round", clock: clock({ left: 600 }) });
  later(11);
  assert.equal(wall.dataset.at, "0", "and after it the page has its whole time");
});

test("the bell rings once when the time of a round is up, seen for a while", () => {
  fresh();
  hear({ stage: "round", clock: clock({ left: 1 }) });
  assert.equal(part("bell").hidden, true);
  hear({ stage: "round", clock: clock({ left: 0, rang: true }) });
  assert.equal(part("bell").hidden, false);
  assert.equal(part("bell").textContent, "The bellStop play, please.");
  assert.ok(part("bell").classList.contains("ringing"));
  assert.deepEqual(heard, [], "nobody has turned the sound on");
  const [ring] = timers.filter((each) => each.wait === 12000);
  hear({ stage: "round", clock: clock({ left: 0, rang: true }) });
  assert.equal(timers.filter((each) => each.wait === 12000).length, 1);
  ring.act();
  assert.equal(part("bell").hidden, true);
  assert.ok(!part("bell").classList.contains("ringing"));
  hear({ stage: "round", round: 2, clock: clock({ rang: true }) });
  assert.equal(part("bell").hidden, false, "the bell of another round");
  assert.equal(
    timers.filter((each) => each.wait === 12000).length,
    1,
    "it is put away a while after the newest ring",
  );
  hear({ stage: "between", round: 2, clock: clock({ rang: true }) });
  assert.equal(part("bell").hidden, true);
  hear({ stage: "round", round: 3, clock: clock({ rang: true }) });
  hear({ stage: "round", round: 3, clock: clock() });
  assert.equal(part("bell").hidden, true);
});

test("a wall that is opened after the bell does not ring it", async () => {
  const other = made(
    "main",
    { id: "wall", "data-event": "x" },
    ...names.map((name) => made("div", { "data-part": name })),
  );
  other.querySelector('[data-part="progress"]').append(made("i"));
  Object.assign(other.querySelector('[data-part="page"]'), { clientWidth: 1500, clientHeight: 510 });
  page(other);
  await import(`${JS}/wall.js?opened-late`);
  hear({ stage: "round", clock: clock({ rang: true }) });
  assert.equal(other.querySelector('[data-part="bell"]').classList.contains("ringing"), false);
  page(wall);
  sockets.pop();
});

test("the reminder comes when its time is over, and goes with the round", () => {
  fresh();
  const reminder = () => (part("reminder").hidden ? "" : part("reminder").textContent);
  hear({ stage: "round", clock: clock({ advice: 100, ran: 90 }) });
  later(9.9);
  assert.equal(reminder(), "");
  later(0.1);
  assert.equal(reminder(), "Thirty minutes are over.");
  hear({ stage: "round", clock: clock({ advice: 100, ran: 120, rang: true }) });
  assert.equal(reminder(), "");
  hear({ stage: "round", clock: clock({ advice: 100, ran: 120 }) });
  assert.notEqual(reminder(), "");
  hear({ stage: "between", clock: clock({ advice: 100, ran: 120 }) });
  assert.equal(reminder(), "");
  hear({ stage: "round", clock: clock({ advice: 100, ran: 120 }) });
  hear({ stage: "round", round: 2, clock: null });
  assert.equal(reminder(), "", "the next round has no clock yet");
  hear({ stage: "round", clock: clock({ advice: null, ran: 120 }) });
  assert.equal(reminder(), "");
});

test("where the reminder takes room the rows are measured anew", () => {
  fresh();
  hear({ stage: "round", round: 2, clock: clock({ advice: 100, ran: 90 }), places: places(8) });
  const pages = () => Number(wall.dataset.pages);
  const before = pages();
  part("page").clientHeight = 210;
  later(10);
  assert.ok(pages() > before);
  part("page").clientHeight = 510;
});

test("rows are measured with the clock in its place", () => {
  fresh();
  Object.defineProperty(part("page"), "clientHeight", {
    configurable: true,
    get: () => (part("clock").textContent ? 210 : 510),
  });
  hear({
    clock: clock({ rang: true }),
    places: places(4).map((each) => ({ ...each, name: `Team ${each.rank}` })),
  });
  assert.equal(wall.dataset.pages, "3");
  Object.defineProperty(part("page"), "clientHeight", { configurable: true, writable: true, value: 510 });
});

test("a message stands there as long as there is one", () => {
  fresh();
  hear({ message: "Soup is ready." });
  assert.equal(part("message").hidden, false);
  assert.equal(part("message").textContent, "Soup is ready.");
  hear({});
  assert.equal(part("message").hidden, true);
});

test("long names are set smaller by steps, then on two lines", () => {
  fresh();
  const fits = (name) => {
    hear({ stage: "check-in" });
    hear({ places: [{ ...place(1), name }] });
    later(12);
    const found = part("page").querySelectorAll(".fit")[1];
    return [found.style.fontSize, found.classList.contains("two-lines")];
  };
  assert.deepEqual(fits("x".repeat(20)), [undefined, false], "as wide as its place");
  assert.deepEqual(fits("x".repeat(22)), ["54.5px", false]);
  assert.deepEqual(fits("x".repeat(24)), ["50px", false]);
  assert.deepEqual(fits("x".repeat(30)), ["50px", true]);
  hear({ stage: "round", tables: [{ ...TABLE, names: [[`An ${"Y".repeat(40)}`], ["Bo Ek"]] }] });
  const long = part("page")
    .querySelectorAll(".n")
    .find((each) => each.textContent.startsWith("Y"));
  assert.equal(long.style.fontSize, `${60 * 0.68}px`, "seats may be smaller");
  assert.ok(long.classList.contains("two-lines"));
});

test("the end is celebrated", () => {
  fresh();
  hear({ stage: "finished" });
  assert.ok(wall.classList.contains("celebrates"));
  later(12);
  assert.ok(!wall.classList.contains("celebrates"));
});

test("the button for the sound stands where there is room, or where the mouse moves, until it is pressed", () => {
  fresh();
  now += 60_000;
  hear({});
  assert.equal(part("sound").hidden, false, "a page with room");
  later(12);
  assert.equal(part("sound").hidden, true);
  tellWindow("mousemove");
  assert.equal(part("sound").hidden, false);
  now += 7_999;
  hear({});
  assert.equal(part("sound").hidden, false);
  now += 1;
  hear({});
  assert.equal(part("sound").hidden, true);
  tellWindow("mousemove");
  part("sound").click();
  assert.deepEqual(heard, ["awake", 880]);
  assert.equal(part("sound").hidden, true);
  hear({ stage: "check-in" });
  assert.equal(part("sound").hidden, true);
  heard = [];
  hear({ stage: "round", clock: clock({ left: 1 }) });
  hear({ stage: "round", clock: clock({ left: 0, rang: true }) });
  assert.equal(heard.length, 9, "three strokes of three tones");
});
