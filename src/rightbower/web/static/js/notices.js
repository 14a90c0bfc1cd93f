// What the table says back: refusals at the card or at the top, each with its rule behind "Why?".
import { el, part } from "./dom.js";
import { said } from "./language.js";

/** @typedef {{ reason: string, clause?: string }} Refusal */

const CARD = 7000,
  TOP = 6000;
let book = "";

/** The book whose rules are pointed at. @param {string} name */
export function playBy(name) {
  book = name;
}

/** @param {string} clause */
export const ruleAt = (clause) => `/rules/${book}#${clause}`;

/** @param {string} clause @param {string} [className] */
export const why = (clause, className = "clause") =>
  el("a", { className, href: ruleAt(clause), target: "_blank", text: said("Why?"), title: clause });

/** @param {HTMLElement} box @param {Refusal} refusal @param {string} place @param {number} time */
function tell(box, { reason, clause }, place, time) {
  box.append(reason, ...(clause ? [" ", why(clause)] : []));
  const at = part(place);
  // What is behind an open sheet is neither seen nor read out.
  if (place === "toasts")
    (document.querySelector("dialog[open]") ?? document.querySelector("main"))?.append(at);
  at.replaceChildren(box);
  setTimeout(() => box.remove(), time);
}

/** @param {Refusal} refusal */
export function toast(refusal) {
  tell(el("div", { className: "toast", role: "alert" }), refusal, "toasts", TOP);
}

/** At a card of the hand, or at the top where it is about none.
 * @param {string | undefined} card
 * @param {Refusal} refusal
 */
export function refuse(card, refusal) {
  if (!part("hand").querySelector(`[data-card="${card}"]`)) toast(refusal);
  else tell(el("div", { className: "bubble refusal", role: "alert" }), refusal, "refusals", CARD);
}
