// What stands open on the table, told by classes of the table itself: rules that look for it inside (`:has`)
// would be asked again for every card that moves, and that costs more than all the rest of a frame.

const BOXES = ["choices", "slip", "hint", "advice", "spoken", "calls", "sum"];

/** Keep the classes as the boxes are opened and closed. @param {HTMLElement} table */
export function tellOpened(table) {
  const boxes = BOXES.map((name) => /** @type {HTMLElement} */ (table.querySelector(`.${name}`)));
  const tell = () => {
    for (const [at, box] of boxes.entries()) table.classList.toggle(`has-${BOXES[at]}`, !box.hidden);
    const [choices, slip] = boxes;
    table.classList.toggle("has-six", !choices.hidden && choices.classList.contains("six"));
    table.classList.toggle("has-acts", !slip.hidden && Boolean(slip.querySelector(".acts")));
  };
  const watch = new MutationObserver(tell);
  for (const box of boxes)
    watch.observe(box, { attributeFilter: ["hidden", "class"], childList: box.classList.contains("slip") });
  tell();
}
