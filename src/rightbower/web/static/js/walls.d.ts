// Made by tools/wire_types.py from the structs that are sent; do not edit.

/**
 * The clock of a round at a moment, as every face shows it. ``left`` is None where there is no limit;
 * ``advice`` are the seconds in which a game ought to end, after which everybody is reminded.
 */
export interface ClockView {
  round: number;
  running: boolean;
  left: number | null;
  ran: number;
  rang: boolean;
  advice: number | null;
}

/** A table of the latest round as it is sent; ``entrants`` and ``names`` are by side. */
export interface WallTable {
  number: number;
  state: "bye" | "playing" | "entered" | "disputed" | "marked" | "void";
  entrants: [Array<number>, Array<number>];
  names: [Array<string>, Array<string>];
  points: [number, number] | null;
  dealer: string;
  online: string;
  note: string;
}

/** A place; ``moved`` is how many places up since the round before, negative for down. */
export interface Standing {
  rank: number | null;
  entrant: number;
  name: string;
  why: string;
  clauses: Array<string>;
  won: number;
  drawn: number;
  lost: number;
  points: number;
  event_points: number;
  moved: number | null;
  shared: boolean;
  open: boolean;
}

/** A prize and who has it; ``prize`` is what it is called, ``says`` with the money. */
export interface AwardView {
  prize: string;
  says: string;
  winners: Array<string>;
  each: number;
  why: string;
}

/** A result that is in and does not count yet: the game, its points, and for whom they wait. */
export interface WaitingResult {
  round: number;
  table: number;
  game: string;
  says: string;
}

/** Titles and sentences of the wall; ``{mates}``, ``{number}`` and the like are put in by the browser. */
export interface WallWords {
  sitting: string;
  mates: string;
  thanks: string;
  no_game: string;
  page: string;
  up: string;
  down: string;
  level: string;
  prizes: string;
  steps: string;
  uncounted: string;
  welcome: string;
  scan: string;
  picture: string;
  invites: string;
  here: string;
  round: string;
  tables_in: Array<string>;
  by_table: string;
  by_name: string;
  over: string;
  then: string;
  standings: string;
  figure: string;
  unit: string;
}

/**
 * All that everybody may see; ``at`` is the server's time in seconds, ``byes`` are players by entrant.
 * ``threes`` are those at tables of three, where there are such.
 */
export interface Snapshot {
  kind: string;
  id: string;
  version: number;
  at: number;
  name: string;
  date: string;
  book: string;
  stage: "check-in" | "round" | "between" | "finish" | "finished";
  round: number;
  rounds: number | null;
  here: number;
  entered: number;
  counts: string;
  clock: ClockView | null;
  tables: Array<WallTable>;
  byes: Array<Array<string>>;
  places: Array<Standing>;
  steps: Array<string>;
  awards: Array<AwardView>;
  sides: [string, string];
  unit: string;
  door: boolean;
  bell: string;
  reminder: string;
  uncounted: Array<string>;
  waiting: Array<WaitingResult>;
  rules: Array<string>;
  message: string;
  calls: Array<number>;
  marks: [string, string];
  words: WallWords;
  threes: Array<Array<string>> | UnsetType;
}

/** What a phone needs to know when to look again; ``states`` has a letter for each table. */
export interface PhoneSnapshot {
  version: number;
  stage: "check-in" | "round" | "between" | "finish" | "finished";
  round: number;
  states: string;
  clock: string;
  said: number;
}

/** A team on the night: who is here, and whether that is enough. */
export interface SideView {
  number: number;
  name: string;
  here: Array<string>;
  ready: boolean;
  missed: Array<number>;
  won: number;
}

/** A game of a fixture; ``says`` explains a forfeit, a deduction or a correction. */
export interface FixtureGameView {
  number: number;
  state: "open" | "playing" | "entered" | "over" | "forfeited";
  score: [number, number] | null;
  lineups: [Array<string>, Array<string>];
  says: Array<string>;
  moved: string;
}

/** A mark of the forfeit clock: seconds after the start, and what an absent team loses there. */
export interface ForfeitMark {
  seconds: number;
  loses: string;
  clause: string;
}

/** A fixture's forfeit clock; ``elapsed`` seconds since the start, before it negative. */
export interface ForfeitClockView {
  elapsed: number;
  running: boolean;
  marks: Array<ForfeitMark>;
  passed: number;
}

/** A fixture with its teams, games and clock. */
export interface FixtureView {
  number: number;
  week: number;
  phase: string;
  day: string;
  time: string;
  when: string;
  state: "to come" | "on now" | "over" | "not played";
  sides: [SideView, SideView];
  games: Array<FixtureGameView>;
  result: string;
  through: string;
  clock: ForfeitClockView;
}

/**
 * A team in the table: the rank, what it rests on, and the sentence that says so. A team that was removed has
 * no rank; ``open`` says that the officer has still to part it from others.
 */
export interface TeamPlace {
  rank: number | null;
  team: number;
  name: string;
  why: string;
  clauses?: Array<string>;
  fixtures?: number;
  won?: number;
  lost?: number;
  forfeited?: number;
  points?: number;
  against?: number;
  byes?: number;
  offences?: number;
  open?: boolean;
  out?: string;
}

/** A pair of the bracket; a name is empty for a bye, ``fixture`` is 0 then. */
export interface MatchView {
  one: string;
  other: string;
  fixture: number;
  result: string;
  through: string;
}

/** A rule the organizer changed or made clear, and the day the league was told. */
export interface Announcement {
  version: number;
  date: string;
  text: string;
}

/** All that everybody may see; ``at`` is the server's time in seconds. */
export interface LeagueSnapshot {
  kind: string;
  id: string;
  version: number;
  at: number;
  name: string;
  book: string;
  phase: string;
  night: string;
  tonight: boolean;
  fixtures: Array<FixtureView>;
  places: Array<TeamPlace>;
  bracket: Array<Array<MatchView>>;
  champion: string;
  announcements: Array<Announcement>;
}
