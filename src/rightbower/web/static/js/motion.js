// Cards that travel: measured where they were, moved with the platform's own animations.
import { moving } from "./settings.js";

const EASE = "cubic-bezier(.2, .7, .2, 1)";

/** The middle of an element on the page, and how wide it is.
 * @param {Element | null | undefined} element
 */
export function where(element) {
  if (!element) return null;
  const box = element.getBoundingClientRect();
  return box.width ? { x: box.left + box.width / 2, y: box.top + box.height / 2, width: box.width } : null;
}

/** @typedef {{ x: number, y: number, width: number }} Spot */

/**
 * Let an element come from a place.
 * @param {HTMLElement} element
 * @param {Spot | null} from
 * @param {number} duration
 * @param {number} [delay]
 */
export function comeFrom(element, from, duration, delay = 0) {
  const to = where(element);
  if (!from || !to || !moving()) return;
  element.animate(
    {
      translate: [`${from.x - to.x}px ${from.y - to.y}px`, "0px 0px"],
      scale: [String(from.width / to.width), "1"],
    },
    { duration, delay, easing: EASE, fill: "backwards" },
  );
}

/**
 * Let elements go to a place and be gone.
 * @param {HTMLElement[]} elements
 * @param {Spot | null} to
 * @param {number} duration
 */
export async function goTo(elements, to, duration) {
  if (!to || !moving() || document.visibilityState !== "visible") return;
  const spots = elements.map(where);
  const flights = elements.map((element, at) => {
    const from = spots[at];
    if (!from) return null;
    return element.animate(
      {
        translate: ["0px 0px", `${to.x - from.x}px ${to.y - from.y}px`],
        scale: ["1", String(to.width / from.width)],
        opacity: [1, 1, 0.2],
      },
      { duration, easing: "ease-in", fill: "forwards" },
    ).finished;
  });
  await Promise.allSettled(flights);
}
