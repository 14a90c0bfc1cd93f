import { shown } from "./clock.js";
import { Line } from "./connection.js";

/**
 * Hear whenever there is something new in an event.
 * @param {string} event
 * @param {{ short?: boolean, heard: (news: any) => void,
 *   status?: (what: import("./connection.js").Status) => void }} tell
 */
export function watch(event, { short = true, heard, status }) {
  return new Line(`/events/${encodeURIComponent(event)}/live${short ? "?short" : ""}`, { heard, status });
}

// The page is fetched again and its live parts are swapped: all of them, or only those named. With
// ``gently`` a part in which somebody is just choosing or typing waits for the next time.
/** @param {{ only?: string[] | null, gently?: boolean }} [how] */
export async function renew({ only = null, gently = false } = {}) {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!answer.ok) return false;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const main = document.querySelector("main");
  if (!only && main) Object.assign(main.dataset, fresh.querySelector("main")?.dataset);
  for (const old of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-live]"))) {
    const name = old.dataset.live ?? "",
      part = fresh.querySelector(`[data-live="${name}"]`);
    if (!part || (only && !only.includes(name)) || part.isEqualNode(old)) continue;
    if (gently && old.contains(document.activeElement)) continue;
    old.replaceWith(part);
  }
  return true;
}

// The clock on the page runs on by itself from what it showed when it came.
/** @param {() => HTMLElement | null} [clock] */
export function tick(clock = () => document.querySelector(".clock")) {
  const since = new WeakMap();
  setInterval(() => {
    const shows = clock();
    if (!shows || shows.dataset.running !== "yes") return;
    if (!since.has(shows)) since.set(shows, performance.now());
    const gone = (performance.now() - since.get(shows)) / 1000;
    const { left, ran } = shows.dataset;
    const time = shows.querySelector('[data-part="time"]');
    const reminder = /** @type {HTMLElement | null} */ (document.querySelector('[data-part="reminder"]'));
    if (reminder) reminder.hidden = Number(ran) + gone < Number(shows.dataset.advice);
    if (time) time.textContent = shown(left === "" ? Number(ran) + gone : Number(left) - gone);
  }, 250);
}
