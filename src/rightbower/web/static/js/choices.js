// What you may call now, as buttons; whether you would go alone is a switch beside the suits.
import { SIGNS, sign } from "./cards.js";
import { el, part } from "./dom.js";
import { said } from "./language.js";

/** @typedef {import("./wire").Shown} Shown */
/** @typedef {import("./wire").Choice} Choice */

export class Choices {
  /**
   * @param {any} setup
   * @param {{ move: (action: string) => void, ask: (message: any) => void,
   *   open: (dialog: Element | null) => void }} table
   */
  constructor(setup, { move, ask, open }) {
    this.setup = setup;
    this.open = open;
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
    const crowd = suits.some((each) => !SIGNS[each.suit ?? ""]) ? " crowd" : "";
    box.className = suits.length || choices.length > 3 ? `choices six${crowd}` : "choices";
    const others = choices.length || this.setup.event ? [] : this.others(state);
    box.hidden = !choices.length && !others.length;
    if (box.dataset.key === key) return;
    box.dataset.key = key;
    if (box.hidden) box.replaceChildren();
    else if (suits.length) box.replaceChildren(...this.suits(choices, suits, state));
    else if (choices.length)
      box.replaceChildren(...choices.map((each) => this.button(each, choices.length > 3 ? "half" : "")));
    else box.replaceChildren(...others);
  }

  /** Before the game who plays and by what name; later, to somebody who watches, the chairs of bots.
   * @param {Shown} state
   */
  others({ game, you, shuffle, chairs }) {
    const button = (/** @type {string} */ text, /** @type {() => void} */ click, className = "") =>
      el("button", { type: "button", className, text, on: { click } });
    const opens = (/** @type {string} */ text, /** @type {string} */ sheet) =>
      button(text, () => this.open(document.querySelector(`#${sheet}`)));
    if (game && (you || game.result)) return [];
    if (game)
      return chairs.flatMap(({ name, bot }, at) =>
        bot
          ? [
              button(said("Take {name}’s chair", { name: name ?? "" }), () =>
                this.ask({ type: "sit", seat: "NESW"[at] }),
              ),
            ]
          : [],
      );
    if (shuffle?.beginning) return [];
    const quiet = [
      ...(you ? [opens(said("Invite friends"), "invite-sheet")] : []),
      ...(this.setup.guest ? [opens(said("Add your name"), "name-sheet")] : []),
    ];
    if (quiet.length === 1) quiet[0].classList.add("wide");
    return you
      ? [button(said("Start the game"), () => this.ask({ type: "begin" }), "brass wide"), ...quiet]
      : quiet;
  }

  /** @param {Choice[]} choices @param {Choice[]} suits @param {Shown} state */
  suits(choices, suits, state) {
    const both = suits.some((each) => each.alone) && suits.some((each) => !each.alone);
    const shown = suits.filter((each) => !both || Boolean(each.alone) === this.alone);
    const named = shown.filter((each) => SIGNS[each.suit ?? ""]);
    const plain = choices.filter((each) => !each.suit);
    const more = plain.length + Number(both);
    // Four suits and what is beside them take two rows, so that the card turned up stays in sight.
    const four = more > 0 && shown.length === 4 && named.length === 4;
    const many = four || shown.length > named.length ? "third many" : "third";
    const beside = !four ? "half" : more > 1 ? "third many" : "third many rest";
    const found = shown.map((each) =>
      this.button(each, !four && (named.length > 3 || !named.includes(each)) ? "half" : many),
    );
    const others = plain.map((each) => this.button(each, beside));
    const turn = () => {
      this.alone = !this.alone;
      this.render(state, false);
      /** @type {HTMLElement | null} */ (part("choices").querySelector("[data-alone]"))?.focus();
    };
    if (both)
      others.push(
        el("button", {
          type: "button",
          className: beside,
          data: { alone: String(this.alone) },
          "aria-pressed": String(this.alone),
          text: this.alone ? said("Go alone: on") : said("Go alone: off"),
          on: { click: turn },
        }),
      );
    return [...found, ...others];
  }

  /** @param {Choice} each @param {string} [wide] */
  button(each, wide = "") {
    const brass = !each.suit && ["order", "pick up", "with partner"].includes(each.action);
    const plain = wide === "half" && !each.suit && brass ? "half brass" : wide;
    const kind = plain || (each.alone && each.action !== "alone" ? "wide" : brass ? "brass" : "");
    return el(
      "button",
      {
        type: "button",
        className: each.suit ? `suit ${kind}` : kind,
        data: { action: each.action },
        on: { click: () => this.move(each.action) },
      },
      ...(each.suit ? [sign(each.suit)] : []),
      el("span", { text: each.label }),
    );
  }
}
