// The round's clock on the desk, and the bell: seen and heard.
import { shown } from "./clock.js";
import { get, set } from "./settings.js";
import { state } from "./desk_line.js";

let sound = null;
let rung = null;
if (localStorage.getItem("bell")) document.documentElement.dataset.bell = localStorage.getItem("bell");

// A bell out of three sounding tones that die away.
function ring() {
  if (get("bell") === "off" || !sound || sound.state !== "running") return;
  for (const [pitch, part] of [[660, 0.5], [1320, 0.25], [1985, 0.15]]) {
    for (const again of [0, 0.9, 1.8]) {
      const tone = sound.createOscillator();
      const loud = sound.createGain();
      const start = sound.currentTime + again;
      tone.frequency.value = pitch;
      loud.gain.setValueAtTime(part, start);
      loud.gain.exponentialRampToValueAtTime(0.001, start + 1.6);
      tone.connect(loud).connect(sound.destination);
      tone.start(start);
      tone.stop(start + 1.7);
    }
  }
  document.documentElement.dataset.rang = "yes";
}

// Browsers let a page sound only after somebody has touched it.
function wake() {
  sound ||= new AudioContext();
  if (sound.state === "suspended") sound.resume();
}
for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, wake, { once: true });

// A table that calls is heard once and counted in the page's title.
const title = document.title;
let calling = 0;
function called() {
  const now = state.news?.calls?.length ?? 0;
  if (now > calling && get("bell") !== "off" && sound?.state === "running") chime();
  calling = now;
  document.title = now ? `(${now}) ${title}` : title;
}
function chime() {
  for (const [at, pitch] of [[0, 740], [0.18, 988]]) {
    const tone = sound.createOscillator();
    const loud = sound.createGain();
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.3, sound.currentTime + at);
    loud.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + at + 0.5);
    tone.connect(loud).connect(sound.destination);
    tone.start(sound.currentTime + at);
    tone.stop(sound.currentTime + at + 0.6);
  }
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

document.addEventListener("click", ({ target }) => {
  if (!target.closest?.("[data-bell]")) return;
  wake();
  set("bell", get("bell") === "off" ? "on" : "off");
  if (get("bell") === "on") ring();
  clock();
});

export function clock() {
  const button = document.querySelector("[data-bell]");
  if (button) {
    button.setAttribute("aria-pressed", String(get("bell") !== "off"));
    button.textContent = get("bell") === "off" ? "Bell is silent" : "Bell sounds here";
  }
  const place = document.querySelector("[data-clock]");
  const seen = state.news?.clock;
  if (!place || !seen) return;
  const since = seen.running ? (performance.now() - state.heard) / 1000 : 0;
  const time = seen.left === null ? shown(Math.floor(seen.ran + since)) : shown(Math.max(0, seen.left - since));
  if (place.textContent !== time) place.textContent = time;
  const reminder = document.querySelector("[data-reminder]");
  if (reminder) reminder.hidden = seen.ran + since < Number(reminder.dataset.reminder);
}
setInterval(clock, 250);
