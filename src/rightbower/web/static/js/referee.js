// As at the table: what may be called, rulings with their clauses, choices, orders, and slips.
import { SUITS, theCard } from "./cards.js";
import { el, part } from "./dom.js";
import { said } from "./language.js";
import { ruleAt } from "./notices.js";

const FRESH = 3;

/** @param {string} one @param {string} other */
const together = (one, other) => "NSEW".indexOf(one) >> 1 === "NSEW".indexOf(other) >> 1;

export class Referee {
  /** @param {{ ask: (message: any) => void, open: (dialog: Element) => void }} tools */
  constructor({ ask, open }) {
    this.ask = ask;
    this.open = open;
    /** @type {typeof import("./referee_menu.js") | null} */ this.menu = null;
    this.newest = -1;
    this.since = 0;
    this.dropping = false;
    /** @type {import("./wire").Shown} */
    this.state = /** @type {any} */ (null);
    for (const button of document.querySelectorAll('[data-opens="menu-sheet"]'))
      button.addEventListener("click", () => this.fetchMenu());
    part("words").addEventListener("submit", (event) => {
      event.preventDefault();
      this.speak();
    });
  }

  /** What stands in the menu is fetched when somebody opens it. */
  async fetchMenu() {
    this.menu ||= await import("./referee_menu.js");
    if (this.state) this.menu.render(this);
  }

  /** A call made in words. */
  speak() {
    const typed = /** @type {HTMLInputElement} */ (part("words").querySelector("input"));
    if (typed.value.trim()) this.call({ do: "words", words: typed.value });
    typed.value = "";
  }

  /** @param {object} what */
  call(what) {
    this.ask({ type: "call", what });
  }

  /** @param {import("./wire").Shown} state */
  render(state) {
    this.state = state;
    const judged = state.referee;
    const slip = part("slip"),
      calls = part("calls");
    part("irregular").hidden = !judged;
    part("words").hidden = !judged || !this.speaks(state);
    if (!judged) {
      slip.hidden = calls.hidden = true;
      return;
    }
    const shown = this.toShow(judged);
    slip.hidden = !shown;
    slip.replaceChildren(...(shown ? this.slip(shown) : []));
    const buttons = this.buttons(judged);
    calls.hidden = !buttons.length && !(judged.orders || []).length;
    calls.replaceChildren(
      ...(judged.orders || []).map((order) => el("p", { className: "order", text: `${order}.` })),
      ...buttons,
    );
    this.menu?.render(this);
  }

  /** Whether a call can be made in words now, in turn or out of it.
   * @param {import("./wire").Shown} state
   */
  speaks({ you, game }) {
    const calls = ["round one", "round two", "joker turned", "bury", "alone", "defend alone"];
    return Boolean(you && game && calls.includes(game.phase ?? ""));
  }

  /** Whether a choice has to be made before the game goes on.
   * @param {import("./wire").Shown} state
   */
  waits(state) {
    return (state.referee?.rulings || []).some((ruling) => (ruling.waits_for || []).length && !ruling.later);
  }

  /** The ruling that waits for a choice, or the newest for a while.
   * @param {import("./wire").Judged} judged
   */
  toShow(judged) {
    const rulings = judged.rulings || [];
    const [first] = rulings;
    if (first && first.number > this.newest) {
      this.newest = first.number;
      this.since = this.state.version;
    }
    const waiting = rulings.find((ruling) => (ruling.waits_for || []).length);
    return waiting || (first && this.state.version < this.since + FRESH ? first : null);
  }

  /** @param {import("./wire").RulingView} ruling */
  slip(ruling) {
    const title = el("h2", { text: ruling.what });
    for (const [clause, note] of ruling.clauses.slice(0, 1))
      title.append(
        " ",
        el("a", {
          className: "why",
          href: ruleAt(clause),
          target: "_blank",
          text: said("Why?"),
          title: `${clause}: ${note}`,
        }),
      );
    return [title, el("p", { text: this.says(ruling) }), this.choices(ruling)];
  }

  /** @param {import("./wire").RulingView} ruling */
  says(ruling) {
    const done =
      ruling.ways.find((way) => way.name === ruling.chosen) ||
      (ruling.ways.length === 1 ? ruling.ways[0] : null);
    const hint = ruling.suggestion ? said("A suggestion: the book itself does not say it.") : "";
    return [ruling.says, ...(done ? done.do : []), hint].filter(Boolean).join(" ");
  }

  /** @param {import("./wire").RulingView} ruling */
  choices(ruling) {
    const seats = ruling.waits_for || [];
    if (!seats.length) return el("div");
    if (ruling.later) return el("p", { text: said("The choice is made when the hand is played out.") });
    if (!seats.includes(this.state.you ?? "")) return el("p", { text: said("The other side chooses.") });
    return el(
      "div",
      { className: "acts", role: "group", "aria-label": said("Choose what follows") },
      ...ruling.ways.map((way, /** @type {number} */ at) =>
        el(
          "button",
          {
            type: "button",
            className: at ? "onpaper" : "brass",
            data: { option: way.name },
            title: way.do.join(" "),
            on: { click: () => this.call({ do: "choose", number: ruling.number, option: way.name }) },
          },
          el("span", { text: way.label }),
          el("small", { text: way.do.join(" ") }),
        ),
      ),
    );
  }

  /** @param {import("./wire").Judged} judged */
  buttons(judged) {
    const { you, game } = this.state;
    /** @type {HTMLElement[]} */
    const found = [];
    if (!you || !game) return found;
    const add = (/** @type {string} */ text, /** @type {Record<string, unknown>} */ what, className = "") =>
      found.push(
        el("button", {
          type: "button",
          text,
          className,
          data: { call: what.do },
          on: { click: () => this.call(what) },
        }),
      );
    if (judged.turns && together(judged.turns, you)) add(said("Turn the trick"), { do: "turn" }, "brass");
    for (const each of judged.calls || [])
      add(said("Call it: {what}", { what: each.words }), { do: "claim", fact: each.fact }, "call");
    if ((judged.doubts || []).length)
      found.push(
        el("button", {
          type: "button",
          text: said("Call a revoke …"),
          className: "call",
          data: { call: "doubts" },
          on: { click: () => this.askDoubts(judged.doubts ?? []) },
        }),
      );
    if ((judged.may_call || []).includes(you)) {
      for (const suit of Object.values(SUITS))
        add(said("Lead {suit}!", { suit: said(suit) }), { do: "suit", suit });
      add(said("Lead what you like"), { do: "suit", suit: "" });
    }
    if (game.turn && !together(game.turn, you))
      for (const card of judged.may_name || [])
        add(said("Play {card}!", { card: theCard(card) }), { do: "card", card });
    if (judged.cut === you) {
      const lifted = /** @type {HTMLInputElement} */ (
        el("input", { type: "number", min: "1", max: "23", value: "12", className: "lift" })
      );
      found.push(
        el("label", {}, el("span", { text: said("Cards to lift") }), lifted),
        el("button", {
          type: "button",
          className: "brass",
          text: said("Cut the deck"),
          data: { call: "cut" },
          on: { click: () => this.call({ do: "cut", lifted: Number(lifted.value) || 0 }) },
        }),
      );
      if (judged.cut_due) add(said("No cut"), { do: "cut", lifted: null });
    }
    if (judged.agree) add(said("Agree the result"), { do: "enter" }, "brass");
    return found;
  }

  /** @param {import("./wire").Callable[]} doubts */
  askDoubts(doubts) {
    const dialog = /** @type {HTMLDialogElement} */ (part("doubts"));
    const close = el("button", {
      type: "button",
      className: "onpaper",
      text: said("Nothing"),
      on: { click: () => dialog.close() },
    });
    const list = doubts.map((each) =>
      el("button", {
        type: "button",
        className: "onpaper",
        text: each.words,
        data: { fact: each.fact },
        on: {
          click: () => {
            dialog.close();
            this.call({ do: "claim", fact: each.fact });
          },
        },
      }),
    );
    dialog.replaceChildren(
      el("h2", { text: said("What was wrong?") }),
      el("p", {
        text: said("These could be wrong. The referee looks when the cards show it, or after the hand."),
      }),
      el("div", { className: "choices-list" }, ...list, close),
    );
    this.open(dialog);
  }

  /** Whether a tap on a card was to drop it.
   * @param {string} card
   */
  drops(card) {
    if (!this.dropping) return false;
    this.dropping = false;
    this.call({ do: "drop", card });
    return true;
  }

  /** @param {string} seat @returns {string[]} */
  up(seat) {
    return (this.state?.referee?.up || [])
      .filter((/** @type {string[]} */ [whose]) => whose === seat)
      .map((/** @type {string[]} */ [, card]) => card);
  }
}
