// The lobby on the first page: tables with empty chairs and games to watch come and go by themselves.
import { el, first } from "./dom.js";
import { Line } from "./connection.js";

/** @typedef {{ href: string, title: string, names: string, text: string, chairs: string[] }} LobbyTable */

/** @param {string} kind @param {LobbyTable[]} tables */
function show(kind, tables) {
  const box = document.querySelector(`[data-lobby="${kind}"]`);
  const focused = /** @type {HTMLAnchorElement | null} */ (document.activeElement)?.getAttribute("href");
  box
    ?.querySelector("ul")
    ?.replaceChildren(
      ...tables.map(({ href, title, names, text, chairs = [] }) =>
        el(
          "li",
          { className: "on-felt" },
          el(
            "span",
            { className: "chairs", "aria-hidden": "true" },
            ...chairs.map((letter) => el("i", { className: letter ? "" : "free", text: letter || "+" })),
          ),
          el("a", { href, text: names }),
          " ",
          el("small", { text: text ? `${title}; ${text}` : title }),
        ),
      ),
    );
  if (!box) return;
  const none = first("p", box);
  if (none) none.hidden = tables.length > 0;
  if (focused) first(`a[href="${CSS.escape(focused)}"]`, box)?.focus();
}

new Line("/lobby/live", {
  heard: ({ waiting, games }) => {
    show("waiting", waiting);
    show("games", games);
  },
});
