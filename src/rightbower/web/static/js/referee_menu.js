// As at the table, in the menu: the rulings of the game, and what a person may do by mistake. Fetched with
// the menu.
import { SUITS } from "./cards.js";
import { el, part } from "./dom.js";
import { said } from "./language.js";
import { ruleAt } from "./notices.js";

/** @typedef {import("./referee.js").Referee} Referee */
/** @typedef {import("./wire").RulingView} RulingView */

/** @param {Referee} referee */
export function render(referee) {
  part("rulings").replaceChildren(
    ...(referee.state.referee?.rulings || []).map((ruling) => el("li", {}, ...told(referee, ruling))),
  );
  part("slips").replaceChildren(...slips(referee));
}

/** @param {Referee} referee @param {RulingView} ruling */
function told(referee, ruling) {
  const links = ruling.clauses.map(([clause, note]) =>
    el("a", {
      href: ruleAt(clause),
      className: "clause",
      target: "_blank",
      text: clause.includes(":") ? said("the rule") : clause,
      title: note,
    }),
  );
  return [
    el("strong", { text: `${ruling.what}. ` }),
    `${referee.says(ruling)} `,
    ...links.flatMap((link) => [link, " "]),
    ...lastWord(referee, ruling),
  ];
}

/** Where the reader has the officer's last word: the ruling set aside, what follows instead, and why.
 * @param {Referee} referee @param {RulingView} ruling
 */
function lastWord(referee, ruling) {
  if (!(ruling.aside_by || []).includes(referee.state.you ?? "")) return [];
  const options = (referee.state.referee?.instead || []).map(([value, text]) =>
    el("option", { value, text }),
  );
  const instead = /** @type {HTMLSelectElement} */ (
    el("select", { "aria-label": said("What follows instead") }, ...options)
  );
  const points = /** @type {HTMLInputElement} */ (
    el("input", { type: "number", min: "1", max: "10", value: "2", "aria-label": said("Points") })
  );
  const why = /** @type {HTMLInputElement} */ (
    el("input", { type: "text", maxLength: 200, "aria-label": said("Reason"), placeholder: said("Reason") })
  );
  const counted = () => ["award", "deduct"].includes(instead.value);
  instead.addEventListener("change", () => {
    points.hidden = !counted();
  });
  const act = () =>
    referee.call({
      do: "overrule",
      number: ruling.number,
      instead: instead.value + (counted() ? ` ${points.value}` : ""),
      why: why.value,
    });
  return [
    el(
      "details",
      { className: "aside" },
      el("summary", { text: said("Set it aside") }),
      instead,
      points,
      why,
      el("button", {
        type: "button",
        text: said("Set aside"),
        data: { call: "overrule" },
        on: { click: act },
      }),
    ),
  ];
}

/** What a person may do by mistake, apart from playing the wrong card.
 * @param {Referee} referee
 */
function slips(referee) {
  const { you, game, referee: judged } = referee.state;
  if (!you || !game || game.result) return [];
  const act = (/** @type {string} */ text, /** @type {string} */ action) =>
    el("button", {
      type: "button",
      text,
      data: { slip: action },
      on: { click: () => referee.ask({ type: "move", action }) },
    });
  const say = (/** @type {string} */ text, /** @type {Record<string, unknown>} */ what) =>
    el("button", { type: "button", text, data: { slip: what.do }, on: { click: () => referee.call(what) } });
  const dealer = game.dealer === you;
  const uncut = judged?.cut_due
    ? [say(said("Deal without offering the cut"), { do: "deal without the cut" })]
    : [];
  if (!game.phase)
    return dealer
      ? [
          say(said("Deal one card too many"), {
            do: "deal wrong",
            to: "NESW"[("NESW".indexOf(you) + 1) % 4],
          }),
          say(said("Show a card in dealing"), { do: "exposed in the deal" }),
          ...uncut,
        ]
      : [];
  const found = [];
  if (game.phase === "round one")
    found.push(
      ...(dealer
        ? [act(said("Pick it up"), "pick up"), act(said("Turn it down"), "turn down")]
        : [act(said("Order it up"), "order")]),
      act(said("Pass"), "pass"),
    );
  if (game.phase === "round two" || game.phase === "joker turned")
    found.push(
      ...Object.values(SUITS).map((suit) => act(said("Call {suit}", { suit: said(suit) }), `name ${suit}`)),
      act(said("Pass"), "pass"),
    );
  const drop = el("button", {
    type: "button",
    text: referee.dropping ? said("Tap the card you drop") : said("Drop a card"),
    on: {
      click: () => {
        referee.dropping = !referee.dropping;
        render(referee);
      },
    },
  });
  drop.setAttribute("aria-pressed", String(referee.dropping));
  const hand = game.hand || [];
  const all = hand.length > 1 ? [say(said("Lay my cards down"), { do: "drop", card: hand.join(" ") })] : [];
  return hand.length ? [...found, drop, ...all] : found;
}
