// A place that was pressed is dead for a moment: what stands there next cannot be pressed by mistake.

/** @typedef {{ left: number, right: number, top: number, bottom: number }} Box */

/** @type {Box | null} */
let place = null;
let when = -Infinity;

/** Whether two places share any of their room. @param {Box} one @param {Box} other */
export const overlap = (one, other) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** Let places where such buttons stood rest for so many milliseconds.
 * @param {string} selector @param {number} rest
 */
export function restAfterPress(selector, rest) {
  document.addEventListener(
    "click",
    (event) => {
      const button = event.target instanceof Element ? event.target.closest(selector) : null;
      if (!button || !event.detail) return; // a press by keys goes where the focus is, which does not move
      const box = button.getBoundingClientRect();
      const now = performance.now();
      const again = place && now - when < rest && overlap(place, box);
      const leftOver = event.detail > 1 && now < rest; // the second half of a double click on the page before
      if (again || leftOver) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return;
      }
      place = box;
      when = now;
    },
    { capture: true },
  );
}

/** A page of forms: what sends one. */
export const restForms = () => restAfterPress("button:not([type=button]), a.button", 1000);
