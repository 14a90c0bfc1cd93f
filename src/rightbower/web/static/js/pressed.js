// A place that was pressed is dead for a moment: what stands there next cannot be pressed by mistake.
const REST = 1000;

/** @typedef {{ left: number, right: number, top: number, bottom: number }} Box */

/** @type {Box | null} */
let place = null;
let when = -Infinity;

/** Whether two places share any of their room. @param {Box} one @param {Box} other */
export const overlap = (one, other) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button:not([type=button]), a.button") : null;
  if (!button || !event.detail) return; // a press by keys goes where the focus is, which does not move
  const box = button.getBoundingClientRect();
  const now = performance.now();
  const again = place && now - when < REST && overlap(place, box);
  const leftOver = event.detail > 1 && now < REST; // the second half of a double click on the page before
  if (again || leftOver) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  place = box;
  when = now;
}, { capture: true });
