// Smaller parts of a card table: what stands open, the clocks, pictures made ahead, and elements in one call.
import assert from "node:assert/strict";
import test from "node:test";

import { beat, intervals, made, page, timers } from "./page.mjs";

const JS = "../../../src/rightbower/web/static/js";
const { TableClock } = await import(`${JS}/clock.js`);
const { tellOpened } = await import(`${JS}/open_panels.js`);
const { restAfterPress } = await import(`${JS}/press_guard.js`);
const { drawAhead, face, make, sign, tricks, turnTo } = await import(`${JS}/cards.js`);
const { changes, el, fill, forget, hold, say } = await import(`${JS}/dom.js`);
const { newFives, showFives } = await import(`${JS}/fives.js`);

const part = (name) => document.querySelector(`[data-part="${name}"]`);
const label = (element) => element.getAttribute("aria-label");
const set = (key, value) => {
  document.documentElement.dataset[key] = value;
};

test("boxes that stand open are told to the table", () => {
  const names = ["choices", "slip", "hint", "advice", "spoken", "calls", "sum"],
    boxes = names.map((name) => made("div", { class: name })),
    table = made("main", {}, ...boxes);
  let tell;
  const watched = [];
  globalThis.MutationObserver = class {
    constructor(act) {
      tell = act;
    }
    observe(box, how) {
      watched.push([box.className, how.childList, how.attributeFilter.join()].join(" "));
    }
  };
  for (const box of boxes) box.hidden = true;
  boxes[2].hidden = false;
  tellOpened(table);
  assert.equal(table.className, "has-hint");
  assert.deepEqual(
    watched,
    names.map((name) => `${name} ${name === "slip"} hidden,class`),
  );
  Object.assign(boxes[0], { hidden: false, className: "choices six" });
  boxes[1].append(made("div", { class: "acts" }));
  tell();
  assert.equal(table.className, "has-hint has-choices has-six");
  boxes[0].hidden = true;
  boxes[1].hidden = false;
  tell();
  assert.deepEqual(table.className.split(" ").sort(), ["has-acts", "has-hint", "has-slip"]);
});

test("a place rests for its time after a press, for a mouse and not for keys", () => {
  let now = 5000;
  const clock = performance.now;
  performance.now = () => now;
  const listeners = [],
    add = document.addEventListener;
  document.addEventListener = (name, act, how) => listeners.push([name, act, how]);
  restAfterPress(".choices button", 500);
  document.addEventListener = add;
  const [[name, act, how]] = listeners;
  assert.deepEqual([name, how], ["click", { capture: true }]);
  const button = Object.assign(made("button"), {
    getBoundingClientRect: () => ({ left: 0, right: 10, top: 0, bottom: 10 }),
  });
  made("div", { class: "choices" }, button);
  const passes = (detail = 1, target = button) => {
    const stopped = [];
    act({
      target,
      detail,
      preventDefault: () => stopped.push("default"),
      stopImmediatePropagation: () => stopped.push("others"),
    });
    return stopped.join();
  };
  assert.equal(passes(), "");
  now += 499;
  assert.equal(passes(), "default,others");
  assert.equal(passes(0), "");
  assert.equal(passes(1, made("button")), "", "another kind of button");
  assert.equal(passes(1, null), "");
  now += 1;
  assert.equal(passes(), "");
  now = 499;
  const far = Object.assign(made("button"), {
    getBoundingClientRect: () => ({ left: 50, right: 60, top: 0, bottom: 10 }),
  });
  made("div", { class: "choices" }, far);
  assert.equal(passes(2, far), "default,others", "the second half of a double click on the page before");
  assert.equal(passes(1, far), "");
  now = 5500;
  assert.equal(passes(2), "");
  now = 500;
  assert.equal(passes(2, far), "");
  performance.now = clock;
});

test("the clocks say what is left to the second, and when it is soon over", () => {
  const now = 1_000_000,
    real = Date.now;
  Date.now = () => now * 1000;
  performance.getEntriesByType = () => [{ responseStart: 0 }];
  document.head.replaceChildren();
  const box = made("div"),
    table = made("main", { class: "table" }, box);
  page(table, "turn-clock");
  part("turn-clock").hidden = true;
  intervals.length = 0;
  new TableClock(0, made("div"), null);
  assert.deepEqual(document.head.children, [], "where a turn has no limit its clock is not fetched");
  intervals.length = 0;
  part("turn-clock").replaceChildren();
  const clock = new TableClock(performance.timeOrigin / 1000 + 7, box, 20);
  assert.equal(document.head.children.length, 1);
  assert.equal(intervals.length, 1);
  assert.equal(part("turn-clock").hidden, true, "until its styles are there");
  assert.deepEqual(
    box.children.map((each) => each.tagName),
    ["SPAN", "SMALL"],
  );
  const hall = now + 7;
  const shows = (game, mine = true) => {
    clock.render(game, mine);
    return [clock.game, clock.turn]
      .map((each) => `${each.textContent}${each.classList.contains("soon") ? "!" : ""}`)
      .join(" | ");
  };
  assert.equal(shows({ ends_at: hall + 60, turn_by: hall + 10 }), "1:00 left | 0:10");
  assert.equal(table.style.getPropertyValue("--left"), "0.500");
  assert.equal(shows({ ends_at: hall + 59.5, turn_by: hall + 9.5 }), "1:00 left! | 0:10!");
  assert.equal(shows({ ends_at: hall + 59.5, turn_by: hall + 9.5 }, false), "1:00 left! | ");
  assert.equal(shows({ time_up: true, ends_at: hall - 5, turn_by: hall - 5 }), "Time is up | 0:00!");
  assert.equal(table.style.getPropertyValue("--left"), "0.000");
  shows({ turn_by: hall + 50 });
  assert.equal(table.style.getPropertyValue("--left"), "1.000");
  assert.ok(table.classList.contains("timed"));
  assert.equal(shows({ reminder: "Thirty minutes are over" }), " | ");
  assert.equal(clock.advice.textContent, "Thirty minutes are over.");
  assert.ok(!table.classList.contains("timed"));
  assert.equal(shows(undefined), " | ");
  shows({ ends_at: hall + 60 });
  const words = clock.game.firstChild;
  beat();
  assert.equal(clock.game.firstChild, words, "what is the same is not written anew");
  Date.now = () => (now + 1) * 1000;
  beat();
  assert.equal(clock.game.textContent, "0:59 left");
  Date.now = real;
});

test("all faces are drawn while there is nothing else to do, for the trumps that are", () => {
  const idle = [];
  page();
  timers.length = 0;
  drawAhead(["JD", "JH"]);
  assert.deepEqual(
    timers.map((each) => each.wait),
    [40],
  );
  timers.length = 0;
  drawAhead(["JD", "JH"]);
  assert.deepEqual(timers, [], "they are being drawn already");
  globalThis.requestIdleCallback = (act) => idle.push(act);
  const createElement = document.createElement;
  let drawn = 0;
  document.createElement = (tag) => {
    drawn++;
    return createElement(tag);
  };
  drawAhead(["JC", "JS"]);
  for (let at = 0; at < 30 && idle.length; at++) idle.shift()();
  assert.ok(drawn >= 24, `${drawn} of 24`);
  assert.equal(idle.length, 0);
  drawAhead(["JS", "JC"]);
  idle.shift()();
  const left = idle.length;
  drawAhead(["JH", "JD"]);
  idle.shift()();
  assert.deepEqual(
    [left, idle.length],
    [1, 1],
    "for other trumps they are begun anew, and the old ones left",
  );
  document.createElement = createElement;
  delete globalThis.requestIdleCallback;
});

test("a face is drawn as one has chosen it, and is turned only where it is another", () => {
  const source = (name, trumps) => decodeURIComponent(face(name, trumps).getAttribute("src"));
  assert.match(source("JH", ["JH", "JD"]), /Jack of hearts, right bower/);
  assert.match(source("JD", ["JH", "JD"]), /Jack of diamonds, left bower/);
  assert.match(source("AH", ["JH", "AH"]), /Ace of hearts, trump/);
  assert.match(source("AH", ["AH", "JH"]), /Ace of hearts, trump/, "no bower but a jack");
  assert.match(source("JS", ["JH", "JD"]), /Jack of spades"/);
  assert.match(source("TS", []), /Ten of spades"/);
  assert.match(source(null), /Card back, crimson/);
  const plain = source("9D");
  for (const [key, value] of [
    ["colours", "four"],
    ["faces", "large"],
  ]) {
    set(key, value);
    assert.notEqual(source("9D"), plain);
    assert.equal(source("9D").includes("#1f5fbf"), key === "colours", "blue diamonds are for four colours");
    set(key, "");
    assert.equal(source("9D"), plain);
  }
  const shown = face("9D");
  let written = 0;
  shown.setAttribute = (name, value) => {
    written++;
    shown.attributes.set(name, value);
  };
  turnTo(shown, "9D", []);
  assert.equal(written, 0);
  turnTo(shown, "9H", []);
  assert.deepEqual([written, shown.getAttribute("src")], [1, face("9H").getAttribute("src")]);
  turnTo(null, "9H", []);
});

test("signs and tricks are drawn in their places", () => {
  assert.deepEqual(
    [
      sign("H").getAttribute("class"),
      sign("H", true).getAttribute("class"),
      sign("H").firstChild.getAttribute("fill"),
    ],
    ["sign su-H", "sign", "currentColor"],
  );
  const two = tricks(2);
  assert.deepEqual(
    [two.getAttribute("viewBox"), label(two), ...two.children.map((each) => each.getAttribute("transform"))],
    ["0 0 41 30", "2 tricks", "translate(14 15) rotate(-8)", "translate(27 15) rotate(78)"],
  );
  const spaces = [],
    real = document.createElementNS;
  document.createElementNS = (space, tag) => {
    spaces.push([space, tag]);
    return real(space, tag);
  };
  assert.equal(make("g", { x: 1 }, "text").textContent, "text");
  document.createElementNS = real;
  assert.deepEqual(spaces, [["http://www.w3.org/2000/svg", "g"]]);
});

test("the two fives lie as the hall says", () => {
  const svg = newFives("red");
  showFives(svg, { up: true, pips: 3, at: [0.5, -0.25, 20] }, 3);
  assert.equal(svg.querySelector(".top").style.transform, "translate(20px, -14px) rotate(20deg)");
  assert.equal(label(svg), "3 points on the fives");
  assert.deepEqual(
    svg
      .querySelectorAll(".pip")
      .map((each) => each.getAttribute("transform"))
      .slice(0, 5),
    [
      "translate(11.200000000000001 11.200000000000001) scale(0.11) translate(-50 -50)",
      "translate(28.799999999999997 11.200000000000001) scale(0.11) translate(-50 -50)",
      "translate(20 28) scale(0.11) translate(-50 -50)",
      "translate(11.200000000000001 44.800000000000004) scale(-0.11) translate(-50 -50)",
      "translate(28.799999999999997 44.800000000000004) scale(-0.11) translate(-50 -50)",
    ],
  );
  assert.deepEqual(
    [svg.querySelectorAll(".pip").length, newFives("black").querySelectorAll(".black").length],
    [10, 10],
  );
  const shapes = (colour) =>
    new Set(
      newFives(colour)
        .querySelectorAll(".pip")
        .map((each) => each.getAttribute("d")),
    ).size;
  assert.deepEqual([shapes("red"), shapes("black")], [2, 2]);
});

test("elements have their texts, addresses, data and listeners", () => {
  let clicked = 0;
  set("base", "/club");
  const link = el(
    "a",
    {
      href: "/x",
      text: "there",
      role: "link",
      title: "T",
      data: { one: "1" },
      on: { click: () => clicked++ },
      "aria-label": "L",
    },
    "more",
  );
  assert.deepEqual(
    [
      link.getAttribute("href"),
      link.textContent,
      link.getAttribute("role"),
      link.title,
      link.dataset.one,
      label(link),
    ],
    ["/club/x", "theremore", "link", "T", "1", "L"],
  );
  link.click();
  assert.equal(clicked, 1);
  assert.equal(el("img", { src: "/y" }).getAttribute("src"), "/club/y");
  assert.equal(
    el("a", { href: "https://elsewhere.example/" }).getAttribute("href"),
    "https://elsewhere.example/",
  );
  assert.equal(el("p", { title: "/z" }).title, "/z");
  delete document.documentElement.dataset.base;
  assert.equal(el("a", { href: "/x" }).getAttribute("href"), "/x");
});

test("a box is filled where it is for something else, and holds what is wanted", () => {
  const box = made("div");
  let filledWith = 0;
  const put = (about) => fill(box, about, () => [`${++filledWith}`]);
  put([1]);
  put([1]);
  put([2]);
  assert.equal(box.textContent, "2");
  assert.deepEqual([changes(box, [2]), changes(box, [3]), changes(box, [3])], [false, true, false]);
  forget(made("p"));
  assert.equal(changes(box, [3]), false);
  forget(box);
  assert.equal(changes(box, [3]), true);
  forget();
  assert.equal(changes(box, [3]), true);
  const [one, two, three] = ["1", "2", "3"].map((text) => made("i", {}, text)),
    holder = made("div", {}, one, two);
  let inserted = 0;
  const insert = holder.insertBefore;
  holder.insertBefore = function (...nodes) {
    inserted++;
    insert.apply(this, nodes);
  };
  hold(holder, [one, two]);
  assert.equal(inserted, 0, "what is there is not touched");
  hold(holder, [three, two]);
  assert.deepEqual(holder.children, [three, two]);
  hold(holder, [two, three, one]);
  assert.deepEqual(holder.children, [two, three, one]);
  say(box, "words");
  const words = box.firstChild;
  say(box, "words");
  assert.equal(box.firstChild, words);
});
