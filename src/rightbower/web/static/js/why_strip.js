// Why somebody has their place stands in one strip below a list; a press or the arrows choose.
import { every, first } from "./dom.js";

let chosen = "";

/** Show why this one has the place, and mark who is level. @param {string} who */
function show(who) {
  const link = first(`[data-places] [data-who="${CSS.escape(who)}"]`);
  if (!link) return;
  chosen = who;
  const rank = link.closest("tr")?.dataset.rank ?? "";
  for (const row of every("[data-places] tbody tr")) {
    const mine = !!row.querySelector(`[data-who="${CSS.escape(who)}"]`);
    row.classList.toggle("chosen", mine);
    row.classList.toggle("beside", !mine && rank.endsWith("=") && row.dataset.rank === rank);
  }
  for (const each of every("[data-why]")) each.hidden = each.dataset.why !== who;
}

/** After the page was made or made anew: as it was chosen before. */
export function places() {
  const shown = every("[data-why]").find((each) => !each.hidden);
  if (chosen) first(".why-strip")?.classList.remove("unasked");
  show(chosen || shown?.dataset.why || "");
}

/** @param {Event} event */
const linkOf = (event) =>
  /** @type {HTMLElement | null} */ (
    /** @type {HTMLElement} */ (event.target).closest?.("[data-places] [data-who]")
  );

document.addEventListener("click", (event) => {
  const link = linkOf(event);
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(link.dataset.who ?? "");
  first(".why-strip")?.classList.remove("unasked");
});

document.addEventListener("keydown", (event) => {
  const link = linkOf(event);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!link || !step) return;
  const all = every("[data-places] [data-who]").filter((each) => !each.closest("tr")?.hidden);
  const next = all[all.indexOf(link) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
  show(next.dataset.who ?? "");
});
places();
