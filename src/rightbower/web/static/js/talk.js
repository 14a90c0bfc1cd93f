// What people at the table say to each other: phrases and signs as bubbles at the chair, and lines of their
// own where the table has a chat. Fetched when somebody speaks.
import { el, part } from "./dom.js";
import { said } from "./language.js";
import { toast } from "./notices.js";

/** @typedef {import("./wire").ChatLine} ChatLine */
/** @typedef {import("./wire").PhraseSaid} PhraseSaid */
/** @typedef {import("./seats.js").Seats} Seats */

const BUBBLE = 4000,
  READ = 70,
  MOST = 50;
/** Those whose words are not shown on this page, by name. @type {Set<string>} */
const muted = new Set();
/** @type {ChatLine[]} */
const lines = [];
let newest = 0;

export class Talk {
  /**
   * @param {any} setup
   * @param {Seats} seats
   * @param {import("./play_by_play.js").PlayByPlay} log
   * @param {(message: any) => Promise<any>} ask
   */
  constructor(setup, seats, log, ask) {
    this.setup = setup;
    this.seats = seats;
    this.log = log;
    this.ask = ask;
    this.phrases = [...setup.phrases, ...setup.reactions.map((/** @type {string[]} */ [sign]) => sign)];
    this.offer();
    if (setup.chat) this.offerChat();
  }

  /** @param {string} className @param {string} text @param {() => void} click @param {string} [label] */
  button(className, text, click, label = text) {
    return el("button", { type: "button", className, text, "aria-label": label, on: { click } });
  }

  offer() {
    const { phrases, reactions } = this.setup;
    part("sayings").replaceChildren(
      ...phrases.map((/** @type {string} */ text, /** @type {number} */ at) =>
        this.button("onpaper", text, () => this.say(at)),
      ),
    );
    part("reactions").replaceChildren(
      ...reactions.map((/** @type {string[]} */ [sign, word], /** @type {number} */ at) =>
        this.button("onpaper sign-button", sign, () => this.say(phrases.length + at), word),
      ),
    );
  }

  offerChat() {
    const form = /** @type {HTMLFormElement} */ (part("chat"));
    form.hidden = false;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const typed = /** @type {HTMLInputElement} */ (form.querySelector("input"));
      if (!typed.value.trim()) return;
      const answer = await this.ask({ type: "chat", text: typed.value });
      if (answer?.type === "no") return;
      typed.value = "";
      this.held();
    });
  }

  /** @param {number} phrase */
  async say(phrase) {
    /** @type {HTMLDialogElement} */ (document.querySelector("#say-sheet")).close();
    const answer = await this.ask({ type: "say", phrase });
    if (answer?.type !== "no") this.held();
  }

  /** While cards are out nothing that is said is heard, so that it cannot be a signal. */
  held() {
    const { game, chairs } = this.seats.state;
    if (game?.phase && chairs.filter((chair) => chair.name && !chair.bot).length > 1)
      toast({ reason: said("The others hear it when the hand is over.") });
  }

  /** @param {PhraseSaid | ChatLine} heard */
  hear(heard) {
    if (heard.type === "said") {
      this.show(heard.seat, this.phrases[heard.phrase] || "…");
      return;
    }
    if (heard.number <= newest) return;
    newest = heard.number;
    lines.push(heard);
    if (lines.length > MOST) lines.shift();
    this.list();
    this.show(heard.seat, heard.text);
  }

  /** @param {string} seat @param {string} words */
  show(seat, words) {
    const mine = seat === this.seats.state.you;
    const mute = /** @type {HTMLInputElement} */ (part("mute"));
    if (!mine && (mute.checked || muted.has(this.seats.name(seat)))) return;
    this.log.say(said("{name}: “{words}”", { name: this.seats.name(seat), words }));
    this.seats.box(seat).querySelector(".saying")?.remove();
    const cloud = el("div", {
      className: "bubble saying",
      text: words.length > READ ? `${words.slice(0, READ)} …` : words,
    });
    this.seats.box(seat).append(cloud);
    setTimeout(() => cloud.remove(), BUBBLE + 40 * words.length);
  }

  /** The lines as they were written, each with what may be done about it. */
  list() {
    const { you } = this.seats.state;
    part("chat-lines").replaceChildren(
      ...lines
        .filter(({ name }) => !muted.has(name))
        .map(({ number, seat, name, text }) =>
          el(
            "li",
            {},
            el("b", { text: seat === you ? said("You") : name }),
            ` ${text} `,
            ...(seat === you ? [] : this.against(number, name)),
          ),
        ),
    );
    part("chat-lines").scrollTop = part("chat-lines").scrollHeight;
  }

  /** @param {number} number @param {string} name */
  against(number, name) {
    const mute = () => {
      muted.add(name);
      this.list();
      toast({ reason: said("You no longer see what {name} says at this table.", { name }) });
    };
    const report = async () => {
      if ((await this.ask({ type: "report", number }))?.type !== "no")
        toast({ reason: said("The host of the hall will read it.") });
    };
    return [
      this.button("small", said("Mute"), mute, said("Mute {name}", { name })),
      this.button("small", said("Report"), report, said("Report this line of {name} to the host", { name })),
    ];
  }
}
