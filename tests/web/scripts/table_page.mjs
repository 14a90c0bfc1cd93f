// The page of a card table with everything that the template has, and a line to a hall on which a test
// speaks.
import { readFileSync } from "node:fs";

import { made, page, timers } from "./page.mjs";

const TEMPLATE = readFileSync(
  new URL("../../../src/rightbower/web/templates/table.html", import.meta.url),
  "utf8",
);
const TAGS = {
  mute: "input",
  words: "form",
  chat: "form",
  salt: "form",
  meant: "dialog",
  doubts: "dialog",
  "last-dialog": "dialog",
  claim: "button",
  "last-trick": "button",
  hint: "button",
  "hint-in-menu": "button",
  "claim-in-menu": "button",
  "give-up": "button",
};
const INSIDE = { line: ["span.txt", "span.disc"], words: ["input."], chat: ["input."], salt: ["input."] };
const CLASSES = { end: "sum", words: "spoken" };
const SILENCE = 6000; // a line that waits so long for a word is not a rest between two scenes

export const sockets = [],
  sent = [];
performance.getEntriesByType = () => [{ responseStart: 0 }];
globalThis.MutationObserver = class {
  observe() {}
};
globalThis.WebSocket = class {
  static OPEN = 1;
  constructor(address) {
    this.address = address;
    this.readyState = 1;
    sockets.push(this);
  }
  send(text) {
    sent.push(JSON.parse(text));
  }
  close() {}
};

export const part = (name) => document.querySelector(`[data-part="${name}"]`);
export const table = () => document.querySelector("#table");

/** Set the page up, with what the hall writes into it. @param {object} setup */
export function setTable(setup) {
  const names = new Set([...TEMPLATE.matchAll(/data-part="([\w-]+)"/g)].map((found) => found[1]));
  const parts = [...names].map((name) =>
    made(
      TAGS[name] ?? "div",
      { "data-part": name, class: CLASSES[name] ?? name },
      ...(INSIDE[name] ?? []).map((each) => {
        const [tag, kind] = each.split(".");
        return made(tag, { class: kind });
      }),
    ),
  );
  const chairs = ["n", "e", "s", "w"].map((place) =>
    made(
      "div",
      { class: `seat ${place}` },
      ...["fan", "face", "discs", "who", "note", "won", "bubble", "sit"].map((name) =>
        made("div", { class: name }),
      ),
    ),
  );
  const sheets = ["menu", "leave", "bots", "say", "log", "book", "rules", "invite"].map((name) =>
    made("dialog", { id: `${name}-sheet` }),
  );
  const openers = ["leave", "bots", "say", "log", "rules", "menu"].map((name) =>
    made("button", { "data-opens": `${name}-sheet` }, name),
  );
  sheets.find((each) => each.id === "log-sheet").append(made("ol", { class: "copied" }));
  sheets[0].append(
    openers.find((each) => each.textContent === "rules"),
    ...parts.filter((each) => /in-menu$/.test(each.dataset.part)),
  );
  page(
    made("script", { id: "setup" }, JSON.stringify(setup)),
    made("main", { id: "table", class: "table" }, ...chairs, ...parts.filter((each) => !each.parentNode)),
    ...openers.filter((each) => !each.parentNode),
    ...sheets,
  );
}

/** Let what was begun come to its end, files that are fetched for it as well. */
export async function settle() {
  for (let at = 0; at < 8; at++) {
    for (const sheet of document.head.querySelectorAll("link")) sheet.onload?.();
    await new Promise(setImmediate);
  }
}
/** Let the rests between scenes be over once. */
export function rested() {
  for (const { act, wait } of timers.splice(0)) if (wait < SILENCE) act();
}

/** Tell the table something, without waiting for it to be shown. @param {object} message */
export const tell = (message) => sockets.at(-1).onmessage({ data: JSON.stringify(message) });
/** What the line of the table says, one after the other. */
export async function shownLines() {
  const lines = new Set();
  for (let scene = 0; scene < 4; scene++) {
    await settle();
    lines.add(part("line").querySelector(".txt").textContent);
    rested();
  }
  await settle();
  return [...lines];
}
/** Tell the table something, and let it be shown. @param {object} message */
export function hear(message) {
  tell(message);
  return shownLines();
}

export const CHAIRS = ["Nan", "Ed", "Sue", "Walt"].map((name) => ({ name }));
const GAME = {
  phase: "order",
  turn: "S",
  dealer: "S",
  score: [4, 7],
  target: 10,
  hand: ["9C", "JC"],
  legal: ["pass", "order"],
  counts: [5, 5, 5, 5],
  tricks: [0, 0],
  trick: [],
  trumps: [],
};
export const SETUP = {
  table: "t1",
  mode: "strict",
  fingerprint: "f",
  now: 0,
  turn: null,
  friendly: true,
  guest: false,
  name: "Sue",
  book: { name: "standard", usual: true },
  phrases: ["Well played"],
  reactions: [],
  strengths: [
    ["club", "Club"],
    ["league", "League"],
  ],
};
/**
 * A state of the hall.
 * @param {number} version
 * @param {object | null} game
 * @param {object} [told]
 * @param {object} [more]
 */
export const state = (version, game, told = {}, more = {}) => ({
  type: "state",
  version,
  you: "S",
  chairs: CHAIRS,
  ...(game ? { game: { ...GAME, ...game } } : {}),
  told: { line: "Your call.", ...told },
  ...more,
});
