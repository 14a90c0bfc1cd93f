// A hint: the chances lie on the cards and buttons they belong to, the sentence above the hand.
import { el, part, styled } from "./dom.js";

/** @typedef {import("./wire").Shown} Shown */
/** @typedef {import("./wire").Advised} Advised */

/** What a decision is known by: a hint holds until it has been made.
 * @param {Shown} state
 */
const decision = ({ game, you }) => JSON.stringify([you, game?.turn, game?.phase, game?.deal, game?.bids, game?.trick, game?.hand]);

/** @param {number} chance */
const percent = (chance) => `${Math.round(100 * chance)}%`;

export class Advisor {
  /** @param {() => Promise<any>} ask @param {(refusal: any) => void} refused */
  constructor(ask, refused) {
    this.ask = ask;
    this.refused = refused;
    /** @type {Advised | null} */ this.told = null;
    this.about = "";
    /** @type {Shown | null} */ this.state = null;
    part("hint").addEventListener("click", () => this.wanted());
    part("hint-in-menu").addEventListener("click", (event) => {
      /** @type {HTMLElement} */ (event.currentTarget).closest("dialog")?.close();
      this.wanted();
    });
  }

  async wanted() {
    const about = this.about;
    const [answer] = await Promise.all([this.ask(), styled("/static/advice.css")]);
    if (answer.type === "no") this.refused(answer);
    else if (about === this.about) {
      this.told = answer;
      this.show();
      part("advice").querySelector("button")?.focus();
    }
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
  offer(there) { for (const name of ["hint", "hint-in-menu"]) part(name).hidden = !there; }

  show() {
    const box = part("advice");
    box.hidden = !this.told;
    this.offer(Boolean(this.about) && !this.told);
    for (const old of document.querySelectorAll(".chance")) old.remove();
    if (!this.told) return;
    const { options, why } = this.told;
    const close = el("button", { type: "button", className: "onpaper", text: "Got it", on: { click: () => { this.told = null; this.show(); part("hint").focus(); } } });
    const read = el("ul", { className: "sr" }, ...options.map((each) => el("li", { text: `${each.label}: ${percent(each.chance)}` })));
    box.replaceChildren(el("p", { text: why, role: "status", tabIndex: 0 }), read, close);
    for (const each of options) this.mark(each);
  }

  /** @param {import("./wire").OptionSeen} option */
  mark({ action, chance, best }) {
    const card = action.replace("bury ", "");
    const place = part("hand").querySelector(`[data-card="${card}"]`) || part("choices").querySelector(`[data-action="${action}"]`);
    place?.append(el("span", { className: best ? "chance best" : "chance", "aria-hidden": "true", text: percent(chance) }));
  }
}
