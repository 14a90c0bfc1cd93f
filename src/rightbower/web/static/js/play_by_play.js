// The play by play: one line for everything that happened, cards as little chips.
import { chip } from "./cards.js";
import { el } from "./dom.js";
import { said } from "./language.js";

const MOST = 80,
  SAID = 40;

export class PlayByPlay {
  /** @param {HTMLElement} list @param {HTMLElement | null} [heard] where it is read aloud, in order */
  constructor(list, heard = null) {
    this.list = list;
    this.heard = heard;
    this.version = this.scroll = 0;
  }

  /** What is new in a state; one that is drawn again has nothing new.
   * @param {import("./wire").Shown} state
   */
  add(state) {
    if (state.version <= this.version) return;
    const begun = this.version > 0; // what was before one came is there to be read, and not said
    this.version = state.version;
    for (const each of state.news || []) {
      this.put(this.line(each, state));
      if (begun) this.tell(this.words(each, state));
    }
  }

  /** @param {import("./wire").News} each @param {import("./wire").Shown} state */
  words(each, state) {
    return each.seat && each.seat === state.you && each.yours ? each.yours : each.text;
  }

  /** A screen reader says it when it is done with what came before. @param {string} text */
  tell(text) {
    if (!this.heard) return;
    this.heard.append(el("p", { text }));
    while (this.heard.children.length > SAID) this.heard.firstChild?.remove();
  }

  /** @param {import("./wire").News} each @param {import("./wire").Shown} state */
  line(each, state) {
    const yours = each.seat && each.seat === state.you;
    const text = this.words(each, state);
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
