// Your hand: cards that may be played stand out; one can be picked beforehand, or has to be tapped twice.
import { face, spoken, turnTo } from "./cards.js";
import { changes, el, forget, hold } from "./dom.js";
import { said } from "./language.js";
import { comeFrom, where } from "./motion.js";
import { get } from "./settings.js";
import { sound } from "./sounds.js";

/** @typedef {import("./wire").Shown} Shown */
/** @typedef {import("./wire").Game} Game */

/** @param {Game | undefined} game */
const burying = (game) =>
  game?.phase === "bury" || (game?.legal || []).some((action) => action.startsWith("bury "));

/** What a card is called: what is known of it, and whether it is picked.
 * @param {HTMLElement} card @param {boolean} picked
 */
const label = (card, picked) =>
  card.setAttribute("aria-label", `${card.dataset.about}${picked ? `, ${said("picked")}` : ""}`);

export class Hand {
  /**
   * @param {HTMLElement} box
   * @param {{ move: (action: string, card: string) => void, refused: (card: string, why: any) => void,
   *   drops: (card: string) => boolean, up: () => string[] }} table
   */
  constructor(box, table) {
    this.box = box;
    this.table = table;
    /** @type {Shown | null} */ this.state = null;
    /** A card chosen before it is one's turn, or tapped once. */
    this.picked = "";
    this.acting = this.down = false;
    this.sent = 0;
  }

  get game() {
    return this.state?.game;
  }

  /** @param {string} name @returns {HTMLElement | null} */
  button(name) {
    return this.box.querySelector(`[data-card="${name}"]`);
  }

  /** Where a card of the hand lies. @param {string} name */
  spot(name) {
    return where(this.button(name));
  }

  /**
   * @param {Shown} state @param {Shown | null} before @param {import("./scene_queue.js").Scene} scene
   * @param {import("./scene_queue.js").Pace} time @param {() => any} dealer
   */
  draw(state, before, scene, time, dealer) {
    this.state = state;
    const game = state.game;
    const hand = get("order") === "right" ? [...(game?.hand || [])].reverse() : game?.hand || [];
    // Nobody has looked yet: a suit is named blind for a joker that is turned up.
    const unseen = hand.length || game?.phase !== "joker turned" ? 0 : this.left(state);
    const was = this.acting;
    this.acting = Boolean(
      !scene.full && game?.turn && game.turn === state.you && (game.phase === "play" || burying(game)),
    );
    // A lone player's partner puts the hand away.
    this.down = Boolean(
      !state.referee &&
        !this.acting &&
        state.you &&
        [game?.lone, game?.lone_defender].some(
          (seat) => seat && "NSEW".indexOf(seat) === ("NSEW".indexOf(state.you ?? "") ^ 1),
        ),
    );
    const focus = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.card;
    if (!hand.includes(this.picked)) this.picked = "";
    if (
      changes(this.box, [
        hand,
        this.picked,
        this.acting,
        this.down,
        game?.legal,
        game?.trumps,
        this.table.up(),
        Boolean(state.referee),
        burying(game),
        unseen,
      ])
    ) {
      this.box.style.setProperty("--n", String(hand.length || unseen));
      hold(
        this.box,
        hand.map((name, at) => this.card(name, at - (hand.length - 1) / 2)),
      );
      if (unseen) this.box.append(...this.faceDown(unseen));
    }
    if (focus && document.activeElement === document.body)
      (this.button(focus) || /** @type {HTMLElement | null} */ (this.box.firstElementChild))?.focus();
    if (hand.length >= 5 && !(before?.game?.hand || []).length) this.dealOut(time, dealer);
    if (this.acting) this.goOn(was, time);
  }

  /** How many cards one holds. @param {Shown} state */
  left({ you, game }) {
    return you ? ((game?.cards_left || [])["NESW".indexOf(you)] ?? 0) : 0;
  }

  /** Cards that lie face down before somebody who may not look. @param {number} count */
  faceDown(count) {
    return Array.from({ length: count }, (_, at) => {
      const card = el(
        "span",
        { className: "card", role: "img", "aria-label": said("face down") },
        face(null),
      );
      card.style.setProperty("--a", String(at - (count - 1) / 2));
      return card;
    });
  }

  /** @param {string} name */
  action(name) {
    return (burying(this.game) ? "bury " : "") + name;
  }

  /** @param {string} name */
  legal(name) {
    return (this.game?.legal || []).includes(this.action(name));
  }

  /**
   * The button of a card; one that is there already only changes its looks.
   * @param {string} name
   * @param {number} at
   */
  card(name, at) {
    const strict = !this.state?.referee,
      trumps = this.game?.trumps || [];
    const legal = this.acting && this.legal(name);
    const kind = strict && this.acting ? (legal ? "legal yes" : "dim no") : this.acting ? "legal" : "";
    const up = this.table.up().includes(name),
      shown = this.down ? null : name;
    const card =
      this.button(name) ??
      el(
        "button",
        { type: "button", data: { card: name }, on: { click: () => this.touch(name), keydown: walk } },
        face(shown, trumps),
      );
    turnTo(card.firstElementChild, shown, trumps);
    card.className = `card ${kind}${up ? " open-card" : ""}${name === this.picked ? " picked" : ""}`;
    card.style.setProperty("--a", String(at));
    const about = [
      spoken(name),
      trumps.includes(name) ? said("trump") : "",
      up ? said("face up") : "",
      this.down ? said("face down") : "",
      legal || !strict || !this.acting ? "" : said("not allowed now"),
    ];
    card.dataset.about = about.filter(Boolean).join(", ");
    label(card, name === this.picked);
    return card;
  }

  /** @param {import("./scene_queue.js").Pace} time @param {() => any} dealer */
  dealOut(time, dealer) {
    const cards = /** @type {HTMLElement[]} */ ([...this.box.children]);
    requestAnimationFrame(() => {
      const from = dealer(),
        [own] = cards.map(where);
      // Where you deal yourself that place is the whole hand; a card is never larger than it lies there.
      const deck = from && own ? { ...from, width: Math.min(from.width, own.width) } : from;
      cards.forEach((card, at) => comeFrom(card, deck, time.dealt, at * time.deal));
    });
    sound("deal");
  }

  /** @param {string} name */
  touch(name) {
    if (this.down || this.table.drops(name)) return;
    const game = this.game,
      strict = !this.state?.referee;
    if (strict && !this.acting && game?.phase === "play") this.pick(name);
    else if (strict && this.acting && get("taps") === "two" && this.picked !== name && this.legal(name))
      this.pick(name);
    else {
      this.picked = "";
      this.table.move(this.action(name), name);
    }
  }

  /** Choose a card, or take the choice back.
   * @param {string} name
   */
  pick(name) {
    this.picked = this.picked === name ? "" : name;
    forget(this.box);
    for (const card of /** @type {NodeListOf<HTMLElement>} */ (this.box.querySelectorAll(".card"))) {
      const on = card.dataset.card === this.picked;
      card.classList.toggle("picked", on);
      label(card, on);
    }
  }

  /** One's turn has come: the card picked before is played, and so is the last one, where that is wished.
   * @param {boolean} was @param {import("./scene_queue.js").Pace} time
   */
  goOn(was, time) {
    const { game, state } = this;
    if (was || !state || state.referee || game?.phase !== "play" || this.sent === state.version) return;
    const last =
      get("forced") !== "no" && game.hand?.length === 1 && game.legal?.length === 1 ? game.hand[0] : "";
    const name = this.picked || last;
    if (!name) return;
    this.picked = "";
    if (!this.legal(name)) {
      this.draw(
        state,
        state,
        { state, trick: [], winner: null, full: false, last: false, over: false },
        time,
        () => null,
      );
      this.table.refused(name, { reason: said("That card does not follow suit now. Choose another.") });
      return;
    }
    this.sent = state.version;
    setTimeout(() => {
      if (this.state?.version === this.sent) this.table.move(this.action(name), name);
    }, time.card);
  }
}

/** @param {KeyboardEvent} event */
function walk(event) {
  const step = { ArrowLeft: "previousElementSibling", ArrowRight: "nextElementSibling" }[event.key];
  if (!step) return;
  event.preventDefault();
  /** @type {any} */ (event.currentTarget)[step]?.focus();
}
