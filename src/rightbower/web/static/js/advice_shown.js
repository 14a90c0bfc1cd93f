// A hint as it is shown. Fetched with the first one.
import { el, part } from "./dom.js";
import { said } from "./language.js";

/** Tenths, where whole numbers would show choices that differ as the same.
 * @param {import("./wire").OptionSeen[]} options @returns {(chance: number) => string}
 */
function percents(options) {
  const shown = (/** @type {number} */ places) =>
    new Set(options.map((each) => (100 * each.chance).toFixed(places))).size;
  const places = shown(0) < shown(1) ? 1 : 0;
  return (chance) => said("{percent}%", { percent: (100 * chance).toFixed(places) });
}

/** The sentence above the hand, and the chances on the cards and buttons they belong to.
 * @param {import("./wire").Advised} advised @param {() => void} close
 */
export function show({ options, why }, close) {
  const button = el("button", {
    type: "button",
    className: "onpaper",
    text: said("Got it"),
    on: { click: close },
  });
  const percent = percents(options);
  const line = (/** @type {import("./wire").OptionSeen} */ each) => {
    const parts = { what: each.label, percent: percent(each.chance) };
    return each.tie ? said("{what}: {percent}, too close to tell", parts) : said("{what}: {percent}", parts);
  };
  const read = el("ul", { className: "sr" }, ...options.map((each) => el("li", { text: line(each) })));
  part("advice").replaceChildren(el("p", { text: why, role: "status", tabIndex: 0 }), read, button);
  for (const each of options) mark(each, percent);
}

/** A hint takes a moment, and longer where the hall has only just opened. */
export function think() {
  if (!part("advice").querySelector(".thinking"))
    part("advice").replaceChildren(
      el("p", { className: "thinking", role: "status", text: said("Thinking …") }),
    );
}

/** The chances are put away. */
export function clear() {
  for (const old of document.querySelectorAll(".chance")) old.remove();
  for (const old of document.querySelectorAll(".advised")) old.classList.remove("advised");
}

/** @param {import("./wire").OptionSeen} option @param {(chance: number) => string} percent */
function mark({ action, chance, best, tie }, percent) {
  const card = action.replace("bury ", "");
  const place =
    part("hand").querySelector(`[data-card="${card}"]`) ||
    part("choices").querySelector(`[data-action="${action}"]`);
  if (best) place?.classList.add("advised");
  place?.append(
    el("span", {
      className: best ? "chance best" : tie ? "chance tie" : "chance",
      "aria-hidden": "true",
      text: percent(chance),
    }),
  );
}
