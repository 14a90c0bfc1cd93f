// The phone at the table: big steps for the points, and what is new comes by itself.
import { filled, said } from "./language.js";
import { restForms } from "./press_guard.js";
import { el } from "./dom.js";
import { renew, tick, watch } from "./public_watch.js";

restForms();

const main = document.querySelector("main");

function steppers() {
  for (const box of document.querySelectorAll("[data-stepper]:not([data-ready])")) {
    box.dataset.ready = "yes";
    const input = box.querySelector("input");
    const label = main.querySelector(`label[for="${input.id}"]`).textContent;
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

// What was typed stays until the table's own state changes; the clock may come and go meanwhile.
async function look(only = null) {
  if (await renew({ only })) {
    steppers();
    views();
  }
}

// First where to sit; the keys for the score when the game is over. Without script both are there.
function views() {
  const [seat, enter] = ["seat", "enter"].map((name) => main.querySelector(`[data-view="${name}"]`));
  if (!seat || !enter) return;
  const key = `entering ${main.dataset.event} ${main.dataset.key.split(" ").slice(0, 2).join(" ")}`;
  const show = (entering) => {
    seat.hidden = entering;
    enter.hidden = !entering;
  };
  const go = seat.querySelector("[data-go]");
  go.hidden = false;
  go.addEventListener("click", () => {
    sessionStorage.setItem(key, "yes");
    show(true);
    enter.querySelector("input")?.focus({ preventScroll: true });
  });
  show(sessionStorage.getItem(key) === "yes" || !!enter.querySelector(".remark, input:checked"));
  const send = enter.querySelector("[data-send]");
  const tell = () => {
    const [ours, theirs] = ["ours", "theirs"].map((name) =>
      new FormData(enter.querySelector("form")).get(name),
    );
    if (send && ours && theirs) send.textContent = filled(send.dataset.send, { score: `${ours}–${theirs}` });
  };
  enter.addEventListener("input", tell);
  tell();
}

// A question or a refusal comes instead of what was asked for.
function put(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("main");
  Object.assign(main.dataset, fresh.dataset);
  main.replaceChildren(...document.importNode(fresh, true).childNodes);
  steppers();
  views();
}

// What was pressed while the hall did not answer is sent again until it does.
const AGAIN = 3000;

async function send(form, body) {
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
      say(
        said(
          "The hall does not answer. What you pressed is kept and sent as soon as it does; leave this page open.",
        ),
      );
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
  send(form, new FormData(form, event.submitter));
});

watch(main.dataset.event, {
  heard: ({ stage, round, states, clock, said: message }) => {
    const index = Number(main.dataset.index);
    const key = `${stage} ${round} ${index < 0 ? "" : states[index] || ""} ${message}`;
    const runs = document.querySelector(".clock")?.dataset.running === "yes";
    if (key !== main.dataset.key) look().catch(() => {});
    else if ((clock === "runs") !== runs) look(["clock"]).catch(() => {});
  },
});
steppers();
views();
tick();
