// The pages of the wall: which there are at each stage, and what stands on them.
import assert from "node:assert/strict";
import test from "node:test";

import "./page.mjs";

const { arrow, pagesOf } = await import("../../../src/rightbower/web/static/js/wall_pages.js");

const MANY = { seats: () => ({ columns: 3, rows: 20 }), fits: () => 100 };
const KNOWN = { code: "ABCD", address: "hall.example", event: "x" };
const table = (number, state = "playing") => ({
  number,
  state,
  names: [
    ["Ann Lee", "Al Roe"],
    ["Bea Day", "Bo Ek"],
  ],
  points: null,
});
const place = (rank, name, more = {}) => ({
  rank,
  name,
  won: 4 - rank,
  points: 10,
  event_points: 6,
  moved: 0,
  shared: false,
  open: false,
  ...more,
});
const WORDS = {
  sitting: "sits out",
  mates: "with {mates}",
  thanks: "Thank you for playing!",
  no_game: "no game",
  page: "{number} of {count}",
  up: "up {places}",
  down: "down {places}",
  level: "as before",
  prizes: "Prizes",
  steps: "Ties to break",
  uncounted: "Not counted yet",
  welcome: "Welcome",
  scan: "Scan, or open {address} and type",
  picture: "Scan this",
  invites: "Follow it",
  here: "8 here",
  round: "Round 1 of 8",
  tables_in: ["1 of 2 tables are in", "Still playing: 2"],
  by_table: "Round 1: tables",
  by_name: "Round 1: find your seat",
  over: "Round 1 is over",
  then: "Stay near.",
  standings: "Standings",
  figure: "won",
  unit: "won",
};
const state = (more = {}) => ({
  name: "Our night",
  stage: "round",
  round: 1,
  rounds: 8,
  here: 8,
  entered: 10,
  counts: "games won",
  clock: null,
  tables: [table(1), table(2)],
  byes: [],
  places: [],
  steps: [],
  awards: [],
  sides: ["North–South", "East–West"],
  marks: ["NS", "EW"],
  waiting: [],
  door: false,
  ...more,
  words: { ...WORDS, ...more.words },
});
const pages = (more, room = MANY) => pagesOf(state(more), room, KNOWN);
const titles = (more, room) => pages(more, room).map((each) => each.title);
const text = (page) => page.make().textContent;

test("each stage has its pages", () => {
  const places = [place(1, "A"), place(2, "B")];
  assert.deepEqual(titles({ stage: "check-in" }), ["Welcome"]);
  assert.deepEqual(titles({}), ["Round 1: find your seat", "Round 1: tables"]);
  assert.deepEqual(titles({ clock: {}, places }), [
    "Round 1 of 8",
    "Round 1: find your seat",
    "Round 1: tables",
  ]);
  assert.deepEqual(titles({ clock: {}, round: 2, places }).at(-1), "Standings");
  assert.deepEqual(titles({ stage: "between", places }), ["Round 1 is over", "Standings"]);
  assert.deepEqual(titles({ stage: "finish", places, steps: ["A and B toss coins."] }), [
    "Round 1 is over",
    "Ties to break",
    "Standings",
  ]);
  assert.deepEqual(titles({ stage: "finished", places, words: { standings: "Final results" } }), [
    "Final results",
  ]);
});

test("the page of the clock has each of its sentences", () => {
  const [page] = pages({ clock: {} });
  assert.deepEqual(
    page
      .make()
      .querySelectorAll(".large")
      .map((each) => each.textContent),
    WORDS.tables_in,
  );
});

test("everybody is found by surname, with table, side and partner", () => {
  const seats = pages({ byes: [["Cy Fox"]] })[0].make();
  const people = seats.querySelectorAll(".seat").map((each) => each.textContent);
  assert.deepEqual(people, [
    "1EWDay Beawith Bo Ek",
    "2EWDay Beawith Bo Ek",
    "1EWEk Bowith Bea Day",
    "2EWEk Bowith Bea Day",
    "–Fox Cysits out",
    "1NSLee Annwith Al Roe",
    "2NSLee Annwith Al Roe",
    "1NSRoe Alwith Ann Lee",
    "2NSRoe Alwith Ann Lee",
  ]);
});

test("one page of names needs no number", () => {
  assert.equal(pages({})[0].part, "");
});

test("a table without a game has nobody's side, and red sides are red", () => {
  const seats = pages({ tables: [table(1, "bye")], marks: ["♥", "♠"] })[0].make();
  assert.equal(seats.querySelector(".s").className, "s out");
  const played = pages({ tables: [table(1)], marks: ["♥", "♠"] })[0].make();
  assert.deepEqual(
    new Set(played.querySelectorAll(".s").map((each) => each.className)),
    new Set(["s red", "s black"]),
  );
  assert.match(text(pages({ tables: [table(1, "bye")] })[1]), /no game$/);
});

test("a long name goes to two lines", () => {
  const long = {
    ...table(1),
    names: [
      ["Wilhelmina Featherstonehaugh", "Al Roe"],
      ["Bea Day", "Bo Ek"],
    ],
  };
  const seat = pages({ tables: [long] })[0]
    .make()
    .querySelectorAll(".who")
    .find((each) => each.textContent.startsWith("Feather"));
  assert.equal(seat.querySelector(".n").textContent, "Featherstonehaugh");
  assert.equal(seat.querySelector(".m").textContent, "Wilhelmina, with Al Roe");
  const under = (name) =>
    pages({ tables: [{ ...table(1), names: [[name], ["Bo Ek"]] }] })[0]
      .make()
      .querySelectorAll(".seat")
      .find((each) => !each.textContent.includes("Ek"))
      .querySelector(".m")?.textContent;
  assert.equal(under("Seventeen Letters"), undefined, "one without a partner");
  assert.equal(under("Seventeen Lettersx"), undefined, "seventeen letters stand on one line");
  assert.equal(under("Seventeen Lettersxy"), "Seventeen");
});

test("the seats stand in columns of equal width, filled from the top, at least five rows high", () => {
  const grid = (count, rows = 20) => {
    const { style } = pages(
      { tables: Array.from({ length: count }, (_, at) => table(at)) },
      { ...MANY, seats: () => ({ columns: 3, rows }) },
    )[0].make();
    return [style.gridTemplateRows, style.gridTemplateColumns];
  };
  const repeat = (count) => `repeat(${count}, minmax(0, 1fr))`;
  assert.deepEqual(grid(1), [repeat(5), repeat(1)]);
  assert.deepEqual(grid(6), [repeat(12), repeat(2)]);
  assert.deepEqual(grid(15), [repeat(20), repeat(3)]);
});

test("the lists by name and by table take turns, the longer one ends alone", () => {
  const tables = Array.from({ length: 5 }, (_, at) => table(at + 1));
  assert.deepEqual(
    pages({ tables }, { ...MANY, fits: () => 2 }).map((each) => each.title.slice(9)),
    ["find your seat", "tables", "tables", "tables"],
  );
});

test("what does not fit goes on to a next page, shared out evenly", () => {
  const tables = Array.from({ length: 5 }, (_, at) => table(at + 1));
  const lists = pages({ tables }, { ...MANY, fits: () => 3 }).filter((each) => each.title.endsWith("tables"));
  assert.deepEqual(
    lists.map((each) => [each.part, each.make().querySelectorAll(".number").length]),
    [
      ["1 of 2", 3],
      ["2 of 2", 2],
    ],
  );
  const seats = pages({ tables }, { seats: () => ({ columns: 1, rows: 10 }), fits: () => 9 }).filter(
    (each) => each.dense,
  );
  assert.deepEqual(
    seats.map((each) => each.part),
    ["1 of 2 · Day – Ek", "2 of 2 · Lee – Roe"],
  );
});

test("the first places stand there in mid-event, all of them at the end", () => {
  const places = Array.from({ length: 30 }, (_, at) => place(at + 1, `Pair ${at}`));
  assert.equal(pages({ stage: "between", places }, { ...MANY, fits: () => 5 }).length, 1 + 4);
  assert.equal(
    titles({ stage: "finished", places }, { ...MANY, fits: () => 5 }).filter((each) => each === "Standings")
      .length,
    6,
  );
});

test("a place stands with its figure, what it moved, and a sign where it is shared", () => {
  const row = (more, words = {}) =>
    text(pages({ stage: "between", words, places: [place(2, "A", more)] })[1]);
  assert.equal(row({ moved: 3 }), "2A▲32 won");
  assert.equal(row({ moved: -1, shared: true }), "2=A▼12 won");
  assert.equal(row({ open: true }), "2=A=2 won");
  assert.equal(row({ moved: null }), "2A2 won");
  assert.equal(row({ moved: null }, { figure: "points", unit: "points" }), "2A10 points");
  assert.equal(row({ moved: null }, { figure: "event_points", unit: "points" }), "2A6 points");
  assert.equal(
    titles({ stage: "between", places: [place(null, "gone")] }, { ...MANY, fits: () => 5 }).length,
    2,
  );
  assert.equal(arrow(WORDS, 0).textContent, "=");
  assert.equal(arrow(WORDS, 2).getAttribute("aria-label"), "up 2");
  assert.equal(arrow(WORDS, -2).getAttribute("aria-label"), "down 2");
});

test("the end has a podium of three, with what else was won", () => {
  const places = [1, 2, 3, 4].map((rank) => place(rank, `Pair ${rank}`));
  const awards = [
    { prize: "first", says: "first", winners: ["Pair 1"] },
    { prize: "low", says: "low · 12.50 each", winners: ["Pair 4", "Pair 9"] },
  ];
  const [podium, prizes] = pages({ stage: "finished", places, awards });
  assert.equal(podium.title, "Thank you for playing!");
  assert.deepEqual(
    podium
      .make()
      .querySelectorAll(".nm")
      .map((each) => each.textContent.replaceAll(" ", "")),
    ["Pair2", "Pair1", "Pair3"],
  );
  assert.match(text(podium), /4Pair 40low: Pair 4, Pair 9$/);
  assert.equal(text(prizes), "Pair 1firstPair 4, Pair 9low · 12.50 each");
  assert.equal(
    titles({ stage: "finished", places: [...places.slice(0, 2), place(3, "C"), place(3, "D")] })[0],
    "Standings",
  );
  assert.equal(titles({ stage: "finished", places: places.slice(0, 2) })[0], "Standings");
  assert.equal(
    titles({ stage: "finished", places: places.slice(0, 3) })[0],
    "Thank you for playing!",
    "three are enough",
  );
});

test("names on the steps go over two lines, partners and surnames below; the winner has the fan", () => {
  const places = [
    place(1, "Ann Marie Lee"),
    place(2, "Bo Ek & Cy Fox & Di"),
    place(3, "Cher", { shared: true }),
  ];
  const podium = pages({ stage: "finished", places })[0].make();
  assert.deepEqual(
    podium.querySelectorAll(".nm").map((each) => each.children.map((line) => line.textContent)),
    [["Bo Ek &", "Cy Fox &", "Di"], ["Ann Marie", "Lee"], ["Cher"]],
  );
  assert.deepEqual(
    podium.querySelectorAll(".step").map((each) => [each.className, each.querySelectorAll(".fan").length]),
    [
      ["step at2", 0],
      ["step at1", 1],
      ["step at3", 0],
    ],
  );
  assert.deepEqual(
    podium.querySelectorAll(".blk").map((each) => each.textContent),
    ["2", "1", "3="],
  );
  assert.deepEqual(
    podium.querySelectorAll(".pt").map((each) => each.textContent),
    ["2 won", "3 won", "1 won"],
  );
  assert.deepEqual(
    podium
      .querySelector(".fan")
      .children.map((each) => [each.style.getPropertyValue("--a"), each.getAttribute("alt")]),
    [
      ["-2", ""],
      ["-1", ""],
      ["0", ""],
      ["1", ""],
      ["2", ""],
    ],
  );
  const falling = podium.querySelector(".falling");
  assert.equal(falling.children.length, 18);
  assert.deepEqual(
    falling.children
      .slice(0, 2)
      .map((each) => [
        each.getAttribute("transform"),
        each.getAttribute("fill"),
        each.getAttribute("opacity"),
      ]),
    [
      ["translate(30 40) rotate(-20) scale(0.22)", "#f0cf80", "0.5"],
      ["translate(120 10) rotate(15) scale(0.3)", "#f08a80", "0.35"],
    ],
  );
});

test("beside the steps stand the next nine, and three prizes of others", () => {
  const places = Array.from({ length: 20 }, (_, at) => place(at + 1, `Pair ${at + 1}`, { open: at === 4 }));
  const awards = ["Pair 2", "Pair 7", "Pair 8", "Pair 9", "Pair 10"].map((name, at) => ({
    prize: `prize ${at}`,
    says: "",
    winners: [name],
  }));
  const rest = pages({ stage: "finished", places, awards })[0].make().querySelector(".rest");
  assert.deepEqual(
    rest.querySelectorAll(".line").map((each) => each.textContent),
    [
      "4Pair 40",
      "5=Pair 5-1",
      "6Pair 6-2",
      "7Pair 7-3",
      "8Pair 8-4",
      "9Pair 9-5",
      "10Pair 10-6",
      "11Pair 11-7",
      "12Pair 12-8",
    ],
  );
  assert.deepEqual(
    rest.querySelectorAll("p").map((each) => each.textContent),
    ["prize 1: Pair 7", "prize 2: Pair 8", "prize 3: Pair 9"],
  );
});

test("results that do not count yet say for whom they wait", () => {
  const waiting = [
    { table: 4, game: "Round 1: A – B", says: "10–7, the other side confirms" },
    { table: 5, game: "C – D", says: "10–9, disputed" },
  ];
  const page = pages({ stage: "between", round: 2, waiting })[1];
  assert.equal(page.title, "Not counted yet");
  assert.equal(text(page), "4Round 1: A – B10–7, the other side confirms5C – D10–9, disputed");
});

test("what is still to be decided is set smaller the longer it is, and goes on", () => {
  const steps = (says) =>
    pages({ stage: "finish", steps: [says] }).filter((each) => each.title === "Ties to break");
  const size = (says) => steps(says)[0].make().querySelector("p").className;
  assert.equal(size("toss coins"), "large");
  assert.equal(size("word ".repeat(40)), "medium");
  assert.equal(size("word ".repeat(70)), "small");
  assert.equal(size("x".repeat(160)), "large");
  assert.equal(size("x".repeat(300)), "medium");
  assert.deepEqual(
    [
      steps(`${"x".repeat(400)} ${"y".repeat(20)}`).length,
      steps(`${"x".repeat(400)} ${"y".repeat(21)}`).length,
    ],
    [1, 2],
  );
  assert.equal(
    pages({ stage: "finish", steps: ["a", "b", "c", "d"] }).filter((each) => each.title === "Ties to break")
      .length,
    3,
  );
  assert.deepEqual(
    steps("word ".repeat(150).trim()).map((each) => each.part),
    ["1 of 2", "2 of 2"],
  );
  assert.equal(steps("word ".repeat(150).trim()).map(text).join(" "), "word ".repeat(150).trim());
});

test("the way in is shown with who is here", () => {
  const [page] = pages({ stage: "check-in" });
  assert.equal(text(page), "Follow itScan, or open hall.example and typeABCD8 here");
  assert.equal(page.make().querySelector("img").getAttribute("src"), "/events/x/qr.svg");
});

test("after a round the wall says what comes next", () => {
  assert.equal(text(pages({ stage: "between" })[0]), "Stay near.");
  assert.equal(
    text(pages({ stage: "finish", words: { then: "That was the last round." } })[0]),
    "That was the last round.",
  );
});
