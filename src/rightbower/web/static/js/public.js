// The public page: what is new comes by itself, at most every other second.
import { renew, tick, watch } from "./public_watch.js";

const main = document.querySelector("main");
const SPREAD = 1200, REST = 2000;
let wanted = Number(main.dataset.version), planned = 0, last = 0;

async function look() {
  planned = 0;
  if (document.hidden) return;
  last = Date.now();
  try { await renew({ gently: true }); } catch { plan(); return; }
  if (Number(main.dataset.version) < wanted) plan();
}

function plan() {
  // Hundreds of phones hear of it at once; they do not all ask at once.
  if (!planned) planned = setTimeout(look, Math.max(0, last + REST - Date.now()) + Math.random() * SPREAD);
}

watch(main.dataset.event, {
  heard: ({ version }) => {
    wanted = version;
    if (version !== Number(main.dataset.version)) plan();
  },
});
document.addEventListener("visibilitychange", () => { if (!document.hidden && Number(main.dataset.version) !== wanted) plan(); });
tick();
