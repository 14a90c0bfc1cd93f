// The public page: what is new comes by itself, at most every other second.
import { every, first, touched } from "./dom.js";
import { renew, tick, watch } from "./public_watch.js";

const main = /** @type {HTMLElement} */ (first("main"));
const SPREAD = 1200,
  REST = 2000;
let wanted = Number(main.dataset.version),
  planned = 0,
  last = 0;

async function look() {
  planned = 0;
  if (document.hidden) return;
  last = Date.now();
  try {
    await renew({ gently: true });
  } catch {
    plan();
    return;
  }
  if (Number(main.dataset.version) < wanted) plan();
}

function plan() {
  // Hundreds of phones hear of it at once; they do not all ask at once.
  if (!planned) planned = setTimeout(look, Math.max(0, last + REST - Date.now()) + Math.random() * SPREAD);
}

// One tab at a time; which one stands in the address, so that it can be sent to somebody.
/** @param {string} tab */
function show(tab) {
  const known = first(`.tabs [data-show="${CSS.escape(tab)}"]`);
  main.dataset.show = known ? tab : main.dataset.start;
  for (const link of every(".tabs a")) {
    if (link.dataset.show === main.dataset.show) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}
document.addEventListener("click", (event) => {
  /** @type {HTMLAnchorElement | null} */
  const link = touched(event).closest?.(".tabs a");
  if (link) {
    event.preventDefault();
    history.replaceState(null, "", link.hash);
    show(link.dataset.show ?? "");
  }
  const why = touched(event).closest?.("[data-why]");
  if (why) {
    main.dataset.why = main.dataset.why === "yes" ? "no" : "yes";
    why.setAttribute("aria-pressed", String(main.dataset.why === "yes"));
  }
});
addEventListener("hashchange", () => show(location.hash.slice(1)));
show(location.hash.slice(1));
if (location.hash.slice(1) === main.dataset.show) scrollTo(0, 0);

watch(main.dataset.event ?? "", {
  /** @param {{ version: number }} news */
  heard: ({ version }) => {
    wanted = version;
    if (version !== Number(main.dataset.version)) plan();
  },
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && Number(main.dataset.version) !== wanted) plan();
});
tick();
