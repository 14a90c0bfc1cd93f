// The phone at the table: the pad for the score, and what is new comes by itself.
import { said, word } from "./language.js";
import { restForms } from "./press_guard.js";
import { el, every, fields, first } from "./dom.js";
import { renew, tick, watch } from "./public_watch.js";
import { ScorePad, typeScores } from "./score_pad.js";

restForms();

const main = /** @type {HTMLElement} */ (first("main"));

/** The pad that is open, if any. @type {ScorePad | null} */
let pad = null;

/** What was typed stays until the table's own state changes; the clock may come and go meanwhile.
 * @param {string[] | null} only
 */
async function look(only = null) {
  if (await renew({ only })) views();
}

// First where to sit; the pad for the score when the game is over. Without script both are there.
function views() {
  const form = /** @type {HTMLFormElement | null} */ (first("[data-pad]", main));
  // Boards are chosen from lists, without a pad.
  const boards = /** @type {HTMLFormElement | null} */ (first("[data-boards]", main));
  /** @param {string} name */
  const parts = (name) => every(`[data-view="${name}"]`, main);
  const key = `entering ${main.dataset.event} ${main.dataset.key?.split(" ").slice(0, 2).join(" ")}`;
  /** @param {boolean} entering */
  const show = (entering) => {
    for (const each of parts("seat")) each.hidden = entering;
    for (const each of parts("enter")) each.hidden = !entering;
    main.dataset.padded = form && entering ? "yes" : "no";
    pad = form && entering ? new ScorePad(padless(form)) : null;
  };
  const go = first("[data-go]", main);
  if (go) go.hidden = !form && !boards;
  go?.addEventListener("click", () => {
    sessionStorage.setItem(key, "yes");
    show(true);
    first(".win, [data-boards] select", main)?.focus({ preventScroll: true });
  });
  const came =
    (form && fields(".plain input", form).some(({ value }) => /^\d/.test(value))) ||
    (boards && every("option[selected]", boards).length > 0);
  show(!parts("seat").length || sessionStorage.getItem(key) === "yes" || Boolean(came));
}

/** A form without the pad that a script has put into it before. @param {HTMLFormElement} form */
function padless(form) {
  for (const each of every(".wins, .keys, .send", form)) each.remove();
  return form;
}

/** A question or a refusal comes instead of what was asked for. @param {string} text */
function put(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("main");
  if (!fresh) return;
  Object.assign(main.dataset, fresh.dataset);
  main.replaceChildren(...document.importNode(fresh, true).childNodes);
  views();
}

// What was pressed while the hall did not answer is sent again until it does.
const AGAIN = 3000;
const NO_ANSWER = word(
  "The hall does not answer. What you pressed is kept and sent as soon as it does; leave this page open.",
);

/** @param {HTMLFormElement} form @param {Record<string, string>} body */
async function send(form, body) {
  /** @param {string} text */
  const say = (text) => {
    main.querySelector("[data-waiting]")?.remove();
    if (text) main.prepend(el("p", { className: "fault", role: "alert", "data-waiting": "yes", text }));
  };
  for (;;) {
    try {
      const answer = await fetch(form.action, {
        method: "POST",
        body: new URLSearchParams(body),
        headers: { accept: "text/html" },
      });
      if (answer.status >= 500) throw new Error(String(answer.status));
      say("");
      // Another hall may have taken it: that is the same address, not another page.
      if (new URL(answer.url).pathname !== new URL(form.action).pathname) location.assign(answer.url);
      else put(await answer.text());
      return;
    } catch {
      say(said(NO_ANSWER));
      await new Promise((go) => {
        setTimeout(go, AGAIN);
      });
    }
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method !== "post") return;
  event.preventDefault();
  if (form.dataset.sending) return;
  form.dataset.sending = "yes";
  const body = /** @type {unknown} */ (new FormData(form, event.submitter));
  send(form, /** @type {Record<string, string>} */ (body));
});

watch(main.dataset.event ?? "", {
  /** @param {import("./walls").PhoneSnapshot} news */
  heard: ({ stage, round, states, clock, said: message }) => {
    const index = Number(main.dataset.index);
    const key = `${stage} ${round} ${index < 0 ? "" : states[index] || ""} ${message}`;
    const runs = first(".clock")?.dataset.running === "yes";
    if (key !== main.dataset.key) look().catch(() => {});
    else if ((clock === "runs") !== runs) look(["clock", "said"]).catch(() => {});
  },
});
typeScores(() => pad);
views();
tick();
