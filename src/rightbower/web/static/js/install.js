// A device that may keeps the hall's shell, so that the lesson and puzzles are there without a line.
const base = document.documentElement.dataset.base ?? "";

if ("serviceWorker" in navigator && isSecureContext)
  navigator.serviceWorker.register(`${base}/worker.js`, { scope: `${base}/` }).catch(() => {});
