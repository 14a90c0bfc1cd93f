// What each person sets once and keeps: large type, four colours, speed.
const root = document.documentElement;
const KEYS = ["large", "colours", "speed"];

for (const key of KEYS) {
  const kept = localStorage.getItem(key);
  if (kept) root.dataset[key] = kept;
}

export function set(key, value) {
  root.dataset[key] = value;
  localStorage.setItem(key, value);
}

export const get = (key) => root.dataset[key] || "";

for (const button of document.querySelectorAll("button[data-setting]")) {
  const { setting, value } = button.dataset;
  const show = () => button.setAttribute("aria-pressed", String(get(setting) === value));
  button.addEventListener("click", () => { set(setting, get(setting) === value ? "no" : value); show(); });
  show();
}
for (const choice of document.querySelectorAll("select[data-setting]")) {
  choice.value = get(choice.dataset.setting) || choice.value;
  choice.addEventListener("change", () => set(choice.dataset.setting, choice.value));
}
