// The pages of the wall, each one idea, made from the event's state; how much fits is measured.
import { el } from "./dom.js";
import { filled } from "./language.js";
import { podium } from "./wall_podium.js";

const MOST_OF_STANDINGS = 4,
  MOST_STEPS = 3,
  LONGEST_TEXT = 420;
const names = (list) => list.join(" & ") || "—";
const fit = (text, options = {}) =>
  el("span", { ...options, className: `fit ${options.className || ""}`, text });
const row = (className, ...cells) => el("div", { className: `row ${className}` }, ...cells);

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

const pageOf = (words, number, count) => (count > 1 ? filled(words.page, { number: number + 1, count }) : "");

// Rows are cut into pages as they fit, and then shared out evenly.
function paged(words, rows, room, className, head, page) {
  const most = room.fits(rows, className, head);
  const count = Math.max(1, Math.ceil(rows.length / most));
  const each = Math.ceil(rows.length / count);
  return Array.from({ length: count }, (_, number) =>
    page(rows.slice(number * each, (number + 1) * each), pageOf(words, number, count)),
  );
}

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

// Everybody by surname with table, side and partner; as many columns as make one full page.
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
function called({ surname, first, partner }) {
  const long = surname.length + first.length > LONG_NAME;
  const under = long ? [first, partner].filter(Boolean).join(", ") : partner;
  return [
    el("div", { className: "n fit" }, el("b", { text: surname }), long ? "" : ` ${first}`),
    under ? el("div", { className: "m fit", text: under }) : "",
  ];
}

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

function people(state) {
  const found = [];
  const add = (name, table, place, side) => {
    const words = name.split(" "),
      mates = side.filter((other) => other !== name);
    found.push({
      surname: words.at(-1),
      first: words.slice(0, -1).join(" "),
      table,
      mark: place === null ? "" : state.marks[place],
      colour: place === null ? "out" : state.marks[place] === "♥" ? "red" : "black",
      partner:
        place === null
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
  for (const pair of state.byes) for (const one of pair) add(one, "–", null, pair);
  return found.sort((one, other) =>
    `${one.surname} ${one.first}`.localeCompare(`${other.surname} ${other.first}`),
  );
}

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

const counted = ({ words }, place) => [place[words.figure], words.unit];

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

// What is still to be decided; a long list of names is set smaller, and goes on to a next page.
function steps(state) {
  return state.steps.slice(0, MOST_STEPS).flatMap((says) => {
    const parts = says.split(" ").reduce((some, word) => {
      if (!some.length || some.at(-1).length + word.length > LONGEST_TEXT) some.push(word);
      else some[some.length - 1] += ` ${word}`;
      return some;
    }, []);
    const size = says.length <= 160 ? "large" : says.length <= 300 ? "medium" : "small";
    return parts.map((text, number) => ({
      title: state.words.steps,
      part: pageOf(state.words, number, parts.length),
      make: () => el("div", { className: "middle" }, el("p", { className: size, text })),
    }));
  });
}

// Results that are in and do not count yet, so that those who wait for each other see it.
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

function joining({ words }, { code, address, event }) {
  return {
    title: words.welcome,
    roomy: true,
    make: () =>
      el(
        "div",
        { className: "joining" },
        el("img", { src: `/events/${encodeURIComponent(event)}/qr.svg`, alt: words.picture }),
        el(
          "div",
          {},
          el("p", { className: "large", text: words.invites }),
          el("p", { text: filled(words.scan, { address }) }),
          el("p", { className: "code fit", text: code }),
          el("p", { text: words.here }),
        ),
      ),
  };
}

function waiting({ words }) {
  return {
    title: words.over,
    roomy: true,
    make: () => el("div", { className: "middle" }, el("p", { className: "large", text: words.then })),
  };
}

// Seating by table and by name, turn about, so that nobody waits long for either list.
function alternate(one, other) {
  return Array.from({ length: Math.max(one.length, other.length) }, (_, place) => [one[place], other[place]])
    .flat()
    .filter(Boolean);
}

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
