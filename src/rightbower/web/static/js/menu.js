// The menu of a director's page closes when one looks elsewhere.
const menu = /** @type {HTMLDetailsElement | null} */ (document.querySelector(".more-menu"));
document.addEventListener("click", ({ target }) => {
  if (menu && target instanceof Node && !menu.contains(target)) menu.open = false;
});
document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || !menu?.open) return;
  menu.open = false;
  menu.querySelector("summary")?.focus();
});
