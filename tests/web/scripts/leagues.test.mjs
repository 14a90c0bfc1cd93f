// The pages of a league: the forfeit clocks tick, what others wrote comes in, and the wall of a night turns
// its pages.
import assert from "node:assert/strict";
import test from "node:test";

import { beat, intervals, made, page, tellWindow, textOf, timers } from "./page.mjs";

const JS = "../../../src/rightbower/web/static/js";
let now = 0,
  answers = [],
  asked = [];
const sockets = [];
performance.now = () => now;
globalThis.WebSocket = class {
  static OPEN = 1;
  constructor(address) {
    this.address = address;
    sockets.push(this);
  }
  close() {}
};
location.pathname = "/leagues/spring/desk";
globalThis.fetch = async (address, options) => {
  asked.push([address, options.headers.accept]);
  const answer = answers.shift();
  if (!answer) throw new Error("no line");
  return { ok: true, redirected: false, ...answer };
};
const turns = async () => {
  for (let at = 0; at < 12; at++) await Promise.resolve();
};
const later = async (seconds) => {
  now += seconds * 1000;
  beat();
  await turns();
};

const clock = (elapsed, marks = "900 1800") =>
  made(
    "p",
    { "data-clock": "", "data-elapsed": String(elapsed), "data-marks": marks },
    made("b", { class: "ticking" }),
    made("i", { class: "ticks" }),
  );
const field = (value, more = {}) => Object.assign(made("input", more), { value, defaultValue: value });
const box = (name, ...inside) => made("section", { "data-live": name }, ...inside);
const league = (version, ...inside) =>
  made("main", { "data-league": "spring cup", "data-version": String(version) }, ...inside);
const written = (main) => ({ text: async () => textOf(main) });
const line = made("p", { "data-line": "", "data-usual": "All is saved." });
const rail = Object.assign(
  made(
    "nav",
    { class: "nights" },
    Object.assign(made("a", { "aria-current": "true" }), { offsetLeft: 500, offsetWidth: 100 }),
  ),
  { clientWidth: 300 },
);
const main = league(
  3,
  rail,
  made("p", { "data-fault": "" }),
  made("div", { class: "fixture" }, made("p", { "data-fault": "", id: "there" })),
  line,
  box("clocks", clock(-61)),
  box("list", made("details", {}, "old")),
  box("form", field("")),
);
page(main);
await import(`${JS}/league.js`);
const socket = sockets.at(-1);
const hear = async (version) => {
  sockets.at(-1).onmessage({ data: JSON.stringify({ version }) });
  await turns();
};
const reads = () => document.querySelector("[data-clock]").textContent;

test("a refusal is shown where it was asked for, and the night one is at stands in sight", () => {
  assert.equal(document.activeElement.id, "there");
  assert.equal(rail.scrollLeft, 400);
});

test("the line is the league's, and its foot says whether the hall answers", () => {
  assert.equal(socket.address, "wss://hall.example/leagues/spring%20cup/live?short");
  socket.onclose({ code: 1006 });
  assert.equal(line.textContent, "The connection is lost; trying again.");
  socket.onopen();
  assert.equal(line.textContent, "All is saved.");
  line.remove();
  socket.onopen();
  timers.pop().act();
});

test("a forfeit clock counts to the start and from it", async () => {
  await later(0);
  assert.equal(reads(), "1:01until the start");
  await later(60);
  assert.equal(reads(), "0:01until the start");
  assert.deepEqual(asked, []);
});

test("a mark that has come is asked for at the hall, once", async () => {
  await later(1);
  assert.equal(reads(), "0:00since the start");
  await later(0.4);
  assert.deepEqual(asked, [], "half a second is left to the hall");
  answers = [{ ok: false }, { ok: false }];
  await later(0.1);
  assert.deepEqual(asked, [["/leagues/spring/desk", "text/html"]]);
  await later(300);
  assert.equal(asked.length, 1);
  assert.equal(reads(), "5:00since the start");
  await later(600);
  assert.equal(reads(), "15:00since the start");
  assert.equal(asked.length, 2);
});

test("a mark that had come before the page is not asked for", async () => {
  asked = [];
  const old = main.querySelector("[data-clock]"),
    come = clock(900);
  come.dataset.began = String(now);
  old.replaceWith(come);
  await later(5);
  assert.equal(reads(), "15:05since the start");
  assert.deepEqual(asked, []);
});

test("what others wrote comes into its place; the clocks of it begin anew", async () => {
  asked = [];
  main.querySelector("details").open = true;
  await hear(3);
  assert.deepEqual(asked, []);
  answers = [
    written(
      league(
        4,
        box("clocks", clock(30)),
        box("list", made("details", {}, "new")),
        box("form", field("theirs")),
      ),
    ),
  ];
  await hear(4);
  assert.equal(asked.length, 1);
  assert.equal(main.dataset.version, "4");
  assert.equal(main.querySelector("details").textContent, "new");
  assert.equal(main.querySelector("details").open, true, "what was open stays open");
  assert.equal(main.querySelector("input").value, "theirs");
  await later(5);
  assert.equal(reads(), "0:35since the start");
});

test("where somebody writes nothing is changed", async () => {
  const writing = async (change) => {
    const form = box(
      "form",
      field("", { id: "mine" }),
      field("", { type: "hidden" }),
      Object.assign(made("input", { type: "checkbox" }), { checked: false, defaultChecked: false }),
      made("select"),
    );
    main.replaceChildren(box("form", ...form.childNodes));
    document.activeElement = document.body;
    change(main);
    answers = [written(league(5, box("form", made("b", {}, "theirs"))))];
    main.dataset.version = "3";
    await hear(Number(main.dataset.version) + 100);
    timers.length = 0;
    return main.querySelector("b") === null;
  };
  assert.equal(await writing(() => null), false);
  assert.equal(await writing(() => main.querySelector("#mine").focus()), true);
  assert.equal(await writing(() => main.querySelector("select").focus()), true);
  assert.equal(
    await writing(() => {
      main.querySelector("#mine").value = "x";
    }),
    true,
  );
  assert.equal(
    await writing(() => {
      main.querySelector("[type=checkbox]").checked = true;
    }),
    true,
  );
  assert.equal(
    await writing(() => {
      main.querySelector("[type=checkbox]").value = "on";
    }),
    false,
  );
  assert.equal(
    await writing(() => {
      main.querySelector("[type=hidden]").value = "x";
    }),
    false,
  );
  assert.equal(await writing(() => main.querySelector("[type=hidden]").focus()), false);
});

test("a part that is new comes with the whole page, unless somebody writes on it", async () => {
  const come = async (typed) => {
    main.replaceChildren(box("form", field("", { id: "mine" })));
    document.activeElement = document.body;
    if (typed) main.querySelector("#mine").value = "x";
    answers = [written(league(6, box("form", field("")), box("champion", "The champion")))];
    await hear(500);
    timers.length = 0;
    return main.querySelector('[data-live="champion"]')?.textContent;
  };
  assert.equal(await come(true), undefined);
  assert.equal(await come(false), "The champion");
  main.replaceChildren(box("gone"), box("form"));
  answers = [written(league(6, box("form")))];
  main.append(field("x"));
  main.lastChild.value = "y";
  await hear(500);
  assert.ok(main.querySelector('[data-live="gone"]'), "a part that the newer page does not have");
});

test("while a page comes none is asked for, and what came meanwhile is asked for afterwards", async () => {
  main.replaceChildren(box("list", "old"));
  timers.length = asked.length = 0;
  let give;
  answers = [
    {
      text: () =>
        new Promise((done) => {
          give = done;
        }),
    },
  ];
  await hear(600);
  await hear(601);
  assert.equal(asked.length, 1);
  give(textOf(league(600, box("list", "newer"))));
  await turns();
  const again = timers.filter((each) => each.wait === 500);
  assert.equal(again.length, 1);
  timers.length = 0;
  answers = [written(league(601, box("list", "newest")))];
  again[0].act();
  await turns();
  assert.equal(main.textContent, "newest");
  assert.equal(timers.filter((each) => each.wait === 500).length, 0);
});

test("a page that is refused or leads elsewhere is not asked for again and again", async () => {
  timers.length = 0;
  const again = () => timers.filter((each) => each.wait === 500).length;
  for (const answer of [{ ok: false }, { redirected: true }]) {
    answers = [{ ...answer, ...written(league(700, box("list", "other"))) }];
    await hear(700);
    assert.equal(again(), 0);
    assert.equal(main.textContent, "newest");
  }
  answers = [];
  await hear(700);
  assert.equal(again(), 1, "a line that dropped is tried again");
});

// The wall of a night.
const wall = Object.assign(made("div", { id: "wall" }), { scrollHeight: 0, clientHeight: 100 }),
  title = made("p", { id: "page-title" }),
  bar = made("div", { id: "progress" }, made("i"));
const side = (name, more = {}) => ({ name, ready: true, here: [], won: 0, ...more });
const fixture = (more = {}) => ({
  sides: [side("Owls"), side("Larks")],
  clock: {
    running: false,
    elapsed: 0,
    marks: [
      { seconds: 900, loses: "game 1" },
      { seconds: 1800, loses: "all" },
    ],
  },
  games: [],
  time: "19:30",
  state: "to be played",
  through: "",
  ...more,
});
const rank = (number, more = {}) => ({
  rank: number,
  name: `Team ${number}`,
  won: 3,
  lost: 1,
  points: 40,
  against: 22,
  open: false,
  ...more,
});
const night = (more = {}) => ({
  champion: "",
  tonight: true,
  night: "Tuesday, May 5 2026",
  fixtures: [fixture()],
  places: [rank(1)],
  ...more,
});

test("the wall of a night says nothing before it hears, and turns nothing", async () => {
  page(made("div", {}, wall, title, bar));
  document.body.dataset.league = "spring cup";
  intervals.length = 0;
  await import(`${JS}/league_wall.js`);
  assert.equal(sockets.at(-1).address, "wss://hall.example/leagues/spring%20cup/live");
  await later(60);
  tellWindow("resize");
  assert.equal(wall.dataset.page, undefined);
  sockets.at(-1).onclose({ code: 1006 });
  assert.equal(document.body.getAttribute("data-lost"), "");
  timers.at(-1).act();
  sockets.at(-1).onopen();
  assert.equal(document.body.getAttribute("data-lost"), null);
});

const tell = (more) => sockets.at(-1).onmessage({ data: JSON.stringify(night(more)) });
// The wall from its first page on.
const first = async (more) => {
  tell(more);
  for (let turn = 0; turn < 9; turn++) {
    await later(12);
    if (wall.dataset.page === "0") return;
  }
};
const texts = () => wall.children.map((each) => each.textContent);

test("tonight's fixtures stand first, then the table, and round again", async () => {
  await first({
    fixtures: Array.from({ length: 4 }, () => fixture()),
    places: Array.from({ length: 8 }, (_, at) => rank(at + 1)),
  });
  const seen = [];
  for (let turn = 0; turn < 5; turn++) {
    seen.push([
      wall.dataset.page,
      title.textContent,
      wall.children.length,
      wall.classList.contains("many"),
      wall.querySelectorAll("tr").length,
    ]);
    await later(12);
  }
  assert.deepEqual(seen, [
    ["0", "Tonight, Tuesday, May 5", 3, true, 0],
    ["1", "Tonight, Tuesday, May 5", 1, false, 0],
    ["2", "Table", 1, false, 8],
    ["3", "Table", 1, false, 2],
    ["0", "Tonight, Tuesday, May 5", 3, true, 0],
  ]);
  await first({ tonight: false });
  assert.equal(title.textContent, "Next, Tuesday, May 5");
  await first({ fixtures: [], places: [] });
  assert.deepEqual([title.textContent, wall.textContent], ["", "The season has not begun."]);
});

test("a page has its time, and the bar says how much of it is gone", async () => {
  await first({});
  await later(3);
  assert.equal(bar.firstChild.style.width, "25%");
  await later(8.9);
  assert.equal(wall.dataset.page, "0");
  await later(0.1);
  assert.equal(wall.dataset.page, "1");
  assert.equal(bar.firstChild.style.width, "100%");
  await later(30);
  assert.equal(bar.firstChild.style.width, "100%");
});

test("a fixture says its time, its score, what is played and who goes on", async () => {
  const said = async (more) => {
    await first({ fixtures: [fixture(more)] });
    return texts()[0];
  };
  assert.equal(await said({}), "OwlsLarks19:30to be played");
  const sides = [side("Owls", { won: 2 }), side("Larks", { won: 1 })];
  assert.equal(
    await said({
      sides,
      games: [
        { number: 1, score: [10, 7], state: "in" },
        { number: 2, score: null, state: "playing" },
      ],
    }),
    "OwlsLarks2–1game 2",
  );
  assert.equal(
    await said({ sides, games: [{ number: 1, score: null, state: "playing" }] }),
    "OwlsLarks2–1game 1",
  );
  assert.equal(
    await said({ sides, games: [{ number: 1, score: [10, 7], state: "in" }], state: "played" }),
    "OwlsLarks2–1played",
  );
  assert.equal(
    await said({ sides, games: [{ number: 1, score: null, state: "in" }] }),
    "OwlsLarks19:30to be played",
  );
  assert.equal(await said({ sides, through: "Owls" }), "OwlsLarks19:30Owls goes on");
});

test("while a team is waited for the clock stands there with the next mark, and who is here", async () => {
  const sides = [side("Owls", { ready: false }), side("Larks", { ready: false, here: ["Al", "Bo"] })];
  const said = (elapsed, more = {}) => {
    tell({
      fixtures: [fixture({ sides, ...more, clock: { ...fixture().clock, running: true, elapsed } })],
    });
    return texts()[0];
  };
  await first({});
  assert.equal(said(0), "Owls – not hereLarks – 2 here0:0015:00: game 1 lost");
  assert.deepEqual(
    wall.querySelectorAll("p").map((each) => each.className),
    ["absent", "absent", "clock", "note"],
  );
  assert.equal(said(-1), "OwlsLarks19:30to be played");
  assert.equal(said(899), "Owls – not hereLarks – 2 here14:5915:00: game 1 lost");
  assert.equal(said(900), "Owls – not hereLarks – 2 here15:0030:00: all lost");
  assert.equal(said(1800), "Owls – not hereLarks – 2 here30:00all marks passed");
  assert.equal(said(60, { sides: [side("Owls"), sides[1]] }), "OwlsLarks – 2 here1:0015:00: game 1 lost");
  await later(2);
  assert.match(texts()[0], /1:0215:00/);
});

test("while a mark is less than a minute away the fixtures stay", async () => {
  const stays = async (elapsed, running = true) => {
    await first({});
    tell({ fixtures: [fixture({ clock: { ...fixture().clock, running, elapsed: elapsed - 12 } })] });
    await later(12);
    return wall.dataset.page === "0";
  };
  assert.equal(await stays(841), true);
  assert.equal(await stays(840), false);
  assert.equal(await stays(899), true);
  assert.equal(await stays(900), false);
  assert.equal(await stays(870, false), false);
});

test("the table has a row for each team, with a sign where a place is open", async () => {
  await first({
    fixtures: [],
    places: [
      rank(1, { open: true }),
      rank(null, { name: "New", won: null, lost: 0, points: undefined, against: 0 }),
    ],
  });
  const rows = wall
    .querySelectorAll("tr")
    .map((row) => row.children.map((cell) => cell.textContent).join("|"));
  assert.deepEqual(rows, ["|Team|Won|Lost|Points", "1=|Team 1|3|1|40–22", "–|New|0|0|0–0"]);
  assert.deepEqual(
    wall.querySelectorAll("th").map((each) => each.className),
    ["n", "team", "n", "n", "n"],
  );
});

test("at the end the champion stands there instead of fixtures", async () => {
  await first({ champion: "Owls" });
  assert.deepEqual([title.textContent, wall.textContent], ["Champion", "ChampionOwls"]);
  await later(12);
  assert.equal(title.textContent, "Table");
});

test("where names take more room fewer stand on a page, one at least, until it is measured anew", async () => {
  Object.defineProperty(wall, "scrollHeight", { configurable: true, get: () => 51 * wall.children.length });
  await first({ fixtures: Array.from({ length: 3 }, () => fixture()) });
  assert.equal(wall.children.length, 1, "two of 51 are more than a page of 100 has room for");
  wall.clientHeight = 101;
  tellWindow("resize");
  assert.equal(wall.children.length, 2, "and 102 are one too many, which nobody sees");
  wall.clientHeight = 10;
  tell({ fixtures: [fixture()] });
  assert.equal(wall.children.length, 1);
  wall.clientHeight = 1000;
  tell({ fixtures: Array.from({ length: 3 }, () => fixture()) });
  assert.equal(wall.children.length, 3);
});
