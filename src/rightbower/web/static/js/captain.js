// A captain's phone: the pad for the score is the one that the players have.
import { first } from "./dom.js";
import { ScorePad, typeScores } from "./score_pad.js";

const page = /** @type {HTMLElement} */ (first("main"));
/** @type {ScorePad | null} */
let pad = null;

// The page's part comes anew whenever the other captain or the desk wrote something.
function look() {
  const form = /** @type {HTMLFormElement | null} */ (first("form[data-pad]", page));
  if (form === (pad?.form ?? null)) return;
  pad = form && new ScorePad(form);
}

look();
new MutationObserver(look).observe(page, { childList: true, subtree: true });
typeScores(() => pad);
