// The four chairs and what is said at them.
import assert from "node:assert/strict";
import test from "node:test";

import { buttons, made, page, press, timers } from "./page.mjs";

const JS = "../../../src/rightbower/web/static/js";
const { Seats } = await import(`${JS}/seats.js`);
const { Talk } = await import(`${JS}/talk.js`);
const { PlayByPlay } = await import(`${JS}/play_by_play.js`);

const part = (name) => document.querySelector(`[data-part="${name}"]`);
const label = (element) => element.getAttribute("aria-label");
const CHAIRS = ["Nan Lee", "Ed", "Sue", "Walt"].map((name) => ({ name }));
const state = (more = {}) => ({ version: 1, you: "S", chairs: CHAIRS, told: { line: "" }, ...more });
const NOW = { state: null, trick: [], winner: null, full: false, last: false, over: false };
const turns = async () => {
  for (let at = 0; at < 12; at++) await Promise.resolve();
};
const set = (key, value) => {
  document.documentElement.dataset[key] = value;
};

// Four chairs around the one who reads.
function seated(shown, scene = NOW, setup = {}) {
  const body = page(
    "mine",
    "hand",
    ...["n", "e", "s", "w"].map((place) =>
      made(
        "div",
        { class: `seat ${place}` },
        ...["fan", "face", "discs", "who", "note", "won", "bubble", "sit"].map((name) =>
          made("div", { class: name }),
        ),
      ),
    ),
  );
  const seats = new Seats(body, setup, {
    ask() {},
    up: (seat) => (seat === "S" || seat === "W" ? ["9C"] : []),
  });
  seats.render(shown, scene);
  return { seats, body, at: (place, name) => body.querySelector(`.seat.${place} .${name}`) };
}

test("each chair has its name, its letters, its colour and its cards", () => {
  const { seats, at } = seated(
    state({
      chairs: [...CHAIRS.slice(0, 3), {}],
      game: {
        phase: "play",
        dealer: "S",
        turn: "W",
        trump: "H",
        maker: "N",
        cards_left: [5, 4, 3, 2],
        tricks_of: [0, 0, 2, 1],
      },
    }),
  );
  assert.deepEqual(
    ["n", "e", "s", "w"].map((place) => at(place, "who").textContent),
    ["Nan Lee", "Ed", "You", "West"],
  );
  assert.deepEqual(
    ["n", "e", "s", "w"].map((place) => at(place, "face").textContent),
    ["NL", "E", "S", "·"],
  );
  assert.deepEqual(
    ["n", "e", "s", "w"].map((place) => at(place, "who").parentNode.dataset.seat),
    ["N", "E", "S", "W"],
  );
  assert.deepEqual(
    ["n", "e", "s", "w"].map((place) => at(place, "fan").children.length),
    [5, 4, 3, 2],
  );
  assert.deepEqual(
    at("w", "fan").children.map((each) => each.style.getPropertyValue("--i")),
    ["0", "1"],
  );
  assert.deepEqual(
    ["n", "e", "s", "w"].map((place) => at(place, "who").parentNode.classList.contains("turn")),
    [false, false, false, true],
  );
  assert.deepEqual(
    ["n", "e", "s", "w"].map((place) =>
      at(place, "discs")
        .children.map((each) => label(each))
        .join(),
    ),
    ["called hearts", "", "dealer", ""],
  );
  assert.deepEqual(
    ["n", "e", "s", "w"].map((place) => at(place, "won").children.map(label).join()),
    ["", "", "2 tricks", "1 trick,face up: the nine of clubs"],
  );
  const colours = ["n", "e", "s", "w"].map((place) => at(place, "face").style.getPropertyValue("--c"));
  assert.equal(new Set(colours).size, 4);
  assert.ok(colours.every((each) => /^#[0-9a-f]{6}$/.test(each)));
  assert.deepEqual(
    seats.faces("NS").map((each) => [each.textContent, each.style.getPropertyValue("--c")]),
    [
      ["NL", colours[0]],
      ["S", colours[2]],
    ],
  );
});

test("a colour stays with its name; where two have the same the second takes the next", () => {
  const colours = (...names) => {
    const { at } = seated(state({ chairs: names.map((name) => ({ name })) }));
    return ["n", "e", "s", "w"].map((place) => at(place, "face").style.getPropertyValue("--c"));
  };
  const [ann] = colours("Ann", "Bo", "Cy", "Di");
  assert.equal(colours("Ann", "Ann", "Ann", "Ann")[0], ann);
  assert.equal(new Set(colours("Ann", "Ann", "Ann", "Ann")).size, 4);
});

test("one's own call, tricks and going alone stand beside the hand", () => {
  const mine = (game, you = "S") => {
    seated(state({ you, game: { phase: "play", ...game } }));
    return [
      part("mine").querySelector(".disc") !== null,
      part("mine").querySelector(".alone")?.textContent ?? "",
      part("mine").querySelector(".trk") === null ? "" : label(part("mine").querySelector(".trk")),
    ];
  };
  assert.deepEqual(mine({ maker: "S", trump: "H", lone: "S", tricks_of: [0, 0, 1, 3] }), [
    true,
    "alone",
    "1 trick",
  ]);
  assert.deepEqual(mine({ maker: "N", trump: "H", lone: "N", tricks_of: [2, 0, 0, 3] }), [false, "", ""]);
  assert.deepEqual(mine({ phase: "round one", maker: "S", tricks_of: [0, 0, 1, 3] }), [true, "", ""]);
  assert.deepEqual(mine({ tricks_of: [1, 1, 1, 1] }, null), [false, "", ""]);
});

test("with another back the cards of all are drawn anew", () => {
  const shown = state({ game: { phase: "play", cards_left: [2, 2, 2, 2] } });
  const { seats, at } = seated(shown);
  const [first] = at("n", "fan").children,
    picture = () => at("n", "fan").querySelector("img").getAttribute("src");
  const crimson = picture();
  seats.render(shown, NOW);
  assert.equal(at("n", "fan").children[0], first);
  set("back", "navy");
  seats.render(shown, NOW);
  assert.notEqual(picture(), crimson);
  assert.equal(at("n", "fan").children.length, 2);
  set("back", "");
});

test("the dealer has no disc when the game is over, and who sits out holds nothing", () => {
  const { at } = seated(state({ game: { dealer: "N", result: {} } }));
  assert.equal(at("n", "discs").children.length, 0);
  const alone = seated(state({ game: { phase: "play", lone: "E", cards_left: [5, 5, 5, 5] } }));
  assert.deepEqual(
    ["n", "e", "s", "w"].map((place) =>
      [
        alone.at(place, "fan").children.length,
        alone.at(place, "note").textContent,
        alone.at(place, "who").parentNode.classList.contains("out"),
      ].join(),
    ),
    ["5,,false", "5,alone,false", "5,,false", "0,sits out,true"],
  );
});

test("what was called stands at the chair that called it", () => {
  const { at } = seated(
    state({
      game: {
        phase: "round one",
        bids: [
          ["W", "Pass"],
          ["N", "I order it"],
        ],
      },
    }),
  );
  assert.deepEqual(
    ["n", "e", "s", "w"].map((place) => [at(place, "bubble").textContent, at(place, "bubble").hidden].join()),
    ["I order it,false", ",true", ",true", "Pass,false"],
  );
});

test("where players are looked for the hall fills the chairs, and whoever looks on may sit", () => {
  const free = [{ name: "" }, ...CHAIRS.slice(1)];
  assert.deepEqual(buttons(seated(state({ chairs: free }), NOW, { looking: true }).at("n", "sit")), []);
  assert.deepEqual(
    buttons(seated(state({ chairs: free, you: null }), NOW, { looking: true }).at("n", "sit")),
    ["Sit here"],
  );
  assert.deepEqual(buttons(seated(state({ chairs: free }), NOW, {}).at("e", "sit")), []);
});

test("things of a seat come from its face, one's own from a part of the page", () => {
  const { seats, body } = seated(state());
  part("hand").getBoundingClientRect = () => ({ left: 10, top: 10, width: 2, height: 2 });
  body.querySelector(".seat.n .face").getBoundingClientRect = () => ({
    left: 20,
    top: 20,
    width: 4,
    height: 4,
  });
  body.querySelector(".seat.n .fan").getBoundingClientRect = () => ({
    left: 30,
    top: 30,
    width: 6,
    height: 6,
  });
  assert.deepEqual(seats.spot("S", "hand"), { x: 11, y: 11, width: 2 });
  assert.deepEqual(seats.spot("N", "hand"), { x: 22, y: 22, width: 4 });
  assert.deepEqual(seats.spot("N", "hand", ".fan"), { x: 33, y: 33, width: 6 });
});

// What is said at a table of these chairs.
function talking(setup = {}, more = {}) {
  const { seats } = seated(state({ game: { phase: "play" }, ...more }));
  document.body.append(
    made("input", { "data-part": "mute" }),
    made("form", { "data-part": "chat" }, made("input")),
    ...["sayings", "reactions", "chat-lines", "toasts"].map((name) => made("div", { "data-part": name })),
    made("dialog", { id: "say-sheet" }),
  );
  part("chat").hidden = true;
  const asked = [],
    log = new PlayByPlay(made("ol"));
  const answers = [];
  const talk = new Talk(
    { phrases: ["Thanks"], reactions: [["👍", "Thumbs up"]], ...setup },
    seats,
    log,
    async (message) => {
      asked.push(message);
      return answers.shift() ?? { type: "done" };
    },
  );
  return { talk, seats, asked, answers, log };
}

test("a line of one's own is written where the table has a chat, and stays where it was not taken", async () => {
  talking();
  assert.equal(part("chat").hidden, true);
  const { asked, answers } = talking({ chat: true });
  const typed = part("chat").querySelector("input");
  const send = async (text) => {
    typed.value = text;
    let stopped = false;
    part("chat").dispatchEvent({
      type: "submit",
      preventDefault() {
        stopped = true;
      },
    });
    await turns();
    assert.ok(stopped);
    return typed.value;
  };
  assert.equal(part("chat").hidden, false);
  assert.equal(await send("   "), "   ");
  assert.deepEqual(asked, []);
  answers.push({ type: "no" });
  assert.equal(await send("Hello"), "Hello");
  assert.equal(part("toasts").textContent, "");
  assert.equal(await send("Hello"), "");
  assert.deepEqual(asked, [
    { type: "chat", text: "Hello" },
    { type: "chat", text: "Hello" },
  ]);
  assert.equal(part("toasts").textContent, "The others hear it when the hand is over.");
});

test("while cards are out others hear nothing, which is said where there are others", async () => {
  const said = async (more, answer) => {
    const { answers } = talking({}, more);
    if (answer) answers.push(answer);
    document.querySelector("#say-sheet").open = true;
    press(part("sayings"), "Thanks");
    await turns();
    return [part("toasts").textContent !== "", document.querySelector("#say-sheet").open];
  };
  const bots = [{ name: "Nan", bot: "club" }, { name: "Ed", bot: "club" }, { name: "Sue" }, { name: "" }];
  assert.deepEqual(await said({}), [true, false]);
  assert.deepEqual(await said({}, { type: "no" }), [false, false]);
  assert.deepEqual(await said({ game: { phase: null } }), [false, false]);
  assert.deepEqual(await said({ game: undefined }), [false, false]);
  assert.deepEqual(await said({ chairs: bots }), [false, false]);
});

test("phrases and signs are offered, and heard by their numbers", async () => {
  const { talk, seats, asked } = talking();
  assert.deepEqual(
    part("reactions")
      .querySelectorAll("button")
      .map((each) => [each.textContent, label(each)]),
    [["👍", "Thumbs up"]],
  );
  assert.equal(label(part("sayings").querySelector("button")), "Thanks");
  press(part("reactions"), "👍");
  press(part("sayings"), "Thanks");
  await turns();
  assert.deepEqual(asked, [
    { type: "say", phrase: 1 },
    { type: "say", phrase: 0 },
  ]);
  const hears = (phrase) => {
    talk.hear({ type: "said", seat: "N", phrase });
    return seats
      .box("N")
      .querySelectorAll(".saying")
      .map((each) => each.textContent);
  };
  assert.deepEqual(hears(1), ["👍"]);
  assert.deepEqual(hears(0), ["Thanks"]);
  assert.deepEqual(hears(7), ["…"]);
  assert.equal(timers.at(-1).wait, 4040);
});

test("what is written is listed, the newest fifty of it, and read at the chair as far as it goes there", async () => {
  const { talk, seats, asked, answers, log } = talking();
  part("chat-lines").scrollHeight = 77;
  const write = (number, text, seat = "N", name = "Nan Lee") =>
    talk.hear({ type: "written", number, seat, name, text });
  const lines = () => part("chat-lines").children.map((each) => each.textContent);
  write(1, "x".repeat(70));
  assert.equal(seats.box("N").querySelector(".saying").textContent, "x".repeat(70));
  write(2, "y".repeat(71), "S", "Sue");
  assert.equal(seats.box("S").querySelector(".saying").textContent, `${"y".repeat(70)} …`);
  assert.equal(log.list.lastChild.textContent, `You: “${"y".repeat(71)}”`);
  assert.deepEqual(lines(), [`Nan Lee ${"x".repeat(70)} MuteReport`, `You ${"y".repeat(71)} `]);
  assert.equal(part("chat-lines").scrollTop, 77);
  assert.deepEqual(part("chat-lines").querySelectorAll("button").map(label), [
    "Mute Nan Lee",
    "Report this line of Nan Lee to the host",
  ]);
  write(2, "again");
  assert.equal(lines().length, 2);
  for (let number = 3; number <= 51; number++) write(number, `line ${number}`);
  assert.equal(lines().length, 50);
  assert.match(lines()[0], /^You y/);
  answers.push({ type: "no" });
  part("chat-lines").querySelectorAll("button").at(-1).click();
  await turns();
  assert.deepEqual(asked, [{ type: "report", number: 51 }]);
  assert.equal(part("toasts").textContent, "");
  part("chat-lines").querySelectorAll("button").at(-1).click();
  await turns();
  assert.equal(part("toasts").textContent, "The host of the hall will read it.");
  part("chat-lines").querySelectorAll("button").at(-2).click();
  assert.equal(part("toasts").textContent, "You no longer see what Nan Lee says at this table.");
  assert.equal(lines().length, 1);
  write(60, "unseen");
  assert.notEqual(seats.box("N").querySelector(".saying").textContent, "unseen");
});
