// A hint as it is shown. Fetched with the first one.
import { el, part } from "./dom.js";
import { said } from "./language.js";

/** @param {number} chance */
const percent = (chance) => said("{percent}%", { percent: Math.round(100 * chance) });

/** The sentence above the hand, and the chances on the cards and buttons they belong to.
 * @param {import("./wire").Advised} advised @param {() => void} close
 */
export function show({ options, why }, close) {
  const button = el("button", { type: "button", className: "onpaper", text: said("Got it"), on: { click: close } });
  const read = el("ul", { className: "sr" }, ...options.map((each) => el("li", { text: said("{what}: {percent}", { what: each.label, percent: percent(each.chance) }) })));
  part("advice").replaceChildren(el("p", { text: why, role: "status", tabIndex: 0 }), read, button);
  for (const each of options) mark(each);
}

/** A hint takes a moment, and longer where the hall has only just opened. */
export function think() {
  if (!part("advice").querySelector(".thinking")) part("advice").replaceChildren(el("p", { className: "thinking", role: "status", text: said("Thinking …") }));
}

/** The chances are put away. */
export function clear() {
  for (const old of document.querySelectorAll(".chance")) old.remove();
  for (const old of document.querySelectorAll(".advised")) old.classList.remove("advised");
}

/** @param {import("./wire").OptionSeen} option */
function mark({ action, chance, best }) {
  const card = action.replace("bury ", "");
  const place = part("hand").querySelector(`[data-card="${card}"]`) || part("choices").querySelector(`[data-action="${action}"]`);
  if (best) place?.classList.add("advised");
  place?.append(el("span", { className: best ? "chance best" : "chance", "aria-hidden": "true", text: percent(chance) }));
}
