// What happened and what to do, in plain words of the book.
import { isTrump, SUITS, spoken } from "./cards.js";

const ORDER = "NESW";
export const WORD = { N: "North", E: "East", S: "South", W: "West" };
export const left = (seat) => ORDER[(ORDER.indexOf(seat) + 1) % 4];
export const partner = (seat) => left(left(seat));

// the suit a card belongs to once trump is made: the left bower is a trump
const inPlay = (card, trump) => (isTrump(card, trump) ? trump : card[1]);

const capital = (text) => text[0].toUpperCase() + text.slice(1);

export class Words {
  constructor(book) { this.book = book; this.state = null; }

  name(seat) {
    const chair = this.state.chairs[ORDER.indexOf(seat)];
    if (seat === this.state.you) return "You";
    return (chair && chair.name) || WORD[seat];
  }

  does(seat, third, second) { return `${this.name(seat)} ${seat === this.state.you ? second || third.replace(/s$/, "") : third}`; }

  inside(seat, third, second) { return this.does(seat, third, second).replace(/^You /, "you "); }

  leftOf(seat) { return left(seat); }

  // A refusal as it is said to the one who is refused.
  toYou(text) {
    const own = this.state && this.state.you ? WORD[this.state.you] : "";
    const said = own ? text.replace(`${own} holds`, "you hold") : text;
    return this.state ? this.people(said) : said;
  }

  // A sentence of the referee with people's names for the seats and cards as they are said.
  people(text) {
    return text
      .replace(/\b(North|East|South|West)\b(?!–)(?<!–\1)/g, (word) => (this.state.chairs[ORDER.indexOf(word[0])] || {}).name || word)
      .replace(/\b[9TJQKA][CDHS]\b/g, (card) => `the ${spoken(card)}`);
  }

  // One line of the tale from a line of the wire.
  told(line) {
    const [first, ...rest] = line.split(" ");
    const text = rest.join(" ");
    if (first === "sat") return this.does(rest[0], "sits down", "sit down");
    if (first === "stood") return `${WORD[rest[0]]}'s chair is free`;
    if (first === "begun") return `The game begins; ${this.inside(rest[0], "deals", "deal")} first`;
    if (first === "dealt") return `Deal ${rest[0]}: ${this.inside(rest[1], "deals", "deal")}`;
    if (first === "score") return `Score ${rest[0]}–${rest[1]}`;
    if (first === "over") return "The game is over";
    if (first === "reminder") return text;
    if (first === "bell") return "The bell: time is up";
    if (first === "away") return `${this.does(rest[0], "is", "are")} away; a bot plays on`;
    if (first === "back") return `${this.does(rest[0], "is", "are")} back`;
    if (first === "ruling") return this.people(text);
    if (first === "dropped") return `${this.does(rest[0], "drops", "drop")} the ${rest.slice(1).map(spoken).join(" and the ")}`;
    return this.action(first, text);
  }

  action(seat, text) {
    const alone = text.endsWith(" alone") ? ", alone" : "";
    const plain = alone ? text.slice(0, -6) : text;
    const who = (third, second) => this.does(seat, third, second);
    if (plain === "pass") return `${who("says", "say")} “${this.book.pass}”`;
    if (plain === "order") return `${who("says", "say")} “${this.book.order}”${alone}`;
    if (plain === "pick up") return `${who("picks it up", "pick it up")}${alone}`;
    if (plain === "turn down") return who("turns it down", "turn it down");
    if (plain.startsWith("name ")) return `${who("names", "name")} ${plain.slice(5)}${alone}`;
    if (plain.startsWith("bury")) return who("buries a card", "bury a card");
    if (text === "alone") return who("goes alone", "go alone");
    if (plain === "with partner") return who("plays with partner", "play with partner");
    return `${who("plays", "play")} the ${spoken(plain)}`;
  }

  // What a seat said last, for its chair.
  said(bid) {
    const [, ...rest] = bid.split(" ");
    const text = rest.join(" ");
    if (text === "pass") return `“${this.book.pass}”`;
    if (text === "order") return `“${this.book.order}”`;
    if (text === "order alone") return `“${this.book.order}, alone”`;
    if (text.startsWith("name ")) return `“${text.slice(5).replace(" alone", ", alone")}”`;
    if (text === "pick up alone") return "picks it up, alone";
    return text === "with partner" ? "with partner" : text === "alone" ? "“alone”" : text.replace("pick", "picks").replace("turn", "turns");
  }

  choice(action) {
    const names = {
      pass: capital(this.book.pass), order: capital(this.book.order), "order alone": `${capital(this.book.order)}, alone`,
      "pick up": "Pick it up", "pick up alone": "Pick it up, alone", "turn down": "Turn it down",
      "with partner": "Play with partner", alone: "Go alone",
    };
    return names[action] || capital(action.replace("name ", "").replace(" alone", ", alone"));
  }

  // The one line that always says what is happening and what you may do.
  now(game) {
    const you = this.state.you;
    if (game.result) return this.result(game.result);
    if (game.last) return this.ended(game.last);
    if (!game.phase) return "The cards are being dealt.";
    if (game.phase === "done") return "The last trick is played.";
    const mine = game.turn === you;
    const turn = this.name(game.turn);
    const suit = game.trump ? SUITS[game.trump] : "";
    if (game.phase === "round one") {
      const offer = `the ${spoken(game.turnup)} is turned up`;
      if (!mine) return `${turn} to speak; ${offer}.`;
      return game.dealer === you ? `You deal: pick it up or turn it down.` : `Your turn: ${offer}. Shall ${SUITS[game.turnup[1]]} be trump?`;
    }
    if (game.phase === "round two") return mine ? `Your turn: name a suit other than ${SUITS[game.turnup[1]]}${game.legal && game.legal.includes("pass") ? ", or pass" : ""}.` : `${turn} may name a suit.`;
    if (game.phase === "bury") {
      if (!mine) return `${turn} ${game.turn === you ? "bury" : "buries"} a card.`;
      const why = game.maker === you ? "You picked it up" : `${this.name(game.maker)} told you to pick it up`;
      return `${why}: choose a card to bury.`;
    }
    if (game.phase === "alone") return mine ? `${capital(suit)} is trump. Will you go alone?` : `${turn} may go alone.`;
    if (game.lone && you && partner(game.lone) === you) return `Your partner plays alone; your hand is put away.`;
    if (!mine) return `${turn} to play; ${suit} is trump.`;
    if (!game.trick || !game.trick.length) return `Your lead; ${suit} is trump.`;
    const asked = inPlay(game.trick[0][1], game.trump);
    if (this.state.referee) return `Your turn to play; ${SUITS[asked]} led.`;
    const holds = (game.hand || []).some((card) => inPlay(card, game.trump) === asked);
    return holds ? `Your turn: follow ${SUITS[asked]}.` : `Your turn: no ${SUITS[asked]}, play any card.`;
  }

  // the clause behind what the line says, where there is one
  clause(game) {
    if (game.result) return game.result.clause;
    const mark = game.last && (game.last.marks || [])[0];
    return mark ? mark[3] : "";
  }

  ended(last) {
    if (last.ending === "thrown in") return "Everybody passed twice: thrown in, no score.";
    const mark = (last.marks || [])[0];
    if (!mark) return "The deal is over.";
    const [side, points, path] = mark;
    const ours = this.state.you && (side === "NS") === "NS".includes(this.state.you);
    const who = this.state.you ? (ours ? "You and partner" : "They") : side === "NS" ? "North–South" : "East–West";
    const what = { make: "made it", march: "marched", euchre: "euchred the makers", lone_make: "made it alone", lone_march: "marched alone", lone_euchre: "euchred the lone hand" }[path.split(".")[1]] || "score";
    return `${who} ${what}: ${points} point${points === 1 ? "" : "s"}.`;
  }

  result(result) {
    if (!result.winner) return `A draw, ${result.score[0]} all.`;
    const you = this.state.you;
    const won = you ? ((result.winner === "NS") === "NS".includes(you) ? "You win" : "They win") : `${result.winner === "NS" ? "North–South" : "East–West"} win`;
    return `${won}, ${Math.max(...result.score)} to ${Math.min(...result.score)}.`;
  }
}
