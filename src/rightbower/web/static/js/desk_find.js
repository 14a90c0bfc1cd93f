// Find anybody by a few letters, and say what the typed line means before it is entered.
import { el, fields, first } from "./dom.js";

/** @typedef {{ name: string, place: string, says: string, page: string }} Found */

const FEWEST = 2;
/** @type {(HTMLInputElement | undefined)[]} */
const [box] = fields("input[data-find]");
const list = first("#found");
let asked = "";

/** The name with the letters that were looked for marked in it.
 * @param {string} name @param {string} letters
 */
function marked(name, letters) {
  const at = name.toLowerCase().indexOf(letters.toLowerCase());
  const words = el("b");
  if (at < 0) {
    words.append(name);
    return words;
  }
  words.append(
    name.slice(0, at),
    el("mark", { text: name.slice(at, at + letters.length) }),
    name.slice(at + letters.length),
  );
  return words;
}

/** @param {Found[]} people @param {string} letters */
function show(people, letters) {
  list?.replaceChildren(
    ...people.map(({ name, place, says, page }) => {
      const link = el(
        "a",
        { href: page },
        marked(name, letters),
        el("i", { text: place }),
        el("small", { text: says }),
      );
      return el("li", {}, link);
    }),
  );
  if (!people.length && letters.length > FEWEST) list?.append(el("li", { text: box?.dataset.none }));
}

async function look() {
  if (!box) return;
  const letters = (asked = box.value.trim());
  if (letters.length < FEWEST) {
    show([], "");
    return;
  }
  try {
    const answer = await fetch(`${box.dataset.find}?q=${encodeURIComponent(letters)}`);
    if (answer.ok && asked === letters) show(await answer.json(), letters);
  } catch {
    show([], "");
  }
}
box?.addEventListener("input", look);

/** @type {(HTMLInputElement | undefined)[]} */
const [line] = fields("[data-line]");
const reads = first("[data-reads]");
function read() {
  if (!line || !reads) return;
  const [, table, one, other] = /^\s*(\d+)\s+(\d+)[\s-]+(\d+)/.exec(line.value) ?? [];
  const means = reads.dataset.reads ?? "";
  reads.textContent = table
    ? means.replace("{table}", table).replace("{first}", one).replace("{second}", other)
    : (reads.dataset.how ?? "");
}
line?.addEventListener("input", read);
