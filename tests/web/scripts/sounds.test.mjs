// What is heard: each moment of the table its own sound, and the bell of the desk, which can be turned off.
import assert from "node:assert/strict";
import test from "node:test";

import { beat, made, page } from "./page.mjs";

const JS = "../../../src/rightbower/web/static/js";
const running = "running";
let heard = [],
  now = 0;
performance.now = () => now;
const linked = (more = {}) => ({ connect: (next) => next, start() {}, stop() {}, ...more });
const level = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
const pitch = (named) => ({
  set value(height) {
    heard.push(`${named} ${height}`);
  },
});
globalThis.AudioContext = class {
  state = running;
  resume() {
    heard.push("awake");
    this.state = "running";
  }
  sampleRate = 100;
  currentTime = 0;
  destination = linked();
  createBuffer() {
    return { getChannelData: () => [] };
  }
  createBufferSource() {
    return linked();
  }
  createBiquadFilter() {
    return linked({ frequency: pitch("noise") });
  }
  createGain() {
    return linked({ gain: level });
  }
  createOscillator() {
    return linked({ frequency: pitch("tone") });
  }
};
const button = made("button", {
  "data-bell": "",
  "data-on": "The bell rings",
  "data-off": "The bell is off",
});
const clock = made("b", { "data-clock": "" }),
  reminder = made("p", { "data-reminder": "100" });
page(button, clock, reminder);

const { play } = await import(`${JS}/tones.js`);
const { state } = await import(`${JS}/desk_line.js`);
await import(`${JS}/desk_clock.js`);

const sounds = (act) => {
  heard = [];
  act();
  return heard;
};
const press = () => document.dispatchEvent({ type: "click", target: button });
const told = (news) => {
  state.news = news;
  state.heard = now;
  document.dispatchEvent({ type: "desk-news" });
};
const news = (rang) => told({ clock: { rang, running: false, left: 0, ran: 0 } });

test("each moment has its own sound", () => {
  assert.deepEqual(
    sounds(() => play("card")),
    ["noise 1800"],
  );
  assert.deepEqual(
    sounds(() => play("deal")),
    ["noise 2600"],
  );
  assert.deepEqual(
    sounds(() => play("gather")),
    ["noise 900"],
  );
  assert.deepEqual(
    sounds(() => play("turn")),
    ["tone 880"],
  );
  assert.deepEqual(
    sounds(() => play("won")),
    ["tone 523", "tone 659", "tone 784"],
  );
  assert.deepEqual(
    sounds(() => play("lost")),
    ["tone 392", "tone 330"],
  );
});

test("the bell rings once when the time is up, and not where it is turned off", () => {
  assert.deepEqual(
    sounds(() => news(false)),
    [],
  );
  assert.equal(sounds(() => news(true)).length, 9);
  assert.deepEqual(
    sounds(() => news(true)),
    [],
  );
  assert.deepEqual(sounds(press), []);
  assert.equal(button.getAttribute("aria-pressed"), "false");
  assert.equal(button.title, "The bell is off");
  assert.deepEqual(
    sounds(() => {
      news(false);
      news(true);
    }),
    [],
  );
  assert.equal(sounds(press).length, 9);
  assert.equal(button.getAttribute("aria-label"), "The bell rings");
});

test("a table that calls is heard once, unless the bell is off, and counted in the title", () => {
  const calls = (...who) => sounds(() => told({ calls: who }));
  assert.equal(document.title, "The page");
  assert.deepEqual(calls("3"), ["tone 740", "tone 988"]);
  assert.equal(document.title, "(1) The page");
  assert.deepEqual(calls("3"), []);
  assert.deepEqual(calls("3", "5"), ["tone 740", "tone 988"]);
  assert.deepEqual(calls("5"), []);
  assert.equal(document.title, "(1) The page");
  sounds(press);
  assert.deepEqual(calls("5", "6"), []);
  assert.deepEqual(
    sounds(() => told({})),
    [],
  );
  assert.equal(document.title, "The page");
  sounds(press);
});

test("the clock of the desk counts down, or up where there is no limit, and its reminder comes", () => {
  const reads = (seen, seconds = 0) => {
    told({ clock: { rang: false, ...seen } });
    now += seconds * 1000;
    beat();
    return [clock.textContent, reminder.hidden];
  };
  assert.deepEqual(reads({ running: true, left: 90, ran: 90 }), ["1:30", true]);
  assert.deepEqual(reads({ running: true, left: 90, ran: 90 }, 9.5), ["1:21", true]);
  assert.deepEqual(reads({ running: true, left: 90, ran: 90 }, 10), ["1:20", false]);
  assert.deepEqual(reads({ running: false, left: 90, ran: 90 }, 10), ["1:30", true]);
  assert.deepEqual(reads({ running: true, left: 5, ran: 90 }, 10), ["0:00", false]);
  assert.deepEqual(reads({ running: true, left: null, ran: 90 }, 1.9), ["1:31", true]);
  told({ clock: { rang: false, running: false, left: 60, ran: 0 } });
  assert.equal(clock.textContent, "1:00", "at once");
  const words = clock.firstChild;
  beat();
  assert.equal(clock.firstChild, words, "what is the same is not written anew");
  told({});
  assert.equal(clock.textContent, "1:00");
  clock.remove();
  told({ clock: { rang: false, running: false, left: 50, ran: 0 } });
  document.dispatchEvent({ type: "click", target: document });
});
