// The pages of the wall, each one idea, made from the event's state; how much fits is measured.
import { el } from "./dom.js";

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

function people(state) {
  const found = [];
  for (const table of state.tables)
    table.names.forEach((side, place) => side.forEach((name) => found.push([name, table.state === "bye" ? "–" : table.number, table.state === "bye" ? "out" : state.sides[place]])));
  for (const name of state.byes) for (const one of name.split(" & ")) found.push([one, "–", "out"]);
  return found.sort((one, other) => one[0].localeCompare(other[0]));
}

function seatingByName(state, room) {
  const everyone = people(state), columns = room.columns();
  const rows = everyone.map(([name, table]) => () => row("", fit(name), el("span", { className: "number", text: table })));
  const deep = room.fits(rows, "columns", null, columns), most = columns * deep;
  const count = Math.max(1, Math.ceil(rows.length / most)), each = Math.ceil(rows.length / count);
  return Array.from({ length: count }, (_, number) => {
    const from = number * each, some = rows.slice(from, from + each), last = from + some.length - 1;
    const letters = `${everyone[from][0].slice(0, 3)} – ${everyone[last][0].slice(0, 3)}`;
    return { title: `Round ${state.round}: names`, part: count > 1 ? `${number + 1} of ${count} · ${letters}` : "", make: () => grid(some, columns) };
  });
}

function grid(some, columns) {
  const box = el("div", { className: "columns" }, ...some.map((one) => one()));
  box.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`;
  box.style.gridTemplateRows = `repeat(${Math.ceil(some.length / columns)}, max-content)`;
  return box;
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

function prizes(state, room) {
  const rows = state.awards.map((award) => () => row("", fit(award.winners.join(", ")), el("small", { text: award.why + (award.each ? ` · ${(award.each / 100).toFixed(2)}${award.winners.length > 1 ? " each" : ""}` : "") })));
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
      el("div", {}, el("p", { className: "large", text: state.door ? "Put yourself on the list" : "Follow it on your phone" }), el("p", { text: `Scan, or open ${address} and type` }), el("p", { className: "code", text: code }),
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
  const seating = () => alternate(seatingByTable(state, room), seatingByName(state, room));
  switch (state.stage) {
    case "check-in": return [joining(state, known)];
    case "round": {
      if (!state.clock) return [...seating(), ...uncounted(state, room)];
      return [clockPage(state), ...uncounted(state, room), ...seating(), ...(state.round > 1 ? standings(state, room) : [])];
    }
    case "between": return [waiting(state), ...uncounted(state, room), ...standings(state, room)];
    case "finish": return [waiting(state), ...uncounted(state, room), ...steps(state), ...standings(state, room)];
    default: return [...prizes(state, room), ...standings(state, room)];
  }
}
