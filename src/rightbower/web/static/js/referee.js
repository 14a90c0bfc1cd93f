// As at the table: what may be called, rulings with their clauses, choices, orders, and slips.
import { spoken, SUITS } from "./cards.js";
import { el, part } from "./dom.js";

const FRESH = 3;

/** @param {string} one @param {string} other */
const together = (one, other) => "NSEW".indexOf(one) >> 1 === "NSEW".indexOf(other) >> 1;

export class Referee {
  /** @param {{ ask: (message: any) => void, why: (clause: string) => string }} tools */
  constructor({ ask, why }) {
    this.ask = ask;
    this.why = why;
    this.newest = -1;
    this.since = 0;
    this.dropping = false;
    /** @type {import("./wire").Shown} */
    this.state = /** @type {any} */ (null);
  }

  /** @param {object} what */
  call(what) { this.ask({ type: "call", what }); }

  /** @param {import("./wire").Shown} state */
  render(state) {
    this.state = state;
    const said = state.referee;
    const slip = part("slip"), calls = part("calls");
    part("irregular").hidden = !said;
    part("words").hidden = !said || !this.speaks(state);
    if (!said) { slip.hidden = calls.hidden = true; return; }
    const shown = this.toShow(said);
    slip.hidden = !shown;
    slip.replaceChildren(...(shown ? this.slip(shown) : []));
    const buttons = this.buttons(said);
    calls.hidden = !buttons.length && !(said.orders || []).length;
    calls.replaceChildren(...(said.orders || []).map((order) => el("p", { className: "order", text: `${order}.` })), ...buttons);
    part("rulings").replaceChildren(...(said.rulings || []).map((ruling) => el("li", {}, ...this.told(ruling))));
    part("slips").replaceChildren(...this.slips());
  }

  /** Whether a call can be made in words now, in turn or out of it.
   * @param {import("./wire").Shown} state
   */
  speaks({ you, game }) { return Boolean(you && game && ["round one", "round two", "bury", "alone"].includes(game.phase ?? "")); }

  /** Whether a choice has to be made before the game goes on.
   * @param {import("./wire").Shown} state
   */
  waits(state) { return (state.referee?.rulings || []).some((ruling) => (ruling.waits_for || []).length && !ruling.later); }

  /** The ruling that waits for a choice, or the newest for a while.
   * @param {import("./wire").Judged} said
   */
  toShow(said) {
    const rulings = said.rulings || [];
    const [first] = rulings;
    if (first && first.number > this.newest) { this.newest = first.number; this.since = this.state.version; }
    const waiting = rulings.find((ruling) => (ruling.waits_for || []).length);
    return waiting || (first && this.state.version < this.since + FRESH ? first : null);
  }

  /** @param {import("./wire").RulingView} ruling */
  slip(ruling) {
    const title = el("h2", { text: ruling.what });
    for (const [clause, note] of ruling.clauses.slice(0, 1)) title.append(" ", el("a", { className: "why", href: this.why(clause), target: "_blank", text: "Why?", title: `${clause}: ${note}` }));
    return [title, el("p", { text: this.says(ruling) }), this.choices(ruling)];
  }

  /** @param {import("./wire").RulingView} ruling */
  says(ruling) {
    const done = ruling.ways.find((way) => way.name === ruling.chosen) || (ruling.ways.length === 1 ? ruling.ways[0] : null);
    const hint = ruling.suggestion ? " A suggestion: the book itself does not say it." : "";
    return `${ruling.says}${done ? ` ${done.do.join(" ")}` : ""}${hint}`;
  }

  /** @param {import("./wire").RulingView} ruling */
  told(ruling) {
    const links = ruling.clauses.map((/** @type {string[]} */ [clause, note]) => el("a", { href: this.why(clause), className: "clause", target: "_blank", text: clause.includes(":") ? "the rule" : clause, title: note }));
    return [el("strong", { text: `${ruling.what}. ` }), `${this.says(ruling)} `, ...links.flatMap((/** @type {Node} */ link) => [link, " "]), ...this.lastWord(ruling)];
  }

  /** Where the reader has the officer's last word: the ruling set aside, what follows instead, and why.
   * @param {import("./wire").RulingView} ruling
   */
  lastWord(ruling) {
    if (!(ruling.aside_by || []).includes(this.state.you ?? "")) return [];
    const options = (this.state.referee?.instead || []).map(([value, text]) => el("option", { value, text }));
    const instead = /** @type {HTMLSelectElement} */ (el("select", { "aria-label": "What follows instead" }, ...options));
    const points = /** @type {HTMLInputElement} */ (el("input", { type: "number", min: "1", max: "10", value: "2", "aria-label": "Points" }));
    const why = /** @type {HTMLInputElement} */ (el("input", { type: "text", maxLength: 200, "aria-label": "Reason", placeholder: "Reason" }));
    const counted = () => ["award", "deduct"].includes(instead.value);
    instead.addEventListener("change", () => { points.hidden = !counted(); });
    const act = () => this.call({ do: "overrule", number: ruling.number, instead: instead.value + (counted() ? ` ${points.value}` : ""), why: why.value });
    return [el("details", { className: "aside" }, el("summary", { text: "Set it aside" }), instead, points, why, el("button", { type: "button", text: "Set aside", data: { call: "overrule" }, on: { click: act } }))];
  }

  /** @param {import("./wire").RulingView} ruling */
  choices(ruling) {
    const seats = ruling.waits_for || [];
    if (!seats.length) return el("div");
    if (ruling.later) return el("p", { text: "The choice is made when the hand is played out." });
    if (!seats.includes(this.state.you ?? "")) return el("p", { text: "The other side chooses." });
    return el("div", { className: "acts", role: "group", "aria-label": "Choose what follows" }, ...ruling.ways.map((way, /** @type {number} */ at) =>
      el("button", { type: "button", className: at ? "onpaper" : "brass", data: { option: way.name }, title: way.do.join(" "), on: { click: () => this.call({ do: "choose", number: ruling.number, option: way.name }) } },
        el("span", { text: way.name[0].toUpperCase() + way.name.slice(1) }), el("small", { text: way.do.join(" ") }))));
  }

  /** @param {import("./wire").Judged} said */
  buttons(said) {
    const { you, game } = this.state;
    /** @type {HTMLElement[]} */
    const found = [];
    if (!you || !game) return found;
    const add = (/** @type {string} */ text, /** @type {Record<string, unknown>} */ what, className = "") =>
      found.push(el("button", { type: "button", text, className, data: { call: what.do }, on: { click: () => this.call(what) } }));
    if (said.turns && together(said.turns, you)) add("Turn the trick", { do: "turn" }, "brass");
    for (const each of said.calls || []) add(`Call it: ${each.words}`, { do: "claim", fact: each.fact }, "call");
    if ((said.doubts || []).length) found.push(el("button", { type: "button", text: "Call a revoke …", className: "call", data: { call: "doubts" }, on: { click: () => this.askDoubts(said.doubts ?? []) } }));
    if ((said.may_call || []).includes(you)) {
      for (const suit of Object.values(SUITS)) add(`Lead ${suit}!`, { do: "suit", suit });
      add("Lead what you like", { do: "suit", suit: "" });
    }
    if (game.turn && !together(game.turn, you)) for (const card of said.may_name || []) add(`Play the ${spoken(card)}!`, { do: "card", card });
    if (said.cut === you) {
      const lifted = /** @type {HTMLInputElement} */ (el("input", { type: "number", min: "1", max: "23", value: "12", "aria-label": "Cards to lift", className: "lift" }));
      found.push(lifted, el("button", { type: "button", text: "Cut the pack", data: { call: "cut" }, on: { click: () => this.call({ do: "cut", lifted: Number(lifted.value) || 0 }) } }));
      if (said.cut_due) add("No cut", { do: "cut", lifted: null });
    }
    if (said.agree) add("Agree the result", { do: "enter" }, "brass");
    return found;
  }

  /** @param {import("./wire").Callable[]} doubts */
  askDoubts(doubts) {
    const dialog = /** @type {HTMLDialogElement} */ (part("doubts"));
    const close = el("button", { type: "button", className: "onpaper", text: "Nothing", on: { click: () => dialog.close() } });
    const list = doubts.map((each) => el("button", { type: "button", className: "onpaper", text: each.words, data: { fact: each.fact }, on: { click: () => { dialog.close(); this.call({ do: "claim", fact: each.fact }); } } }));
    dialog.replaceChildren(el("h2", { text: "What was wrong?" }), el("p", { text: "These could be wrong. The referee looks when the cards show it, or after the hand." }), el("div", { className: "choices-list" }, ...list, close));
    dialog.showModal();
  }

  /** What a person may do by mistake, apart from playing the wrong card. */
  slips() {
    const { you, game } = this.state;
    if (!you || !game || game.result) return [];
    const act = (/** @type {string} */ text, /** @type {string} */ action) => el("button", { type: "button", text, data: { slip: action }, on: { click: () => this.ask({ type: "move", action }) } });
    const say = (/** @type {string} */ text, /** @type {Record<string, unknown>} */ what) => el("button", { type: "button", text, data: { slip: what.do }, on: { click: () => this.call(what) } });
    const dealer = game.dealer === you;
    const uncut = this.state.referee?.cut_due ? [say("Deal without offering the cut", { do: "deal without the cut" })] : [];
    if (!game.phase) return dealer ? [say("Deal one card too many", { do: "deal wrong", to: "NESW"[("NESW".indexOf(you) + 1) % 4] }), ...uncut] : [];
    const found = [];
    if (game.phase === "round one") found.push(...(dealer ? [act("Pick it up", "pick up"), act("Turn it down", "turn down")] : [act("Order it up", "order")]), act("Pass", "pass"));
    if (game.phase === "round two") found.push(...Object.values(SUITS).map((suit) => act(`Call ${suit}`, `name ${suit}`)), act("Pass", "pass"));
    if (game.phase.startsWith("round") && dealer) found.push(say("I showed a card in dealing", { do: "exposed in the deal" }));
    const drop = el("button", { type: "button", text: this.dropping ? "Tap the card you drop" : "Drop a card", on: { click: () => { this.dropping = !this.dropping; this.render(this.state); } } });
    drop.setAttribute("aria-pressed", String(this.dropping));
    const hand = game.hand || [];
    const all = hand.length > 1 ? [say("Lay my cards down", { do: "drop", card: hand.join(" ") })] : [];
    return hand.length ? [...found, drop, ...all] : found;
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
  up(seat) { return (this.state?.referee?.up || []).filter((/** @type {string[]} */ [whose]) => whose === seat).map((/** @type {string[]} */ [, card]) => card); }
}
