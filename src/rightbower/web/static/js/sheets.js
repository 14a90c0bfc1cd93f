// The sheets that are opened at the table: menu, rules, settings, last trick. Fetched when the first is
// wanted.
import { face, spoken } from "./cards.js";
import { el, part, styled } from "./dom.js";
import { said } from "./language.js";
import { why } from "./notices.js";

/** @type {Record<string, string>} */
const PARTNERS = { C: "S", S: "C", H: "D", D: "H" };

for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}

/** @param {HTMLDialogElement} dialog */
export async function open(dialog) {
  await styled("/static/sheets.css");
  if (dialog.id === "log-sheet")
    document
      .querySelector(".copied")
      ?.replaceChildren(...[...part("play-by-play").children].map((item) => item.cloneNode(true)));
  if (!dialog.open) dialog.showModal();
}

/** What would lose the game is done only when it is said to be meant.
 * @param {{ reason: string, clause: string }} refusal @param {() => void} act
 */
export function askIfMeant({ reason, clause }, act) {
  const dialog = /** @type {HTMLDialogElement} */ (part("meant"));
  const no = el("button", {
    type: "button",
    className: "brass",
    text: said("Take it back"),
    on: { click: () => dialog.close() },
  });
  const yes = el("button", {
    type: "button",
    className: "onpaper",
    text: said("It is meant"),
    data: { meant: "yes" },
    on: {
      click: () => {
        dialog.close();
        act();
      },
    },
  });
  dialog.replaceChildren(
    el("p", {}, `${reason} `, why(clause, "btn onpaper why clause")),
    el("div", { className: "menu-list" }, no, yes),
  );
  open(dialog);
}

/**
 * @param {[string, string][]} cards
 * @param {import("./wire").Game | undefined} game
 * @param {string | null} you
 * @param {(seat: string) => string} nameOf
 */
export function showLastTrick(cards, game, you, nameOf) {
  const winner = game?.winner ?? "";
  part("last-taken").textContent = !winner
    ? ""
    : winner === you
      ? said("You took it.")
      : said("{name} took it.", { name: nameOf(winner) });
  part("last-cards").replaceChildren(
    ...cards.map(([seat, name]) =>
      el(
        "figure",
        { className: seat === winner ? "took" : "" },
        el("span", { className: "card", role: "img", "aria-label": spoken(name) }, face(name, game?.trumps)),
        el("figcaption", { text: nameOf(seat) }),
      ),
    ),
  );
  open(/** @type {HTMLDialogElement} */ (part("last-dialog")));
}

/** Every card of the hand that is over, trick by trick: who played it, and who took it.
 * @param {import("./wire").DealEnd | null | undefined} last
 * @param {(seat: string) => string} nameOf
 */
export function showHand(last, nameOf) {
  const trump = last?.trump ?? "";
  const bowers = trump ? [`J${trump}`, `J${PARTNERS[trump]}`] : [];
  const tricks = (last?.played ?? []).map((cards, at) => {
    const winner = last?.takers?.[at] ?? "";
    return el(
      "li",
      {},
      ...cards.map(([seat, name]) =>
        el(
          "figure",
          { className: seat === winner ? "took" : "" },
          el("span", { className: "card", role: "img", "aria-label": spoken(name) }, face(name, bowers)),
          el("figcaption", { text: seat === winner ? `✓ ${nameOf(seat)}` : nameOf(seat) }),
        ),
      ),
    );
  });
  part("hand-cards").replaceChildren(...tricks);
  open(/** @type {HTMLDialogElement} */ (part("hand-dialog")));
}
