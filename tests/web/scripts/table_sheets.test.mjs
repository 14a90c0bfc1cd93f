// The sheets and the smaller words of a card table: leaving, the bots, what is called, hints, ends, and one's
// own salt.
import assert from "node:assert/strict";
import test from "node:test";

import { buttons, made, page, press, timers } from "./page.mjs";

const JS = "../../../src/rightbower/web/static/js";
let heard = [];
const linked = (more = {}) => ({ connect: (next) => next, start() {}, stop() {}, ...more });
globalThis.AudioContext = class {
  state = "running";
  currentTime = 0;
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
page(made("dialog", { id: "menu-sheet" }, made("p")), made("dialog", { id: "log-sheet" }));
await import(`${JS}/tones.js`);
const sheets = await import(`${JS}/sheets.js`);
const leaving = await import(`${JS}/leaving.js`);
const { Manners } = await import(`${JS}/agreements.js`);
const { Choices } = await import(`${JS}/choices.js`);
const { Advisor } = await import(`${JS}/advice.js`);
const { drawEnd, forget } = await import(`${JS}/endings.js`);
const { drawScore, drawTrump } = await import(`${JS}/score.js`);
const { Salting } = await import(`${JS}/shuffle_salt.js`);
const { playBy, refuse, toast, why } = await import(`${JS}/notices.js`);
const { bind, get, moving, set } = await import(`${JS}/settings.js`);
const { sha256 } = await import(`${JS}/sha256.js`);
await import(`${JS}/advice_shown.js`);

const part = (name) => document.querySelector(`[data-part="${name}"]`);
const label = (element) => element.getAttribute("aria-label");
const CHAIRS = ["Nan", "Ed", "Sue", "Walt"].map((name) => ({ name }));
const BOTS = [{ name: "Nan", bot: "club" }, { name: "Ed", bot: "league" }, { name: "Sue" }, { name: "" }];
const state = (more = {}) => ({ version: 1, you: "S", chairs: CHAIRS, told: { line: "" }, ...more });
const settle = async () => {
  for (let at = 0; at < 6; at++) {
    for (const sheet of document.head.querySelectorAll("link")) sheet.onload?.();
    await new Promise(setImmediate);
  }
};

test("a press beside a sheet puts it away, one inside does not", () => {
  const [menu] = document.querySelectorAll("dialog");
  menu.open = true;
  menu.firstChild.click();
  assert.equal(menu.open, true);
  menu.click();
  assert.equal(menu.open, false);
});

test("a sheet is opened once its styles are there, and not twice; the play by play is copied into its own", async () => {
  document.head.replaceChildren();
  const log = made("dialog", { id: "log-sheet" }, made("ol", { class: "copied" }, made("li", {}, "old"))),
    rules = made("dialog", { id: "rules-sheet" });
  page(log, rules, made("ol", { "data-part": "play-by-play" }, made("li", {}, "one"), made("li", {}, "two")));
  const opened = sheets.open(rules);
  assert.equal(rules.open, false);
  await settle();
  await opened;
  assert.equal(rules.open, true);
  assert.equal(document.querySelector(".copied").textContent, "old");
  rules.showModal = () => {
    throw new Error("it is open");
  };
  await sheets.open(rules);
  await sheets.open(log);
  assert.equal(document.querySelector(".copied").textContent, "onetwo");
  assert.equal(part("play-by-play").children.length, 2);
});

test("the last trick says who took it, and marks the card", async () => {
  page("last-taken", "last-cards", made("dialog", { "data-part": "last-dialog" }));
  const show = async (winner) => {
    sheets.showLastTrick(
      [
        ["W", "AS"],
        ["S", "TD"],
      ],
      { winner, trumps: [] },
      "S",
      (seat) => (seat === "S" ? "You" : "Walt"),
    );
    await settle();
    return part("last-taken").textContent;
  };
  assert.equal(await show("W"), "Walt took it.");
  assert.deepEqual(
    part("last-cards").children.map((each) => [
      each.className,
      each.textContent,
      label(each.querySelector(".card")),
    ]),
    [
      ["took", "Walt", "ace of spades"],
      ["", "You", "ten of diamonds"],
    ],
  );
  assert.equal(part("last-dialog").open, true);
  assert.equal(await show("S"), "You took it.");
  assert.equal(await show(null), "");
});

test("what would lose the game is done when it is meant, and the question stands with its rule", async () => {
  page(made("dialog", { "data-part": "meant" }));
  playBy("standard");
  let done = 0;
  sheets.askIfMeant({ reason: "That loses the game.", clause: "A01-5" }, () => done++);
  await settle();
  assert.equal(part("meant").open, true);
  assert.equal(part("meant").querySelector("a").getAttribute("href"), "/rules/standard#A01-5");
  press(part("meant"), "Take it back");
  assert.deepEqual([part("meant").open, done], [false, 0]);
  press(part("meant"), "It is meant");
  assert.equal(done, 1);
});

test("a refusal is read inside an open sheet, since what is behind it is not", () => {
  const sheet = made("dialog"),
    main = made(
      "main",
      {},
      made("div", { "data-part": "toasts" }),
      made("div", { "data-part": "refusals" }),
      made("div", { "data-part": "hand" }, made("button", { "data-card": "9C" })),
    );
  page(main, sheet);
  sheet.open = true;
  toast({ reason: "No." });
  assert.equal(sheet.textContent, "No.");
  sheet.open = false;
  toast({ reason: "Not now.", clause: "A01-2" });
  assert.equal(sheet.textContent, "");
  assert.equal(part("toasts").parentNode, main);
  assert.equal(part("toasts").textContent, "Not now. Why?");
  assert.deepEqual(
    [part("toasts").firstChild.className, part("toasts").firstChild.getAttribute("role")],
    ["toast", "alert"],
  );
  refuse("9C", { reason: "Follow suit." });
  assert.equal(part("refusals").firstChild.className, "bubble refusal");
  assert.equal(part("refusals").parentNode, main);
  assert.deepEqual(
    timers.map((each) => each.wait),
    [6000, 6000, 7000],
  );
  refuse(undefined, { reason: "Not here." });
  assert.equal(part("toasts").textContent, "Not here.");
  const link = why("A01-2");
  assert.deepEqual([link.className, link.title, link.textContent], ["clause", "A01-2", "Why?"]);
});

// What stands in the sheet for leaving.
async function leave(shown, setup = {}, answer = { type: "done" }) {
  page(
    "asking",
    "bots",
    "leaving",
    "leave-for-now",
    "bot-levels",
    made("button", { "data-part": "give-up" }),
  );
  location.href = "";
  const asked = [],
    manners = new Manners(
      async (message) => {
        asked.push(message);
        return answer;
      },
      {
        strengths: [
          ["club", "Club"],
          ["league", "League"],
        ],
        ...setup,
      },
    );
  manners.render(shown);
  await manners.prepare();
  return {
    asked,
    manners,
    words: part("leaving").textContent,
    gives: part("give-up").hidden ? "" : part("give-up").textContent,
    leaves: part("leave-for-now").textContent,
  };
}

test("who leaves is told what comes of it", async () => {
  const says = async (more, setup) => {
    const { words, gives, leaves } = await leave(state(more), setup);
    return [words, gives, leaves];
  };
  assert.deepEqual(await says({ you: null }), ["You are only watching.", "", "Leave"]);
  assert.deepEqual(await says({}), ["Your chair is free again for others.", "Give up my chair", "Leave"]);
  assert.deepEqual(await says({ game: {} }), [
    "A bot plays for you until you are back. Give up the chair and a friend can take it.",
    "Give up my chair",
    "Leave",
  ]);
  assert.deepEqual(await says({ game: {}, chairs: BOTS }), [
    "The game is kept: find it under Your games and go on whenever you like.",
    "End this game",
    "Keep it for later",
  ]);
  assert.deepEqual(await says({ game: { result: {} } }), ["The game is over.", "", "Leave"]);
  assert.deepEqual(await says({ game: { rated: true }, chairs: BOTS }), [
    "The game is kept: find it under Your games and go on whenever you like. It is rated: ending it now counts as a loss.",
    "End this game",
    "Keep it for later",
  ]);
  assert.deepEqual(await says({ game: { rated: true } }), [
    "A bot plays for you until you are back. Give up the chair and a friend can take it. The game is rated: giving up the chair counts as a loss for you.",
    "Give up my chair",
    "Leave",
  ]);
  assert.deepEqual(await says({ game: { rated: true, result: {} } }), ["The game is over.", "", "Leave"]);
  assert.deepEqual((await says({}, { event: "/x" }))[1], "");
});

test("the chair is given up and the page left, unless that is refused", async () => {
  const { asked } = await leave(state());
  await part("give-up").onclick();
  assert.deepEqual([asked, location.href], [[{ type: "stand" }], "/"]);
  await leave(state(), {}, { type: "no" });
  await part("give-up").onclick();
  assert.equal(location.href, "");
});

test("each bot has its level, which is changed by a choice; the sheet follows the game", async () => {
  const { asked, manners } = await leave(state({ chairs: BOTS, game: {} }));
  const rows = () =>
    part("bot-levels").children.map((each) => [
      each.querySelector("label").textContent,
      each.querySelector("select").value,
      each.querySelector("select").id,
    ]);
  assert.deepEqual(rows(), [
    ["Nan", "club", "bot-0"],
    ["Ed", "league", "bot-1"],
  ]);
  const [, choice] = part("bot-levels").querySelectorAll("select");
  assert.deepEqual(
    choice.children.map((each) => [each.value, each.textContent]),
    [
      ["club", "Club"],
      ["league", "League"],
    ],
  );
  choice.value = "club";
  choice.dispatchEvent({ type: "change" });
  assert.deepEqual(asked, [{ type: "bot", seat: "E", player: "club" }]);
  manners.render(state({ chairs: BOTS, game: {} }));
  assert.equal(
    part("bot-levels").querySelectorAll("select")[1],
    choice,
    "one that is being chosen is left alone",
  );
  manners.render(
    state({ chairs: [BOTS[0], { ...BOTS[1], bot: "club" }, BOTS[2], BOTS[3]], game: { result: {} } }),
  );
  assert.deepEqual(
    rows().map((each) => each[1]),
    ["club", "club"],
  );
  assert.equal(part("leaving").textContent, "The game is over.");
  leaving.render({ state: null });
});

function called(shown, setup = {}) {
  page("choices", ...["invite", "name"].map((name) => made("dialog", { id: `${name}-sheet` })));
  const done = [],
    choices = new Choices(setup, {
      move: (action) => done.push(action),
      ask: (message) => done.push(message),
      open: (dialog) => done.push(dialog.id),
    });
  choices.render(shown, false);
  return {
    choices,
    done,
    box: part("choices"),
    kinds: () =>
      part("choices")
        .querySelectorAll("button")
        .map((each) => [each.textContent, each.className].join(": ")),
  };
}

test("before the game one starts it, asks friends and gives a name", () => {
  const { done, box, kinds } = called(state(), { guest: true });
  assert.deepEqual(kinds(), ["Start the game: brass wide", "Invite friends: ", "Add your name: "]);
  for (const text of buttons(box)) press(box, text);
  assert.deepEqual(done, [{ type: "begin" }, "invite-sheet", "name-sheet"]);
  assert.deepEqual(called(state()).kinds(), ["Start the game: brass wide", "Invite friends: wide"]);
  assert.deepEqual(called(state({ you: null }), { guest: true }).kinds(), ["Add your name: wide"]);
  assert.deepEqual(called(state({ you: null })).kinds(), []);
  assert.equal(called(state({ you: null })).box.hidden, true);
  assert.deepEqual(called(state({ chairs: BOTS, you: null })).kinds(), []);
});

test("who looks on may take the chair of a bot while the game goes on", () => {
  const { done, box } = called(state({ you: null, chairs: BOTS, game: {} }));
  assert.deepEqual(buttons(box), ["Take Nan’s chair", "Take Ed’s chair"]);
  press(box, "Take Ed’s chair");
  assert.deepEqual(done, [{ type: "sit", seat: "E" }]);
  assert.deepEqual(buttons(called(state({ you: null, chairs: BOTS, game: { result: {} } })).box), []);
  assert.deepEqual(buttons(called(state({ chairs: BOTS, game: {} })).box), []);
});

test("four suits and what is beside them take two rows", () => {
  const suit = (letter, alone = false) => ({ action: letter, label: letter, suit: letter, alone });
  const four = [..."CDHS"].map((each) => suit(each));
  const kinds = (...more) => called(state({ told: { line: "", choices: [...four, ...more] } })).kinds();
  assert.deepEqual(kinds(suit("C", true)).slice(3), ["S: suit third many", "Go alone: off: third many rest"]);
  assert.deepEqual(kinds(suit("C", true), { action: "pass", label: "Pass" }).slice(4), [
    "Pass: third many",
    "Go alone: off: third many",
  ]);
});

test("buttons are as wide as there is room, and what is usual stands out", () => {
  const suit = (letter, alone) => ({
    action: `name ${letter}${alone ? " alone" : ""}`,
    label: `${letter}${alone ? ", alone" : ""}`,
    suit: letter,
    alone,
  });
  const told = (...choices) => state({ told: { line: "", choices } });
  const { choices, kinds, box } = called(
    told(suit("C"), suit("D"), suit("H"), suit("C", true), { action: "pass", label: "Pass" }),
  );
  assert.deepEqual(kinds(), [
    "C: suit third",
    "D: suit third",
    "H: suit third",
    "Pass: half",
    "Go alone: off: half",
  ]);
  assert.equal(box.className, "choices six");
  press(box, "Go alone: off");
  assert.deepEqual(kinds(), ["C, alone: suit third", "Pass: half", "Go alone: on: half"]);
  assert.deepEqual(
    [box.querySelector("[data-alone]").getAttribute("aria-pressed"), document.activeElement.dataset.alone],
    ["true", "true"],
  );
  choices.render(told(suit("C"), suit("C", true)), true);
  assert.equal(choices.alone, false);
  assert.equal(box.className, "choices");
  assert.deepEqual(called(told(suit("C"), suit("D"), suit("H"), suit("S"))).kinds(), [
    "C: suit half",
    "D: suit half",
    "H: suit half",
    "S: suit half",
  ]);
  assert.deepEqual(
    called(
      told(
        { action: "order", label: "Order" },
        { action: "order alone", label: "Order, alone", alone: true },
        { action: "alone", label: "Alone", alone: true },
        { action: "with partner", label: "With partner" },
        { action: "pick up", label: "Pick up" },
        { action: "pass", label: "Pass" },
      ),
    ).kinds(),
    [
      "Order: half brass",
      "Order, alone: half",
      "Alone: half",
      "With partner: half brass",
      "Pick up: half brass",
      "Pass: half",
    ],
  );
});

// A hint that is asked for, its answer given by the test.
function advised() {
  page(
    ...["hint", "advice", "hand", "choices"],
    made("dialog", { id: "menu-sheet" }, made("button", { "data-part": "hint-in-menu" })),
  );
  part("hand").append(made("button", { "data-card": "9C" }), made("button", { "data-card": "AS" }));
  part("choices").append(made("button", { "data-action": "pass" }));
  const answers = [],
    refused = [],
    advisor = new Advisor(
      () => new Promise((give) => answers.push(give)),
      (reason) => refused.push(reason),
    );
  const turn = (more = {}, allowed = true) =>
    advisor.render(state({ game: { turn: "S", phase: "play", hand: ["9C"], ...more } }), allowed);
  return {
    advisor,
    answers,
    refused,
    turn,
    shows: () => [
      part("advice").hidden ? "" : part("advice").textContent,
      part("hint").hidden,
      part("hint-in-menu").hidden,
    ],
  };
}
const ADVICE = {
  type: "advised",
  why: "It keeps the lead.",
  options: [
    { action: "9C", label: "the nine", chance: 0.456, best: true },
    { action: "bury AS", label: "the ace", chance: 0.4 },
    { action: "pass", label: "pass", chance: 0.1 },
    { action: "gone", label: "gone", chance: 0 },
  ],
};

test("a hint is thought about, shown with its chances, and put away", async () => {
  const { answers, turn, shows } = advised();
  turn();
  assert.deepEqual(shows(), ["", false, false]);
  document.querySelector("#menu-sheet").open = true;
  part("hint-in-menu").click();
  await settle();
  assert.equal(document.querySelector("#menu-sheet").open, false);
  assert.deepEqual(shows(), ["Thinking …", true, true]);
  const thinking = part("advice").firstChild;
  turn();
  assert.equal(part("advice").firstChild, thinking, "it is said once");
  part("hint").click();
  await settle();
  assert.equal(answers.length, 1, "one at a time");
  answers[0](ADVICE);
  await settle();
  assert.deepEqual(shows(), [
    "It keeps the lead.the nine: 46%the ace: 40%pass: 10%gone: 0%Got it",
    true,
    true,
  ]);
  assert.equal(document.activeElement.textContent, "Got it");
  const chances = () =>
    document
      .querySelectorAll(".chance")
      .map((each) =>
        [
          each.parentNode.dataset.card ?? each.parentNode.dataset.action,
          each.textContent,
          each.className,
        ].join(),
      );
  assert.deepEqual(chances(), ["9C,46%,chance best", "AS,40%,chance", "pass,10%,chance"]);
  assert.deepEqual(
    document.querySelectorAll(".advised").map((each) => each.dataset.card),
    ["9C"],
  );
  turn();
  assert.equal(chances().length, 3, "drawn again they stand there once");
  press(part("advice"), "Got it");
  assert.deepEqual(
    [...shows(), ...chances(), document.querySelectorAll(".advised").length],
    ["", false, false, 0],
  );
  assert.equal(document.activeElement, part("hint"));
});

test("a hint that comes after the decision is not shown, and another can be asked for meanwhile", async () => {
  const { answers, turn, shows, refused } = advised();
  turn({ deal: 1 });
  part("hint").click();
  await settle();
  turn({ deal: 2 });
  assert.deepEqual(shows(), ["", false, false]);
  part("hint").click();
  await settle();
  assert.equal(answers.length, 2);
  answers[0](ADVICE);
  await settle();
  assert.deepEqual(shows(), ["Thinking …", true, true], "the second is still thought about");
  answers[1]({ type: "no", reason: "Later." });
  await settle();
  assert.deepEqual([shows(), refused], [["", false, false], [{ type: "no", reason: "Later." }]]);
  turn({ turn: "W" });
  assert.deepEqual(shows(), ["", true, true]);
  turn({}, false);
  assert.deepEqual(shows(), ["", true, true]);
});

function ended(more, last = { title: "March", points: "+2", text: "All five." }, setup = {}) {
  page("end");
  forget();
  heard = [];
  const done = [];
  drawEnd(
    state(more),
    last,
    { table: "abc", back: "Back", ...setup },
    { ask: (message) => done.push(message.type), again: () => done.push("again"), faces: () => [] },
  );
  return { box: part("end"), done };
}

test("a game that is won or lost is heard once by who played it", async () => {
  document.documentElement.dataset.sound = "on";
  const hears = async (you, winner, more = {}) => {
    ended({ you, game: { deal: 1, score: [10, 8], result: { winner }, ...more } });
    await settle();
    return heard.length;
  };
  assert.deepEqual(
    [await hears("N", "NS"), await hears("E", "EW"), await hears("N", "EW"), await hears("W", "NS")],
    [3, 3, 2, 2],
  );
  assert.equal(await hears(null, "NS"), 0);
  ended({ game: { deal: 1, score: [2, 1] } });
  await settle();
  assert.equal(heard.length, 0, "a hand is not a game");
  ended({ game: { deal: 1, score: [10, 8], result: { winner: "NS" } } });
  await settle();
  drawEnd(
    state({ game: { deal: 1, score: [10, 8], seed: "x", result: { winner: "NS" } } }),
    null,
    { table: "abc" },
    { ask() {}, again() {}, faces: () => [] },
  );
  await settle();
  assert.equal(heard.length, 3);
  document.documentElement.dataset.sound = "";
});

test("the cards of a hand that is over are shown trick by trick", async () => {
  const list = made("ol", { "data-part": "hand-cards" });
  page(made("div", { "data-part": "end" }), made("dialog", { "data-part": "hand-dialog" }, list));
  const last = {
    trump: "H",
    played: [
      [
        ["W", "AS"],
        ["N", "9S"],
      ],
      [["S", "JD"]],
    ],
    takers: ["W", "S"],
  };
  sheets.showHand(last, (seat) => `at ${seat}`);
  await settle();
  assert.equal(list.textContent, "✓ at Wat N✓ at S");
  assert.deepEqual(
    [...list.querySelectorAll(".card")].map((each) => label(each)),
    ["ace of spades", "nine of spades", "jack of diamonds"],
  );
  assert.equal(list.querySelectorAll(".took").length, 2);
  assert.equal(part("hand-dialog").open, true);
});

test("a hand is not left for the next one while somebody looks at its cards", async (run) => {
  run.mock.timers.enable({ apis: ["setTimeout"] });
  const chairs = [
    { name: "Ann" },
    { name: "B", bot: true },
    { name: "C", bot: true },
    { name: "D", bot: true },
  ];
  const { box, done } = ended({
    chairs,
    game: { deal: 1, score: [2, 1], last: { played: [[["W", "AS"]]] } },
  });
  const dialog = made("dialog", { open: "" });
  document.body.append(dialog);
  run.mock.timers.tick(4000);
  assert.deepEqual([box.textContent.includes("Cards"), done], [true, []]);
  dialog.remove();
});

test("the card of an end is what it is of, with what was won and how the score stands", () => {
  const { box } = ended({
    game: { deal: 2, score: [4, 2], goal: "of 10", which_deal: "hand 3", last: { trump: "H" } },
  });
  assert.deepEqual([box.className, label(box)], ["sum", "Hand over"]);
  assert.equal(box.textContent, "March+2All five.We 4 of 10hand 3They 2 of 10Next hand");
  assert.equal(box.querySelectorAll(".tally svg").length, 1);
  assert.equal(
    ended({ you: null, game: { deal: 2, score: [4, 2] } }).box.textContent,
    "March+2All five.North–South 4 East–West 2 ",
  );
  const over = ended({
    game: { deal: 2, score: [10, 2], seed: "x", result: { winner: "NS" }, course: [0.5, 1] },
    told: { line: "You win." },
  });
  assert.deepEqual([over.box.className, label(over.box)], ["sum win", "Game over"]);
  assert.equal(over.box.querySelector(".spark"), null, "two chances are no course");
  assert.deepEqual(
    over.box.querySelectorAll("a").map((each) => each.textContent),
    ["Replay", "Review"],
  );
  const early = ended({
    game: { deal: 2, score: [10, 2], result: { winner: "NS" } },
    told: { line: "You win." },
  });
  assert.equal(early.box.textContent, "You win.", "without its seed a game cannot be seen again");
  const course = ended({
    game: { deal: 2, score: [10, 2], seed: "x", result: { winner: "NS" }, course: [0, 0.5, 1] },
    told: { line: "" },
  }).box.querySelector(".spark");
  assert.deepEqual(
    [
      course.querySelector("polygon").getAttribute("points"),
      course.querySelector("polyline").getAttribute("points"),
    ],
    ["0,44 0,42 100,22 200,2 200,44", "0,42 100,22 200,2"],
  );
});

test("the next hand does not come by itself when the card has been put away", () => {
  timers.length = 0;
  const { box, done } = ended({ chairs: BOTS, game: { deal: 1, score: [1, 0] } });
  const [next] = timers.filter((each) => each.wait === 3000);
  box.hidden = true;
  next.act();
  box.hidden = false;
  const button = box.querySelector("button");
  button.remove();
  next.act();
  assert.deepEqual(done, []);
  box.append(button);
  next.act();
  assert.deepEqual(done, ["next"]);
});

test("a side's points stand on its own fives, and trump with who plays alone", () => {
  page("we", "they", "trump", "which-deal");
  drawScore(
    state({
      game: {
        score: [3, 5],
        goal: "",
        fives: [
          { up: true, pips: 3, at: [0, 0, 0] },
          { up: true, pips: 5, at: [0, 0, 0] },
        ],
      },
    }),
  );
  assert.deepEqual(
    ["we", "they"].map((name) => [
      label(part(name).firstChild),
      part(name).querySelector(".points").textContent,
      part(name).querySelectorAll(".red").length > 0,
    ]),
    [
      ["3 points on the fives", "3", true],
      ["5 points on the fives", "5", false],
    ],
  );
  drawScore(state({ version: 2 }));
  assert.deepEqual(
    ["we", "they"].map((name) => part(name).querySelector(".points").textContent),
    ["0", "0"],
  );
  const trump = (game) => {
    drawTrump(state({ game }), (seat) => `Seat ${seat}`);
    return [
      part("trump").querySelector("em").textContent,
      part("trump").classList.contains("unmade"),
      part("trump").firstChild.className,
    ];
  };
  assert.deepEqual(trump({ trump: "H", maker: "E", lone: "E" }), [
    "Seat E called it, alone",
    false,
    "plaque",
  ]);
  assert.deepEqual(trump({ trump: "H", maker: "E", lone: "W" }), ["Seat E called it", false, "plaque"]);
  assert.deepEqual(trump({ trump: "H", maker: "E" }), ["Seat E called it", false, "plaque"]);
  assert.deepEqual(trump({}), ["not made yet", true, "plaque none"]);
});

test("words of one's own go into the shuffle until it is closed", async () => {
  page(made("form", { "data-part": "salt" }, made("input")));
  const asked = [],
    told = [],
    answers = [];
  const here = new Salting(
    "s",
    "f",
    async (message) => {
      asked.push(message);
      return answers.shift() ?? { type: "done" };
    },
    (notice) => told.push(notice.reason),
  );
  const none = ["", "", "", ""],
    shown = (more = {}, you = "N") => state({ you, shuffle: { sums: none, salts: none, ...more } });
  const add = (text) => {
    part("salt").querySelector("input").value = text;
    let stopped = false;
    part("salt").dispatchEvent({
      type: "submit",
      preventDefault() {
        stopped = true;
      },
    });
    assert.ok(stopped);
    return told.at(-1);
  };
  const CLOSED = "The game is about to begin: the shuffle is closed.";
  assert.deepEqual(told, [], "the seed is the one that was shown");
  assert.equal(add("too early"), CLOSED);
  here.take(shown());
  assert.equal(asked.length, 1, "also the first chair adds something");
  await settle();
  here.take(shown());
  assert.equal(asked.length, 1, "once");
  const [{ sum }] = asked;
  assert.equal(add("  our own words "), "Your words are part of the shuffle.");
  assert.match(here.kept.text, /^our own words [0-9a-f]{48}$/);
  assert.deepEqual(JSON.parse(localStorage.getItem("salt s")), here.kept);
  assert.deepEqual(asked.at(-1), { type: "commit", sum: sha256(here.kept.text) });
  assert.notEqual(asked.at(-1).sum, sum);
  here.take(shown({ closed: true }));
  assert.equal(asked.length, 2, "what was not committed is not told");
  assert.equal(add("too late"), CLOSED);
  const sums = [sha256(here.kept.text), "", "", ""];
  here.take(shown({ closed: true, sums, salts: ["told", "", "", ""] }));
  assert.equal(asked.length, 2);
  await settle();
  answers.push({ type: "no" });
  here.take(shown({ closed: true, sums }));
  assert.equal(asked.length, 3);
  here.take(shown({ closed: true, sums }));
  assert.equal(asked.length, 3);
  await settle();
  here.take(shown({ closed: true, sums }));
  assert.equal(asked.length, 4, "what was refused is asked for again");
  here.take(shown({}, null));
  here.take(state());
  assert.equal(asked.length, 4);
  here.take(state({ game: {} }));
  assert.equal(add("much too late"), CLOSED);
});

test("a setting is kept, shown by its buttons and lists, and told", () => {
  const told = [];
  document.addEventListener("setting", (event) => told.push(event.detail));
  const button = made("button", { "data-setting": "large", "data-value": "yes" }, "Large"),
    list = Object.assign(made("select", { "data-setting": "speed" }), { value: "normal" });
  page(button, list);
  set("large", "yes");
  assert.deepEqual([get("large"), localStorage.getItem("large"), told], ["yes", "yes", ["large"]]);
  bind(document);
  assert.equal(button.getAttribute("aria-pressed"), "true");
  assert.equal(list.value, "normal");
  button.click();
  assert.deepEqual([button.getAttribute("aria-pressed"), get("large")], ["false", "no"]);
  list.value = "fast";
  list.dispatchEvent({ type: "change" });
  assert.equal(get("speed"), "fast");
  list.value = "normal";
  bind(document);
  assert.equal(list.value, "fast");
  set("speed", "");
});

test("things move unless somebody does not want it", () => {
  globalThis.matchMedia = (query) => ({ matches: query !== "(prefers-reduced-motion: reduce)" });
  assert.equal(moving(), true);
  for (const key of ["motion", "speed"]) {
    document.documentElement.dataset[key] = "none";
    assert.equal(moving(), false, key);
    document.documentElement.dataset[key] = "";
  }
  globalThis.matchMedia = () => ({ matches: true });
  assert.equal(moving(), false);
});

test("what was set before holds from the first, and the buttons of a page are bound by themselves", async () => {
  localStorage.setItem("felt", "blue");
  localStorage.setItem("other", "x");
  const button = made("button", { "data-setting": "felt", "data-value": "blue" });
  page(button);
  delete document.documentElement.dataset.felt;
  await import(`${JS}/settings.js?again`);
  assert.equal(document.documentElement.dataset.felt, "blue");
  assert.equal(document.documentElement.dataset.other, undefined);
  assert.equal(button.getAttribute("aria-pressed"), "true");
});
