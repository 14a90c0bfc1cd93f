// The wall: turns its pages by itself, keeps the clock, rings the bell.
import { el, every, first } from "./dom.js";
import { shown } from "./clock.js";
import { watch } from "./public_watch.js";
import { bell, sample, wake } from "./tones.js";
import { pagesOf } from "./wall_pages.js";

/** @typedef {import("./walls").Snapshot} Snapshot */
/** @typedef {import("./wall_pages.js").Page} Page */
/** @typedef {import("./wall_pages.js").Room} Room */

const EACH = 12_000,
  LAST_MINUTE = 60,
  SMALLEST = 5;
const wall = /** @type {HTMLElement} */ (first("#wall"));
/** @param {string} name */
const part = (name) => /** @type {HTMLElement} */ (first(`[data-part="${name}"]`, wall));
const { event = "", code = "", address = "" } = wall.dataset;
/** @type {Snapshot | null} */
let state = null;
/** @type {Page[]} */
let pages = [];
/** The round whose bell has rung. @type {number | null} */
let rang = null;
let heardAt = 0,
  at = 0,
  turnedAt = 0,
  ringing = 0,
  sounds = false;

const unit = () => innerHeight / 100;
const SHOW_SOUND = 8_000;
/** @type {Map<string, number>} */
const measured = new Map();

// How many rows fit on a page: a trial page is set up and measured, long names and all, until the page itself
// takes its place.
const SEAT_ROW = 6.2,
  SEAT_WIDE = 40; // in hundredths of the height: a row of the seating, and the least width of a column
/** @type {Room} */
const room = {
  seats: () => ({
    columns: Math.max(1, Math.floor(part("page").clientWidth / (unit() * SEAT_WIDE))),
    rows: Math.max(1, Math.floor(part("page").clientHeight / (unit() * SEAT_ROW))),
  }),
  fits: (rows, className, head) => {
    const box = part("page"),
      trial = el(
        "div",
        { className: `${className} trial` },
        ...(head ? [head()] : []),
        ...rows.map((row) => row()),
      );
    const key = `${className} ${innerWidth}x${innerHeight} ${Boolean(state?.clock)} ${trial.textContent}`;
    let found = measured.get(key);
    if (found === undefined) {
      box.append(trial);
      fitted(trial);
      const heights = [...trial.children].map((row) => row.getBoundingClientRect().height);
      const taken = (head && heights.shift()) || 0;
      if (measured.size === 40) measured.clear();
      found = most(heights, box.clientHeight - unit() - taken);
      measured.set(key, found);
    }
    return found;
  },
};

/** The largest number of rows such that every page of so many has room for them.
 * @param {number[]} heights
 * @param {number} high
 */
function most(heights, high) {
  /** @param {number} count */
  const fits = (count) => {
    const needed = Math.ceil(heights.length / count),
      each = Math.ceil(heights.length / needed);
    return Array.from({ length: needed }, (_, page) =>
      heights.slice(page * each, (page + 1) * each).reduce((sum, one) => sum + one, 0),
    ).every((sum) => sum <= high);
  };
  let count = Math.max(1, Math.floor(high / Math.max(1, Math.min(...heights))));
  while (count > 1 && !fits(count)) count--;
  return count;
}

function left() {
  if (!state || !state.clock || state.clock.left === null) return null;
  const gone = state.clock.running ? (performance.now() - heardAt) / 1000 : 0;
  return Math.max(0, state.clock.left - gone);
}

function ran() {
  if (!state || !state.clock) return 0;
  return state.clock.ran + (state.clock.running ? (performance.now() - heardAt) / 1000 : 0);
}

const held = () => {
  const seconds = left();
  const runs = Boolean(state?.clock?.running && !state.clock.rang && state.stage === "round");
  return runs && seconds !== null && seconds < LAST_MINUTE;
};

/** Long names: smaller by steps down to the least that can be read, then on two lines.
 * @param {HTMLElement} box
 */
function fitted(box) {
  for (const text of every(".fit:not(.two-lines)", box)) {
    const normal = parseFloat(getComputedStyle(text).fontSize),
      least = text.closest(".seating, .podium") ? normal * 0.68 : SMALLEST * unit();
    if (text.scrollWidth <= text.clientWidth) continue;
    const size = Math.max(least, Math.floor(((normal * text.clientWidth) / text.scrollWidth) * 10) / 10);
    text.style.fontSize = `${size}px`;
    if (text.scrollWidth > text.clientWidth) {
      text.style.fontSize = `${least}px`;
      text.classList.add("two-lines");
    }
  }
}

function show() {
  const page = pages[at];
  if (!page || !state) return;
  const named = page.title.startsWith("Round") || page.title === "Standings" ? "" : state.name;
  const small = [page.part, named].filter(Boolean).join(" · ");
  part("title").replaceChildren(
    page.title,
    ...(small ? [el("small", { className: "fit", text: small })] : []),
  );
  part("clock").hidden = Boolean(page.big);
  part("page").replaceChildren(page.make());
  wall.classList.toggle("celebrates", Boolean(page.celebrates));
  wall.classList.toggle("dense", Boolean(page.dense));
  wall.dataset.page = page.title;
  wall.dataset.at = String(at);
  wall.dataset.pages = String(pages.length);
  time();
  fitted(wall);
  offerSound();
}

function turn() {
  if (!pages.length) return;
  at = (at + 1) % pages.length;
  turnedAt = performance.now();
  show();
}

function time() {
  const seconds = left();
  const words = !state || !state.clock ? "" : shown(seconds === null ? ran() : seconds);
  const stands = state && state.clock && !state.clock.running && !state.clock.rang;
  const clock = part("clock");
  if (clock.dataset.shows !== words + stands) {
    clock.dataset.shows = words + stands;
    clock.replaceChildren(words, ...(stands && words ? [el("small", { text: "paused" })] : []));
  }
  const late = Boolean(
    state?.clock &&
      !state.clock.rang &&
      state.stage === "round" &&
      state.clock.advice !== null &&
      ran() >= state.clock.advice,
  );
  const reminder = part("reminder");
  if (late === reminder.hidden) {
    reminder.textContent = (late && state?.reminder) || "";
    reminder.hidden = !late;
    measured.clear();
    requestAnimationFrame(() => renew(false));
  }
  const big = part("big");
  if (big) big.textContent = words;
}

function ring() {
  const box = part("bell");
  box.replaceChildren(el("strong", { text: "The bell" }), el("span", { text: state?.bell }));
  box.hidden = false;
  box.classList.add("ringing");
  clearTimeout(ringing);
  ringing = setTimeout(() => {
    box.hidden = true;
    box.classList.remove("ringing");
  }, EACH);
  bell(); // heard once somebody has turned the sound on
}

/** @param {Snapshot} news */
function heard(news) {
  const before = state;
  state = news;
  heardAt = performance.now();
  /** @param {Snapshot | null} one */
  const key = (one) => one && `${one.stage} ${one.round} ${Boolean(one.clock)} ${innerWidth}x${innerHeight}`;
  const rings = state.clock && state.clock.rang ? state.round : null;
  if (before && rings !== null && rang !== rings) ring();
  rang = rings;
  if (!rings || state.stage !== "round") part("bell").hidden = true;
  part("message").textContent = state.message;
  part("message").hidden = !state.message;
  wall.dataset.version = String(state.version);
  wall.dataset.stage = state.stage;
  renew(key(before) !== key(state));
}

/** @param {boolean} afresh from the first page */
function renew(afresh) {
  if (!state) return;
  wall.classList.toggle("timed", Boolean(state.clock));
  time();
  const known = { code, address, event };
  pages = pagesOf(state, room, known);
  if (afresh || at >= pages.length) {
    at = 0;
    turnedAt = performance.now();
  }
  show();
}

function beat() {
  time();
  const gone = performance.now() - turnedAt;
  wall.dataset.held = held() ? "yes" : "no";
  const shownFor = pages.length > 1 && !held() ? Math.min(1, gone / EACH) : 0;
  /** @type {HTMLElement} */ (part("progress").firstElementChild).style.setProperty(
    "--gone",
    String(shownFor),
  );
  if (held()) {
    turnedAt = performance.now();
    if (at !== 0) {
      at = 0;
      show();
    }
  } else if (gone >= EACH && pages.length > 1) turn();
}

// The button stands where there is room for it, or where somebody moves the mouse.
let movedAt = -SHOW_SOUND;
const offerSound = () => {
  part("sound").hidden = sounds || !(pages[at]?.roomy || performance.now() - movedAt < SHOW_SOUND);
};

part("sound").addEventListener("click", () => {
  wake();
  sample();
  sounds = true;
  offerSound();
});
addEventListener("mousemove", () => {
  movedAt = performance.now();
  offerSound();
});
addEventListener("resize", () => renew(true));
addEventListener("keydown", (press) => {
  if (press.key === "ArrowRight") turn();
});
watch(event, {
  short: false,
  heard,
  status: (word) => {
    part("lost").hidden = word === "open";
  },
});
setInterval(beat, 200);
