// What this device adds to the shuffle: it commits to a salt, and tells it once nobody can commit any more.
import { part } from "./dom.js";
import { said } from "./language.js";
import { sha256 } from "./sha256.js";

/** @typedef {import("./wire").Shown} Shown */
/** @typedef {{ text: string, fingerprint: string }} Kept */

/** Bytes nobody can guess, in hexadecimal. */
export function chance() {
  return Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

export class Salting {
  /**
   * @param {string} table
   * @param {string} fingerprint what the hall has committed to
   * @param {(message: any) => Promise<any>} ask
   * @param {(notice: { reason: string }) => void} tell
   */
  constructor(table, fingerprint, ask, tell) {
    this.key = `salt ${table}`;
    this.fingerprint = fingerprint;
    this.ask = ask;
    this.asked = "";
    /** @type {Kept} */
    this.kept = this.found() || { text: chance(), fingerprint };
    this.keep();
    /** @type {Shown | null} */ this.state = null;
    part("salt")?.addEventListener("submit", (event) => {
      event.preventDefault();
      tell({ reason: this.words() });
    });
    if (!this.fair)
      tell({
        reason: said(
          "The hall's seed is not the one that it first showed you. This device adds nothing to the shuffle.",
        ),
      });
  }

  /** The salt of this table from before the page was loaded again. @returns {Kept | null} */
  found() {
    try {
      return JSON.parse(localStorage.getItem(this.key) || "null");
    } catch {
      return null;
    }
  }

  keep() {
    try {
      localStorage.setItem(this.key, JSON.stringify(this.kept));
    } catch {
      /* private windows keep nothing */
    }
  }

  /** Put words of the person's own before what chance gave; says what came of it. */
  words() {
    const { state } = this;
    if (!state || state.game || state.shuffle?.closed)
      return said("The game is about to begin: the shuffle is closed.");
    const typed = /** @type {HTMLInputElement} */ (part("salt").querySelector("input")).value;
    this.kept = { text: `${typed.trim()} ${chance()}`, fingerprint: this.fingerprint };
    this.keep();
    this.take(state);
    return said("Your words are part of the shuffle.");
  }

  /** Whether the hall still has the seed that it had when the salt was made. */
  get fair() {
    return this.kept.fingerprint === this.fingerprint;
  }

  /** Do what is due before a game. @param {Shown} state */
  take(state) {
    this.state = state;
    const shuffle = state.shuffle,
      seat = state.you ? "NESW".indexOf(state.you) : -1;
    if (state.game) {
      try {
        localStorage.removeItem(this.key);
      } catch {
        /* nothing was kept */
      }
    }
    if (!shuffle || seat < 0 || !this.fair) return;
    const sum = sha256(this.kept.text),
      mine = shuffle.sums[seat] === sum;
    if (!shuffle.closed && !mine) this.once({ type: "commit", sum });
    if (shuffle.closed && mine && !shuffle.salts[seat]) this.once({ type: "salt", text: this.kept.text });
  }

  /** @param {any} message */
  once(message) {
    const asked = JSON.stringify(message);
    if (asked === this.asked) return;
    this.asked = asked;
    this.ask(message).then((answer) => {
      if (answer?.type === "no") this.asked = "";
    });
  }
}
