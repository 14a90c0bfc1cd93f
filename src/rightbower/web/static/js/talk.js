// What people at the table say to each other: phrases as bubbles at the chair. Fetched when somebody speaks.
import { el, part } from "./dom.js";

const BUBBLE = 4000;
const muted = () => /** @type {HTMLInputElement} */ (part("mute")).checked;

/** The phrases as buttons.
 * @param {string[]} phrases @param {(phrase: number) => void} say
 */
export function offer(phrases, say) {
  const button = (/** @type {string} */ text, /** @type {number} */ number) =>
    el("button", { type: "button", text, className: "onpaper", on: { click: (/** @type {Event} */ event) => { /** @type {Element} */ (event.target).closest("dialog")?.close(); say(number); } } });
  part("sayings").replaceChildren(...phrases.map(button));
}

/** @param {any} heard @param {any} setup @param {import("./seats.js").Seats} seats @param {import("./play_by_play.js").PlayByPlay} log */
export function hear(heard, setup, seats, log) {
  if (muted() && heard.seat !== seats.state.you) return;
  const words = setup.phrases[heard.phrase] || "…";
  log.say(`${seats.name(heard.seat)}: “${words}”`);
  const cloud = el("div", { className: "bubble saying", text: words });
  seats.box(heard.seat).append(cloud);
  setTimeout(() => cloud.remove(), BUBBLE);
}
