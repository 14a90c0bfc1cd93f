// The wall of a league night: tonight's fixtures with the forfeit clock, then the table, page by page.
import { el, first } from "./dom.js";
import { clockTime } from "./clock.js";
import { Line } from "./connection.js";

/** @typedef {import("./walls").LeagueSnapshot} League */
/** @typedef {import("./walls").FixtureView} Fixture */
/** @typedef {{ title: string, part?: "fixtures" | "places", draw: () => HTMLElement[] }} Page */

const PAGE_SECONDS = 12;
const MOST = { fixtures: 3, places: 7 };
const wall = /** @type {HTMLElement} */ (first("#wall"));
const title = /** @type {HTMLElement} */ (first("#page-title"));
const bar = /** @type {HTMLElement} */ (first("#progress i"));
let fit = { ...MOST };
/** @type {League | null} */
let state = null;
let heard = 0;
let at = 0;
let turned = performance.now();

/** Seconds since a fixture's start. @param {Fixture} fixture */
const since = (fixture) => fixture.clock.elapsed + (performance.now() - heard) / 1000;
/** @template T @param {T[]} list @param {number} size */
const chunks = (list, size) =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, n) => list.slice(n * size, n * size + size));

function pages() {
  if (!state) return [];
  /** @type {Page[]} */
  const found = [];
  const { champion } = state;
  if (champion) found.push({ title: "Champion", draw: () => [winner(champion)] });
  else
    for (const part of chunks(state.fixtures, fit.fixtures))
      found.push({
        title: `${state.tonight ? "Tonight" : "Next"}, ${state.night.replace(/ \d{4}$/, "")}`,
        part: "fixtures",
        draw: () => fixtures(part),
      });
  for (const part of chunks(state.places, fit.places))
    found.push({ title: "Table", part: "places", draw: () => table(part) });
  const empty = () => [el("p", { className: "empty", text: "The season has not begun." })];
  return found.length ? found : [{ title: "", draw: empty }];
}

/** @param {Fixture[]} part */
function fixtures(part) {
  return part.map((fixture) => {
    const waiting = fixture.clock.running && since(fixture) >= 0;
    const names = fixture.sides.map((side) => {
      if (!waiting || side.ready) return el("p", { text: side.name });
      const count = side.here.length ? ` – ${side.here.length} here` : " – not here";
      return el(
        "p",
        { className: "absent", text: side.name },
        el("span", { className: "here", text: count }),
      );
    });
    const figure = el("div", { className: "figure" });
    if (waiting) {
      const next = fixture.clock.marks.find((mark) => mark.seconds > since(fixture));
      figure.append(
        el("p", { className: "clock", text: clockTime(since(fixture)) }),
        el("p", {
          className: "note",
          text: next ? `${clockTime(next.seconds)}: ${next.loses} lost` : "all marks passed",
        }),
      );
    } else {
      const begun = fixture.games.some((game) => game.score || game.state === "playing");
      figure.append(
        el("p", {
          className: "score",
          text: begun ? `${fixture.sides[0].won}–${fixture.sides[1].won}` : fixture.time,
        }),
      );
      const playing = fixture.games.find((game) => game.state === "playing");
      const note = playing
        ? `game ${playing.number}`
        : fixture.through
          ? `${fixture.through} goes on`
          : fixture.state;
      figure.append(el("p", { className: "note", text: note }));
    }
    return el("section", { className: "wall-fixture" }, el("div", { className: "names" }, ...names), figure);
  });
}

/** @param {League["places"]} part */
function table(part) {
  const head = el(
    "tr",
    {},
    ...["", "Team", "Won", "Lost", "Points"].map((text, n) =>
      el("th", { text, scope: "col", className: n === 1 ? "team" : "n" }),
    ),
  );
  const rows = part.map((place) =>
    el(
      "tr",
      {},
      el("td", {
        className: "n",
        text: place.rank === null ? "–" : `${place.rank}${place.open ? "=" : ""}`,
      }),
      el("td", { className: "team", text: place.name }),
      el("td", { className: "n", text: place.won || 0 }),
      el("td", { className: "n", text: place.lost || 0 }),
      el("td", { className: "n", text: `${place.points || 0}–${place.against || 0}` }),
    ),
  );
  return [el("table", { className: "wall-table" }, el("thead", {}, head), el("tbody", {}, ...rows))];
}

/** @param {string} name */
const winner = (name) =>
  el(
    "div",
    { className: "champion" },
    el("p", { text: "Champion" }),
    el("p", { className: "who", text: name }),
  );

function show() {
  const all = pages();
  if (!all.length) return;
  at %= all.length;
  title.textContent = all[at].title;
  wall.replaceChildren(...all[at].draw());
  wall.classList.toggle("many", wall.children.length > 1);
  wall.dataset.page = String(at);
  // Long names take two lines; then fewer stand on a page, and none is cut.
  const { part } = all[at];
  if (part && fit[part] > 1 && wall.scrollHeight > wall.clientHeight + 1) {
    fit[part] -= 1;
    show();
  }
}
addEventListener("resize", () => {
  fit = { ...MOST };
  show();
});

// Held on the fixtures while a mark is less than a minute away.
const pressing = () =>
  state &&
  state.fixtures.some(
    (fixture) =>
      fixture.clock.running &&
      fixture.clock.marks.some((mark) => {
        const left = mark.seconds - since(fixture);
        return left > 0 && left < 60;
      }),
  );

setInterval(() => {
  if (!state) return;
  const passed = (performance.now() - turned) / 1000;
  if (passed >= PAGE_SECONDS) {
    turned = performance.now();
    at = pressing() ? 0 : at + 1;
  }
  bar.style.width = `${Math.min(100, (100 * passed) / PAGE_SECONDS)}%`;
  show();
}, 250);

new Line(`/leagues/${encodeURIComponent(document.body.dataset.league ?? "")}/live`, {
  heard: (news) => {
    fit = { ...MOST };
    state = news;
    heard = performance.now();
    show();
  },
  status: (what) => document.body.toggleAttribute("data-lost", what !== "open"),
});
