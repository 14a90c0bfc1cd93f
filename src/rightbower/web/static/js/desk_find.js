// Find anybody by a few letters, and say what the typed line means before it is entered.
import { el } from "./dom.js";

const FEWEST = 2;
const box = document.querySelector("input[data-find]");
const list = document.querySelector("#found");
let asked = "";

// The name with the letters that were looked for marked in it.
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

function show(people, letters) {
  list.replaceChildren(
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
  if (!people.length && letters.length > FEWEST) list.append(el("li", { text: box.dataset.none }));
}

async function look() {
  const letters = (asked = box.value.trim());
  if (letters.length < FEWEST) {
    show([], "");
    return;
  }
  try {
    const answer = await fetch(
      `${document.documentElement.dataset.base ?? ""}${box.dataset.find}?q=${encodeURIComponent(letters)}`,
    );
    if (answer.ok && asked === letters) show(await answer.json(), letters);
  } catch {
    show([], "");
  }
}
box?.addEventListener("input", look);

const line = document.querySelector("[data-line]");
const reads = document.querySelector("[data-reads]");
function read() {
  const [, table, first, second] = /^\s*(\d+)\s+(\d+)[\s-]+(\d+)/.exec(line.value) ?? [];
  reads.textContent = table
    ? reads.dataset.reads.replace("{table}", table).replace("{first}", first).replace("{second}", second)
    : reads.dataset.how;
}
line?.addEventListener("input", read);
