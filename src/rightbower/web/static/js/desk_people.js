// Names of people who were here before, while somebody writes the list: three letters are enough.
import { el, first } from "./dom.js";

const box = /** @type {HTMLTextAreaElement} */ (first("textarea[data-people]"));
const FEWEST = 3;
let asked = "";

// The name being written: from the last line break or "&" to the cursor.
function fragment() {
  const before = box.value.slice(0, box.selectionStart);
  const start = Math.max(before.lastIndexOf("\n"), before.lastIndexOf("&"), before.lastIndexOf("/")) + 1;
  const text = before.slice(start);
  return { start: start + (text.length - text.trimStart().length), text: text.trim() };
}

/** @param {string} name */
function take(name) {
  const { start } = fragment();
  box.setRangeText(name, start, box.selectionStart, "end");
  show([]);
  box.focus();
}

/** @param {{ name: string, says: string }[]} people */
function show(people) {
  first("#met")?.replaceChildren(
    ...people.map(({ name, says }) => {
      const item = el("li");
      item.append(
        el("button", { type: "button", text: name, on: { click: () => take(name) } }),
        el("small", { text: ` ${says}` }),
      );
      return item;
    }),
  );
}

async function look() {
  const { text } = fragment();
  asked = text;
  if (text.length < FEWEST) {
    show([]);
    return;
  }
  try {
    const answer = await fetch(`${box.dataset.people}?q=${encodeURIComponent(text)}`);
    if (answer.ok && asked === text) show(await answer.json());
  } catch {
    show([]);
  }
}

box?.addEventListener("input", look);
