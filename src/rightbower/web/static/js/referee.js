// As at the table: what may be called, rulings with their clauses, choices, orders, and slips.
import { spoken, SUITS } from "./cards.js";
import { el } from "./dom.js";
import { partner } from "./words.js";

const ALIKE = (one, other) => one === other || partner(one) === other;
const FRESH = 3;

export class Referee {
  // tools: part(name), ask(message), clauseLink(clause), words
  constructor(tools) {
    Object.assign(this, tools);
    this.newest = -1;
    this.since = 0;
    this.dropping = false;
  }

  call(what) { return this.ask({ type: "call", what }); }

  render(state) {
    const box = this.part("referee");
    this.state = state;
    box.hidden = !state.referee;
    if (!state.referee) return;
    const said = state.referee;
    this.part("words").hidden = !this.speaks(state);
    box.replaceChildren(...this.rulings(said), ...this.orders(said), this.buttons(said));
    this.part("rulings").replaceChildren(...(said.rulings || []).map((ruling) => el("li", {}, this.ruling(ruling))));
    this.part("slips").replaceChildren(...this.slips());
    this.part("aside-rulings").hidden = false;
  }

  // whether a call can be made in words now, in turn or out of it
  speaks({ you, game }) { return !!you && !!game && ["round one", "round two", "bury", "alone"].includes(game.phase); }

  // whether a choice has to be made before the game goes on
  waits(state) { return !!state.referee && (state.referee.rulings || []).some((ruling) => (ruling.waits_for || []).length && !ruling.later); }

  // the ruling that waits for a choice, and the newest for a while
  rulings(said) {
    const [first] = said.rulings || [];
    if (first && first.number > this.newest) { this.newest = first.number; this.since = this.state.version; }
    return (said.rulings || [])
      .filter((ruling) => (ruling.waits_for || []).length || (ruling === first && this.state.version < this.since + FRESH))
      .map((ruling) => el("div", { className: "ruling", role: "status" }, this.ruling(ruling), this.choices(ruling)));
  }

  ruling(ruling) {
    const done = ruling.ways.find((way) => way.name === ruling.chosen) || (ruling.ways.length === 1 ? ruling.ways[0] : null);
    const box = el("div", {}, el("strong", { text: `${this.words.people(ruling.what)}. ` }), `${ruling.says} `);
    if (done) box.append(`${done.do.join(" ")} `);
    for (const [clause, note] of ruling.clauses) {
      const link = this.clauseLink(clause);
      link.title = note;
      box.append(link, " ");
    }
    if (ruling.suggestion) box.append(el("small", { text: "A suggestion: the book itself does not say it." }));
    return box;
  }

  choices(ruling) {
    const seats = ruling.waits_for || [];
    if (!seats.length) return "";
    if (ruling.later) return el("p", { text: "The choice is made when the hand is played out." });
    if (!seats.includes(this.state.you)) return el("p", { text: `${seats.map((seat) => this.words.name(seat)).join(" or ")} chooses.` });
    return el("div", { className: "choices", role: "group", "aria-label": "Choose what follows" }, ...ruling.ways.map((way) =>
      el("button", { className: "primary", text: `${way.name[0].toUpperCase()}${way.name.slice(1)}`, data: { option: way.name }, on: { click: () => this.call({ do: "choose", number: ruling.number, option: way.name }) } },
        el("small", { text: way.do.join(" ") }))));
  }

  orders(said) {
    return (said.orders || []).map((order) => el("p", { className: "order", text: `${this.words.people(order)}.` }));
  }

  buttons(said) {
    const { you, game } = this.state;
    const box = el("div", { className: "choices", role: "group", "aria-label": "Say to the table" });
    if (!you || !game) return box;
    const add = (text, what, className = "") => box.append(el("button", { text, className, data: { call: what.do }, on: { click: () => this.call(what) } }));
    if (said.turns && ALIKE(said.turns, you)) add("Turn the trick", { do: "turn" }, "primary");
    for (const each of said.calls || []) add(`Call it: ${this.words.people(each.words)}`, { do: "claim", fact: each.fact }, "call");
    if ((said.doubts || []).length) box.append(el("button", { text: "Call a revoke …", className: "call", data: { call: "doubts" }, on: { click: () => this.askDoubts(said.doubts) } }));
    if ((said.may_call || []).includes(you)) {
      for (const suit of Object.values(SUITS)) add(`Lead ${suit}!`, { do: "suit", suit });
      add("Lead what you like", { do: "suit", suit: "" });
    }
    if (game.turn && !ALIKE(game.turn, you)) for (const card of said.may_name || []) add(`Play the ${spoken(card)}!`, { do: "card", card });
    if (said.agree) add("Agree the result", { do: "enter" }, "primary");
    return box;
  }

  askDoubts(doubts) {
    const dialog = this.part("doubts");
    const close = el("button", { text: "Nothing", on: { click: () => dialog.close() } });
    const list = doubts.map((each) => el("button", { text: this.words.people(each.words), data: { fact: each.fact }, on: { click: () => { dialog.close(); this.call({ do: "claim", fact: each.fact }); } } }));
    dialog.replaceChildren(el("h2", { text: "What was wrong?" }), el("p", { text: "These cards and calls could be. The referee looks when the cards show it, or after the hand." }), el("div", { className: "choices-list" }, ...list, close));
    dialog.showModal();
  }

  // what a person may do by mistake, apart from playing the wrong card
  slips() {
    const { you, game } = this.state;
    if (!you || !game || game.result) return [];
    const act = (action) => el("button", { text: this.words.choice(action), data: { slip: action }, on: { click: () => this.ask({ type: "move", action }) } });
    const say = (text, what) => el("button", { text, data: { slip: what.do }, on: { click: () => this.call(what) } });
    const dealer = game.dealer === you;
    if (!game.phase) return dealer ? [say("Deal one card too many", { do: "deal wrong", to: this.words.leftOf(you) })] : [];
    const found = [];
    if (game.phase === "round one") found.push(...(dealer ? ["pick up", "turn down"] : ["order"]).map(act), act("pass"));
    if (game.phase === "round two") found.push(...Object.values(SUITS).map((suit) => act(`name ${suit}`)), act("pass"));
    if (game.phase.startsWith("round") && dealer) found.push(say("I showed a card in dealing", { do: "exposed in the deal" }));
    const drop = el("button", { text: this.dropping ? "Tap the card you drop" : "Drop a card", on: { click: () => { this.dropping = !this.dropping; this.render(this.state); } } });
    drop.setAttribute("aria-pressed", String(this.dropping));
    const hand = game.hand || [];
    const all = hand.length > 1 ? [say("Lay my cards down", { do: "drop", card: hand.join(" ") })] : [];
    return hand.length ? [...found, drop, ...all] : found;
  }

  // whether a tap on a card was to drop it
  drops(card) {
    if (!this.dropping) return false;
    this.dropping = false;
    this.call({ do: "drop", card });
    return true;
  }

  up(seat) { return ((this.state && this.state.referee && this.state.referee.up) || []).filter(([whose]) => whose === seat).map(([, card]) => card); }
}
