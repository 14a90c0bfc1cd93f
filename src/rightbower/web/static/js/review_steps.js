// A review: one choice at a time, the first to begin with; without script they stand below each other.
import "./practice.js";

const moments = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".moment"));
const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("[data-moment]"));

/** @param {string} id */
function show(id) {
  for (const each of moments) each.hidden = each.id !== id;
  for (const each of links) {
    if (each.dataset.moment === id) each.setAttribute("aria-current", "true");
    else each.removeAttribute("aria-current");
  }
}

for (const each of links) {
  each.addEventListener("click", (event) => {
    event.preventDefault();
    history.replaceState(null, "", each.href);
    show(each.dataset.moment ?? "");
    document.getElementById(each.dataset.moment ?? "")?.scrollIntoView({ block: "nearest" });
  });
}
const wanted = location.hash.slice(1);
if (moments.length) show([...moments].some((each) => each.id === wanted) ? wanted : moments[0].id);
