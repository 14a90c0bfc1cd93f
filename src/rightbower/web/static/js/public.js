// The public page: what is new comes by itself, at most every other second.
import { every, first, touched } from "./dom.js";
import { said } from "./language.js";
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
    find();
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
  const known = first(`.parts [data-show="${CSS.escape(tab)}"]`);
  main.dataset.show = known ? tab : main.dataset.start;
  for (const link of every(".parts a")) {
    if (link.dataset.show === main.dataset.show) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}
document.addEventListener("click", (event) => {
  /** @type {HTMLAnchorElement | null} */
  const link = touched(event).closest?.(".parts a");
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
// Whoever types a few letters sees where that name stands; the others step back.
const finder = /** @type {HTMLInputElement | null} */ (first("[data-find]"));
const plain = (/** @type {string} */ text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function find() {
  const letters = plain(finder?.value.trim() ?? "");
  let met = null;
  for (const row of every(".places li, .names li, .seats li")) {
    const hit = !!letters && plain(row.dataset.name ?? row.textContent ?? "").includes(letters);
    row.classList.toggle("hit", hit);
    row.classList.toggle("gone", !!letters && !hit);
    if (hit && row.checkVisibility()) met ??= row;
  }
  return met;
}
if (finder) {
  const label = finder.closest("label");
  if (label) label.hidden = false;
  finder.addEventListener("input", () => {
    if (main.dataset.show !== "seating") show("standings");
    find()?.scrollIntoView({ block: "nearest" });
  });
}

const share = /** @type {HTMLButtonElement | null} */ (first("[data-share]"));
if (share && (typeof navigator.share === "function" || navigator.clipboard)) {
  share.hidden = false;
  const words = share.innerHTML;
  share.addEventListener("click", async () => {
    const link = { title: document.title, url: location.href.split(/[?#]/)[0] };
    try {
      if (typeof navigator.share === "function") await navigator.share(link);
      else {
        await navigator.clipboard.writeText(link.url);
        share.textContent = said("The link is copied");
        setTimeout(() => (share.innerHTML = words), 2500);
      }
    } catch {
      // Nothing was sent, as whoever pressed it chose.
    }
  });
}
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
