// How each sound is made, tone by tone; and that a page is silent until somebody has touched it.
import assert from "node:assert/strict";
import test from "node:test";

import { made, page } from "./page.mjs";

const JS = "../../../src/rightbower/web/static/js";
const running = "suspended";
let done = [];
Math.random = () => 1;
// A node of sound that writes down what is done with it, and whom it is connected to.
function node(name) {
  const param = (what) => ({
    set value(height) {
      done.push(`${name} ${what} ${height}`);
    },
    setValueAtTime: (value, when) => done.push(`${name} ${what} ${value} at ${when}`),
    exponentialRampToValueAtTime: (value, when) => done.push(`${name} ${what} to ${value} at ${when}`),
  });
  return {
    named: name,
    frequency: param("pitch"),
    gain: param("loud"),
    connect: (next) => {
      done.push(`${name} > ${next.named}`);
      return next;
    },
    start: (when) => done.push(`${name} starts ${when ?? "now"}`),
    stop: (when) => done.push(`${name} stops ${when}`),
    set type(shape) {
      done.push(shape);
    },
  };
}
let opened = 0;
globalThis.AudioContext = class {
  constructor() {
    opened++;
    this.state = running;
    this.sampleRate = 100;
    this.currentTime = 5;
    this.destination = node("room");
  }
  resume() {
    done.push("awake");
    this.state = "running";
  }
  createBuffer(channels, length, rate) {
    return {
      getChannelData: () => {
        const data = new Float64Array(length);
        done.push({ channels, length, rate, data });
        return data;
      },
    };
  }
  createBufferSource() {
    return node("noise");
  }
  createBiquadFilter() {
    return node("filter");
  }
  createGain() {
    return node("gain");
  }
  createOscillator() {
    return node("tone");
  }
};
const sounds = (act) => {
  done = [];
  act();
  return done;
};
const button = made("button", { "data-bell": "", "data-on": "on", "data-off": "off" });
page(button);
const { awake, bell, chime, play, sample } = await import(`${JS}/tones.js`);
const { state } = await import(`${JS}/desk_line.js`);
await import(`${JS}/desk_clock.js`);
const told = (news) => {
  state.news = news;
  document.dispatchEvent({ type: "desk-news" });
};

test("before anybody has touched the page nothing sounds", () => {
  assert.deepEqual(
    sounds(() => {
      bell();
      chime();
      sample();
    }),
    [],
  );
  assert.ok(!awake());
  assert.deepEqual(
    sounds(() => {
      told({ clock: { rang: false } });
      told({ clock: { rang: true, left: 0, ran: 0 }, calls: ["1"] });
    }),
    [],
  );
  assert.equal(document.documentElement.dataset.rang, undefined);
  assert.equal(opened, 0);
});

test("the button of the bell wakes the sound, and lets it be heard when it is turned on", () => {
  const press = () => document.dispatchEvent({ type: "click", target: button });
  assert.deepEqual(sounds(press), ["awake"]);
  assert.equal(localStorage.getItem("bell"), "off");
  assert.equal(document.documentElement.dataset.rang, undefined);
  assert.equal(sounds(press).filter((each) => each === "sine").length, 9);
  assert.equal(localStorage.getItem("bell"), "on");
  assert.equal(document.documentElement.dataset.rang, "yes");
  assert.ok(awake());
  document.dispatchEvent({ type: "keydown", key: "a" });
  assert.equal(opened, 1);
});

const tone = (shape, pitch, loud, start, end) => [
  shape,
  `tone pitch ${pitch}`,
  `gain loud ${loud} at ${start}`,
  `gain loud to 0.001 at ${end}`,
  "tone > gain",
  "gain > room",
  `tone starts ${start}`,
  `tone stops ${end}`,
];

test("tones have their pitch and strength and die away", () => {
  assert.deepEqual(
    sounds(() => play("turn")),
    tone("triangle", 880, 0.18, 5, 5.12),
  );
  assert.deepEqual(
    sounds(() => play("lost")),
    [...tone("triangle", 392, 0.18, 5, 5.5), ...tone("triangle", 330, 0.18, 5.16, 5.66)],
  );
  assert.deepEqual(sounds(chime), [...tone("sine", 740, 0.3, 5, 5.5), ...tone("sine", 988, 0.3, 5.18, 5.68)]);
  assert.deepEqual(sounds(sample), tone("sine", 880, 0.5, 5, 6));
  const strokes = sounds(bell);
  assert.deepEqual(strokes.slice(0, 24), [
    ...tone("sine", 660, 0.5, 5, 6.6),
    ...tone("sine", 1320, 0.25, 5, 6.6),
    ...tone("sine", 1985, 0.15, 5, 6.6),
  ]);
  assert.deepEqual(
    strokes.filter((each) => each.startsWith("tone starts")).map((each) => each.slice(12)),
    ["5", "5", "5", "5.9", "5.9", "5.9", "6.8", "6.8", "6.8"],
  );
});

test("a card on cloth is a short noise that fades", () => {
  const rustles = (name) => {
    const [buffer, ...rest] = sounds(() => play(name));
    return [buffer.channels, buffer.length, buffer.rate, [...buffer.data], ...rest];
  };
  const through = (pitch, loud) => [
    "bandpass",
    `filter pitch ${pitch}`,
    `gain loud ${loud}`,
    "noise > filter",
    "filter > gain",
    "gain > room",
    "noise starts now",
  ];
  assert.deepEqual(rustles("deal"), [
    1,
    5,
    100,
    [0, 1, 2, 3, 4].map((at) => (1 - at / 5) ** 2),
    ...through(2600, 0.2),
  ]);
  assert.deepEqual(rustles("card").toSpliced(3, 1), [1, 8, 100, ...through(1800, 0.35)]);
  assert.deepEqual(rustles("gather").toSpliced(3, 1), [1, 16, 100, ...through(900, 0.25)]);
});
