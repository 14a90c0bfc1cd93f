// The pad for the score: two windows above, one pad below. A press fills the window that is ringed and
// goes on to the other; what cannot be says why, and who dealt last is asked where both are level.
import { el, every, fields, first } from "./dom.js";
import { said } from "./language.js";

/** @typedef {{ who: number, name: string, chair: string, mine: boolean }} Dealer */
/** @typedef {{ most: number, cannot: number[][], shortened: number[][], why: string[],
 *   dealers: Dealer[], together?: number, figures?: boolean, minus?: boolean }} Rules what the hall says
 *   that a score can be; figures are tapped one by one where it can be large */
/** @typedef {{ points: (number | null)[], at: number, put: number, page: number, dealer: number,
 *   short: boolean, waiting: number | null, says: string, anew: boolean }} Typed what was tapped so far; a
 *   figure begins anew in a window that was just pressed */

// Three rows of five, or four; where there are more the last place turns the page.
const SMALL = 15,
  WHOLE = 20,
  ROW = 5,
  TURNED = 19;
// So long the chairs are dead: a thumb is already there. And so long a second figure joins the first.
const DEAD = 500,
  JOINS = 1000;
const NONE = -1;
const FIGURES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0];

/** Points as they are read. @param {number} points */
const asRead = (points) => (points < 0 ? `−${-points}` : String(points));

/** What was tapped at each table, while the page comes again. @type {Map<string, Typed>} */
const kept = new Map();
const nothing = () => ({
  points: [null, null],
  at: 0,
  put: 0,
  page: 0,
  dealer: 0,
  short: false,
  waiting: null,
  says: "",
  anew: false,
});

/** Which points stand on a page of the pad. @param {number} most @param {number} page */
export function onPage(most, page) {
  const from = page ? TURNED + (page - 1) * (TURNED - 1) : 0,
    last = most < WHOLE ? most : page && most - from < TURNED ? most : from + TURNED - (page ? 2 : 1);
  return Array.from({ length: Math.min(most, last) - from + 1 }, (_, at) => from + at);
}

/** The page on which points stand. @param {number} most @param {number} points */
export function pageOf(most, points) {
  let page = 0;
  while (points > (onPage(most, page).at(-1) ?? 0)) page++;
  return page;
}

/** The pad over one form. */
export class ScorePad {
  /** @param {HTMLFormElement} form @param {() => number} [now] */
  constructor(form, now = () => performance.now()) {
    this.form = form;
    this.now = now;
    /** @type {Rules} */
    this.rules = JSON.parse(first('script[type="application/json"]', form)?.textContent ?? "{}");
    this.claims = (form.dataset.key ?? "").endsWith("dispute");
    this.dead = 0;
    const key = form.dataset.key ?? "";
    this.typed = kept.get(key) ?? this.sent();
    kept.set(key, this.typed);
    this.plain = /** @type {HTMLElement} */ (first(".plain", form));
    this.names = fields("[data-names]", this.plain).map((each) => each.dataset.names ?? "");
    this.wins = el("div", { className: "wins" });
    this.keys = el("div", { className: "keys", role: "group" });
    this.send = el("div", { className: "send" });
    this.plain.hidden = true;
    form.append(this.wins, this.keys, this.send);
    form.addEventListener("submit", () => kept.delete(key));
    this.draw();
  }

  /** What was sent before and came back with a question or a refusal. @returns {Typed} */
  sent() {
    const [ours, theirs] = ["ours", "theirs"].map((name) => {
      const { value } = fields(`input[name="${name}"]`, this.form)[0];
      return /^-?\d+$/.test(value) ? Number(value) : null;
    });
    const [dealer] = fields('select[name="last_dealer"]', this.form),
      [short] = fields('input[name="short"]', this.form);
    const typed = { ...nothing(), points: [ours, theirs] };
    typed.at = ours === null ? 0 : theirs === null ? 1 : NONE;
    typed.put = 1;
    typed.dealer = Number(dealer?.value ?? 0);
    typed.short = Boolean(short?.checked);
    return typed;
  }

  /** The window that the next press fills. */
  get window() {
    return this.typed.at === NONE ? this.typed.put : this.typed.at;
  }

  /** The window whose points are wanted next. */
  get missing() {
    return this.typed.points[this.window] === null ? this.window : 1 - this.window;
  }

  get whole() {
    const [ours, theirs] = this.typed.points;
    return ours !== null && theirs !== null;
  }

  /** Whether the score is level where that has to be cut for. */
  get level() {
    const [ours, theirs] = this.typed.points;
    const asked = this.rules.dealers.length && !this.claims && this.typed.at === NONE;
    return Boolean(asked) && this.whole && ours === theirs;
  }

  /** Why the other window does not go with these points; nothing where it does.
   * @param {number} points @param {boolean} [short]
   */
  cannot(points, short = this.typed.short) {
    const own = this.window,
      other = this.typed.points[1 - own],
      rows = short && this.rules.shortened.length ? this.rules.shortened : this.rules.cannot;
    if (other === null || !rows.length) return "";
    const why = own ? rows[other][points] : rows[points][other];
    return why ? this.rules.why[why - 1] : "";
  }

  /** Points were tapped. @param {number} points */
  put(points) {
    const { typed } = this,
      why = this.cannot(points);
    if (why) {
      typed.says = why;
      typed.waiting = this.rules.shortened.length && !this.cannot(points, true) ? points : null;
      this.draw();
      return;
    }
    const own = this.window;
    typed.points[own] = points;
    typed.put = own;
    typed.dealer = 0;
    typed.says = typed.short ? said("The round was cut short.") : "";
    typed.waiting = null;
    for (const each of every('.line [role="alert"]')) each.remove();
    const { together = 0 } = this.rules,
      other = typed.points[1 - own];
    if (together && !typed.short) typed.points[1 - own] = together - points;
    else if (other !== null && this.impossible()) typed.points[1 - own] = null;
    this.goOn();
    if (this.level) this.dead = this.now() + DEAD;
    this.draw();
  }

  /** A figure was tapped: it joins those before it. @param {number} figure */
  figure(figure) {
    const { typed } = this,
      own = this.window,
      before = typed.anew ? 0 : (typed.points[own] ?? 0),
      joined = before * 10 + (before < 0 ? -figure : figure);
    if (Math.abs(joined) > this.rules.most) return;
    typed.points[own] = joined;
    typed.at = own;
    typed.put = own;
    typed.anew = false;
    this.draw();
  }

  /** The last figure is taken away. */
  wipe() {
    const { typed } = this,
      own = this.window,
      rest = Math.trunc((typed.points[own] ?? 0) / 10);
    typed.points[own] = rest || null;
    typed.at = own;
    this.draw();
  }

  /** Points below zero, or above it again. */
  turn() {
    const { typed } = this,
      points = typed.points[this.window];
    if (points) typed.points[this.window] = -points;
    this.draw();
  }

  /** Whether the two points that stand there do not go together. */
  impossible() {
    const at = this.typed.points[this.window];
    return at !== null && Boolean(this.cannot(at));
  }

  goOn() {
    const { points } = this.typed;
    this.typed.at = points[0] === null ? 0 : points[1] === null ? 1 : NONE;
    const shown = this.typed.at === NONE ? points[this.typed.put] : null;
    this.typed.page = shown === null ? 0 : pageOf(this.rules.most, shown);
  }

  /** A window was pressed: it is filled anew. @param {number} at */
  mend(at) {
    const { typed } = this;
    typed.at = at;
    typed.anew = true;
    typed.dealer = 0;
    typed.short = false;
    typed.says = "";
    typed.waiting = null;
    typed.page = pageOf(this.rules.most, typed.points[at] ?? 0);
    this.draw();
  }

  /** The round was cut short, or it was not. */
  cut() {
    const { typed } = this,
      { waiting } = typed;
    typed.short = waiting !== null || !typed.short;
    typed.says = typed.short ? said("The round was cut short.") : "";
    if (waiting !== null) this.put(waiting);
    else this.draw();
  }

  /** @param {number} who */
  dealt(who) {
    if (this.now() < this.dead) return;
    this.typed.dealer = who;
    this.draw();
  }

  draw() {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.pad;
    this.write();
    this.wins.replaceChildren(...[0, 1].map((at) => this.drawWindow(at)));
    this.drawKeys();
    this.send.replaceChildren(this.drawSend());
    this.tell();
    if (focused) {
      const again = first(`[data-pad="${focused}"]`, this.form) ?? first(".send button", this.form);
      again?.focus({ preventScroll: true });
    }
  }

  /** The fields of the form take what was tapped. */
  write() {
    const { points, dealer, short } = this.typed;
    ["ours", "theirs"].forEach((name, at) => {
      fields(`input[name="${name}"]`, this.plain)[0].value = points[at] === null ? "" : String(points[at]);
    });
    for (const each of fields('[name="last_dealer"]', this.plain)) each.value = dealer ? String(dealer) : "";
    for (const each of fields('[name="short"]', this.plain)) each.checked = short;
  }

  /** @param {number} at */
  drawWindow(at) {
    const points = this.typed.points[at],
      who = at ? said("They") : said("We"),
      on = this.typed.at === at;
    return el(
      "button",
      {
        type: "button",
        className: on ? "win on" : "win",
        "aria-pressed": String(on),
        "aria-label":
          points === null
            ? said("{who}: no points yet", { who })
            : said("{who}: {points}", { who, points: asRead(points) }),
        data: { pad: `window ${at}` },
        on: { click: () => this.mend(at) },
      },
      el(
        "span",
        { className: "wi" },
        el("span", { className: "l" }, el("b", { text: who }), el("span", { text: this.names[at] })),
        points === null
          ? el("span", { className: "n e" }, el("i", { text: "–" }))
          : el("span", { className: asRead(points).length > 2 ? "n long" : "n", text: asRead(points) }),
      ),
    );
  }

  drawKeys() {
    const { most } = this.rules,
      { page } = this.typed,
      level = this.level,
      who = this.window ? said("They") : said("We");
    this.keys.setAttribute("aria-label", level ? said("Who dealt last") : said("Points: {who}", { who }));
    this.keys.classList.toggle("chairs", level);
    const large = most >= SMALL && !this.rules.figures;
    this.keys.classList.toggle("four", large && !level);
    this.keys.classList.toggle("over-four", large && level);
    if (level) {
      this.keys.replaceChildren(...this.rules.dealers.map((each) => this.drawChair(each)));
      return;
    }
    if (this.rules.figures) {
      this.keys.replaceChildren(...this.drawFigures());
      return;
    }
    const points = onPage(most, page),
      further = most > (points.at(-1) ?? 0);
    const keys = points.map((each) => this.drawKey(each, who));
    if (page) keys.unshift(this.flip(page - 1, said("Back"), said("Back to fewer points")));
    if (further)
      keys.push(
        this.flip(
          page + 1,
          said("{points} +", { points: (points.at(-1) ?? 0) + 1 }),
          said("{points} and more", { points: (points.at(-1) ?? 0) + 1 }),
        ),
      );
    if (this.rules.shortened.length && most >= SMALL && !further && WHOLE - keys.length > 1)
      keys.push(this.cutKey((keys.length % ROW) + 1));
    this.keys.replaceChildren(...keys);
  }

  /** The ten figures, the sign, and on to the other window. */
  drawFigures() {
    const next = this.typed.points[1 - this.window] === null,
      other = this.window ? said("Now our points") : said("Now their points"),
      keys = FIGURES.map((each) =>
        this.press(String(each), String(each), `key ${each}`, () => this.figure(each)),
      );
    if (this.rules.minus) keys.push(this.press("±", said("Below zero"), "minus", () => this.turn()));
    keys.push(this.press("⌫", said("Take the last figure away"), "wipe", () => this.wipe()));
    if (next) {
      const on = this.press(other, other, "next", () => this.mend(1 - this.window));
      on.style.setProperty("grid-column", `${(keys.length % ROW) + 1} / -1`);
      on.className = "flip";
      on.setAttribute("aria-disabled", String(this.typed.points[this.window] === null));
      keys.push(on);
    }
    return keys;
  }

  /** @param {string} text @param {string} label @param {string} pad @param {() => void} click */
  press(text, label, pad, click) {
    return el("button", { type: "button", text, "aria-label": label, data: { pad }, on: { click } });
  }

  /** @param {number} points @param {string} who */
  drawKey(points, who) {
    const why = this.cannot(points),
      label = said("{who} {points}", { who, points });
    return el("button", {
      type: "button",
      text: String(points),
      className: this.typed.points[this.window] === points && this.typed.at !== NONE ? "on" : "",
      "aria-label": why ? said("{label}, cannot be", { label }) : label,
      ...(why ? { "aria-disabled": "true" } : {}),
      data: { pad: `key ${points}` },
      on: { click: () => this.put(points) },
    });
  }

  /** @param {number} page @param {string} text @param {string} label */
  flip(page, text, label) {
    return el("button", {
      type: "button",
      text,
      className: "flip",
      "aria-label": label,
      data: { pad: "flip" },
      on: {
        click: () => {
          this.typed.page = page;
          this.draw();
        },
      },
    });
  }

  /** @param {number} from the column where it begins; it takes the rest of the row */
  cutKey(from) {
    const key = el("button", {
      type: "button",
      text: said("The round was cut short"),
      className: "flip",
      "aria-pressed": String(this.typed.short),
      data: { pad: "short" },
      on: { click: () => this.cut() },
    });
    key.style.setProperty("grid-column", `${from} / -1`);
    return key;
  }

  /** @param {Dealer} dealer */
  drawChair({ who, name, chair, mine }) {
    const on = this.typed.dealer === who;
    return el(
      "button",
      {
        type: "button",
        className: on ? "on" : "",
        "aria-pressed": String(on),
        data: { pad: `dealer ${who}` },
        on: { click: () => this.dealt(who) },
      },
      el("span", { text: mine ? said("You") : name }),
      ...(chair ? [el("small", { text: chair })] : []),
    );
  }

  drawSend() {
    const [ours, theirs] = this.typed.points,
      score = this.typed.points.map((each) => (each === null ? "" : asRead(each))).join("–"),
      dealer = this.rules.dealers.find(({ who }) => who === this.typed.dealer);
    if (this.typed.waiting !== null)
      return el("button", {
        type: "button",
        text: said("The round was cut short"),
        data: { pad: "short" },
        on: { click: () => this.cut() },
      });
    if (!this.whole || (this.level && !dealer)) {
      const wanted = this.level
        ? said("Tap the dealer")
        : ours === null && theirs === null
          ? said("First our points")
          : this.missing
            ? said("Now their points")
            : said("Now our points");
      return el("p", { className: "wait", text: wanted, role: "status" });
    }
    const sure = fields('button[name="sure"]', this.plain).length > 0 && !this.changed();
    const text = sure
      ? said("Yes, this is right")
      : !this.level || !dealer
        ? said("Send {score}", { score })
        : dealer.mine
          ? said("Send {score}; I dealt last", { score })
          : said("Send {score}; {name} dealt last", { score, name: dealer.name });
    return el("button", {
      type: "submit",
      className: "brass",
      text,
      data: { pad: "send" },
      ...(sure ? { name: "sure", value: "yes" } : {}),
    });
  }

  /** Whether another score stands there than the one that the hall asked about. */
  changed() {
    const { ours = "", theirs = "" } = this.form.dataset;
    return this.typed.points.map(String).join() !== [ours, theirs].join();
  }

  /** What the pad has to say takes the title's place. */
  tell() {
    const line = first(".line");
    if (!line) return;
    const title = first('h1[data-view="enter"]', line);
    if (title && !this.claims)
      title.textContent = this.level ? said("Tied. Who dealt last?") : said("What was the score?");
    let note = first("[data-pad-says]", line);
    if (!this.typed.says) note?.remove();
    else {
      if (!note) line.append((note = el("p", { className: "note", role: "status", "data-pad-says": "yes" })));
      note.textContent = this.typed.says;
    }
  }
}

/** Figures that are typed go to the pad; a second one within a second joins the first.
 * @param {() => ScorePad | null} pad
 */
export function typeScores(pad) {
  let when = -Infinity;
  addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey, target }) => {
    const open = pad();
    if (!open || !/^\d$/.test(key) || ctrlKey || metaKey || altKey) return;
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return;
    const { typed, rules } = open,
      now = open.now();
    if (rules.figures) {
      open.figure(Number(key));
      return;
    }
    const before = typed.points[typed.put],
      joined = (before ?? 0) * 10 + Number(key);
    if (now - when < JOINS && before && joined <= rules.most) {
      typed.at = typed.put;
      open.put(joined);
      when = -Infinity;
    } else if (Number(key) <= rules.most) {
      open.put(Number(key));
      when = now;
    }
  });
}
