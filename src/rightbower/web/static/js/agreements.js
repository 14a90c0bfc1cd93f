// What players ask each other: to resign, for a draw, to take a play back.
import { el, part } from "./dom.js";
import { said } from "./language.js";

/** @typedef {import("./wire").Shown} Shown */

export class Manners {
  /** @param {(message: any) => Promise<any>} ask @param {any} setup */
  constructor(ask, setup) {
    this.ask = ask;
    this.setup = setup;
    /** @type {Shown | null} */ this.state = null;
    for (const button of this.proposals())
      button.addEventListener("click", () => {
        button.closest("dialog")?.close();
        this.ask({ type: "propose", what: button.dataset.propose });
      });
    /** @type {typeof import("./leaving.js") | null} */ this.sheets = null;
  }

  /** What stands in a sheet of its own is fetched before that is opened. */
  async prepare() {
    this.sheets ||= await import("./leaving.js");
    this.sheets.render(this);
  }

  /** @returns {HTMLElement[]} */
  proposals() {
    return [...document.querySelectorAll("[data-propose]")].map((each) => /** @type {HTMLElement} */ (each));
  }

  /** @param {Shown} state */
  render(state) {
    this.state = state;
    const may = state.told.may_propose || [];
    for (const button of this.proposals())
      button.hidden = !may.some((what) => what === button.dataset.propose);
    this.asking(state);
    for (const found of document.querySelectorAll('[data-opens="say-sheet"]')) {
      const button = /** @type {HTMLElement} */ (found);
      button.hidden = !state.you;
    }
    part("bots").hidden = !(
      state.you &&
      !this.setup.event &&
      !state.game?.result &&
      state.chairs.some((chair) => chair.bot)
    );
    this.sheets?.render(this);
  }

  /** @param {Shown} state */
  asking({ proposal, you }) {
    const box = part("asking");
    box.hidden = !proposal;
    if (!proposal) return;
    const mine = you && proposal.waits_for.includes(you);
    const answer = (/** @type {boolean} */ yes) =>
      el("button", {
        type: "button",
        className: yes ? "brass" : "onpaper",
        text: yes ? said("Agree") : said("No"),
        on: { click: () => this.ask({ type: "agree", yes }) },
      });
    const words = proposal.by === you && !mine ? said("Waiting for the others to agree …") : proposal.text;
    box.replaceChildren(el("p", { text: words }), ...(mine ? [answer(true), answer(false)] : []));
  }
}
