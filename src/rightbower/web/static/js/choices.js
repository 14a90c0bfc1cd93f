// What you may call now, as buttons; whether you would go alone is a switch beside the suits.
import { sign } from "./cards.js";
import { el, part } from "./dom.js";

/** @typedef {import("./wire").Shown} Shown */
/** @typedef {import("./wire").Choice} Choice */

export class Choices {
  /** @param {any} setup @param {{ move: (action: string) => void, ask: (message: any) => void }} table */
  constructor(setup, { move, ask }) {
    this.setup = setup;
    this.move = move;
    this.ask = ask;
    this.alone = false;
  }

  /** @param {Shown} state @param {boolean} full whether a full trick is being looked at */
  render(state, full) {
    const box = part("choices");
    const choices = full ? [] : state.told.choices || [];
    const suits = choices.filter((each) => each.suit);
    if (!suits.length) this.alone = false;
    const key = `${state.version} ${full} ${this.alone}`;
    box.className = suits.length ? "choices six" : "choices";
    box.hidden = !choices.length && !(!state.game && state.you && !this.setup.event && !state.shuffle?.beginning);
    if (box.dataset.key === key) return;
    box.dataset.key = key;
    if (box.hidden) box.replaceChildren();
    else if (suits.length) box.replaceChildren(...this.suits(choices, suits, state));
    else if (choices.length) box.replaceChildren(...choices.map((each) => this.button(each)));
    else box.replaceChildren(el("button", { type: "button", className: "brass wide", text: "Start the game", on: { click: () => this.ask({ type: "begin" }) } }));
  }

  /** @param {Choice[]} choices @param {Choice[]} suits @param {Shown} state */
  suits(choices, suits, state) {
    const both = suits.some((each) => each.alone) && suits.some((each) => !each.alone);
    const shown = suits.filter((each) => !both || Boolean(each.alone) === this.alone);
    const found = shown.map((each) => this.button(each, shown.length > 3 ? "half" : "third"));
    const others = choices.filter((each) => !each.suit).map((each) => this.button(each, "half"));
    const turn = () => {
      this.alone = !this.alone;
      this.render(state, false);
      /** @type {HTMLElement | null} */ (part("choices").querySelector("[data-alone]"))?.focus();
    };
    if (both) others.push(el("button", { type: "button", className: "half", data: { alone: String(this.alone) }, "aria-pressed": String(this.alone), text: this.alone ? "Go alone: on" : "Go alone: off", on: { click: turn } }));
    return [...found, ...others];
  }

  /** @param {Choice} each @param {string} [wide] */
  button(each, wide = "") {
    const brass = !each.suit && ["order", "pick up", "with partner"].includes(each.action);
    const kind = wide || (each.alone && each.action !== "alone" ? "wide" : brass ? "brass" : "");
    return el("button", { type: "button", className: each.suit ? `suit ${kind}` : kind, data: { action: each.action }, on: { click: () => this.move(each.action) } },
      ...(each.suit ? [sign(each.suit, true)] : []), el("span", { text: each.label }));
  }
}
