// What the desk knows of its event: told whenever it has changed.
import { Line } from "./connection.js";

/** @type {{ news: any, heard: number }} */
export const state = { news: null, heard: 0 };

/** Whether the hall still answers stands in the foot. @param {import("./connection.js").Status} what */
function kept(what) {
  const place = /** @type {HTMLElement | null} */ (document.querySelector("[data-saved]"));
  if (!place) return;
  place.dataset.usual ??= place.textContent?.trim() ?? "";
  place.textContent = (what === "open" ? place.dataset.usual : place.dataset.lost) ?? "";
}

/** @param {string} event @param {(version: number) => void} changed */
export function watch(event, changed) {
  return new Line(`/events/${event}/live`, {
    heard(news) {
      state.news = news;
      state.heard = performance.now();
      document.dispatchEvent(new CustomEvent("desk-news"));
      changed(news.version);
    },
    status: kept,
  });
}
