// Made by tools/wire_types.py from the structs that are sent; do not edit.

/** Nothing is new, and the line is alive. */
export interface Beat {
  type: "beat";
}

/** The line goes on at another hall, or at any where none is named: open it again there. */
export interface LineMoved {
  type: "moved";
  hall?: string;
}

/** A seat as everyone sees it. */
export interface Chair {
  name?: string;
  bot?: string;
  away?: boolean;
}

/** A line of the play by play: for everyone, and for the seat whose doing it was. */
export interface News {
  text: string;
  yours?: string;
  seat?: string;
  card?: string;
  heading?: boolean;
}

/** A call that may be made now: its text on the wire, its button's label, its suit, whether alone. */
export interface Choice {
  action: string;
  label: string;
  suit?: string;
  alone?: boolean;
}

/** The result of a hand, for the one who reads it. */
export interface Ended {
  title: string;
  points: string;
  text: string;
  clause?: string;
}

/** How the two fives of a side lie: the top one's face and shift, and a number beside them. */
export interface Markers {
  up: boolean;
  pips: number;
  at: [number, number, number];
  beside?: number;
}

/** The last finished deal: what it brought and why. */
export interface DealEnd {
  ending: string;
  marks?: Array<[string, number, string, string]>;
  maker?: string | null;
  alone?: boolean;
  tricks?: [number, number];
  trump?: string | null;
  trick?: Array<[string, string]>;
  winner?: string | null;
  played?: Array<Array<[string, string]>>;
  takers?: Array<string | null>;
}

/** What everyone may know of the game and no card of the play changes. */
export interface GameView {
  dealer: string;
  score: [number, number];
  deal: number;
  phase?: string | null;
  turnup?: string | null;
  turned_down?: boolean;
  bids?: Array<[string, string]>;
  trump?: string | null;
  trumps?: Array<string>;
  maker?: string | null;
  lone?: string | null;
  lone_defender?: string | null;
  last?: DealEnd | null;
  time_up?: boolean;
  ends_at?: number | null;
  reminder?: string;
  result?: Record<string, string | Array<number> | null> | null;
  seed?: string | null;
  goal?: string;
  which_deal?: string;
  rated?: boolean;
  course?: Array<number>;
  fives?: Array<Markers>;
}

/** What one seat alone knows of the game; the hand in the order people hold it. */
export interface OwnView {
  hand: Array<string>;
  legal?: Array<string>;
  buried?: string | null;
}

/** What is said to the one who reads: the line, the calls that may be made, a hand's end. */
export interface TableMessage {
  line: string;
  choices?: Array<Choice>;
  clause?: string;
  ended?: Ended | null;
  may_propose?: Array<"resign" | "draw" | "undo">;
  course?: string;
}

/** Something that may be called now: the referee's words for it, and people's. */
export interface Callable {
  fact: string;
  words: string;
}

/** One way a ruling can go, what it is called, and what is done then. */
export interface WayView {
  name: string;
  label: string;
  do: Array<string>;
}

/**
 * A ruling in plain words with its clauses; ``waits_for`` are the seats that may choose. ``aside_by`` are
 * those that may set it aside.
 */
export interface RulingView {
  number: number;
  what: string;
  says: string;
  upheld: boolean;
  clauses: Array<[string, string]>;
  ways: Array<WayView>;
  by?: string | null;
  chosen?: string;
  suggestion?: boolean;
  waits_for?: Array<string>;
  later?: boolean;
  aside_by?: Array<string>;
}

/** The referee's side of a table, the same for everyone. */
export interface Judged {
  calls?: Array<Callable>;
  doubts?: Array<Callable>;
  rulings?: Array<RulingView>;
  orders?: Array<string>;
  up?: Array<[string, string]>;
  turns?: string | null;
  may_call?: Array<string>;
  may_name?: Array<string>;
  agree?: boolean;
  cut?: string | null;
  cut_due?: boolean;
  instead?: Array<[string, string]>;
}

/** What a player asks the others, in words, and the seats that have to answer. */
export interface ProposalView {
  what: "resign" | "draw" | "undo";
  by: string;
  text: string;
  waits_for: Array<string>;
}

/** What the players add to the shuffle before the game: commitments by seat, then the salts. */
export interface Shuffle {
  sums: Array<string>;
  salts: Array<string>;
  closed?: boolean;
  beginning?: boolean;
}

/** The part of a state that changes a few times in a deal, the same for everyone. */
export interface TablePart {
  chairs: Array<Chair>;
  followed?: string;
  shuffle?: Shuffle | null;
  proposal?: ProposalView | null;
  game?: GameView | null;
}

/** The part of a state that changes with every card, the same for everyone: news, referee, the play. */
export interface TrickPart {
  news: Array<News>;
  referee?: Judged | null;
  turn?: string | null;
  trick?: Array<[string, string]>;
  before?: Array<[string, string]>;
  previous?: Array<[string, string]>;
  winner?: string | null;
  won?: [number, number];
  tricks_of?: [number, number, number, number];
  open_cards?: Array<Array<[string, string | null]>>;
  cards_left?: Array<number>;
  turn_by?: number | null;
}

/** First message: the last version this browser has seen, if any. */
export interface Hello {
  type: "hello";
  after: number | null;
}

/**
 * An action in the words of a record without the seat: ``AS``, ``pick up alone``. ``meant`` says that one
 * which loses the game is meant.
 */
export interface Move {
  type: "move";
  id: string;
  action: string;
  meant: boolean;
}

/** Take a free seat. */
export interface Sit {
  type: "sit";
  id: string;
  seat: "N" | "E" | "S" | "W";
}

/** Leave one's seat before the game. */
export interface Stand {
  type: "stand";
  id: string;
}

/** Put a bot into a free seat, or take one out with an empty name. */
export interface AddBot {
  type: "bot";
  id: string;
  seat: "N" | "E" | "S" | "W";
  player: string;
}

/** Start the game; free seats are filled with bots. */
export interface Begin {
  type: "begin";
  id: string;
}

/** Deal the next hand now instead of waiting. */
export interface Next {
  type: "next";
  id: string;
}

/** Tell the salt one has committed to, once the game is about to begin. */
export interface Salt {
  type: "salt";
  id: string;
  text: string;
}

/** Commit to a salt for the shuffle: its SHA-256 in hexadecimal. */
export interface Commit {
  type: "commit";
  id: string;
  sum: string;
}

/** Say one of the table's phrases. */
export interface Say {
  type: "say";
  id: string;
  phrase: number;
}

/** Write a line to those at the table, where it has a chat. */
export interface Chat {
  type: "chat";
  id: string;
  text: string;
}

/** Report a line of the chat to the host of the hall. */
export interface ReportLine {
  type: "report";
  id: string;
  number: number;
}

/** Play again with the same people. */
export interface Again {
  type: "again";
  id: string;
}

/** Ask the others: to resign, for a draw, to take one's last act back. */
export interface Propose {
  type: "propose";
  id: string;
  what: "resign" | "draw" | "undo";
}

/** Agree to what was asked, or not. */
export interface Agree {
  type: "agree";
  id: string;
  yes: boolean;
}

/** How fast bots act for the one person of a table; elsewhere it changes nothing. */
export interface OwnPace {
  type: "pace";
  id: string;
  speed: "slow" | "normal" | "fast" | "none";
}

/** On lead: say that all tricks left are one's own; taken where that is certain. */
export interface TakeRest {
  type: "claim";
  id: string;
}

/** Ask what each option is worth, and why the best is best; answered by ``Advised``. */
export interface Hint {
  type: "hint";
  id: string;
}

/** A call in words as the book has them; ``meant`` as in a move. */
export interface InWords {
  do: "words";
  words: string;
  meant: boolean;
}

/** Call attention to what can be called, or doubted. */
export interface CallAttention {
  do: "claim";
  fact: string;
}

/** Show everyone a card of one's own, or several with spaces between them. */
export interface Drop {
  do: "drop";
  card: string;
}

/** Lift so many cards before the deal, or leave the deck as it is. */
export interface CutDeck {
  do: "cut";
  lifted: number | null;
}

/** Take one option of a ruling. */
export interface Choose {
  do: "choose";
  number: number;
  option: string;
}

/** Set a ruling aside, as the one who has the last word. */
export interface Overrule {
  do: "overrule";
  number: number;
  instead: string;
  why: string;
}

/** Name the suit that others must lead, or leave it open. */
export interface NameSuit {
  do: "suit";
  suit: string;
}

/** Name one of several exposed cards. */
export interface NameCard {
  do: "card";
  card: string;
}

/** Turn the trick that one's side won. */
export interface Turn {
  do: "turn";
}

/** Agree to the result. */
export interface Enter {
  do: "enter";
}

/** As dealer, deal without offering the cut. */
export interface DealUncut {
  do: "deal without the cut";
}

/** As dealer, deal and let a card show. */
export interface ExposedInDeal {
  do: "exposed in the deal";
}

/** As dealer, give a seat a card too many. */
export interface DealtWrong {
  do: "deal wrong";
  to: "N" | "E" | "S" | "W";
}

/** At an as-at-the-table game: something to the referee. */
export interface Call {
  type: "call";
  id: string;
  what:
    | InWords
    | CallAttention
    | Drop
    | CutDeck
    | Choose
    | Overrule
    | NameSuit
    | NameCard
    | Turn
    | Enter
    | DealUncut
    | ExposedInDeal
    | DealtWrong;
}

/**
 * The table to one who reads, in parts, and what is new since a version. ``you`` is the reader's seat and
 * ``own`` what it alone knows; ``done`` are the requests it answers.
 */
export interface State {
  type: "state";
  version: number;
  you: string | null;
  table: TablePart;
  trick: TrickPart;
  told: TableMessage;
  own?: OwnView | null;
  done?: Array<string>;
}

/** The request was taken and is durable. */
export interface Done {
  type: "done";
  id: string;
  version: number;
}

/**
 * The request was refused: why, and the clause where a rule says so. With ``ask`` it is taken once it is sent
 * again as meant.
 */
export interface No {
  type: "no";
  id: string;
  reason: string;
  clause?: string;
  ask?: boolean;
}

/**
 * An option: as it is sent, how it is said, the chance to win the game after it, if the best. ``tie`` says
 * that it is as good as the best, or too close to tell.
 */
export interface OptionSeen {
  action: string;
  label: string;
  chance: number;
  best?: boolean;
  tie?: boolean;
}

/** The answer to a hint: the options, the best first, and why it is the best. */
export interface Advised {
  type: "advised";
  id: string;
  options: Array<OptionSeen>;
  why: string;
}

/** Somebody said a phrase. */
export interface PhraseSaid {
  type: "said";
  seat: string;
  phrase: number;
}

/** Somebody at the table wrote a line. */
export interface ChatLine {
  type: "written";
  number: number;
  seat: string;
  name: string;
  text: string;
}

/** The connection ends, and why; ``reload`` where the page is from before the hall's newest protocol. */
export interface Bye {
  type: "bye";
  reason: string;
  reload?: boolean;
}

/** A state once its parts are joined. */
export type Game = GameView & Partial<Omit<TrickPart, "news" | "referee"> & OwnView>;
export type Shown = Omit<State, "table" | "trick" | "own"> &
  Omit<TablePart, "game"> &
  Pick<TrickPart, "news" | "referee"> & {
    game?: Game;
  };
