// The lesson's cards are drawn; the steps themselves are plain pages.
import "./settings.js";
import { face } from "./cards.js";

for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-face]"))) {
  const { face: name = "", trumps = "" } = place.dataset;
  place.replaceChildren(face(name || null, trumps ? trumps.split(" ") : []));
}
/** @type {HTMLElement | null} */ (document.querySelector("[autofocus]"))?.focus();
