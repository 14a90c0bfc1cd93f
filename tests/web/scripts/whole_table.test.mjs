// The card table as one page: what the hall tells is drawn in all its parts, and what is pressed is asked
// for.
import assert from "node:assert/strict";
import test from "node:test";

import { made, press, timers } from "./page.mjs";
import {
  CHAIRS,
  SETUP,
  hear,
  part,
  rested,
  sent,
  setTable,
  settle,
  shownLines,
  sockets,
  state,
  table,
  tell,
} from "./table_page.mjs";

const JS = "../../../src/rightbower/web/static/js";
let heard = [];
const linked = (more = {}) => ({ connect: (next) => next, start() {}, stop() {}, ...more });
globalThis.AudioContext = class {
  state = "running";
  sampleRate = 100;
  currentTime = 0;
  createBuffer() {
    return { getChannelData: () => [] };
  }
  createBufferSource() {
    return linked();
  }
  createBiquadFilter() {
    return linked({
      frequency: {
        set value(height) {
          heard.push(height);
        },
      },
    });
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
setTable({ ...SETUP, name: "Susan" });
for (const name of ["endings", "sheets", "talk", "leaving", "tones", "advice_shown"])
  await import(`${JS}/${name}.js`);
await import(`${JS}/table.js`);
await settle();

const says = () => part("line").querySelector(".txt").textContent;
const TRICK = [
  ["W", "AS"],
  ["N", "9S"],
  ["E", "TS"],
  ["S", "KS"],
];
const playing = { phase: "play", turn: "S", legal: [] };
const asked = (type) => sent.filter((each) => each.type === type).map(({ id, ...rest }) => rest);
const ready = () => {
  document.activeElement = document.body;
  timers.length = sent.length = 0;
  part("toasts").replaceChildren();
  part("refusals").replaceChildren();
};
const styles = () => document.head.querySelectorAll("link").map((each) => each.getAttribute("href"));
const key = (name, more = {}) => {
  let stopped = false;
  document.dispatchEvent({
    type: "keydown",
    key: name,
    target: document.body,
    preventDefault() {
      stopped = true;
    },
    ...more,
  });
  return stopped;
};

test("before the hall has said anything, a setting or something said does no harm", async () => {
  assert.equal(sockets.at(-1).address, "wss://hall.example/t/t1/live?protocol=2");
  document.dispatchEvent({ type: "setting", detail: "back" });
  document.dispatchEvent({ type: "setting", detail: "speed" });
  tell({ type: "said", seat: "W", phrase: 0 });
  await settle();
  assert.equal(document.querySelector(".saying"), null);
  assert.deepEqual(asked("pace"), []);
});

test("before the game the chairs have their names, and the line says what is waited for", async () => {
  sent.length = 0;
  await hear(
    state(
      3,
      null,
      { line: "Start the game when you like." },
      { shuffle: { sums: ["", "", "", ""], salts: ["", "", "", ""] } },
    ),
  );
  assert.equal(table().dataset.version, "3");
  assert.equal(table().dataset.phase, "seats");
  assert.equal(says(), "Start the game when you like.");
  assert.match(document.querySelector(".seat.n .who").textContent, /Nan/);
  assert.ok(!table().classList.contains("watching"));
  assert.deepEqual(
    [part("claim").hidden, part("last-trick").hidden, part("end").hidden, part("stock").hidden],
    [true, true, true, true],
  );
  assert.equal(asked("commit").length, 1, "what this device adds to the shuffle");
  assert.deepEqual(asked("pace"), [{ type: "pace", speed: "normal" }]);
  assert.deepEqual(asked("sit"), [{ type: "sit", seat: "S" }], "the chair has an older name");
  press(part("choices"), "Start the game");
  assert.equal(asked("begin").length, 1);
  assert.equal(document.querySelector("#book-sheet").open, false, "everybody knows the usual book");
  assert.deepEqual(
    styles().filter((each) => /endings/.test(each)),
    [],
    "nothing has ended yet",
  );
});

test("on one's turn the line says so, a press asks for the call, and a refusal is shown", async () => {
  await hear(
    state(4, { phase: "round one", turnup: "JH" }, { choices: [{ action: "pass", label: "Pass" }] }),
  );
  assert.ok(part("line").classList.contains("yours"));
  assert.equal(part("line").querySelector(".disc").hidden, false, "one deals oneself");
  assert.equal(part("hint").hidden, false);
  assert.equal(part("stock").hidden, false);
  assert.equal(table().dataset.phase, "round one");
  assert.deepEqual(
    styles().filter((each) => /endings/.test(each)),
    [],
  );
  assert.match(part("we").textContent, /We4/);
  assert.match(part("they").textContent, /They7/);
  assert.match(part("trump").textContent, /not made yet/);
  press(part("choices"), "Pass");
  const answered = sent.at(-1);
  assert.deepEqual([answered.type, answered.action], ["move", "pass"]);
  await hear({ type: "no", id: answered.id, reason: "It is not your turn." });
  assert.match(part("toasts").textContent, /It is not your turn/);
});

test("another's turn is not one's own", async () => {
  await hear(state(6, { turn: "W", dealer: "N" }, { line: "Walt to call." }));
  assert.equal(says(), "Walt to call.");
  assert.ok(!part("line").classList.contains("yours"));
  assert.equal(part("line").querySelector(".disc").hidden, true);
  assert.equal(part("end").hidden, true);
  assert.equal(part("hint").hidden, true);
});

test("a full trick is looked at with who takes it, before the next card is asked for", async () => {
  const line = "Lead a card.";
  await hear(state(8, { ...playing, trick: TRICK.slice(0, 3) }));
  assert.deepEqual((await hear(state(9, { ...playing, before: TRICK, winner: "W" }, { line }))).slice(0, 2), [
    "Walt takes the trick.",
    line,
  ]);
  await hear(state(10, { ...playing, trick: TRICK.slice(0, 3) }));
  assert.deepEqual(
    (await hear(state(11, { ...playing, before: TRICK, winner: "S" }, { line }))).slice(0, 2),
    ["You take the trick.", line],
  );
  assert.equal(part("trick").querySelectorAll(".card").length, 0);
});

test("while a full trick lies there nothing may be done, and the next state waits for it", async () => {
  await hear(state(12, { ...playing, trick: TRICK.slice(0, 3) }));
  ready();
  const news = [{ text: "Sue plays the king", seat: "S", card: "KS" }];
  tell(
    state(
      13,
      { ...playing, before: TRICK, winner: "W", previous: TRICK, hand: ["9C", "JC"] },
      { line: "Lead.", choices: [{ action: "pass", label: "Pass" }] },
      { news },
    ),
  );
  tell(state(14, { ...playing, turn: "W" }, { line: "Walt to lead." }));
  await settle();
  assert.equal(table().dataset.scene, "trick");
  assert.equal(part("trick").querySelectorAll(".card").length, 4);
  assert.equal(part("trick").querySelector(".winner").dataset.card, "AS");
  assert.deepEqual(
    [
      part("choices").hidden,
      part("hint").hidden,
      part("claim").hidden,
      part("line").classList.contains("yours"),
    ],
    [true, true, true, false],
  );
  assert.equal(
    part("play-by-play").textContent.includes("K♠"),
    false,
    "what happened is written when it is over",
  );
  assert.deepEqual(
    timers.map((each) => each.wait).filter((wait) => wait < 6000),
    [260 + 900],
  );
  rested();
  await settle();
  assert.equal(table().dataset.scene, "now");
  assert.equal(says(), "Lead.");
  assert.equal(part("play-by-play").textContent.includes("K♠"), true);
  assert.deepEqual([part("claim").hidden, part("last-trick").hidden], [false, false]);
  await shownLines();
  assert.equal(says(), "Walt to lead.");
});

test("who comes late is shown the newest without rests, card by card until then", async () => {
  const versions = async (count, from) => {
    await hear(state(from, { turn: "W" }));
    ready();
    tell(state(from + 1, { turn: "W" }));
    await settle();
    for (let at = 0; at < count; at++) tell(state(from + 2 + at, { turn: "W" }));
    await settle();
    assert.equal(table().dataset.version, String(from + 1));
    rested();
    await settle();
    const found = Number(table().dataset.version) - from - 1;
    for (let at = 0; at < 12; at++) {
      rested();
      await settle();
    }
    return found;
  };
  assert.equal(await versions(9, 100), 1);
  assert.equal(await versions(10, 150), 2);
});

test("where things may move, a card that is played starts before the rest is drawn", async () => {
  await hear(state(200, { ...playing, turn: "W", trick: TRICK.slice(0, 1) }, { line: "Walt led." }));
  globalThis.matchMedia = () => ({ matches: false });
  ready();
  const renamed = [...CHAIRS.slice(0, 1), { name: "Edward" }, ...CHAIRS.slice(2)];
  tell(
    state(
      201,
      { ...playing, turn: "E", trick: [...TRICK.slice(0, 1), ["E", "TS"]] },
      { line: "Edward to play." },
      { chairs: renamed },
    ),
  );
  await settle();
  assert.equal(
    part("trick").querySelector('[data-card="TS"]').getAttribute("aria-label"),
    "Edward: the ten of spades",
  );
  assert.equal(says(), "Walt led.");
  assert.deepEqual(
    timers.map((each) => each.wait).filter((wait) => wait < 6000),
    [17],
  );
  rested();
  await settle();
  assert.equal(says(), "Edward to play.");
  await shownLines();
  ready();
  tell(
    state(
      202,
      { ...playing, turn: "E", trick: [...TRICK.slice(0, 1), ["E", "TS"]] },
      { line: "Still." },
      { chairs: renamed },
    ),
  );
  await settle();
  assert.equal(says(), "Still.", "nothing flies");
  globalThis.matchMedia = () => ({ matches: true });
  await shownLines();
});

test("one's turn is heard once, where sounds are on", async () => {
  document.documentElement.dataset.sound = "on";
  await hear(state(210, { turn: "W", hand: [] }));
  heard = [];
  await hear(state(211, { turn: "W", hand: [] }));
  assert.deepEqual(heard, []);
  await hear(state(212, { turn: "S", hand: [] }));
  assert.deepEqual(heard, [880]);
  await hear(state(213, { turn: "S", hand: [] }));
  assert.deepEqual(heard, [880]);
  document.documentElement.dataset.sound = "";
});

test("the rest is claimed on lead, where one has more than a card and a trick was played", async () => {
  let version = 220;
  const may = async (game, more = {}) => {
    await hear(state(version++, { ...playing, hand: ["9C", "JC"], previous: TRICK, ...game }, {}, more));
    return [part("claim").hidden, part("claim-in-menu").hidden, part("last-trick").hidden];
  };
  assert.deepEqual(await may({}), [false, false, false]);
  assert.deepEqual(await may({ hand: ["9C"] }), [true, true, false]);
  assert.deepEqual(await may({ trick: TRICK.slice(0, 1) }), [true, true, false]);
  assert.deepEqual(await may({ turn: "W" }), [true, true, false]);
  assert.deepEqual(await may({ previous: [] }), [true, true, true]);
  assert.deepEqual(await may({ phase: "bury" }), [true, true, true]);
  assert.deepEqual(await may({}, { referee: {} }), [true, true, false]);
  await may({});
  ready();
  document.querySelector("#menu-sheet").open = true;
  part("claim-in-menu").click();
  part("claim").click();
  assert.deepEqual(asked("claim").length, 2);
  assert.equal(document.querySelector("#menu-sheet").open, false);
});

test("who looks on is told so", async () => {
  await hear(state(240, { turn: "W" }, {}, { you: null }));
  assert.ok(table().classList.contains("watching"));
  await hear(state(241, { turn: "W" }));
  assert.ok(!table().classList.contains("watching"));
});

test("the clocks of the game and of one's turn are there", async () => {
  const now = Date.now() / 1000 - performance.timeOrigin / 1000;
  await hear(state(250, { turn: "S", ends_at: now + 300.5, turn_by: now + 30.5 }));
  assert.match(part("clock").textContent, /^5:0\d left$/);
  assert.match(part("turn-clock").textContent, /^0:3\d$/);
  await hear(state(251, { turn: "W", ends_at: now + 300.5, turn_by: now + 30.5 }));
  assert.equal(part("turn-clock").textContent, "");
  await hear(state(252, { turn: null }, {}, { you: null }));
  assert.equal(part("turn-clock").textContent, "");
});

test("what players ask each other stands there", async () => {
  await hear(
    state(
      260,
      { turn: "W" },
      {},
      { proposal: { by: "N", text: "Nan offers a draw.", waits_for: ["S"], what: "draw" } },
    ),
  );
  assert.equal(part("asking").hidden, false);
  press(part("asking"), "Agree");
  assert.deepEqual(asked("agree").at(-1), { type: "agree", yes: true });
  await hear(state(261, { turn: "W" }));
  assert.equal(part("asking").hidden, true);
});

test("the end of a hand is shown when its last trick was seen, and put away for the next", async () => {
  await hear(state(270, { ...playing, turn: "W", trick: TRICK.slice(0, 3) }));
  assert.equal(
    styles().filter((each) => each === "/static/endings.css").length,
    1,
    "fetched while the hand is played",
  );
  ready();
  const ended = { title: "March", points: "+2", text: "All five tricks." };
  tell(
    state(
      271,
      { phase: null, turn: null, deal: 3, last: { trick: TRICK, winner: "W", ending: "played" } },
      { ended, line: "March." },
    ),
  );
  await settle();
  assert.deepEqual(
    [table().dataset.scene, part("end").hidden, table().classList.contains("ended"), says()],
    ["trick", true, false, "Walt takes the trick."],
  );
  assert.deepEqual(
    timers.map((each) => each.wait).filter((wait) => wait < 6000),
    [260 + 1400],
  );
  await shownLines();
  assert.deepEqual(
    [part("end").hidden, table().classList.contains("ended"), table().dataset.phase],
    [false, true, "between"],
  );
  assert.match(part("end").textContent, /March\+2All five tricks\./);
  assert.equal(part("trick").querySelectorAll(".card").length, 4, "its last trick stays beside it");
  press(part("end"), "Next hand");
  assert.equal(asked("next").length, 1);
  await hear(state(272, { turn: "W" }));
  assert.deepEqual([part("end").hidden, table().classList.contains("ended")], [true, false]);
  await hear(state(273, { phase: null, turn: null, deal: 3 }, { ended: { ...ended, title: "Euchred" } }));
  assert.match(part("end").textContent, /Euchred/, "a hand's end is drawn anew after the next hand");
});

test("the end of a game leads to another, and all go there", async () => {
  await hear(
    state(
      280,
      { phase: null, turn: null, deal: 9, seed: "x", result: { winner: "NS" } },
      { line: "You win." },
    ),
  );
  assert.match(part("end").textContent, /You win\./);
  assert.equal(part("line").querySelector(".disc").hidden, true, "nobody deals any more");
  ready();
  press(part("end"), "Play again");
  await settle();
  const again = sent.at(-1);
  assert.equal(again.type, "again");
  await hear(
    state(
      281,
      { phase: null, turn: null, deal: 9, seed: "x", result: { winner: "NS" } },
      {},
      { followed: "t2", done: [again.id] },
    ),
  );
  assert.equal(location.href, "/t/t2");
});

test("a card that is not allowed is refused at the card, and one out of turn at once", async () => {
  location.href = "";
  await hear(state(290, { ...playing, hand: ["9C", "JC"], legal: ["9C", "JC"] }));
  ready();
  part("hand").children[0].click();
  const asked9 = sent.at(-1);
  assert.deepEqual([asked9.type, asked9.action], ["move", "9C"]);
  await hear({ type: "no", id: asked9.id, reason: "Follow suit.", clause: "A01-6.2" });
  assert.equal(part("refusals").textContent, "Follow suit. Why?");
  assert.equal(part("toasts").textContent, "");
  await hear(
    state(
      291,
      { phase: "round one", turnup: "JH", turn: "W", hand: ["9C", "JC"] },
      { choices: [{ action: "pass", label: "Pass" }] },
    ),
  );
  ready();
  part("hand").children[0].click();
  assert.equal(part("refusals").textContent, "It is not your turn.");
  part("refusals").replaceChildren();
  press(part("choices"), "Pass");
  assert.deepEqual([sent, part("refusals").textContent, part("toasts").textContent], [[], "", ""]);
  await hear(
    state(
      292,
      { phase: "round one", turnup: "JH", turn: "W" },
      { choices: [{ action: "pass", label: "Pass" }] },
      { referee: {} },
    ),
  );
  press(part("choices"), "Pass");
  assert.equal(asked("move").length, 1, "as at the table one may call out of turn");
});

test("what would lose the game is asked about, and sent again as meant", async () => {
  await hear(state(300, { turn: "S" }, { choices: [{ action: "pass", label: "Pass" }] }));
  ready();
  press(part("choices"), "Pass");
  const asked1 = sent.at(-1);
  await hear({ type: "no", id: asked1.id, ask: true, reason: "That loses the game.", clause: "A01-5" });
  assert.match(part("meant").textContent, /^That loses the game\. Why\?Take it backIt is meant$/);
  assert.equal(part("meant").open, true);
  assert.equal(part("toasts").textContent, "");
  press(part("meant"), "Take it back");
  assert.equal(part("meant").open, false);
  assert.equal(sent.length, 1);
  press(part("meant"), "It is meant");
  assert.deepEqual(asked("move").at(-1), { type: "move", action: "pass", meant: true });
});

test("a hint is asked for at the hall, and shown", async () => {
  await hear(state(310, { turn: "S" }));
  ready();
  assert.equal(key("h"), true);
  await settle();
  const hint = sent.at(-1);
  assert.equal(hint.type, "hint");
  await hear({ type: "no", id: hint.id, reason: "Not at this table." });
  assert.equal(part("toasts").textContent, "Not at this table.");
  await hear(state(311, { turn: "W" }));
  ready();
  assert.equal(key("h"), false, "there is none to ask for");
  assert.deepEqual(sent, []);
});

test("keys go to the calls, or to the cards where there is nothing to call", async () => {
  await hear(state(320, { ...playing, hand: ["9C", "JC"], legal: ["9C", "JC"] }));
  const [nine, jack] = part("hand").children;
  const goes = (name, more) => {
    document.activeElement = document.body;
    key(name, more);
    return document.activeElement;
  };
  assert.equal(goes("2"), jack);
  assert.equal(goes("1"), nine);
  for (const name of ["0", "7", "a", "6"]) assert.equal(goes(name), document.body, name);
  for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { target: part("mute") }])
    assert.equal(goes("1", more), document.body);
  await hear(
    state(
      321,
      { phase: "round one", turnup: "JH" },
      {
        choices: [
          { action: "pass", label: "Pass" },
          { action: "order", label: "Order it up" },
        ],
      },
    ),
  );
  assert.equal(goes("2").textContent, "Order it up");
  assert.equal(goes("3"), document.body);
});

test("another setting draws the table anew, and the bots follow one's speed", async () => {
  await hear(state(330, { turn: "W", cards_left: [1, 1, 1, 1], hand: ["9C"] }));
  const pictured = () => part("hand").querySelector("img").getAttribute("src");
  const before = pictured();
  ready();
  document.documentElement.dataset.faces = "large";
  document.dispatchEvent({ type: "setting", detail: "faces" });
  assert.notEqual(pictured(), before);
  assert.deepEqual(asked("pace"), []);
  document.documentElement.dataset.faces = "";
  document.documentElement.dataset.speed = "fast";
  document.dispatchEvent({ type: "setting", detail: "speed" });
  assert.equal(pictured(), before);
  assert.deepEqual(asked("pace"), [{ type: "pace", speed: "fast" }]);
  document.documentElement.dataset.speed = "";
});

test("sheets are opened by their buttons, with what stands in them, one at a time", async () => {
  await hear(state(340, { turn: "W" }, {}, { news: [{ text: "Walt thinks" }] }));
  const sheet = (name) => document.querySelector(`#${name}-sheet`);
  const opens = async (name) => {
    press(document.body, name);
    await settle();
    return sheet(name).open;
  };
  assert.equal(part("leaving").textContent, "", "fetched when it is wanted");
  assert.equal(await opens("leave"), true);
  assert.equal(
    part("leaving").textContent,
    "A bot plays for you until you are back. Give up the chair and a friend can take it.",
  );
  assert.equal(await opens("log"), true);
  assert.match(document.querySelector(".copied").textContent, /Walt thinks/);
  assert.equal(part("sayings").textContent, "");
  sheet("menu").open = true;
  assert.equal(await opens("rules"), true);
  assert.equal(sheet("menu").open, false);
  assert.equal(part("sayings").textContent, "");
  assert.equal(await opens("say"), true);
  assert.equal(part("sayings").textContent, "Well played");
  ready();
  press(part("sayings"), "Well played");
  assert.deepEqual(asked("say"), [{ type: "say", phrase: 0 }]);
});

test("the last trick is shown with who took it", async () => {
  await hear(state(350, { ...playing, turn: "W", previous: TRICK, winner: "W" }));
  part("last-trick").click();
  await settle();
  assert.equal(part("last-dialog").open, true);
  assert.equal(part("last-taken").textContent, "Walt took it.");
  assert.deepEqual(
    part("last-cards").children.map((each) => each.textContent),
    ["Walt", "Nan", "Ed", "You"],
  );
  part("last-dialog").open = false;
  await hear(state(351, { ...playing, turn: "W" }));
  part("last-trick").click();
  await settle();
  assert.equal(part("last-dialog").open, false);
});

test("what is said is heard, a farewell is shown, and other words are not", async () => {
  ready();
  await hear({ type: "said", seat: "W", phrase: 0 });
  assert.equal(document.querySelector(".seat.w .saying"), null, "it goes by itself");
  tell({ type: "said", seat: "W", phrase: 0 });
  await settle();
  assert.equal(document.querySelector(".seat.w .saying").textContent, "Well played");
  tell({ type: "written", number: 1, seat: "N", name: "Nan", text: "Hello" });
  await settle();
  assert.equal(document.querySelector(".seat.n .saying").textContent, "Hello");
  assert.equal(part("toasts").textContent, "");
  tell({ type: "unknown" });
  await settle();
  assert.equal(part("toasts").textContent, "");
  tell({ type: "bye", reason: "The hall closes." });
  await settle();
  assert.equal(part("toasts").textContent, "The hall closes.");
});

test("a page from before an update loads itself again, once", async () => {
  const kept = new Map();
  let loaded = 0;
  globalThis.sessionStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, to) => kept.set(key, to),
  };
  location.reload = () => loaded++;
  part("toasts").replaceChildren();
  tell({ type: "bye", reason: "Load it again.", reload: true });
  await settle();
  assert.deepEqual([loaded, part("toasts").textContent], [1, ""]);
  tell({ type: "bye", reason: "Load it again.", reload: true });
  await settle();
  assert.deepEqual([loaded, part("toasts").textContent], [1, "Load it again."]);
});

test("the page says when the line is lost or closed", () => {
  const status = () => [part("status").hidden, part("status").textContent];
  const socket = () => sockets.at(-1);
  const again = () => {
    timers.at(-1).act();
  };
  socket().onclose({ code: 1006 });
  assert.deepEqual(status(), [false, "The connection dropped. Nothing is lost; trying again …"]);
  again();
  socket().onclose({ code: 1008 });
  assert.deepEqual(status(), [false, "This table is closed to you."]);
  again();
  socket().onopen();
  assert.deepEqual(status(), [true, ""]);
});

test("a press where another button has just stood does nothing", () => {
  const place = { left: 0, right: 10, top: 0, bottom: 10 };
  const button = Object.assign(made("button"), { getBoundingClientRect: () => place }),
    box = made("div", { class: "menu-list" }, button);
  document.body.append(box);
  const pressed = () => {
    let stopped = false;
    document.dispatchEvent({
      type: "click",
      target: button,
      detail: 1,
      preventDefault() {
        stopped = true;
      },
      stopImmediatePropagation() {},
    });
    return !stopped;
  };
  assert.equal(pressed(), true);
  assert.equal(pressed(), false);
  box.remove();
});
