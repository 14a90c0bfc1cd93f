// What each person sets once and keeps on this device.
const root = document.documentElement;
const KEYS = [
  "large",
  "colours",
  "faces",
  "speed",
  "motion",
  "sound",
  "felt",
  "back",
  "taps",
  "forced",
  "order",
  "bell",
  "book",
  "strength",
];

for (const key of KEYS) {
  const kept = localStorage.getItem(key);
  if (kept) root.dataset[key] = kept;
}

/** @param {string} key @param {string} value */
export function set(key, value) {
  root.dataset[key] = value;
  localStorage.setItem(key, value);
  document.dispatchEvent(new CustomEvent("setting", { detail: key }));
}

/** A link to something in a fold opens it. */
export function unfold() {
  const aim = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let fold = aim && aim.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
    fold.open = true;
  if (aim) aim.scrollIntoView();
}
addEventListener("hashchange", unfold);
addEventListener("DOMContentLoaded", unfold);

/** @param {string} key */
export const get = (key) => root.dataset[key] || "";

/** Whether things may move on the page. */
export const moving = () =>
  get("motion") !== "none" &&
  get("speed") !== "none" &&
  !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Buttons and lists that stand for a setting show it and change it.
 * @param {ParentNode} within
 */
export function bind(within) {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (
    within.querySelectorAll("button[data-setting]")
  )) {
    const { setting = "", value = "" } = button.dataset;
    const show = () => button.setAttribute("aria-pressed", String(get(setting) === value));
    button.addEventListener("click", () => {
      set(setting, get(setting) === value ? "no" : value);
      show();
    });
    show();
  }
  for (const choice of /** @type {NodeListOf<HTMLSelectElement>} */ (
    within.querySelectorAll("select[data-setting]")
  )) {
    choice.value = get(choice.dataset.setting ?? "") || choice.value;
    choice.addEventListener("change", () => set(choice.dataset.setting ?? "", choice.value));
  }
}
if (document.body?.dataset.bind !== "own") bind(document);
