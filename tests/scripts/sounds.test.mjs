// What is heard: each moment of the table its own sound, and the bell of the desk, which can be turned off.
import assert from "node:assert/strict";
import test from "node:test";

import { made, page } from "./page.mjs";

const JS = "../../src/rightbower/web/static/js";
let heard = [];
const linked = (more = {}) => ({ connect: (next) => next, start() {}, stop() {}, ...more });
const level = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
const pitch = (named) => ({ set value(height) { heard.push(`${named} ${height}`); } });
globalThis.AudioContext = class {
  state = "running";
  sampleRate = 100;
  currentTime = 0;
  destination = linked();
  createBuffer() { return { getChannelData: () => [] }; }
  createBufferSource() { return linked(); }
  createBiquadFilter() { return linked({ frequency: pitch("noise") }); }
  createGain() { return linked({ gain: level }); }
  createOscillator() { return linked({ frequency: pitch("tone") }); }
};
const button = made("button", { "data-bell": "", "data-on": "The bell rings", "data-off": "The bell is off" });
page(button);

const { play } = await import(`${JS}/tones.js`);
const { state } = await import(`${JS}/desk_line.js`);
await import(`${JS}/desk_clock.js`);

const sounds = (act) => { heard = []; act(); return heard; };
const press = () => document.dispatchEvent({ type: "click", target: button });
const news = (rang) => { state.news = { clock: { rang, running: false, left: 0, ran: 0 } }; document.dispatchEvent({ type: "desk-news" }); };

test("each moment has its own sound", () => {
  assert.deepEqual(sounds(() => play("card")), ["noise 1800"]);
  assert.deepEqual(sounds(() => play("deal")), ["noise 2600"]);
  assert.deepEqual(sounds(() => play("gather")), ["noise 900"]);
  assert.deepEqual(sounds(() => play("turn")), ["tone 880"]);
  assert.deepEqual(sounds(() => play("won")), ["tone 523", "tone 659", "tone 784"]);
  assert.deepEqual(sounds(() => play("lost")), ["tone 392", "tone 330"]);
});

test("the bell rings once when the time is up, and not where it is turned off", () => {
  assert.deepEqual(sounds(() => news(false)), []);
  assert.equal(sounds(() => news(true)).length, 9);
  assert.deepEqual(sounds(() => news(true)), []);
  assert.deepEqual(sounds(press), []);
  assert.equal(button.getAttribute("aria-pressed"), "false");
  assert.equal(button.title, "The bell is off");
  assert.deepEqual(sounds(() => { news(false); news(true); }), []);
  assert.equal(sounds(press).length, 9);
  assert.equal(button.getAttribute("aria-label"), "The bell rings");
});
