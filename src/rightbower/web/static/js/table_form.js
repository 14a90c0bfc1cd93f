// The form for a table says at the box what is wrong, before anything is sent.
import { fields, first } from "./dom.js";

const form = first('form[action="/tables"]');
const book = /** @type {HTMLSelectElement | null} */ (first('[name="book"]', form ?? document));

/** What is wrong with the number of points, and with a chat at a table that anybody may join. */
function look() {
  if (!form || !book) return;
  const [target, chat, listed] = ["target", "chat", "listed"].map(
    (name) => fields(`[name="${name}"]`, form)[0],
  );
  const { targets, refusal = "" } = book.selectedOptions[0]?.dataset ?? {};
  const typed = target.value.trim(),
    allowed = targets === undefined || targets.split(" ").includes(String(Number(typed)));
  target.setCustomValidity(typed && !allowed ? refusal : "");
  chat.setCustomValidity(chat.checked && listed.checked ? (chat.dataset.refusal ?? "") : "");
}

for (const kind of ["input", "change"]) form?.addEventListener(kind, look);
look();
