// The round's clock on the desk, and the bell: seen and heard.
import { shown } from "./clock.js";
import { first, touched } from "./dom.js";
import { get, set } from "./settings.js";
import { state } from "./desk_line.js";
import { awake, bell, chime, wake } from "./tones.js";

/** @type {boolean | null} */
let rung = null;
const kept = localStorage.getItem("bell");
if (kept) document.documentElement.dataset.bell = kept;

function ring() {
  if (get("bell") === "off" || !awake()) return;
  bell();
  document.documentElement.dataset.rang = "yes";
}
for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, wake, { once: true });

// A table that calls is heard once and counted in the page's title.
const title = document.title;
let calling = 0;
function called() {
  const now = state.news?.calls?.length ?? 0;
  if (now > calling && get("bell") !== "off" && awake()) chime();
  calling = now;
  document.title = now ? `(${now}) ${title}` : title;
}

function heard() {
  called();
  const seen = state.news?.clock;
  const now = !!seen?.rang;
  if (rung === false && now) ring();
  rung = now;
  clock();
}
document.addEventListener("desk-news", heard);

document.addEventListener("click", (event) => {
  if (!touched(event).closest?.("[data-bell]")) return;
  wake();
  set("bell", get("bell") === "off" ? "on" : "off");
  ring();
  clock();
});

/** Show what the clock shows now. */
export function clock() {
  const button = first("[data-bell]");
  if (button) {
    button.setAttribute("aria-pressed", String(get("bell") !== "off"));
    button.title = (get("bell") === "off" ? button.dataset.off : button.dataset.on) ?? "";
    button.setAttribute("aria-label", button.title);
  }
  const place = first("[data-clock]");
  const seen = state.news?.clock;
  if (!place || !seen) return;
  const since = seen.running ? (performance.now() - state.heard) / 1000 : 0;
  const time =
    seen.left === null ? shown(Math.floor(seen.ran + since)) : shown(Math.max(0, seen.left - since));
  if (place.textContent !== time) place.textContent = time;
  const reminder = first("[data-reminder]");
  if (reminder) reminder.hidden = seen.ran + since < Number(reminder.dataset.reminder);
}
setInterval(clock, 250);
