// Card names on a page become cards.
import "./settings.js";
import { chip, face, spoken } from "./cards.js";

for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-card]"))) {
  place.setAttribute("role", "img");
  place.setAttribute("aria-label", spoken(place.dataset.card ?? ""));
  place.replaceChildren(face(place.dataset.card ?? null));
}
for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-chip]")))
  place.replaceChildren(chip(place.dataset.chip ?? ""));
