// Seconds as a clock shows them, and the clocks of a card table.
import { el } from "./dom.js";

const SOON = 60;

export function shown(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

// The game's clock and the turn's, told by the hall's own time: a phone's may be wrong.
export class TableClock {
  constructor(now) {
    // the hall's time was taken when it wrote the page
    const came = performance.timeOrigin + performance.getEntriesByType("navigation")[0].responseStart;
    this.ahead = now - came / 1000;
    this.game = el("span", { className: "time", role: "timer" });
    this.turn = el("span", { className: "time", role: "timer" });
    this.advice = el("small", { className: "reminder", role: "status" });
    this.box = el("div", { className: "clock", data: { part: "clock" } }, this.game, this.turn, this.advice);
    setInterval(() => this.tick(), 250);
  }

  render(game, mine) {
    this.told = game && !game.result ? { ends: game.ends_at, up: game.time_up, turn: game.turn_by, mine } : {};
    this.put(this.advice, game && !game.result && game.reminder ? `${game.reminder}.` : "", false);
    this.tick();
    return this.box;
  }

  tick() {
    const now = Date.now() / 1000 + this.ahead;
    const { ends, up, turn, mine } = this.told || {};
    this.put(this.game, up ? "Time is up" : ends ? `${shown(ends - now)} left` : "", !up && ends - now < SOON);
    this.put(this.turn, turn ? `${mine ? "Your turn" : "Turn"} ${shown(turn - now)}` : "", mine && turn - now < SOON / 6);
  }

  put(place, text, soon) {
    if (place.textContent !== text) place.textContent = text;
    place.classList.toggle("soon", Boolean(text && soon));
  }
}
