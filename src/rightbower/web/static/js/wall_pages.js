// The pages of the wall, each one idea, made from the event's state; how much fits is measured.
import { el } from "./dom.js";
import { filled } from "./language.js";
import { podium } from "./wall_podium.js";

/** @typedef {import("./walls").Snapshot} Snapshot */
/** @typedef {import("./walls").WallWords} Words */
/** @typedef {import("./walls").Standing} Standing */
/** @typedef {() => HTMLElement} Row */
/**
 * A page of the wall: its title and what stands beside it, how it is made, and how it is shown.
 * @typedef {{ title: string, part?: string, make: () => HTMLElement, big?: boolean, roomy?: boolean,
 *   dense?: boolean, celebrates?: boolean }} Page
 */
/**
 * How much fits on the wall.
 * @typedef {{ seats: () => { columns: number, rows: number },
 *   fits: (rows: Row[], className: string, head: Row | null) => number }} Room
 */
/** @typedef {{ code: string, address: string, event: string }} Known */
/**
 * Somebody in the list of names.
 * @typedef {{ surname: string, first: string, table: string | number, mark: string, colour: string,
 *   partner: string }} Seated
 */

const MOST_OF_STANDINGS = 4,
  MOST_STEPS = 3,
  LONGEST_TEXT = 420;
/** @param {string[]} list */
const names = (list) => list.join(" & ") || "—";
/** @param {string} text @param {{ className?: string }} [options] */
const fit = (text, options = {}) =>
  el("span", { ...options, className: `fit ${options.className || ""}`, text });
/** @param {string} className @param {...HTMLElement} cells */
const row = (className, ...cells) => el("div", { className: `row ${className}` }, ...cells);

/** @param {Snapshot} state @returns {Page} */
function clockPage({ words }) {
  return {
    title: words.round,
    big: true,
    roomy: true,
    make: () =>
      el(
        "div",
        { className: "middle" },
        el("p", { className: "huge", data: { part: "big" } }),
        ...words.tables_in.map((text) => el("p", { className: "large", text })),
      ),
  };
}

/** @param {Words} words @param {number} number @param {number} count */
const pageOf = (words, number, count) => (count > 1 ? filled(words.page, { number: number + 1, count }) : "");

/** Rows are cut into pages as they fit, and then shared out evenly.
 * @param {Words} words @param {Row[]} rows @param {Room} room @param {string} className
 * @param {Row | null} head @param {(rows: Row[], part: string) => Page} page
 */
function paged(words, rows, room, className, head, page) {
  const most = room.fits(rows, className, head);
  const count = Math.max(1, Math.ceil(rows.length / most));
  const each = Math.ceil(rows.length / count);
  return Array.from({ length: count }, (_, number) =>
    page(rows.slice(number * each, (number + 1) * each), pageOf(words, number, count)),
  );
}

/** @param {Snapshot} state @param {Room} room */
function seatingByTable(state, room) {
  const rows = state.tables.map(
    (table) => () =>
      row(
        "",
        el("span", { className: "number", text: table.number }),
        fit(names(table.names[0])),
        fit(table.state === "bye" ? state.words.no_game : names(table.names[1])),
      ),
  );
  const head = () => row("head", el("span"), fit(state.sides[0]), fit(state.sides[1]));
  return paged(state.words, rows, room, "rows seats", head, (some, part) => ({
    title: state.words.by_table,
    part,
    make: () => el("div", { className: "rows seats" }, head(), ...some.map((one) => one())),
  }));
}

/** Everybody by surname with table, side and partner; as many columns as make one full page.
 * @param {Snapshot} state @param {Room} room @returns {Page[]}
 */
function seatingByName(state, room) {
  const everyone = people(state),
    most = room.seats();
  const count = Math.max(1, Math.ceil(everyone.length / (most.columns * most.rows)));
  const each = Math.ceil(everyone.length / count);
  return Array.from({ length: count }, (_, number) => {
    const some = everyone.slice(number * each, (number + 1) * each);
    const letters = `${some[0]?.surname.slice(0, 3)} – ${some.at(-1)?.surname.slice(0, 3)}`,
      part = pageOf(state.words, number, count);
    return {
      title: state.words.by_name,
      dense: true,
      part: part && `${part} · ${letters}`,
      make: () => seatGrid(some, most),
    };
  });
}

// A long surname keeps its size, and the first name goes to the second line.
const LONG_NAME = 17;
/** @param {Seated} one */
function called({ surname, first, partner }) {
  const long = surname.length + first.length > LONG_NAME;
  const under = long ? [first, partner].filter(Boolean).join(", ") : partner;
  return [
    el("div", { className: "n fit" }, el("b", { text: surname }), long ? "" : ` ${first}`),
    under ? el("div", { className: "m fit", text: under }) : "",
  ];
}

/** @param {Seated[]} some @param {{ rows: number }} most */
function seatGrid(some, most) {
  const rows = Math.max(5, Math.min(most.rows, Math.ceil(some.length / Math.ceil(some.length / most.rows))));
  const box = el(
    "div",
    { className: "seating" },
    ...some.map((one) =>
      el(
        "div",
        { className: "seat" },
        el("span", { className: "t", text: one.table }),
        el("span", { className: `s ${one.colour}`, text: one.mark }),
        el("div", { className: "who" }, ...called(one)),
      ),
    ),
  );
  box.style.gridTemplateRows = `repeat(${rows}, minmax(0, 1fr))`;
  box.style.gridTemplateColumns = `repeat(${Math.max(1, Math.ceil(some.length / rows))}, minmax(0, 1fr))`;
  return box;
}

/** Where a table would have its number. */
const OF_THREE = "3×";

/** @param {Snapshot} state */
function people(state) {
  /** @type {Seated[]} */
  const found = [];
  /**
   * @param {string} name
   * @param {string | number} table
   * @param {number | null} place
   * @param {string[]} side
   */
  const add = (name, table, place, side) => {
    const words = name.replace(/ \([^)]*\)$/u, "").split(" "),
      mates = side.filter((other) => other !== name);
    found.push({
      surname: words.at(-1) ?? "",
      first: words.slice(0, -1).join(" "),
      table,
      mark: place === null ? "" : state.marks[place],
      colour: place === null ? "out" : state.marks[place] === "♥" ? "red" : "black",
      partner:
        place === null && table !== OF_THREE
          ? state.words.sitting
          : mates.length
            ? filled(state.words.mates, { mates: mates.join(" & ") })
            : "",
    });
  };
  for (const table of state.tables)
    table.names.forEach((side, place) =>
      side.forEach((name) =>
        table.state === "bye" ? add(name, "–", null, side) : add(name, table.number, place, side),
      ),
    );
  for (const three of state.threes ?? []) for (const one of three) add(one, OF_THREE, null, three);
  for (const pair of state.byes) for (const one of pair) add(one, "–", null, pair);
  return found.sort((one, other) =>
    `${one.surname} ${one.first}`.localeCompare(`${other.surname} ${other.first}`),
  );
}

/** How far somebody has moved. @param {Words} words @param {number | null | undefined} moved */
export function arrow(words, moved) {
  if (moved === null || moved === undefined) return el("span");
  if (moved > 0)
    return el("span", {
      className: "up",
      text: `▲${moved}`,
      "aria-label": filled(words.up, { places: moved }),
    });
  if (moved < 0)
    return el("span", {
      className: "down",
      text: `▼${-moved}`,
      "aria-label": filled(words.down, { places: -moved }),
    });
  return el("span", { className: "level", text: "=", "aria-label": words.level });
}

/** What is counted of a place, and what that is called.
 * @param {Snapshot} state @param {Standing} place @returns {[number, string]}
 */
const counted = ({ words }, place) => [
  place[/** @type {"won" | "points" | "event_points"} */ (words.figure)],
  words.unit,
];

/** @param {Snapshot} state @param {Room} room */
function standings(state, room) {
  const places = state.places.filter((place) => place.rank !== null);
  const rows = places.map((place) => () => {
    const [figure, unit] = counted(state, place);
    return row(
      "",
      fit(`${place.rank}${place.shared || place.open ? "=" : ""}`, { className: "rank" }),
      fit(place.name),
      el("span", { className: "moved" }, arrow(state.words, place.moved)),
      el("span", { className: "figure", text: `${figure} ` }, el("small", { text: unit })),
    );
  });
  const made = paged(state.words, rows, room, "rows standings", null, (some, part) => ({
    title: state.words.standings,
    part,
    make: () => el("div", { className: "rows standings" }, ...some.map((one) => one())),
  }));
  // In mid-event the first places are what people look for; everybody's stand on the phones.
  return state.stage.startsWith("finish") ? made : made.slice(0, MOST_OF_STANDINGS);
}

/** @param {Snapshot} state @param {Room} room */
function prizes(state, room) {
  const rows = state.awards.map(
    (award) => () => row("", fit(award.winners.join(", ")), el("small", { text: award.says })),
  );
  if (!rows.length) return [];
  return paged(state.words, rows, room, "rows prizes", null, (some, part) => ({
    title: state.words.prizes,
    part,
    make: () => el("div", { className: "rows prizes" }, ...some.map((one) => one())),
  }));
}

/** What is still to be decided; a long list of names is set smaller, and goes on to a next page.
 * @param {Snapshot} state
 */
function steps(state) {
  return state.steps.slice(0, MOST_STEPS).flatMap((says) => {
    /** @type {string[]} */
    const parts = [];
    for (const word of says.split(" ")) {
      const last = parts.at(-1);
      if (last === undefined || last.length + word.length > LONGEST_TEXT) parts.push(word);
      else parts[parts.length - 1] = `${last} ${word}`;
    }
    const size = says.length <= 160 ? "large" : says.length <= 300 ? "medium" : "small";
    return parts.map((text, number) => ({
      title: state.words.steps,
      part: pageOf(state.words, number, parts.length),
      make: () => el("div", { className: "middle" }, el("p", { className: size, text })),
    }));
  });
}

/** Results that are in and do not count yet, so that those who wait for each other see it.
 * @param {Snapshot} state @param {Room} room
 */
function uncounted(state, room) {
  if (!state.waiting.length) return [];
  const rows = state.waiting.map(
    (one) => () =>
      row("", el("span", { className: "number", text: one.table }), fit(one.game), fit(one.says)),
  );
  return paged(state.words, rows, room, "rows seats", null, (some, part) => ({
    title: state.words.uncounted,
    part,
    make: () => el("div", { className: "rows seats" }, ...some.map((one) => one())),
  }));
}

/** @param {Snapshot} state @param {Known} known @returns {Page} */
function joining({ words }, { code, address, event }) {
  return {
    title: words.welcome,
    roomy: true,
    make: () =>
      el(
        "div",
        { className: address ? "joining" : "middle" },
        ...(address
          ? [el("img", { src: `/events/${encodeURIComponent(event)}/qr.svg`, alt: words.picture })]
          : []),
        el(
          "div",
          {},
          ...(address
            ? [
                el("p", { className: "large", text: words.invites }),
                el("p", { text: filled(words.scan, { address }) }),
                el("p", { className: "code fit", text: code }),
              ]
            : []),
          el("p", { className: address ? "" : "large", text: words.here }),
        ),
      ),
  };
}

/** @param {Snapshot} state @returns {Page} */
function waiting({ words }) {
  return {
    title: words.over,
    roomy: true,
    make: () => el("div", { className: "middle" }, el("p", { className: "large", text: words.then })),
  };
}

/** Seating by table and by name, turn about, so that nobody waits long for either list.
 * @param {Page[]} one @param {Page[]} other
 */
function alternate(one, other) {
  return Array.from({ length: Math.max(one.length, other.length) }, (_, place) => [one[place], other[place]])
    .flat()
    .filter(Boolean);
}

/** All pages for the event as it stands. @param {Snapshot} state @param {Room} room @param {Known} known */
export function pagesOf(state, room, known) {
  const seating = () => alternate(seatingByName(state, room), seatingByTable(state, room));
  switch (state.stage) {
    case "check-in":
      return [joining(state, known)];
    case "round": {
      if (!state.clock) return [...seating(), ...uncounted(state, room)];
      return [
        clockPage(state),
        ...uncounted(state, room),
        ...seating(),
        ...(state.round > 1 ? standings(state, room) : []),
      ];
    }
    case "between":
      return [waiting(state), ...uncounted(state, room), ...standings(state, room)];
    case "finish":
      return [waiting(state), ...uncounted(state, room), ...steps(state), ...standings(state, room)];
    default:
      return [...podium(state, counted), ...prizes(state, room), ...standings(state, room)];
  }
}
