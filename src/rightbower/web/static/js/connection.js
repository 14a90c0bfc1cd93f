// The one line to the hall, for tables, desk, phones and walls: connects, comes back when it drops.

import { language } from "./language.js";

/** @typedef {"open" | "lost" | "refused"} Status */

const FIRST_WAIT = 300,
  LONGEST_WAIT = 8000,
  REFUSED = 1008;
// The hall says something every two seconds; a line silent for so long is dead, one that opens may take
// longer. So often in a row a hall may send us on, and we go at once.
const SILENCE = 6000,
  OPENING = 8000,
  HOPS = 3;

/** @param {string} path */
export function address(path) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return `${scheme}://${location.host}${document.documentElement.dataset.base ?? ""}${path}`;
}

/** A path by which what is told comes in the language of the page. @param {string} path */
export const inLanguage = (path) =>
  language() === "en" ? path : `${path}${path.includes("?") ? "&" : "?"}language=${language()}`;

/** How long to wait before the next try; a little by chance, so that not all come back at once.
 * @param {number} tries
 * @param {number} [chance]
 */
export const waitBefore = (tries, chance = Math.random()) =>
  Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** tries) * (0.7 + 0.6 * chance);

export class Line {
  /**
   * @param {string} path
   * @param {{ heard: (message: any) => void, status?: (what: Status) => void, opened?: () => void }} tell
   */
  constructor(path, { heard, status = () => {}, opened = () => {} }) {
    this.path = inLanguage(path);
    this.heard = heard;
    this.status = status;
    this.opened = opened;
    // How often in a row no hall answered, and how often one sent us on.
    this.tries = this.hops = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = this.silence = 0;
    this.moved = this.asked = "";
    addEventListener("online", () => this.connect());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.connect();
    });
    this.connect();
  }

  get open() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  connect() {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.timer);
    const at = this.moved && `${this.path.includes("?") ? "&" : "?"}hall=${encodeURIComponent(this.moved)}`;
    this.asked = this.moved;
    this.moved = "";
    const socket = (this.socket = new WebSocket(address(this.path + at)));
    this.listen(OPENING);
    socket.onopen = () => {
      this.opened();
      this.status("open");
    };
    socket.onmessage = (event) => {
      if (socket !== this.socket) return;
      this.listen();
      const heard = JSON.parse(event.data);
      if (heard.type === "moved") this.moved = heard.hall || "";
      else if (heard.type !== "beat") {
        this.tries = this.hops = 0;
        this.heard(heard);
      }
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.lost(event.code);
    };
  }

  listen(wait = SILENCE) {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      this.socket?.close();
      this.lost(0);
    }, wait);
  }

  /** @param {number} code */
  lost(code) {
    clearTimeout(this.silence);
    this.socket = null;
    const wait = this.moved ? this.hop() : waitBefore(this.tries++);
    this.timer = setTimeout(() => this.connect(), wait);
    if (wait) this.status(code === REFUSED ? "refused" : "lost");
  }

  /**
   * How long to wait before going on: not where a hall sent us to another, but if that one cannot be reached
   * or they send us round and round.
   */
  hop() {
    const before = this.hops++,
      round = HOPS + 1;
    this.tries = 0;
    return this.moved !== this.asked && before % round < HOPS ? 0 : waitBefore(Math.floor(before / round));
  }

  /** @param {unknown} message */
  send(message) {
    if (this.open) this.socket?.send(JSON.stringify(message));
  }
}

/**
 * A state in one piece, as the table shows it. A hall from before an update sends it so.
 * @param {any} heard
 * @returns {import("./wire").Shown}
 */
export function joined({ table, trick, own, ...rest }) {
  if (!table) return rest;
  const { game, ...around } = table;
  const { news, referee, ...play } = trick;
  const state = { ...rest, ...around, news };
  if (referee) state.referee = referee;
  if (game) state.game = { ...game, ...play, ...own };
  return state;
}

/** A line on which requests are answered: what has no answer yet is sent again after a drop. */
export class Asking extends Line {
  /**
   * @param {string} path
   * @param {{ state: (state: any) => void, message: (message: any) => void,
   *   status: (what: Status) => void }} tell
   */
  constructor(path, { state, message, status }) {
    super(path, { heard: (heard) => this.sort(heard), status, opened: () => this.greet() });
    this.state = state;
    this.message = message;
    /** @type {number | null} */
    this.version = null;
    /** @type {Map<string, { message: object, answer: (reply: any) => void }>} */
    this.waiting = new Map();
  }

  greet() {
    this.send(this.version === null ? { type: "hello" } : { type: "hello", after: this.version });
    for (const { message } of this.waiting.values()) this.send(message);
  }

  /** @param {any} heard */
  sort(heard) {
    if (heard.type === "state") {
      for (const id of heard.done || []) this.answered({ type: "done", id, version: heard.version });
      if (this.version !== null && heard.version < this.version) return;
      this.version = heard.version;
      this.state(joined(heard));
    } else if (heard.id) this.answered(heard);
    else this.message(heard);
  }

  /** @param {any} reply */
  answered(reply) {
    const asked = this.waiting.get(reply.id);
    this.waiting.delete(reply.id);
    asked?.answer(reply);
  }

  /**
   * Ask for something; resolves with the table's answer.
   * @param {object} request
   * @returns {Promise<any>}
   */
  ask(request) {
    const id = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) =>
      byte.toString(16).padStart(2, "0"),
    ).join("");
    const message = { ...request, id };
    return new Promise((answer) => {
      this.waiting.set(id, { message, answer });
      this.send(message);
    });
  }
}
