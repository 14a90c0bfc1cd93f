// The parts of a card table, each drawn from a state of the hall: what stands there, and what a press asks
// for.
import assert from "node:assert/strict";
import test from "node:test";

import { buttons, made, page, press, timers, wait } from "./page.mjs";

const JS = "../../../src/rightbower/web/static/js";
const { Choices } = await import(`${JS}/choices.js`);
const { drawScore, drawTrump } = await import(`${JS}/score.js`);
const { drawStock, drawTrick, gather, lastTrick } = await import(`${JS}/trick.js`);
const { drawEnd, forget } = await import(`${JS}/endings.js`);
const { Hand } = await import(`${JS}/hand.js`);
const { Manners } = await import(`${JS}/agreements.js`);
const { PlayByPlay } = await import(`${JS}/play_by_play.js`);
const { Seats } = await import(`${JS}/seats.js`);
const { Talk } = await import(`${JS}/talk.js`);
const { Advisor } = await import(`${JS}/advice.js`);
const { refuse, toast, playBy } = await import(`${JS}/notices.js`);
const { face, chip, spoken, tricks } = await import(`${JS}/cards.js`);

const part = (name) => document.querySelector(`[data-part="${name}"]`);
const label = (element) => element.getAttribute("aria-label");
const CHAIRS = ["Nan", "Ed", "Sue", "Walt"].map((name) => ({ name }));
const state = (more = {}) => ({ version: 1, you: "S", chairs: CHAIRS, told: { line: "" }, ...more });
const NOW = { state: null, trick: [], winner: null, full: false, last: false, over: false };

function chairs() {
  const inside = ["fan", "face", "discs", "who", "note", "won", "bubble", "sit"];
  return ["n", "e", "s", "w"].map((place) =>
    made("div", { class: `seat ${place}` }, ...inside.map((name) => made("div", { class: name }))),
  );
}

function seated(shown, scene = NOW, setup = {}) {
  const asked = [];
  const body = page("mine", "hand", ...chairs());
  const seats = new Seats(body, setup, {
    ask: (message) => asked.push(message),
    up: (seat) => (seat === "W" ? ["9C"] : []),
  });
  seats.render(shown, scene);
  return { seats, asked, at: (place, name) => body.querySelector(`.seat.${place} .${name}`) };
}

test("the calls are buttons, and a press makes the call", () => {
  page("choices");
  const moved = [],
    choices = new Choices({}, { move: (action) => moved.push(action), ask() {} });
  choices.render(
    state({
      told: {
        line: "",
        choices: [
          { action: "pass", label: "Pass" },
          { action: "order", label: "Order it up" },
        ],
      },
    }),
    false,
  );
  assert.deepEqual(buttons(part("choices")), ["Pass", "Order it up"]);
  assert.ok(part("choices").querySelector("[data-action=order]").classList.contains("brass"));
  assert.ok(!part("choices").querySelector("[data-action=pass]").classList.contains("brass"));
  assert.equal(part("choices").hidden, false);
  press(part("choices"), "Order it up");
  assert.deepEqual(moved, ["order"]);
});

test("while a full trick is looked at there is nothing to call", () => {
  page("choices");
  const shown = state({ game: {}, told: { line: "", choices: [{ action: "pass", label: "Pass" }] } });
  new Choices({}, { move() {}, ask() {} }).render(shown, true);
  assert.equal(part("choices").hidden, true);
  assert.deepEqual(buttons(part("choices")), []);
});

test("suits are called with a partner or alone, by a switch that goes back for the next call", () => {
  page("choices");
  const both = [
    { action: "name clubs", label: "Clubs", suit: "C" },
    { action: "name clubs alone", label: "Clubs, alone", suit: "C", alone: true },
    { action: "pass", label: "Pass" },
  ];
  const choices = new Choices({}, { move() {}, ask() {} }),
    shown = state({ told: { line: "", choices: both } });
  choices.render(shown, false);
  assert.deepEqual(buttons(part("choices")), ["Clubs", "Pass", "Go alone: off"]);
  press(part("choices"), "Go alone: off");
  assert.deepEqual(buttons(part("choices")), ["Clubs, alone", "Pass", "Go alone: on"]);
  assert.equal(document.activeElement.textContent, "Go alone: on");
  choices.render(state({ version: 2, told: { line: "", choices: [] } }), false);
  assert.equal(choices.alone, false);
});

test("suits that can only be called alone need no switch", () => {
  page("choices");
  const only = [{ action: "name clubs alone", label: "Clubs, alone", suit: "C", alone: true }];
  new Choices({}, { move() {}, ask() {} }).render(state({ told: { line: "", choices: only } }), false);
  assert.deepEqual(buttons(part("choices")), ["Clubs, alone"]);
});

test("the game is started by whoever sits, not at an event's table nor while it begins", () => {
  const started = (shown, setup = {}) => {
    page("choices");
    const asked = [];
    new Choices(setup, { move() {}, ask: (message) => asked.push(message) }).render(shown, false);
    if (!part("choices").hidden) press(part("choices"), "Start the game");
    return asked;
  };
  assert.deepEqual(started(state()), [{ type: "begin" }]);
  assert.deepEqual(started(state({ you: null })), []);
  assert.deepEqual(started(state(), { event: "/events/x" }), []);
  assert.deepEqual(started(state({ shuffle: { beginning: true } })), []);
  assert.deepEqual(started(state({ game: {} })), []);
});

test("buttons that stand already are not made anew", () => {
  page("choices");
  const choices = new Choices({}, { move() {}, ask() {} });
  const shown = state({ told: { line: "", choices: [{ action: "pass", label: "Pass" }] } });
  choices.render(shown, false);
  const button = part("choices").querySelector("button");
  choices.render(shown, false);
  assert.equal(part("choices").querySelector("button"), button);
});

test("the score is ours and theirs from one's own chair, and by the sides for who looks on", () => {
  const words = (you) => {
    page("we", "they");
    drawScore(
      state({
        you,
        game: {
          score: [7, 4],
          goal: "of 10",
          fives: [
            { up: true, pips: 2, at: [0, 0, 0] },
            { up: true, pips: 4, at: [0, 0, 0], beside: 3 },
          ],
        },
      }),
    );
    return [part("we").textContent, part("they").textContent];
  };
  assert.deepEqual(words("S"), ["We7 of 10", "They4 of 10 (3 more)"]);
  assert.deepEqual(words("E"), ["We4 of 10 (3 more)", "They7 of 10"]);
  assert.deepEqual(words(null), ["North–South7 of 10", "East–West4 of 10 (3 more)"]);
});

test("the fives turn over and stay the same two cards", () => {
  page("we", "they");
  drawScore(
    state({
      game: {
        score: [3, 0],
        fives: [
          { up: true, pips: 3, at: [0, 0, 0] },
          { up: false, pips: 0, at: [0, 0, 0] },
        ],
      },
    }),
  );
  const fives = part("we").firstChild;
  assert.equal(fives.querySelector(".top").classList.contains("down"), false);
  assert.equal(part("they").querySelector(".top").classList.contains("down"), true);
  assert.equal(label(fives), "3 points on the fives");
  drawScore(
    state({
      version: 2,
      game: {
        score: [4, 0],
        fives: [
          { up: false, pips: 4, at: [0, 0, 0] },
          { up: false, pips: 0, at: [0, 0, 0] },
        ],
      },
    }),
  );
  assert.equal(part("we").firstChild, fives);
  assert.equal(part("we").children.length, 2);
  assert.equal(fives.querySelector(".top").classList.contains("down"), true);
});

test("trump stands there with who called it, also when the hand is over", () => {
  const trump = (game) => {
    page("trump", "which-deal");
    drawTrump(state({ game }), (seat) => `Seat ${seat}`);
    return part("trump").textContent;
  };
  assert.equal(trump({ trump: "H", maker: "E" }), "HeartsSeat E called it");
  assert.equal(trump({ last: { trump: "S", maker: "N" } }), "SpadesSeat N called it");
  assert.equal(trump({}), "?Trumpnot made yet");
  assert.equal(trump(undefined), "?Trumpnot made yet");
  assert.equal(trump({ which_deal: "deal 2 of 8" }), "?Trumpnot made yetdeal 2 of 8");
  assert.equal(part("which-deal").textContent, "deal 2 of 8");
});

test("the turn-up lies on the stock while trump is made, and face down in the second round", () => {
  const stock = (game) => {
    page("stock");
    drawStock(game);
    return part("stock");
  };
  assert.equal(label(stock({ phase: "round one", turnup: "JH" }).lastChild), "turned up: the jack of hearts");
  assert.equal(
    label(stock({ phase: "round two", turnup: "JH" }).lastChild),
    "the jack of hearts is turned down",
  );
  assert.equal(stock({ phase: "round one", turnup: "JH" }).children.length, 3);
  assert.equal(stock({ phase: "round one", turnup: "JH" }).hidden, false);
  assert.equal(stock({ phase: "play", turnup: "JH" }).hidden, true);
  assert.equal(stock(undefined).hidden, true);
});

test("the cards of a trick say whose they are and which wins; those that lie there stay", () => {
  page("trick");
  const seats = { place: (seat) => seat.toLowerCase(), name: (seat) => `Seat ${seat}`, spot: () => null },
    hand = { spot: () => null };
  const game = { phase: "play", turn: "S", trumps: ["JH", "JD"] };
  const scene = {
    ...NOW,
    state: state({ game }),
    trick: [
      ["W", "AS"],
      ["N", "9S"],
    ],
  };
  assert.equal(drawTrick(scene, seats, hand, { card: 0 }), 2);
  const first = part("trick").firstChild;
  assert.deepEqual(part("trick").children.map(label), [
    "Seat W: the ace of spades",
    "Seat N: the nine of spades",
    null,
  ]);
  assert.ok(part("trick").lastChild.matches("i.slot"));
  assert.equal(drawTrick({ ...scene, winner: "W", full: true }, seats, hand, { card: 0 }), 0);
  assert.equal(part("trick").firstChild, first);
  assert.deepEqual(part("trick").children.map(label), [
    "Seat W: the ace of spades, wins the trick",
    "Seat N: the nine of spades",
  ]);
  assert.ok(first.classList.contains("winner"));
  drawTrick({ ...scene, state: state({ you: null, game: { ...game, turn: null } }) }, seats, hand, {
    card: 0,
  });
  assert.equal(part("trick").querySelector(".slot"), null);
});

test("cards of the hand stay where they are when the turn comes and goes, and show their new looks", () => {
  page("hand");
  const time = { deal: 0, dealt: 0, card: 0 },
    hand = new Hand(part("hand"), { move() {}, refused() {}, drops: () => false, up: () => [] });
  const draw = (game) =>
    hand.draw(
      state({ game: { phase: "play", ...game } }),
      state({ game: { hand: ["9C"] } }),
      NOW,
      time,
      () => null,
    );
  draw({ turn: "W", hand: ["JH", "AS", "9C"], trumps: [] });
  const [jack, ace, nine] = part("hand").children;
  draw({ turn: "S", hand: ["JH", "AS", "9C"], legal: ["AS"], trumps: ["JH"] });
  assert.deepEqual(part("hand").children, [jack, ace, nine]);
  assert.deepEqual(part("hand").children.map(label), [
    "jack of hearts, trump, not allowed now",
    "ace of spades",
    "nine of clubs, not allowed now",
  ]);
  assert.deepEqual(
    [jack, ace].map((each) => each.className.trim()),
    ["card dim no", "card legal yes"],
  );
  draw({ turn: "W", hand: ["JH", "9C"], trumps: ["JH"] });
  assert.deepEqual(part("hand").children, [jack, nine]);
  assert.deepEqual([jack.className.trim(), label(nine)], ["card", "nine of clubs"]);
});

test("a lone player's partner has the hand face down, and nobody else", () => {
  page("hand");
  const moved = [],
    hand = new Hand(part("hand"), {
      move: (action) => moved.push(action),
      refused() {},
      drops: () => false,
      up: () => [],
    });
  const draw = (lone, you = "S") => {
    hand.draw(
      state({ you, game: { phase: "play", turn: lone, lone, hand: ["9C"], trumps: [] } }),
      state({ game: { hand: ["9C"] } }),
      NOW,
      {},
      () => null,
    );
    return part("hand").firstChild;
  };
  const shows = (card) => card.firstChild.getAttribute("src"),
    up = shows(draw(null));
  for (const [lone, you] of [
    ["E", "S"],
    ["W", "N"],
  ])
    assert.equal(shows(draw(lone, you)), up);
  for (const [lone, you] of [
    ["N", "S"],
    ["S", "N"],
    ["E", "W"],
    ["W", "E"],
  ])
    assert.notEqual(shows(draw(lone, you)), up);
  assert.equal(label(draw("N")), "nine of clubs, face down");
  draw("N").click();
  assert.equal(hand.picked, "");
  assert.equal(shows(draw(null)), up);
});

test("a gathered trick is gone from the middle", async () => {
  page("trick", "hand");
  part("trick").append(made("span", { class: "card" }));
  await gather({ winner: "W" }, { spot: () => null }, 0);
  assert.equal(part("trick").children.length, 0);
  assert.deepEqual(lastTrick({ previous: [["W", "AS"]] }), [["W", "AS"]]);
  assert.equal(lastTrick({ previous: [] }), null);
});

test("the chairs stand around the one who reads", () => {
  const { seats, at } = seated(
    state({
      you: "E",
      game: {
        phase: "play",
        dealer: "N",
        maker: "W",
        trump: "S",
        turn: "S",
        cards_left: [5, 5, 4, 4],
        tricks_of: [0, 0, 0, 1],
      },
    }),
  );
  assert.equal(at("s", "who").textContent, "You");
  assert.equal(at("w", "face").textContent, "S");
  assert.equal(at("w", "who").textContent, "Sue");
  assert.equal(at("n", "who").textContent, "Walt");
  assert.equal(at("e", "who").textContent, "Nan");
  assert.equal(seats.name("E"), "You");
  assert.equal(at("e", "discs").textContent, "D");
  assert.equal(label(at("n", "discs").firstChild), "called spades");
  assert.equal(at("w", "fan").children.length, 4);
  assert.ok(at("w", "who").parentNode.classList.contains("turn"));
  assert.ok(!at("n", "who").parentNode.classList.contains("turn"));
  assert.equal(label(at("n", "won").firstChild), "1 trick");
  assert.equal(label(at("n", "won").lastChild), "face up: the nine of clubs");
});

test("a face has the first letters of two names, and each its own colour", () => {
  const some = [{ name: "Nan Lee Roe" }, { name: "Ed" }, { name: "Sue" }, { name: "" }];
  const { at } = seated(state({ chairs: some, game: { phase: "play", cards_left: [3, 0, 0, 0] } }));
  assert.equal(at("n", "face").textContent, "NL");
  assert.equal(at("w", "face").textContent, "·");
  assert.notEqual(
    at("n", "face").style.getPropertyValue("--c"),
    at("e", "face").style.getPropertyValue("--c"),
  );
  assert.equal(at("n", "fan").style.getPropertyValue("--n"), "3");
});

test("a hand of the others shrinks card by card, and what has not changed is left alone", () => {
  const shown = (left) => state({ game: { phase: "play", dealer: "N", cards_left: [left, 5, 5, 5] } });
  const { seats, at } = seated(shown(5));
  const disc = at("n", "discs").firstChild,
    card = at("n", "fan").firstChild;
  seats.render(shown(4), NOW);
  assert.equal(at("n", "fan").children.length, 4);
  assert.equal(at("n", "discs").firstChild, disc);
  seats.render(shown(4), NOW);
  assert.equal(at("n", "fan").firstChild, card);
});

test("styles that are seldom needed are fetched once", async () => {
  const { styled } = await import(`${JS}/dom.js`);
  const links = () =>
    document.head.querySelectorAll("link").filter((each) => each.getAttribute("href") === "/static/x.css")
      .length;
  const first = styled("/static/x.css");
  assert.equal(styled("/static/x.css"), first);
  assert.equal(links(), 1);
});

test("a hint that is refused says so, and one for a decision of before is not shown", async () => {
  page("hint", "hint-in-menu", "advice", "hand", "choices");
  document.head.replaceChildren();
  const refused = [],
    answers = [];
  const advisor = new Advisor(
    () => new Promise((give) => answers.push(give)),
    (why) => refused.push(why),
  );
  const asked = async (answer) => {
    const wanted = advisor.wanted();
    for (const sheet of document.head.querySelectorAll("link")) sheet.onload();
    for (let at = 0; at < 1000 && part("advice").hidden; at++) await new Promise(setImmediate);
    assert.equal(part("advice").textContent, "Thinking …");
    assert.equal(part("hint").hidden, true);
    answers.at(-1)(answer);
    await wanted;
  };
  advisor.render(state({ game: { turn: "S", phase: "play", hand: ["9C"] } }), true);
  await asked({ type: "no", reason: "Not here." });
  assert.deepEqual(
    refused.map((each) => each.reason),
    ["Not here."],
  );
  assert.deepEqual([part("advice").hidden, part("hint").hidden], [true, false]);
  await asked({
    type: "advised",
    options: [{ action: "9C", label: "the nine", chance: 0.5, best: true }],
    why: "It is the only one.",
  });
  assert.equal(part("advice").hidden, false);
  assert.match(part("advice").textContent, /It is the only one\.the nine: 50%Got it/);
  press(part("advice"), "Got it");
  assert.equal(part("advice").hidden, true);
});

test("whoever plays alone has it written at the chair, and the partner sits out", () => {
  const { at } = seated(state({ game: { phase: "play", lone: "W", cards_left: [5, 5, 5, 5] } }));
  assert.equal(at("w", "note").textContent, "alone");
  assert.match(at("e", "note").textContent, /sits out/);
  assert.equal(at("e", "fan").children.length, 0);
});

test("nobody's turn shows while a full trick lies there, and its winner's count waits", () => {
  const game = { phase: "play", turn: "W", tricks_of: [0, 0, 0, 2] };
  const { at } = seated(state({ game }), { ...NOW, full: true, winner: "W" });
  assert.ok(!at("w", "who").parentNode.classList.contains("turn"));
  assert.equal(label(at("w", "won").firstChild), "1 trick");
  const last = seated(state({ game: { ...game, phase: "done" } }), {
    ...NOW,
    full: true,
    winner: "W",
    last: true,
  });
  assert.equal(label(last.at("w", "won").firstChild), "2 tricks");
  const after = seated(state({ game: { ...game, phase: "done" } }));
  assert.equal(after.at("w", "won").querySelector("svg"), null);
});

test("who sits out, who is away and who is a bot is written at the chair", () => {
  const some = [{ name: "Nan", bot: "club" }, { name: "Ed", away: true }, { name: "Sue" }, { name: "Walt" }];
  const { at } = seated(
    state({
      chairs: some,
      game: { phase: "play", lone: "S", cards_left: [5, 5, 5, 5], tricks_of: [0, 0, 0, 0] },
    }),
  );
  assert.equal(at("n", "note").textContent, "bot, sits out");
  assert.equal(at("e", "note").textContent, "away");
  assert.equal(at("w", "note").textContent, "");
  assert.equal(at("n", "fan").children.length, 0);
  assert.ok(at("e", "who").parentNode.classList.contains("away"));
  const over = seated(state({ chairs: some, game: { result: {} } }));
  assert.equal(over.at("e", "note").textContent, "");
});

test("what was called last stands in the bubble until play begins", () => {
  const bids = [
    ["W", "Pass"],
    ["N", "Pass"],
    ["W", "Hearts"],
  ];
  const { at } = seated(state({ game: { phase: "round two", bids } }));
  assert.equal(at("w", "bubble").textContent, "Hearts");
  assert.equal(at("w", "bubble").hidden, false);
  assert.equal(at("e", "bubble").hidden, true);
  assert.equal(seated(state({ game: { phase: "play", bids } })).at("w", "bubble").hidden, true);
});

test("an empty chair is offered to who looks on, and a bot's to whoever has none", () => {
  const some = [{ name: "" }, { name: "Ed", bot: "club" }, { name: "Sue" }, { name: "Walt" }];
  const { at, asked } = seated(state({ chairs: some }), NOW, { strength: "league" });
  assert.deepEqual(buttons(at("n", "sit")), ["Sit here", "Add a bot"]);
  assert.deepEqual(buttons(at("e", "sit")), []);
  press(at("n", "sit"), "Sit here");
  press(at("n", "sit"), "Add a bot");
  assert.deepEqual(asked, [
    { type: "sit", seat: "N" },
    { type: "bot", seat: "N", player: "league" },
  ]);
  const watching = seated(state({ you: null, chairs: some }));
  assert.deepEqual(buttons(watching.at("n", "sit")), ["Sit here"]);
  assert.deepEqual(buttons(watching.at("e", "sit")), ["Sit here"]);
  assert.deepEqual(buttons(seated(state({ chairs: some }), NOW, { event: "/x" }).at("n", "sit")), []);
  assert.deepEqual(buttons(seated(state({ chairs: some, game: { phase: "play" } })).at("n", "sit")), []);
});

test("one's own tricks and call stand beside the hand", () => {
  seated(state({ game: { phase: "play", maker: "S", trump: "H", tricks_of: [0, 0, 2, 0] } }));
  assert.equal(part("mine").querySelector(".disc").title, "you called trump");
  assert.equal(label(part("mine").querySelector("svg.trk")), "2 tricks");
  seated(state({ game: { phase: "play", maker: "W", trump: "H", tricks_of: [0, 0, 0, 0] } }));
  assert.equal(part("mine").children.length, 0);
});

test("what happened is written once, from one's own side, cards as chips", () => {
  const list = made("ol"),
    log = new PlayByPlay(list);
  const news = [
    { text: "Deal 1", heading: true },
    { text: "Walt passes", yours: "You pass", seat: "S" },
    { text: "Nan plays the ten of clubs", seat: "N", card: "TC" },
    { text: "Walt leads", yours: "You lead", seat: "W" },
  ];
  log.add(state({ version: 4, news }));
  log.add(state({ version: 4, news }));
  assert.deepEqual(
    list.children.map((each) => each.textContent),
    ["Deal 1", "You pass", "Nan 10♣", "Walt leads"],
  );
  assert.equal(list.children[0].className, "h");
  assert.equal(label(list.children[2]), "Nan plays the ten of clubs");
  for (let at = 0; at < 100; at++) log.say(`line ${at}`);
  assert.equal(list.children.length, 80);
  assert.equal(list.lastChild.textContent, "line 99");
});

function ended(
  shown,
  setup = {},
  last = { title: "March", points: "+2", text: "All five.", clause: "A01-8.2" },
) {
  page("end");
  forget();
  const asked = [];
  drawEnd(
    shown,
    last,
    { table: "abc", back: "Back to the event", ...setup },
    {
      ask: (message) => asked.push(message),
      again: () => asked.push("again"),
      faces: (side) => [made("i", { class: side })],
    },
  );
  return {
    box: part("end"),
    asked,
    links: part("end")
      .querySelectorAll("a")
      .map((each) => [each.textContent, each.getAttribute("href")]),
  };
}

test("a hand's end says what it came to, from one's own side, and leads on", () => {
  const game = { deal: 1, score: [2, 1], goal: "of 10", last: { trump: "H" } };
  playBy("standard");
  const { box, asked, links } = ended(state({ you: "E", game }));
  assert.match(box.textContent, /March\+2All five\.We 1 of 10They 2 of 10/);
  assert.deepEqual(links, [["Why?", "/rules/standard#A01-8.2"]]);
  assert.equal(label(box), "Hand over");
  press(box, "Next hand");
  assert.deepEqual(asked, [{ type: "next" }]);
  assert.deepEqual(buttons(ended(state({ you: null, game })).box), []);
});

test("alone with bots the next hand comes by itself, unless one wants to wait or a referee is there", () => {
  const bots = [
    { name: "Nan", bot: "club" },
    { name: "Ed", bot: "club" },
    { name: "Sue" },
    { name: "Walt", bot: "club" },
  ];
  const game = { deal: 1, score: [2, 1] };
  const asked = (more) => {
    const found = ended(state({ chairs: bots, game, ...more }));
    wait();
    return found.asked.length;
  };
  assert.equal(asked({}), 1);
  assert.equal(asked({ chairs: CHAIRS }), 0);
  assert.equal(asked({ referee: {} }), 0);
  assert.equal(asked({ you: null }), 0);
  document.documentElement.dataset.summary = "wait";
  assert.equal(asked({}), 0);
  document.documentElement.dataset.summary = "";
});

test("a game's end leads to the replay, the review and another game", () => {
  const game = { deal: 9, score: [10, 8], seed: "x", result: { winner: "NS" }, course: [0.5, 0.6, 1] };
  const told = {
    line: "You win 10–8.",
    ended: { title: "March", text: "All five." },
    course: "It turned in deal 2.",
    clause: "A01-9.1",
  };
  const { box, asked, links } = ended(state({ game, told }));
  assert.deepEqual(links, [
    ["Why is it over?", "/rules/standard#A01-9.1"],
    ["Replay", "/t/abc/replay"],
    ["Review", "/t/abc/review"],
  ]);
  assert.match(box.textContent, /You win 10–8\.March\. All five\.It turned in deal 2\./);
  assert.equal(label(box), "Game over");
  assert.equal(box.querySelector(".faces").firstChild.className, "NS");
  press(box, "Play again");
  assert.deepEqual(asked, ["again"]);
  const next = ended(state({ game, told, followed: "def" }));
  assert.deepEqual(next.links.at(-1), ["To the next game", "/t/def"]);
  const event = ended(state({ game, told }), { event: "/events/x/phone" });
  assert.deepEqual(event.links.at(-1), ["Back to the event", "/events/x/phone"]);
  assert.deepEqual(buttons(ended(state({ you: null, game, told })).box), []);
});

test("the course of the game is drawn from one's own side", () => {
  const game = { deal: 9, score: [10, 8], seed: "x", result: { winner: "NS" }, course: [0.5, 0.25, 1] };
  const line = (you) =>
    ended(state({ you, game, told: { line: "" } }))
      .box.querySelector("polyline")
      .getAttribute("points");
  assert.equal(line("N"), "0,22 100,32 200,2");
  assert.equal(line("W"), "0,22 100,12 200,42");
});

test("an end that stands there is left alone until it changes", () => {
  const game = { deal: 1, score: [2, 1] };
  const { box } = ended(state({ game }));
  const button = box.querySelector("button");
  drawEnd(state({ version: 2, game }), { title: "x", points: "", text: "" }, {}, { ask() {}, again() {} });
  assert.equal(box.querySelector("button"), button);
  drawEnd(
    state({ version: 3, game: { ...game, deal: 2 } }),
    { title: "x", points: "", text: "" },
    {},
    { ask() {}, again() {} },
  );
  assert.notEqual(box.querySelector("button"), button);
});

test("proposals are answered by those who are asked, and waited for by the one who asked", () => {
  const manners = (shown) => {
    page(
      "asking",
      "bots",
      made("button", { "data-propose": "resign" }),
      made("button", { "data-propose": "draw" }),
      made("button", { "data-opens": "say-sheet" }),
    );
    const asked = [];
    new Manners((message) => asked.push(message), {}).render(shown);
    return asked;
  };
  const proposal = { by: "N", text: "Nan wants to resign.", waits_for: ["S"] };
  const asked = manners(state({ proposal }));
  assert.equal(part("asking").textContent, "Nan wants to resign.AgreeNo");
  press(part("asking"), "No");
  press(part("asking"), "Agree");
  assert.deepEqual(asked, [
    { type: "agree", yes: false },
    { type: "agree", yes: true },
  ]);
  manners(state({ you: "N", proposal }));
  assert.equal(part("asking").textContent, "Waiting for the others to agree …");
  manners(state({ you: "W", proposal }));
  assert.equal(part("asking").textContent, "Nan wants to resign.");
  manners(state({ told: { line: "", may_propose: ["draw"] } }));
  assert.equal(part("asking").hidden, true);
  assert.deepEqual(
    document.querySelectorAll("[data-propose]").map((each) => each.hidden),
    [true, false],
  );
  assert.equal(document.querySelector("[data-opens=say-sheet]").hidden, false);
  manners(state({ you: null }));
  assert.equal(document.querySelector("[data-opens=say-sheet]").hidden, true);
});

test("bots are changed by those who sit, while the game goes on and outside of events", () => {
  const offered = (shown, setup = {}) => {
    page("asking", "bots");
    new Manners(() => null, setup).render(shown);
    return !part("bots").hidden;
  };
  const bots = [{ name: "Nan", bot: "club" }, ...CHAIRS.slice(1)];
  assert.equal(offered(state({ chairs: bots })), true);
  assert.equal(offered(state()), false);
  assert.equal(offered(state({ chairs: bots, you: null })), false);
  assert.equal(offered(state({ chairs: bots, game: { result: {} } })), false);
  assert.equal(offered(state({ chairs: bots }), { event: "/x" }), false);
});

test("a proposal is sent by its button", () => {
  const asked = [],
    button = made("button", { "data-propose": "resign" });
  page("asking", "bots", made("dialog", {}, button));
  new Manners((message) => asked.push(message), {});
  button.parentNode.open = true;
  button.click();
  assert.deepEqual(asked, [{ type: "propose", what: "resign" }]);
  assert.equal(button.parentNode.open, false);
});

test("a refusal stands at the card, or at the top where the card is gone, and goes by itself", () => {
  page("hand", "refusals", "toasts");
  part("hand").append(made("button", { "data-card": "9C" }));
  refuse("9C", { reason: "Follow suit.", clause: "A01-6.2" });
  assert.equal(part("refusals").textContent, "Follow suit. Why?");
  assert.equal(part("toasts").textContent, "");
  wait();
  assert.equal(part("refusals").textContent, "");
  refuse("AS", { reason: "Not now." });
  assert.equal(part("toasts").textContent, "Not now.");
  toast({ reason: "Another." });
  assert.equal(part("toasts").textContent, "Another.");
});

test("cards are spoken, drawn with their bowers, and counted in tricks", () => {
  assert.equal(spoken("TS"), "ten of spades");
  assert.equal(chip("TH").textContent, "10♥");
  assert.equal(label(chip("QD")), "the queen of diamonds");
  assert.equal(label(tricks(1)), "1 trick");
  assert.equal(tricks(3).children.length, 3);
  const right = face("JH", ["JH", "JD"]),
    left = face("JD", ["JH", "JD"]),
    plain = face("JH", []);
  assert.equal(new Set([right, left, plain].map((each) => each.getAttribute("src"))).size, 3);
  assert.equal(
    face("9H", ["JH", "JD", "9H"]).getAttribute("src"),
    face("9H", ["JH", "JD", "9H"]).getAttribute("src"),
  );
  assert.equal(face(null).getAttribute("src"), face(null).getAttribute("src"));
});

test("what is said stands at the chair and in the play by play, unless it is muted", async () => {
  const { seats } = seated(state({ game: { phase: "play", cards_left: [1, 1, 1, 1] } }));
  const mute = made("input", { "data-part": "mute" });
  document.body.append(
    mute,
    ...["sayings", "reactions", "chat-lines", "toasts"].map((name) => made("div", { "data-part": name })),
    made("dialog", { id: "say-sheet" }),
  );
  const asked = [],
    log = new PlayByPlay(made("ol"));
  const talk = new Talk(
    { phrases: ["Well played", "Thanks"], reactions: [["👍", "Thumbs up"]] },
    seats,
    log,
    async (message) => {
      asked.push(message);
      return { type: "done" };
    },
  );
  assert.deepEqual(buttons(part("sayings")), ["Well played", "Thanks"]);
  press(part("reactions"), "👍");
  await Promise.resolve();
  await Promise.resolve();
  assert.deepEqual(asked, [{ type: "say", phrase: 2 }]);
  assert.equal(part("toasts").textContent, "The others hear it when the hand is over.");
  talk.hear({ type: "said", seat: "N", phrase: 0 });
  assert.equal(seats.box("N").querySelector(".saying").textContent, "Well played");
  assert.equal(log.list.lastChild.textContent, "Nan: “Well played”");
  wait();
  assert.equal(seats.box("N").querySelector(".saying"), null);
  mute.checked = true;
  talk.hear({ type: "said", seat: "N", phrase: 1 });
  assert.equal(seats.box("N").querySelector(".saying"), null);
  talk.hear({ type: "said", seat: "S", phrase: 1 });
  assert.equal(seats.box("S").querySelector(".saying").textContent, "Thanks");
});

test("a line of the chat is listed once, and can be reported or its writer muted", async () => {
  const { seats } = seated(state());
  document.body.append(
    made("input", { "data-part": "mute" }),
    ...["sayings", "reactions", "chat-lines", "toasts"].map((name) => made("div", { "data-part": name })),
  );
  const asked = [],
    log = new PlayByPlay(made("ol"));
  const talk = new Talk({ phrases: [], reactions: [] }, seats, log, async (message) => {
    asked.push(message);
    return { type: "done" };
  });
  const said = { type: "chat", number: 1, seat: "W", name: "Walt", text: "Hello all" };
  talk.hear(said);
  talk.hear(said);
  talk.hear({ ...said, number: 2, seat: "S", name: "Sue", text: "Hello" });
  const lines = () => part("chat-lines").children.map((each) => each.textContent);
  assert.deepEqual(lines(), ["Walt Hello all MuteReport", "You Hello "]);
  press(part("chat-lines"), "Report");
  await Promise.resolve();
  await Promise.resolve();
  assert.deepEqual(asked, [{ type: "report", number: 1 }]);
  assert.equal(part("toasts").textContent, "The host of the hall will read it.");
  press(part("chat-lines"), "Mute");
  assert.deepEqual(lines(), ["You Hello "]);
  talk.hear({ ...said, number: 3, text: "x".repeat(90) });
  assert.equal(seats.box("W").querySelector(".saying").textContent, "Hello all");
});

test("a hint is offered on one's turn, and goes when the decision is made", () => {
  page("hint", "hint-in-menu", "advice", "hand", "choices");
  const advisor = new Advisor(
    async () => ({}),
    () => null,
  );
  const game = { turn: "S", phase: "play", deal: 1, hand: ["9C"] };
  advisor.render(state({ game }), true);
  assert.equal(part("hint").hidden, false);
  advisor.told = { options: [], why: "" };
  advisor.render(state({ game }), true);
  assert.equal(part("advice").hidden, false);
  assert.equal(part("hint").hidden, true);
  advisor.render(state({ game: { ...game, trick: [["S", "9C"]] } }), true);
  assert.equal(part("advice").hidden, true);
  advisor.render(state({ game: { ...game, turn: "W" } }), true);
  assert.equal(part("hint").hidden, true);
  advisor.render(state({ game }), false);
  assert.equal(part("hint").hidden, true);
  assert.equal(timers.length, 0);
});
