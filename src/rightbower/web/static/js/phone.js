// The phone at the table: big steps for the points, and what is new comes by itself.
import { filled, said, word } from "./language.js";
import { restForms } from "./press_guard.js";
import { el, every, fields, first } from "./dom.js";
import { renew, tick, watch } from "./public_watch.js";

restForms();

const main = /** @type {HTMLElement} */ (first("main"));

function steppers() {
  for (const box of every("[data-stepper]:not([data-ready])")) {
    box.dataset.ready = "yes";
    const [input] = fields("input", box);
    const label = first(`label[for="${input.id}"]`, main)?.textContent ?? "";
    /** @param {number} by @param {string} text @param {string} words */
    const step = (by, text, words) =>
      el("button", {
        type: "button",
        text,
        "aria-label": said("{what}: {which}", { what: words, which: label }),
        on: {
          click: () => {
            input.value = String(Math.max(0, (Number(input.value) || 0) + by));
            input.dispatchEvent(new Event("input", { bubbles: true }));
          },
        },
      });
    input.before(step(-1, "−", said("One less")));
    input.after(step(1, "+", said("One more")));
  }
}

/** What was typed stays until the table's own state changes; the clock may come and go meanwhile.
 * @param {string[] | null} only
 */
async function look(only = null) {
  if (await renew({ only })) {
    steppers();
    views();
  }
}

// First where to sit; the keys for the score when the game is over. Without script both are there.
function views() {
  const [seat, enter] = ["seat", "enter"].map((name) => first(`[data-view="${name}"]`, main));
  if (!seat || !enter) return;
  const key = `entering ${main.dataset.event} ${main.dataset.key?.split(" ").slice(0, 2).join(" ")}`;
  /** @param {boolean} entering */
  const show = (entering) => {
    seat.hidden = entering;
    enter.hidden = !entering;
  };
  const go = first("[data-go]", seat);
  if (go) go.hidden = false;
  go?.addEventListener("click", () => {
    sessionStorage.setItem(key, "yes");
    show(true);
    first("input", enter)?.focus({ preventScroll: true });
  });
  show(sessionStorage.getItem(key) === "yes" || !!enter.querySelector(".remark, input:checked"));
  const button = first("[data-send]", enter);
  const tell = () => {
    const score = new FormData(enter.querySelector("form") ?? undefined);
    const [ours, theirs] = [score.get("ours"), score.get("theirs")];
    const text = button?.dataset.send;
    if (button && text && ours && theirs) button.textContent = filled(text, { score: `${ours}–${theirs}` });
  };
  enter.addEventListener("input", tell);
  tell();
}

/** A question or a refusal comes instead of what was asked for. @param {string} text */
function put(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("main");
  if (!fresh) return;
  Object.assign(main.dataset, fresh.dataset);
  main.replaceChildren(...document.importNode(fresh, true).childNodes);
  steppers();
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
    else if ((clock === "runs") !== runs) look(["clock"]).catch(() => {});
  },
});
steppers();
views();
tick();
