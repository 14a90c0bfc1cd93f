// Seconds as a clock shows them, and the clocks of a card table.
import { el, part, styled } from "./dom.js";
import { said } from "./language.js";

const SOON = 60;

/** @param {number} seconds */
export function shown(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600),
    minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** Seconds before or after a moment, as people read them on a clock.
 * @param {number} seconds
 */
export const clockTime = (seconds) => shown(Math.trunc(Math.abs(seconds)));

// The game's clock and the turn's, told by the hall's own time: a phone's may be wrong.
export class TableClock {
  /** @param {number} now @param {HTMLElement} box @param {number | null} seconds how long a turn may take */
  constructor(now, box, seconds) {
    // the hall's time was taken when it wrote the page
    const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
    this.ahead = now - (performance.timeOrigin + visit.responseStart) / 1000;
    this.seconds = seconds;
    if (seconds)
      styled("/static/turn_clock.css").then(() => {
        part("turn-clock").hidden = false;
      });
    this.table = /** @type {HTMLElement} */ (box.closest(".table"));
    this.game = el("span", { className: "time", role: "timer" });
    this.turn = el("span", { className: "time", role: "timer", "aria-label": said("Left of your turn") });
    /** @type {{ ends?: number, up?: boolean, turn?: number, mine?: boolean }} */
    this.told = {};
    this.advice = el("small", { className: "reminder", role: "status" });
    box.append(this.game, this.advice);
    part("turn-clock").append(this.turn);
    setInterval(() => this.tick(), 250);
  }

  /** @param {any} game @param {boolean} mine */
  render(game, mine) {
    this.told =
      game && !game.result ? { ends: game.ends_at, up: game.time_up, turn: game.turn_by, mine } : {};
    this.put(this.advice, game && !game.result && game.reminder ? `${game.reminder}.` : "", false);
    this.tick();
  }

  tick() {
    const now = Date.now() / 1000 + this.ahead;
    const { ends, up, turn, mine } = this.told;
    this.put(
      this.game,
      up ? said("Time is up") : ends ? said("{time} left", { time: shown(ends - now) }) : "",
      Boolean(!up && ends && ends - now < SOON),
    );
    if (turn && this.seconds)
      this.table.style.setProperty(
        "--left",
        String(Math.max(0, Math.min(1, (turn - now) / this.seconds)).toFixed(3)),
      );
    this.table.classList.toggle("timed", Boolean(turn));
    this.put(this.turn, mine && turn ? shown(turn - now) : "", Boolean(turn && turn - now < SOON / 6));
  }

  /** @param {HTMLElement} place @param {string} text @param {boolean} soon */
  put(place, text, soon) {
    if (place.textContent !== text) place.textContent = text;
    place.classList.toggle("soon", Boolean(text && soon));
  }
}
