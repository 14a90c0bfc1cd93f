// What players ask each other: to resign, for a draw, to take a play back; leaving, and the bots' levels.
import { el, part } from "./dom.js";

/** @typedef {import("./wire").Shown} Shown */

/** @type {Record<string, string>} */
const LEAVING = {
  watching: "You are only watching.",
  before: "Your chair is free again for others.",
  alone: "The game is kept: find it under Your games and go on whenever you like.",
  others: "A bot plays for you until you are back. Give up the chair and a friend can take it.",
  over: "The game is over.",
};

export class Manners {
  /** @param {(message: any) => Promise<any>} ask @param {any} setup */
  constructor(ask, setup) {
    this.ask = ask;
    this.setup = setup;
    /** @type {Shown | null} */ this.state = null;
    for (const button of this.proposals()) button.addEventListener("click", () => { button.closest("dialog")?.close(); this.ask({ type: "propose", what: button.dataset.propose }); });
    part("give-up").addEventListener("click", async () => { const answer = await this.ask({ type: "stand" }); if (answer?.type !== "no") location.href = "/"; });
  }

  /** @returns {HTMLElement[]} */
  proposals() { return [...document.querySelectorAll("[data-propose]")].map((each) => /** @type {HTMLElement} */ (each)); }

  /** @param {Shown} state */
  render(state) {
    this.state = state;
    const may = state.told.may_propose || [];
    for (const button of this.proposals()) button.hidden = !may.some((what) => what === button.dataset.propose);
    this.leaving(state);
    this.asking(state);
    const bots = state.you && !this.setup.event && !state.game?.result && state.chairs.some((chair) => chair.bot);
    part("bots").hidden = !bots;
    if (bots) this.levels(state);
  }

  /** @param {Shown} state */
  leaving({ you, game, chairs }) {
    const people = chairs.filter((chair) => chair.name && !chair.bot).length;
    const kind = !you ? "watching" : game?.result ? "over" : !game ? "before" : people > 1 ? "others" : "alone";
    part("leaving").textContent = LEAVING[kind];
    const give = part("give-up");
    give.hidden = Boolean(this.setup.event) || !["alone", "others", "before"].includes(kind);
    give.textContent = kind === "alone" ? "End this game" : "Give up my chair";
    part("leave-for-now").textContent = kind === "alone" ? "Keep it for later" : "Leave";
  }

  /** @param {Shown} state */
  asking({ proposal, you }) {
    const box = part("asking");
    box.hidden = !proposal;
    if (!proposal) return;
    const mine = you && proposal.waits_for.includes(you);
    const answer = (/** @type {boolean} */ yes) => el("button", { type: "button", className: yes ? "brass" : "onpaper", text: yes ? "Agree" : "No", on: { click: () => this.ask({ type: "agree", yes }) } });
    const words = proposal.by === you && !mine ? "Waiting for the others to agree …" : proposal.text;
    box.replaceChildren(el("p", { text: words }), ...(mine ? [answer(true), answer(false)] : []));
  }

  /** @param {Shown} state */
  levels({ chairs }) {
    const rows = chairs.map((chair, at) => {
      if (!chair.bot) return null;
      const id = `bot-${at}`;
      const choice = /** @type {HTMLSelectElement} */ (el("select", { id }, ...this.setup.strengths.map((/** @type {string[]} */ [name, label]) => el("option", { value: name, text: label }))));
      choice.value = chair.bot;
      choice.addEventListener("change", () => this.ask({ type: "bot", seat: "NESW"[at], player: choice.value }));
      return el("p", { className: "field" }, el("label", { htmlFor: id, text: chair.name ?? "" }), choice);
    });
    const box = part("bot-levels");
    const key = chairs.map((chair) => chair.bot).join();
    if (box.dataset.key === key) return;
    box.dataset.key = key;
    box.replaceChildren(.../** @type {HTMLElement[]} */ (rows.filter(Boolean)));
  }
}
