// A page of a league: the forfeit clocks tick, and what somebody else wrote down comes in by itself.
import "./menu.js";
import { restForms } from "./press_guard.js";
import { clockTime } from "./clock.js";
import { Line } from "./connection.js";
import { every, fields, first, touched } from "./dom.js";

restForms();

const page = /** @type {HTMLElement} */ (first("main[data-league]"));
let version = Number(page.dataset.version);
let newest = version;
let busy = false;

const startClocks = () => {
  for (const clock of every("[data-clock]:not([data-began])"))
    clock.dataset.began = String(performance.now());
};
/** @param {HTMLElement} clock */
const elapsed = (clock) =>
  Number(clock.dataset.elapsed) + (performance.now() - Number(clock.dataset.began)) / 1000;

function tick() {
  for (const clock of every("[data-clock][data-began]")) {
    const now = elapsed(clock);
    const [time, words] = [first(".ticking", clock), first(".ticks", clock)];
    if (time) time.textContent = clockTime(now);
    if (words) words.textContent = now < 0 ? "until the start" : "since the start";
    const marks = [0, ...(clock.dataset.marks ?? "").trim().split(/\s+/).map(Number)];
    // A mark has come: what it costs is said by the hall, not worked out here.
    if (!marks.some((mark) => Number(clock.dataset.elapsed) < mark && mark <= now - 0.5)) continue;
    Object.assign(clock.dataset, { elapsed: now, began: performance.now() });
    refresh();
  }
}

/** Whether somebody is writing there; then it is left alone. @param {HTMLElement} element */
const inUse = (element) =>
  (element.contains(document.activeElement) &&
    document.activeElement?.matches("input:not([type=hidden]), select, textarea")) ||
  fields("input:not([type=hidden]), textarea", element).some((field) =>
    field.type === "checkbox" ? field.checked !== field.defaultChecked : field.value !== field.defaultValue,
  );

/** @param {HTMLElement} old @param {HTMLElement | null} same as it is now */
function swap(old, same) {
  if (!same || inUse(old)) return;
  const open = [...old.querySelectorAll("details")].map((each) => each.open);
  const put = document.importNode(same, true);
  put.querySelectorAll("details").forEach((each, at) => {
    if (open[at]) each.open = true;
  });
  old.replaceWith(put);
}

async function refresh() {
  if (busy) return;
  busy = true;
  try {
    const answer = await fetch(location.pathname, { headers: { accept: "text/html" } });
    if (!answer.ok || answer.redirected) {
      newest = version;
      return;
    }
    const whole = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = /** @type {HTMLElement} */ (first("main[data-league]", whole));
    version = Number(fresh.dataset.version);
    page.dataset.version = String(version);
    /** @param {HTMLElement} root */
    const parts = (root) =>
      every("[data-live]", root)
        .map((each) => each.dataset.live)
        .join();
    // A part that is new, such as the champion, comes with the whole page.
    if (parts(page) !== parts(fresh) && !inUse(page))
      page.replaceChildren(...document.importNode(fresh, true).childNodes);
    else
      for (const old of every("[data-live]", page))
        swap(old, first(`[data-live="${CSS.escape(old.dataset.live ?? "")}"]`, fresh));
    startClocks();
  } catch {
    /* The line comes back by itself and brings the newest state. */
  } finally {
    busy = false;
  }
  if (newest > version) setTimeout(refresh, 500);
}

startClocks();
setInterval(tick, 250);
new Line(`/leagues/${encodeURIComponent(page.dataset.league ?? "")}/live?short`, {
  heard: (state) => {
    newest = state.version;
    if (newest > version) refresh();
  },
  status: (what) => {
    const line = first("[data-line]");
    if (line)
      line.textContent =
        what === "open" ? (line.dataset.usual ?? "") : "The connection is lost; trying again.";
  },
});
// A refusal is shown where it was asked for.
(first(".fixture [data-fault]") || first("[data-fault]"))?.focus();
// What opens at the end of a phone's page comes into sight.
document.addEventListener(
  "toggle",
  (event) => {
    const opened = touched(event);
    if (opened.matches(".more details[open]")) opened.scrollIntoView({ block: "start" });
  },
  true,
);
// On a phone the night one is at stands in sight.
for (const here of every(".nights [aria-current]")) {
  const rail = here.parentElement;
  if (rail) rail.scrollLeft = here.offsetLeft - (rail.clientWidth - here.offsetWidth) / 2;
}
