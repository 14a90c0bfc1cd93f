// The phone at the table: big steps for the points, and what is new comes by itself.
import "./pressed.js";
import { el } from "./dom.js";
import { renew, tick, watch } from "./public_watch.js";

const main = document.querySelector("main");

function steppers() {
  for (const box of document.querySelectorAll("[data-stepper]:not([data-ready])")) {
    box.dataset.ready = "yes";
    const input = box.querySelector("input");
    const label = main.querySelector(`label[for="${input.id}"]`).textContent;
    const step = (by) => el("button", {
      type: "button", text: by < 0 ? "−" : "+", "aria-label": `${by < 0 ? "One less" : "One more"}: ${label}`,
      on: { click: () => { input.value = String(Math.max(0, (Number(input.value) || 0) + by)); } },
    });
    input.before(step(-1));
    input.after(step(1));
  }
}

// What was typed stays until the table's own state changes; the clock may come and go meanwhile.
async function look(only = null) {
  if (await renew({ only })) steppers();
}

// A question or a refusal comes instead of what was asked for.
function put(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html").querySelector("main");
  Object.assign(main.dataset, fresh.dataset);
  main.replaceChildren(...document.importNode(fresh, true).childNodes);
  steppers();
  scrollTo(0, 0);
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
      const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(body), headers: { accept: "text/html" } });
      if (answer.status >= 500) throw new Error("the hall is not ready");
      say("");
      if (answer.redirected) location.assign(answer.url);
      else put(await answer.text());
      return;
    } catch {
      say("The hall does not answer. What you pressed is kept and sent as soon as it does; leave this page open.");
      await new Promise((go) => { setTimeout(go, AGAIN); });
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
  heard: ({ stage, round, states, clock, said }) => {
    const index = Number(main.dataset.index);
    const key = `${stage} ${round} ${index < 0 ? "" : states[index] || ""} ${said}`;
    const runs = document.querySelector(".clock")?.dataset.running === "yes";
    if (key !== main.dataset.key) look().catch(() => {});
    else if ((clock === "runs") !== runs) look(["clock"]).catch(() => {});
  },
});
steppers();
tick();
