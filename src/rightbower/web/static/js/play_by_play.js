// The play by play: one line for everything that happened, cards as little chips.
import { chip } from "./cards.js";
import { el } from "./dom.js";
import { said } from "./language.js";

const MOST = 80;

export class PlayByPlay {
  /** @param {HTMLElement} list */
  constructor(list) {
    this.list = list;
    this.version = this.scroll = 0;
  }

  /** What is new in a state; one that is drawn again has nothing new.
   * @param {import("./wire").Shown} state
   */
  add(state) {
    if (state.version <= this.version) return;
    this.version = state.version;
    for (const each of state.news || []) this.put(this.line(each, state));
  }

  /** @param {import("./wire").News} each @param {import("./wire").Shown} state */
  line(each, state) {
    const yours = each.seat && each.seat === state.you;
    const text = yours && each.yours ? each.yours : each.text;
    if (!each.card) return el("li", { className: each.heading ? "h" : "", text });
    const who = yours ? said("You") : state.chairs["NESW".indexOf(each.seat ?? "")].name;
    const item = el(
      "li",
      { "aria-label": text },
      el("span", { text: who, "aria-hidden": "true" }),
      " ",
      chip(each.card),
    );
    return item;
  }

  /** @param {string} text */
  say(text) {
    this.put(el("li", { text }));
  }

  /** @param {HTMLElement} item */
  put(item) {
    this.list.append(item);
    while (this.list.children.length > MOST) this.list.firstChild?.remove();
    // Measured with the next frame, when the page is laid out anyway.
    this.scroll ||= requestAnimationFrame(() => {
      this.scroll = 0;
      this.list.scrollTop = this.list.scrollHeight;
    });
  }
}
