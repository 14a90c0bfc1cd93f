// What this device adds to the shuffle: it commits to a salt, and tells it once nobody can commit any more.
import { sha256 } from "./sha256.js";

/** @typedef {import("./wire").Shown} Shown */
/** @typedef {{ text: string, fingerprint: string }} Kept */

/** Bytes nobody can guess, in hexadecimal. */
export function chance() {
  return Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Salting {
  /**
   * @param {string} table
   * @param {string} fingerprint what the hall has committed to
   * @param {(message: any) => Promise<any>} ask
   */
  constructor(table, fingerprint, ask) {
    this.key = `salt ${table}`;
    this.fingerprint = fingerprint;
    this.ask = ask;
    this.asked = "";
    /** @type {Kept} */
    this.kept = this.found() || { text: chance(), fingerprint };
    this.keep();
  }

  /** The salt of this table from before the page was loaded again. @returns {Kept | null} */
  found() {
    try { return JSON.parse(localStorage.getItem(this.key) || "null"); } catch { return null; }
  }

  keep() {
    try { localStorage.setItem(this.key, JSON.stringify(this.kept)); } catch { /* private windows keep nothing */ }
  }

  /** Put words of the person's own before what chance gave. @param {string} words @param {Shown} state */
  words(words, state) {
    this.kept = { text: `${words.trim()} ${chance()}`, fingerprint: this.fingerprint };
    this.keep();
    this.take(state);
  }

  /** Whether the hall still has the seed that it had when the salt was made. */
  get fair() { return this.kept.fingerprint === this.fingerprint; }

  /** Do what is due before a game. @param {Shown} state */
  take(state) {
    const shuffle = state.shuffle, seat = state.you ? "NESW".indexOf(state.you) : -1;
    if (state.game) { try { localStorage.removeItem(this.key); } catch { /* nothing was kept */ } }
    if (!shuffle || seat < 0 || !this.fair) return;
    const sum = sha256(this.kept.text), mine = shuffle.sums[seat] === sum;
    if (!shuffle.closed && !mine) this.once({ type: "commit", sum });
    if (shuffle.closed && mine && !shuffle.salts[seat]) this.once({ type: "salt", text: this.kept.text });
  }

  /** @param {any} message */
  once(message) {
    const asked = JSON.stringify(message);
    if (asked === this.asked) return;
    this.asked = asked;
    this.ask(message).then((answer) => { if (answer?.type === "no") this.asked = ""; });
  }
}
