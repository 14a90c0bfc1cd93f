// The sheets for leaving the table and for the bots' levels. Fetched when one of them is opened.
import { el, part, within } from "./dom.js";
import { said, word } from "./language.js";

/** @typedef {import("./wire").Shown} Shown */
/** @typedef {import("./agreements.js").Manners} Manners */

/** @type {Record<string, string>} */
const LEAVING = {
  watching: word("You are only watching."),
  before: word("Your chair is free again for others."),
  alone: word("The game is kept: find it under Your games and go on whenever you like."),
  others: word("A bot plays for you until you are back. Give up the chair and a friend can take it."),
  over: word("The game is over."),
};
/** @type {Record<string, string>} */
const RATED = {
  alone: word("It is rated: ending it now counts as a loss."),
  others: word("The game is rated: giving up the chair counts as a loss for you."),
};

/** @param {Manners} manners */
export function render(manners) {
  if (!manners.state) return;
  leaving(manners.state, manners);
  levels(manners.state, manners);
}

/** @param {Shown} state @param {Manners} manners */
function leaving({ you, game, chairs }, { setup, ask }) {
  const people = chairs.filter((chair) => chair.name && !chair.bot).length;
  const kind = !you ? "watching" : game?.result ? "over" : !game ? "before" : people > 1 ? "others" : "alone";
  part("leaving").textContent = [LEAVING[kind], (game?.rated && RATED[kind]) || ""]
    .filter(Boolean)
    .map((each) => said(each))
    .join(" ");
  const give = part("give-up");
  give.hidden = Boolean(setup.event) || !["alone", "others", "before"].includes(kind);
  give.textContent = kind === "alone" ? said("End this game") : said("Give up my chair");
  give.onclick = async () => {
    const answer = await ask({ type: "stand" });
    if (answer?.type !== "no") location.href = within("/");
  };
  part("leave-for-now").textContent = kind === "alone" ? said("Keep it for later") : said("Leave");
}

/** @param {Shown} state @param {Manners} manners */
function levels({ chairs }, { setup, ask }) {
  const box = part("bot-levels");
  const key = chairs.map((chair) => chair.bot).join();
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  const rows = chairs.map((chair, at) => {
    if (!chair.bot) return null;
    const id = `bot-${at}`;
    const choice = /** @type {HTMLSelectElement} */ (
      el(
        "select",
        { id },
        ...setup.strengths.map((/** @type {string[]} */ [name, label]) =>
          el("option", { value: name, text: label }),
        ),
      )
    );
    choice.value = chair.bot;
    choice.addEventListener("change", () => ask({ type: "bot", seat: "NESW"[at], player: choice.value }));
    return el("p", { className: "field" }, el("label", { htmlFor: id, text: chair.name ?? "" }), choice);
  });
  box.replaceChildren(.../** @type {HTMLElement[]} */ (rows.filter(Boolean)));
}
