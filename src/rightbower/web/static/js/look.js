// Light or dark, and large: before the page is drawn, so that nothing changes under somebody's eyes.
// The system's wish holds until somebody presses the switch, which this device then remembers.
{
  const page = document.documentElement,
    night = matchMedia("(prefers-color-scheme: dark)"),
    kept = (/** @type {string} */ key) => {
      try {
        return localStorage.getItem(key);
      } catch {
        return null;
      }
    },
    wished = () => (night.matches ? "dark" : "light"),
    show = () => {
      page.dataset.look = kept("look") || wished();
      for (const each of document.querySelectorAll("[data-dark]"))
        each.setAttribute("aria-pressed", String(page.dataset.look === "dark"));
    };
  if (kept("large")) page.dataset.large = String(kept("large"));
  show();
  night.addEventListener("change", show);
  document.addEventListener("DOMContentLoaded", show);
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element && target.closest("[data-dark]"))) return;
    const chosen = page.dataset.look === "dark" ? "light" : "dark";
    if (chosen === wished()) localStorage.removeItem("look");
    else localStorage.setItem("look", chosen);
    show();
  });
}
