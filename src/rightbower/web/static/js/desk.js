// The desk stays live: buttons that need no new page, what others change, filters.
import "./menu.js";
import { restForms } from "./press_guard.js";
import "./settings.js";
import { state, watch } from "./desk_line.js";
import { clock } from "./desk_clock.js";
import { ceremony } from "./desk_cards.js";
import { places } from "./why_strip.js";
import { parts, swap } from "./desk_swap.js";
import { el, every, fields, first, touched } from "./dom.js";

restForms();

const main = /** @type {HTMLElement} */ (first("#content"));
const told = /** @type {HTMLElement} */ (first("#told"));
/** The line, its form, and what was told of earlier lines when it was typed.
 * @type {[string, FormData, HTMLElement[]][]}
 */
const waiting = [];
let busy = false;
let leaving = false;

/** @param {string | URL} address @param {RequestInit} [options] */
async function fetched(address, options = {}) {
  const answer = await fetch(address, { ...options, headers: { accept: "text/html" } });
  return { ok: answer.ok, url: new URL(answer.url), text: await answer.text() };
}

/** Show what is new on a newer copy of this page. @param {string} text */
function take(text) {
  if (leaving) return;
  const page = new DOMParser().parseFromString(text, "text/html");
  const typing = fields("input, textarea").some((each) => each === document.activeElement && each.value);
  if (parts(page).some(({ id }) => !document.getElementById(id)) && !typing) {
    location.reload();
    return;
  }
  main.dataset.version = page.getElementById("content")?.dataset.version || main.dataset.version;
  swap(page);
  filter();
  clock();
  ceremony();
  places();
}

// Look again whenever others have written; what came meanwhile is looked at afterwards.
async function refresh() {
  if (busy) return;
  busy = true;
  try {
    while (state.news && state.news.version !== Number(main.dataset.version)) {
      const before = main.dataset.version;
      const page = await fetched(location.href);
      if (!page.ok || page.url.pathname !== location.pathname) return;
      take(page.text);
      if (main.dataset.version === before) return;
    }
  } finally {
    busy = false;
  }
}

/** @param {string} words */
function complain(words) {
  told.querySelector(".fault")?.remove();
  told.prepend(el("p", { className: "fault", role: "alert", text: words }));
}

/** A line that is not in stays told until it is touched, or until a line typed after it is in.
 * @param {string} line @param {string} why
 */
function refuse(line, why) {
  told.querySelector(".fault")?.remove();
  const said = el("p", {
    className: "fault",
    role: "alert",
    text: `“${line}” did not go in. ${why} `,
  });
  said.append(el("button", { type: "button", text: "I have seen it", on: { click: () => said.remove() } }));
  first("form.entry")?.append(said);
}

/** @param {HTMLFormElement} form @param {FormData} body */
async function send(form, body) {
  const plain = form.enctype !== "multipart/form-data";
  const words = /** @type {Record<string, string>} */ (/** @type {unknown} */ (body));
  const page = await fetched(form.action, {
    method: "POST",
    body: plain ? new URLSearchParams(words) : body,
  });
  if (page.url.pathname !== location.pathname) {
    location.assign(page.url);
    return true;
  }
  take(page.text);
  if (page.ok && form.dataset.quick === "clear") form.reset();
  return page.ok;
}

/** Lines are taken one after the other, also when somebody types faster than the hall answers.
 * @param {HTMLFormElement} form
 */
async function enter(form) {
  const [field] = fields("[data-line]", form);
  waiting.push([field.value, new FormData(form), every("form.entry .fault")]);
  field.value = "";
  if (waiting.length > 1) return;
  while (waiting.length) {
    const [line, body, before] = waiting[0];
    let good = false;
    let why = "The hall does not answer; enter it again.";
    try {
      good = await send(form, body);
      why = told.querySelector(".fault")?.textContent || "";
    } catch {
      /* told below */
    }
    waiting.shift();
    field.setAttribute("aria-invalid", String(!good));
    for (const each of before) each.remove();
    if (!good) refuse(line, why);
    if (!good && !waiting.length && !field.value) {
      field.value = line;
      field.select();
    }
  }
  field.focus();
}

// After the clock the next thing is a score; on a phone that would bring up its keyboard.
function backToTheLine() {
  const field = first("[data-line]");
  if (
    field &&
    matchMedia("(hover: hover)").matches &&
    (document.activeElement === document.body || document.activeElement?.closest("#clock"))
  )
    field.focus();
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("form[data-quick]")) {
    leaving = true;
    return;
  }
  event.preventDefault();
  if (form.querySelector("[data-line]")) {
    enter(form);
    return;
  }
  if (form.dataset.sending) return;
  form.dataset.sending = "yes";
  send(form, new FormData(form, event.submitter))
    .then(() => {
      if (form.closest("#clock") || !form.isConnected) backToTheLine();
    })
    .catch(() => complain("The hall does not answer. Nothing was written; try again."))
    .finally(() => delete form.dataset.sending);
});

function filter() {
  for (const field of fields("input[data-filter]")) {
    const words = field.value.trim().toLowerCase();
    for (const row of every(field.dataset.filter ?? "")) {
      row.hidden = !!words && !row.dataset.words?.toLowerCase().includes(words);
    }
  }
}

document.addEventListener("input", (event) => {
  if (touched(event).matches("[data-filter]")) filter();
});
if (main?.dataset.event) watch(main.dataset.event, refresh);
filter();
clock();
ceremony();
