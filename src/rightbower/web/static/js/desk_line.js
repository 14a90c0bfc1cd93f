// What the desk knows of its event: told whenever it has changed.
import { Line } from "./line.js";

/** @type {{ news: any, heard: number }} */
export const state = { news: null, heard: 0 };

/** @param {string} event @param {(version: number) => void} changed */
export function watch(event, changed) {
  return new Line(`/events/${event}/live`, {
    heard(news) {
      state.news = news;
      state.heard = performance.now();
      document.dispatchEvent(new CustomEvent("desk-news"));
      changed(news.version);
    },
  });
}
