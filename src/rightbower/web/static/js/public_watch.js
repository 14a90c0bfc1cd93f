import { shown } from "./clock.js";

// The line to an event: says when there is something new, comes back when it drops.
export function watch(event, { short = true, heard, status = () => {} }) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const address = `${scheme}://${location.host}/events/${encodeURIComponent(event)}/live${short ? "?short" : ""}`;
  let tries = 0, timer = 0, socket = null;
  const open = () => {
    if (socket && socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(timer);
    socket = new WebSocket(address);
    socket.onopen = () => { tries = 0; status("open"); };
    socket.onmessage = (message) => heard(JSON.parse(message.data));
    socket.onclose = () => {
      status("lost");
      timer = setTimeout(open, Math.min(8000, 400 * 2 ** tries++) * (0.7 + 0.6 * Math.random()));
    };
  };
  addEventListener("online", open);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) open(); });
  open();
}

// The page is fetched again and its live parts are swapped: all of them, or only those named. With
// ``gently`` a part in which somebody is just choosing or typing waits for the next time.
export async function renew({ only = null, gently = false } = {}) {
  const answer = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!answer.ok) return false;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const main = document.querySelector("main");
  if (!only) Object.assign(main.dataset, fresh.querySelector("main")?.dataset);
  for (const old of document.querySelectorAll("[data-live]")) {
    const name = old.dataset.live, part = fresh.querySelector(`[data-live="${name}"]`);
    if (!part || (only && !only.includes(name)) || part.isEqualNode(old)) continue;
    if (gently && old.contains(document.activeElement)) continue;
    old.replaceWith(part);
  }
  return true;
}

// The clock on the page runs on by itself from what it showed when it came.
export function tick(clock = () => document.querySelector(".clock")) {
  const since = new WeakMap();
  setInterval(() => {
    const shows = clock();
    if (!shows || shows.dataset.running !== "yes") return;
    if (!since.has(shows)) since.set(shows, performance.now());
    const gone = (performance.now() - since.get(shows)) / 1000;
    const { left, ran } = shows.dataset;
    const time = shows.querySelector('[data-part="time"]');
    const reminder = shows.querySelector('[data-part="reminder"]');
    if (reminder) reminder.hidden = Number(ran) + gone < Number(shows.dataset.advice);
    if (time) time.textContent = shown(left === "" ? Number(ran) + gone : Number(left) - gone);
  }, 250);
}
