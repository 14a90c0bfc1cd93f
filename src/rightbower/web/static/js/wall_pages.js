// The pages of the wall, each one idea, made from the event's state; how much fits is measured.
import { el, filled } from "./dom.js";
import { podium } from "./wall_podium.js";

const MOST_OF_STANDINGS = 4, MOST_STEPS = 3, LONGEST_TEXT = 420;
const names = (list) => list.join(" & ") || "—";
const fit = (text, options = {}) => el("span", { ...options, className: `fit ${options.className || ""}`, text });
const row = (className, ...cells) => el("div", { className: `row ${className}` }, ...cells);

function clockPage(state) {
  const missing = state.tables.filter((table) => ["playing", "entered", "disputed"].includes(table.state));
  const games = state.tables.filter((table) => table.state !== "bye");
  const words = missing.length
    ? [`${games.length - missing.length} of ${games.length} tables are in`]
    : ["All tables are in"];
  const few = missing.length && missing.length < games.length && missing.length <= 8;
  if (few) words.push(`Still playing: ${missing.map((table) => table.number).join(", ")}`);
  return {
    title: `Round ${state.round}${state.rounds ? ` of ${state.rounds}` : ""}`, big: true, roomy: true,
    make: () => el("div", { className: "middle" }, el("p", { className: "huge", data: { part: "big" } }), ...words.map((text) => el("p", { className: "large", text }))),
  };
}

// Rows are cut into pages as they fit, and then shared out evenly.
function paged(rows, room, className, head, page) {
  const most = room.fits(rows, className, head);
  const count = Math.max(1, Math.ceil(rows.length / most));
  const each = Math.ceil(rows.length / count);
  return Array.from({ length: count }, (_, number) => page(rows.slice(number * each, (number + 1) * each), count > 1 ? `${number + 1} of ${count}` : ""));
}

function seatingByTable(state, room) {
  const rows = state.tables.map((table) => () => row("", el("span", { className: "number", text: table.number }), fit(names(table.names[0])), fit(table.state === "bye" ? "no game" : names(table.names[1]))));
  const head = () => row("head", el("span"), fit(state.sides[0]), fit(state.sides[1]));
  return paged(rows, room, "rows seats", head, (some, part) => ({
    title: `Round ${state.round}: tables`, part,
    make: () => el("div", { className: "rows seats" }, head(), ...some.map((one) => one())),
  }));
}

// Everybody by surname with table, side and partner; as many columns as make one full page.
function seatingByName(state, room) {
  const everyone = people(state), most = room.seats();
  const count = Math.max(1, Math.ceil(everyone.length / (most.columns * most.rows)));
  const each = Math.ceil(everyone.length / count);
  return Array.from({ length: count }, (_, number) => {
    const some = everyone.slice(number * each, (number + 1) * each);
    const letters = `${some[0]?.surname.slice(0, 3)} – ${some.at(-1)?.surname.slice(0, 3)}`;
    return { title: `Round ${state.round}: find your seat`, dense: true, part: count > 1 ? `${number + 1} of ${count} · ${letters}` : "", make: () => seatGrid(some, most) };
  });
}

// A long surname keeps its size, and the first name goes to the second line.
const LONG_NAME = 17;
function called({ surname, first, partner }) {
  const long = surname.length + first.length > LONG_NAME;
  const under = long ? [first, partner].filter(Boolean).join(", ") : partner;
  return [el("div", { className: "n fit" }, el("b", { text: surname }), long ? "" : ` ${first}`), under ? el("div", { className: "m fit", text: under }) : ""];
}

function seatGrid(some, most) {
  const rows = Math.max(5, Math.min(most.rows, Math.ceil(some.length / Math.ceil(some.length / most.rows))));
  const box = el("div", { className: "seating" }, ...some.map((one) => el("div", { className: "seat" },
    el("span", { className: "t", text: one.table }), el("span", { className: `s ${one.colour}`, text: one.mark }),
    el("div", { className: "who" }, ...called(one)))));
  box.style.gridTemplateRows = `repeat(${rows}, minmax(0, 1fr))`;
  box.style.gridTemplateColumns = `repeat(${Math.max(1, Math.ceil(some.length / rows))}, minmax(0, 1fr))`;
  return box;
}

function people(state) {
  const found = [];
  const add = (name, table, place, side) => {
    const words = name.split(" "), mates = side.filter((other) => other !== name);
    found.push({
      surname: words.at(-1), first: words.slice(0, -1).join(" "), table, mark: place === null ? "" : state.marks[place],
      colour: place === null ? "out" : state.marks[place] === "♥" ? "red" : "black", partner: place === null ? state.words.sitting : mates.length ? filled(state.words.mates, { mates: mates.join(" & ") }) : "",
    });
  };
  for (const table of state.tables) table.names.forEach((side, place) => side.forEach((name) => (table.state === "bye" ? add(name, "–", null, side) : add(name, table.number, place, side))));
  for (const pair of state.byes) for (const one of pair) add(one, "–", null, pair);
  return found.sort((one, other) => `${one.surname} ${one.first}`.localeCompare(`${other.surname} ${other.first}`));
}

export function arrow(moved) {
  if (moved === null || moved === undefined) return el("span");
  if (moved > 0) return el("span", { className: "up", text: `▲${moved}`, "aria-label": `up ${moved}` });
  if (moved < 0) return el("span", { className: "down", text: `▼${-moved}`, "aria-label": `down ${-moved}` });
  return el("span", { className: "level", text: "=", "aria-label": "as before" });
}

function counted(state, place) {
  if (state.counts === "event points") return [place.event_points, "points"];
  if (state.counts === "points made") return [place.points, "points"];
  return [place.won, "won"];
}

function standings(state, room) {
  const places = state.places.filter((place) => place.rank !== null);
  const rows = places.map((place) => () => {
    const [figure, unit] = counted(state, place);
    return row("", fit(`${place.rank}${place.shared || place.open ? "=" : ""}`, { className: "rank" }), fit(place.name),
      el("span", { className: "moved" }, arrow(place.moved)), el("span", { className: "figure", text: `${figure} ` }, el("small", { text: unit })));
  });
  const made = paged(rows, room, "rows standings", null, (some, part) => ({
    title: state.stage === "finished" ? "Final results" : "Standings", part,
    make: () => el("div", { className: "rows standings" }, ...some.map((one) => one())),
  }));
  // In mid-event the first places are what people look for; everybody's stand on the phones.
  return state.stage.startsWith("finish") ? made : made.slice(0, MOST_OF_STANDINGS);
}

// What somebody won, in words; the clauses are on the phones.
const won = (award) => award.prizes.join(" and ");

function prizes(state, room) {
  const rows = state.awards.map((award) => () => row("", fit(award.winners.join(", ")), el("small", { text: won(award) + (award.each ? ` · ${(award.each / 100).toFixed(2)}${award.winners.length > 1 ? " each" : ""}` : "") })));
  if (!rows.length) return [];
  return paged(rows, room, "rows prizes", null, (some, part) => ({ title: "Prizes", part, make: () => el("div", { className: "rows prizes" }, ...some.map((one) => one())) }));
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
      title: "Still to be parted", part: parts.length > 1 ? `${number + 1} of ${parts.length}` : "",
      make: () => el("div", { className: "middle" }, el("p", { className: size, text })),
    }));
  });
}

// Results that are in and do not count yet, so that those who wait for each other see it.
function uncounted(state, room) {
  if (!state.waiting.length) return [];
  const says = { entered: "the other side confirms", disputed: "disputed" };
  const rows = state.waiting.map((one) => () => row("", el("span", { className: "number", text: one.table }),
    fit(`${one.round === state.round ? "" : `Round ${one.round}: `}${one.names.map(names).join(" – ")}`), fit(`${one.points.join("–")}, ${says[one.state]}`)));
  return paged(rows, room, "rows seats", null, (some, part) => ({ title: "Not counted yet", part, make: () => el("div", { className: "rows seats" }, ...some.map((one) => one())) }));
}

function joining(state, { code, address, event }) {
  const expected = state.entered - state.here;
  return {
    title: "Welcome", roomy: true,
    make: () => el("div", { className: "joining" }, el("img", { src: `/events/${encodeURIComponent(event)}/qr.svg`, alt: "Scan this with your phone" }),
      el("div", {}, el("p", { className: "large", text: state.door ? "Put yourself on the list" : "Follow it on your phone" }), el("p", { text: `Scan, or open ${address} and type` }), el("p", { className: "code fit", text: code }),
        el("p", { text: `${state.here} here${expected > 0 ? `, ${expected} expected` : ""}` }))),
  };
}

function waiting(state) {
  return { title: `Round ${state.round} is over`, roomy: true, make: () => el("div", { className: "middle" }, el("p", { className: "large", text: state.stage === "finish" ? "That was the last round." : "Stay near: the next round is seated soon." })) };
}

// Seating by table and by name, turn about, so that nobody waits long for either list.
function alternate(one, other) {
  const both = [];
  for (let place = 0; place < Math.max(one.length, other.length); place++) both.push(...[one[place], other[place]].filter(Boolean));
  return both;
}

export function pagesOf(state, room, known) {
  const seating = () => alternate(seatingByName(state, room), seatingByTable(state, room));
  switch (state.stage) {
    case "check-in": return [joining(state, known)];
    case "round": {
      if (!state.clock) return [...seating(), ...uncounted(state, room)];
      return [clockPage(state), ...uncounted(state, room), ...seating(), ...(state.round > 1 ? standings(state, room) : [])];
    }
    case "between": return [waiting(state), ...uncounted(state, room), ...standings(state, room)];
    case "finish": return [waiting(state), ...uncounted(state, room), ...steps(state), ...standings(state, room)];
    default: return [...podium(state, counted, won), ...prizes(state, room), ...standings(state, room)];
  }
}
