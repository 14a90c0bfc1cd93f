// The desk's scripts: whether the hall answers, finding people, the typed line, the ceremony of a draw.
import assert from "node:assert/strict";
import test from "node:test";

import { buttons, made, page, press, timers } from "./page.mjs";

const JS = "../../../src/rightbower/web/static/js";
const sockets = [];
globalThis.WebSocket = class {
  static OPEN = 1;
  constructor(address) {
    this.address = address;
    sockets.push(this);
  }
  close() {}
};
const saved = made("span", { "data-saved": "", "data-lost": "The hall does not answer." }, "Saved");
const find = made("input", { "data-find": "/events/x/find", "data-none": "Nobody of that name." });
const found = made("ul", { id: "found" });
const line = made("input", { "data-line": "" });
const reads = made("p", {
  "data-reads": "Table {table}: {first} to {second}",
  "data-how": "Table, then the points.",
});
const people = made("textarea", { "data-people": "/events/x/people" });
const met = made("ul", { id: "met" });
page(saved, find, found, line, reads, people, met);

const { state, watch } = await import(`${JS}/desk_line.js`);
const { shown, clockTime, TableClock } = await import(`${JS}/clock.js`);
const { overlap, restAfterPress } = await import(`${JS}/press_guard.js`);
const { ceremony } = await import(`${JS}/desk_cards.js`);
await import(`${JS}/desk_find.js`);
await import(`${JS}/desk_people.js`);

const turns = async () => {
  for (let at = 0; at < 6; at++) await Promise.resolve();
};

test("the foot says whether the hall answers, and what it said before", () => {
  watch("x", () => null);
  const socket = sockets.at(-1);
  socket.onopen();
  assert.equal(saved.textContent, "Saved");
  socket.onclose({ code: 1006 });
  assert.equal(saved.textContent, "The hall does not answer.");
  socket.onopen();
  assert.equal(saved.textContent, "Saved");
});

test("what the hall tells is kept and told on", () => {
  const versions = [];
  let told = null;
  document.addEventListener("desk-news", () => {
    told = state.news;
  });
  watch("x", (version) => versions.push(version));
  sockets.at(-1).onmessage({ data: JSON.stringify({ version: 7 }) });
  assert.deepEqual(versions, [7]);
  assert.equal(state.news.version, 7);
  assert.equal(told, state.news);
  assert.match(sockets.at(-1).address, /\/events\/x\/live$/);
});

test("seconds are read as on a clock, and never below nothing", () => {
  assert.equal(shown(0), "0:00");
  assert.equal(shown(59.2), "1:00");
  assert.equal(shown(61), "1:01");
  assert.equal(shown(3599), "59:59");
  assert.equal(shown(3600), "1:00:00");
  assert.equal(shown(-5), "0:00");
  assert.equal(clockTime(-61.9), "1:01");
});

test("the clock of the game and of one's own turn say what is left", () => {
  const table = made("div", { class: "table" }),
    box = made("div");
  table.append(box);
  document.body.append(table, made("div", { "data-part": "turn-clock" }));
  performance.getEntriesByType = () => [{ responseStart: 0 }];
  const now = Date.now() / 1000;
  const clock = new TableClock(performance.timeOrigin / 1000, box, null);
  const said = (game, mine = false) => {
    clock.render(game, mine);
    return [clock.game.textContent, clock.turn.textContent, clock.advice.textContent];
  };
  assert.deepEqual(said({ ends_at: now + 600.5, turn_by: now + 30.5 }), ["10:01 left", "", ""]);
  assert.equal(clock.game.classList.contains("soon"), false);
  assert.equal(table.classList.contains("timed"), true);
  assert.deepEqual(
    said({ ends_at: now + 30.5, turn_by: now + 5.5, reminder: "Thirty minutes are over" }, true),
    ["0:31 left", "0:06", "Thirty minutes are over."],
  );
  assert.equal(clock.game.classList.contains("soon"), true);
  assert.equal(clock.turn.classList.contains("soon"), true);
  assert.deepEqual(said({ time_up: true }), ["Time is up", "", ""]);
  assert.deepEqual(said({ time_up: true, result: {}, reminder: "x" }), ["", "", ""]);
  assert.equal(table.classList.contains("timed"), false);
});

test("a place that was pressed is dead for a moment, and another is not", () => {
  restAfterPress("button", 1000);
  const button = (left) =>
    Object.assign(made("button"), {
      getBoundingClientRect: () => ({ left, right: left + 10, top: 0, bottom: 10 }),
    });
  const pressed = (target, detail = 1) => {
    let stopped = false;
    document.dispatchEvent({
      type: "click",
      target,
      detail,
      preventDefault() {
        stopped = true;
      },
      stopImmediatePropagation() {},
    });
    return !stopped;
  };
  assert.equal(pressed(button(0)), true);
  assert.equal(pressed(button(5)), false);
  assert.equal(pressed(button(50)), true);
  assert.equal(pressed(button(50), 0), true);
});

test("two places share room or they do not", () => {
  const box = (left, top, wide = 10, high = 10) => ({ left, top, right: left + wide, bottom: top + high });
  assert.equal(overlap(box(0, 0), box(5, 5)), true);
  assert.equal(overlap(box(0, 0), box(10, 0)), false);
  assert.equal(overlap(box(10, 0), box(0, 0)), false);
  assert.equal(overlap(box(0, 0), box(0, 10)), false);
  assert.equal(overlap(box(0, 10), box(0, 0)), false);
});

test("people are found by two letters, which are marked in the name", async () => {
  const asked = [];
  globalThis.fetch = async (address) => {
    asked.push(address);
    return {
      ok: true,
      json: async () => [
        { name: "Hanna Berg", place: "Table 3", says: "A team", page: "/events/x/desk/entrant/4" },
      ],
    };
  };
  find.value = "h";
  find.dispatchEvent({ type: "input" });
  await turns();
  assert.deepEqual(asked, []);
  find.value = " ann ";
  find.dispatchEvent({ type: "input" });
  await turns();
  assert.deepEqual(asked, ["/events/x/find?q=ann"]);
  assert.equal(found.textContent, "Hanna BergTable 3A team");
  assert.equal(found.querySelector("mark").textContent, "ann");
  assert.equal(found.querySelector("a").getAttribute("href"), "/events/x/desk/entrant/4");
});

test("letters at the very beginning of a name are marked too", async () => {
  globalThis.fetch = async () => ({
    ok: true,
    json: async () => [{ name: "Anna", place: "", says: "", page: "/" }],
  });
  find.value = "an";
  find.dispatchEvent({ type: "input" });
  await turns();
  assert.equal(found.querySelector("mark").textContent, "An");
});

test("where nobody is found that is said, once enough was typed", async () => {
  globalThis.fetch = async () => ({ ok: true, json: async () => [] });
  find.value = "zo";
  find.dispatchEvent({ type: "input" });
  await turns();
  assert.equal(found.textContent, "");
  find.value = "zoe";
  find.dispatchEvent({ type: "input" });
  await turns();
  assert.equal(found.textContent, "Nobody of that name.");
});

test("an answer to other letters than stand there now is not shown", async () => {
  const answers = [];
  globalThis.fetch = () => new Promise((give) => answers.push(give));
  const answer = (name) => ({ ok: true, json: async () => [{ name, place: "", says: "", page: "/" }] });
  find.value = "an";
  find.dispatchEvent({ type: "input" });
  find.value = "bo";
  find.dispatchEvent({ type: "input" });
  answers[1](answer("Bob"));
  await turns();
  answers[0](answer("Ann"));
  await turns();
  assert.equal(found.textContent, "Bob");
  globalThis.fetch = async () => {
    throw new Error("no line");
  };
  find.dispatchEvent({ type: "input" });
  await turns();
  assert.equal(found.textContent, "");
});

test("the typed line is read back before it is entered", () => {
  const read = (text) => {
    line.value = text;
    line.dispatchEvent({ type: "input" });
    return reads.textContent;
  };
  assert.equal(read("12 10 7"), "Table 12: 10 to 7");
  assert.equal(read(" 3 10-9"), "Table 3: 10 to 9");
  assert.equal(read("12 10"), "Table, then the points.");
});

test("a name that is being written is completed in its place", async () => {
  const asked = [];
  globalThis.fetch = async (address) => {
    asked.push(address);
    return { ok: true, json: async () => [{ name: "Marta Ruiz", says: "3 nights" }] };
  };
  people.setRangeText = (text, start, end) => {
    people.value = people.value.slice(0, start) + text + people.value.slice(end);
  };
  const write = async (text) => {
    people.value = text;
    people.selectionStart = text.length;
    people.dispatchEvent({ type: "input" });
    await turns();
  };
  await write("Ann Lee & ma");
  assert.deepEqual(asked, []);
  await write("Bo Ek\nAnn Lee & mar");
  assert.deepEqual(asked, ["/events/x/people?q=mar"]);
  assert.deepEqual(buttons(met), ["Marta Ruiz"]);
  press(met, "Marta Ruiz");
  assert.equal(people.value, "Bo Ek\nAnn Lee & Marta Ruiz");
  assert.deepEqual(buttons(met), []);
  assert.equal(document.activeElement, people);
  globalThis.fetch = async () => ({ ok: false, json: async () => [{ name: "Nobody", says: "" }] });
  await write("Ann");
  assert.deepEqual(buttons(met), [], "an answer that is none");
  const answers = [];
  globalThis.fetch = () =>
    new Promise((give) => answers.push((name) => give({ ok: true, json: async () => [{ name, says: "" }] })));
  await write("Anna");
  await write("Anna B");
  answers[1]("Anna Berg");
  await turns();
  answers[0]("Anna Abt");
  await turns();
  assert.deepEqual(buttons(met), ["Anna Berg"], "an answer to other letters than stand there now");
  await write("An");
  assert.deepEqual(buttons(met), []);
});

test("a draw of now is turned card by card, one of before lies open", () => {
  const card = (name) => made("span", { "data-card": name });
  const now = made(
    "div",
    { "data-ceremony": "now" },
    card("10H"),
    card("3S"),
    made("span", { "data-coin": "heads" }),
    made("p", { "data-after": "" }),
    made("button", { "data-again": "" }, "Again"),
  );
  const before = made("div", { "data-ceremony": "before" }, card("JD"));
  page(now, before, card("AC"));
  ceremony();
  const labels = (box) => box.querySelectorAll("[data-card]").map((each) => each.getAttribute("aria-label"));
  assert.deepEqual(labels(before), ["jack of diamonds"]);
  assert.equal(before.dataset.turned, "yes");
  assert.equal(document.body.lastChild.getAttribute("aria-label"), "ace of clubs");
  assert.deepEqual(labels(now), ["a card face down", "a card face down"]);
  assert.equal(now.querySelector("[data-after]").hidden, true);
  assert.equal(now.querySelector("[data-coin]").textContent, "…");
  for (const { act } of timers.splice(0)) act();
  assert.deepEqual(labels(now), ["ten of hearts", "3 of spades"]);
  assert.equal(now.querySelector("[data-coin]").textContent, "heads");
  assert.equal(now.querySelector("[data-after]").hidden, false);
  press(now, "Again");
  assert.equal(now.dataset.turned, "no");
  assert.deepEqual(labels(now), ["a card face down", "a card face down"]);
});

test("a draw has every rank, in pictures; what is no card is left alone", () => {
  const places = ["2C", "6D", "10H", "AS", "B", "1C", "9X"].map((name) =>
    made("span", { "data-card": name }, name),
  );
  page(...places);
  ceremony();
  assert.deepEqual(
    places.map((each) => each.getAttribute("aria-label")),
    ["2 of clubs", "6 of diamonds", "ten of hearts", "ace of spades", null, null, null],
  );
  assert.deepEqual(
    places.map((each) => [each.getAttribute("role"), each.classList.contains("turned-up")].join()),
    [..."xxxx"].map(() => "img,true").concat([..."xxx"].map(() => ",false")),
  );
  assert.equal(places[4].textContent, "B");
  const [low, high] = [places[1].firstChild, places[3].firstChild];
  assert.deepEqual([low.getAttribute("class"), high.className], ["card-face", "card-face"]);
  assert.deepEqual(
    low
      .querySelectorAll("text")
      .map((each) =>
        [each.textContent, ...["x", "y", "font-size", "class"].map((name) => each.getAttribute(name))].join(),
      ),
    ["6,19,31,30,D", "6,50,78,34,D", "♦,50,112,34,D"],
  );
});

test("cards of a draw lie face down until each is turned; one that is run again begins anew", () => {
  const card = (name) => made("span", { "data-card": name }),
    coin = made("span", { "data-coin": "heads" }),
    after = made("p", { "data-after": "" });
  const box = made(
    "div",
    { "data-ceremony": "now" },
    card("10H"),
    card("B"),
    card("3S"),
    coin,
    after,
    made("button", { "data-again": "" }, "Again"),
  );
  const reduced = globalThis.matchMedia;
  globalThis.matchMedia = () => ({ matches: false });
  page(box);
  ceremony();
  ceremony();
  const [ten, , three] = box.children,
    faces = () => [ten, three].map((each) => each.firstChild.getAttribute?.("src") ?? "drawn");
  const down = faces();
  assert.equal(down[0], down[1]);
  assert.deepEqual(
    [ten.getAttribute("role"), ten.classList.contains("turned-up"), coin.textContent, box.dataset.turned],
    ["img", false, "…", "no"],
  );
  assert.deepEqual(
    timers.map((each) => each.wait),
    [350, 700, 1050, 1400],
  );
  const first = timers.splice(0);
  first[0].act();
  assert.deepEqual(
    [ten.classList.contains("turned-up"), three.classList.contains("turned-up"), after.hidden],
    [true, false, true],
  );
  first[2].act();
  assert.deepEqual([coin.textContent, coin.classList.contains("turned-up")], ["heads", true]);
  press(box, "Again");
  assert.deepEqual(faces(), down);
  assert.deepEqual(
    [ten.classList.contains("turned-up"), coin.classList.contains("turned-up")],
    [false, false],
  );
  for (const { act } of first) act();
  assert.deepEqual(
    [ten.classList.contains("turned-up"), after.hidden, box.dataset.turned],
    [false, true, "no"],
    "the first run is over",
  );
  for (const { act } of timers.splice(0)) act();
  assert.deepEqual(
    [ten.classList.contains("turned-up"), after.hidden, box.dataset.turned],
    [true, false, "yes"],
  );
  const waits = (count) => {
    page(made("div", { "data-ceremony": "now" }, ...Array.from({ length: count }, () => card("9C"))));
    ceremony();
    return timers.splice(0).map((each) => each.wait);
  };
  assert.equal(waits(100).at(-1), 120 * 101, "many cards take twelve seconds");
  document.documentElement.dataset.speed = "none";
  assert.deepEqual(waits(2), [0, 0, 0]);
  document.documentElement.dataset.speed = "";
  globalThis.matchMedia = () => ({ matches: true });
  assert.deepEqual(waits(2), [0, 0, 0], "where nothing is to move");
  globalThis.matchMedia = reduced;
});
