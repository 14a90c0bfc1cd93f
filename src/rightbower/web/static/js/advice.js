// A hint: the chances lie on the cards and buttons they belong to, the sentence above the hand.
import { part, styled } from "./dom.js";

/** @typedef {import("./wire").Shown} Shown */
/** @typedef {import("./wire").Advised} Advised */

/** What a decision is known by: a hint holds until it has been made.
 * @param {Shown} state
 */
const decision = ({ game, you }) =>
  JSON.stringify([you, game?.turn, game?.phase, game?.deal, game?.bids, game?.trick, game?.hand]);

export class Advisor {
  /** @param {() => Promise<any>} ask @param {(refusal: any) => void} refused */
  constructor(ask, refused) {
    this.ask = ask;
    this.refused = refused;
    /** @type {Advised | null} */ this.told = null;
    /** @type {typeof import("./advice_shown.js") | null} */ this.shown = null;
    /** The decision to make now, and the one that is thought about. */
    this.about = this.thinking = "";
    part("hint").addEventListener("click", () => this.wanted());
    part("hint-in-menu").addEventListener("click", (event) => {
      /** @type {HTMLElement} */ (event.currentTarget).closest("dialog")?.close();
      this.wanted();
    });
  }

  async wanted() {
    const about = this.about;
    if (this.thinking === about) return;
    this.thinking = about;
    const asked = this.ask();
    [this.shown] = await Promise.all([import("./advice_shown.js"), styled("/static/advice.css")]);
    this.show();
    const answer = await asked;
    if (this.thinking === about) this.thinking = "";
    if (answer.type === "no") this.refused(answer);
    else if (about === this.about) this.told = answer;
    this.show();
    part("advice").querySelector("button")?.focus();
  }

  /** @param {Shown} state @param {boolean} allowed */
  render(state, allowed) {
    const mine = Boolean(state.game?.turn) && state.game?.turn === state.you;
    const now = mine && allowed ? decision(state) : "";
    if (now !== this.about) this.told = null;
    this.about = now;
    this.show();
  }

  /** @param {boolean} there */
  offer(there) {
    for (const name of ["hint", "hint-in-menu"]) part(name).hidden = !there;
  }

  show() {
    const box = part("advice");
    const waits = !this.told && Boolean(this.thinking) && this.thinking === this.about;
    box.hidden = !this.told && !(waits && this.shown);
    this.offer(Boolean(this.about) && !this.told && !waits);
    this.shown?.clear();
    if (waits) this.shown?.think();
    if (this.told)
      this.shown?.show(this.told, () => {
        this.told = null;
        this.show();
        part("hint").focus();
      });
  }
}
