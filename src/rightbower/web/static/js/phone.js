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

watch(main.dataset.event, {
  heard: ({ stage, round, states, clock }) => {
    const index = Number(main.dataset.index);
    const key = `${stage} ${round} ${index < 0 ? "" : states[index] || ""}`;
    const runs = document.querySelector(".clock")?.dataset.running === "yes";
    if (key !== main.dataset.key) look().catch(() => {});
    else if ((clock === "runs") !== runs) look(["clock"]).catch(() => {});
  },
});
steppers();
tick();
