// The line to the hall: told whenever the event has changed; tried again when it drops.
export const state = { news: null, heard: 0 };

export function watch(event, changed) {
  let wait = 500;
  const open = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const line = new WebSocket(`${scheme}://${location.host}/events/${event}/live`);
    line.addEventListener("message", ({ data }) => {
      wait = 500;
      state.news = JSON.parse(data);
      state.heard = performance.now();
      document.dispatchEvent(new CustomEvent("desk-news"));
      changed(state.news.version);
    });
    line.addEventListener("close", () => {
      setTimeout(open, wait);
      wait = Math.min(wait * 2, 8000);
    });
  };
  open();
}
