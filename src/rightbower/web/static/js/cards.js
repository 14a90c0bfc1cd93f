// Cards, suits and tricks as pictures. Each face is drawn once and kept; the page shows it as an image.
import { back as drawBack, card as drawCard } from "./deck.js";
import { el } from "./dom.js";
import { said, word } from "./language.js";
import { get } from "./settings.js";

const SVG = "http://www.w3.org/2000/svg";
/** @type {Record<string, string>} */
export const SUITS = { C: word("clubs"), D: word("diamonds"), H: word("hearts"), S: word("spades") };
/** What may be called: a suit, or no-trump. @type {Record<string, string>} */
export const STRAINS = { ...SUITS, N: word("no-trump"), L: word("low no-trump") };
/** @type {Record<string, string>} */
export const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const JOKER = "JO";
/** @type {Record<string, string>} */
const RANKS = {
  2: word("two of {suit}"),
  7: word("seven of {suit}"),
  8: word("eight of {suit}"),
  9: word("nine of {suit}"),
  T: word("ten of {suit}"),
  J: word("jack of {suit}"),
  Q: word("queen of {suit}"),
  K: word("king of {suit}"),
  A: word("ace of {suit}"),
};
/** @type {Record<string, string>} */
const THE_RANKS = {
  2: word("the two of {suit}"),
  7: word("the seven of {suit}"),
  8: word("the eight of {suit}"),
  9: word("the nine of {suit}"),
  T: word("the ten of {suit}"),
  J: word("the jack of {suit}"),
  Q: word("the queen of {suit}"),
  K: word("the king of {suit}"),
  A: word("the ace of {suit}"),
};
/** @type {Record<string, string>} */
export const SHAPES = {
  S:
    "M50 4C62 24 92 40 92 63c0 15-11 23-22 23-8 0-13-4-16-8 1 9 4 14 9 18H37" +
    "c5-4 8-9 9-18-3 4-8 8-16 8C19 86 8 78 8 63 8 40 38 24 50 4z",
  H:
    "M50 94C38 74 6 54 6 30 6 15 17 6 29 6c10 0 17 6 21 15C54 12 61 6 71 6" +
    "c12 0 23 9 23 24 0 24-32 44-44 64z",
  D: "M50 3C61 22 74 38 88 50 74 62 61 78 50 97 39 78 26 62 12 50 26 38 39 22 50 3z",
  C:
    "M50 5c13 0 22 9 22 21 0 7-3 12-7 16 3-2 7-3 11-3 12 0 21 9 21 21S88 81 76 81" +
    "c-9 0-16-4-20-11 1 12 3 20 9 25H35c6-5 8-13 9-25-4 7-11 11-20 11C12 81 3 72 3 60s9-21 21-21" +
    "c4 0 8 1 11 3-4-4-7-9-7-16C28 14 37 5 50 5z",
};
/**
 * Each picture's address, and one of them that keeps it read.
 * @type {Map<string, { address: string, kept: HTMLElement }>}
 */
const drawn = new Map();
let ahead = "";

/**
 * An SVG element with attributes and children.
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...(Node | string)} children
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * The address of a picture, drawn the first time it is asked for.
 * @param {string} key
 * @param {() => string} draw
 */
function picture(key, draw) {
  let found = drawn.get(key);
  if (!found) {
    const text = draw();
    const svg = text.includes("xmlns=") ? text : text.replace("<svg", `<svg xmlns="${SVG}"`);
    const address = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    drawn.set(key, (found = { address, kept: image(address) }));
  }
  return found.address;
}

/** Draw all faces while there is nothing else to do: none has to be drawn in the frame in which it is played.
 * @param {string[]} trumps
 */
export function drawAhead(trumps) {
  if (ahead === (ahead = trumps.join())) return;
  const wanted = ahead,
    names = Object.keys(SUITS).flatMap((suit) => [..."9TJQKA"].map((rank) => rank + suit));
  const idle = window.requestIdleCallback ?? ((/** @type {() => void} */ act) => setTimeout(act, 40));
  const next = () => {
    const name = wanted === ahead && names.pop();
    if (name) {
      face(name, trumps);
      idle(next);
    }
  };
  idle(next);
}

/**
 * A card's face, or its back where there is no name. ``trumps`` are the trumps, highest first.
 * @param {string | null} name
 * @param {string[]} [trumps]
 */
export function face(name, trumps = []) {
  return image(faceAddress(name, trumps));
}

/**
 * Let a picture show another face, where it is another.
 * @param {Element | null} shown
 * @param {string | null} name
 * @param {string[]} trumps
 */
export function turnTo(shown, name, trumps) {
  const address = faceAddress(name, trumps);
  if (shown?.getAttribute("src") !== address) shown?.setAttribute("src", address);
}

/** @param {string | null} name @param {string[]} trumps */
function faceAddress(name, trumps) {
  if (!name) return backAddress();
  const at = trumps.indexOf(name);
  const bower = ["right", "left"][trumps.filter((each) => /^J[CDHS]/.test(each)).indexOf(name)] ?? "";
  const options = {
    bower,
    trump: at >= 0,
    fourColour: get("colours") === "four",
    largeIndex: get("faces") === "large",
  };
  const key = `${name}${bower}${at >= 0}${options.fourColour}${options.largeIndex}`;
  return picture(key, () => drawCard(name.replace("T", "10"), options));
}

function backAddress() {
  const colour = get("back") || "crimson";
  return picture(`back ${colour}`, () => drawBack(colour));
}

/** @param {string} address */
function image(address) {
  return el("img", { className: "card-face", src: address, alt: "", draggable: false, decoding: "sync" });
}

/** What a card is called by itself. @param {string} name */
export const spoken = (name) =>
  name === JOKER ? said("joker") : said(RANKS[name[0]], { suit: said(SUITS[name[1]]) });

/** What a card is called within a sentence. @param {string} name */
export const theCard = (name) =>
  name === JOKER ? said("the joker") : said(THE_RANKS[name[0]], { suit: said(SUITS[name[1]]) });

/**
 * A card in short, for a line of the play by play.
 * @param {string} name
 */
export function chip(name) {
  const rank = name[0] === "T" ? "10" : name[0];
  return el("span", {
    className: `c su-${name[1]}`,
    role: "img",
    "aria-label": theCard(name),
    text: name === JOKER ? said("Joker") : rank + SIGNS[name[1]],
  });
}

/**
 * The sign of what is called: a suit, or letters for no-trump.
 * @param {string} suit
 * @param {boolean} [plain] in the colour of the text around it
 */
export function sign(suit, plain = false) {
  const size = suit === "L" ? 38 : 50;
  const letters = { x: 50, y: 66, "text-anchor": "middle", "font-size": size, "font-weight": 700 };
  const inner = SHAPES[suit]
    ? make("path", { d: SHAPES[suit], fill: "currentColor" })
    : make("text", { ...letters, fill: "currentColor" }, suit === "L" ? "↓NT" : "NT");
  return make(
    "svg",
    { viewBox: "0 0 100 100", class: plain ? "sign" : `sign su-${suit}`, "aria-hidden": "true" },
    inner,
  );
}

/**
 * Tricks taken: little stacks, crossed.
 * @param {number} count
 */
export function tricks(count) {
  const stacks = Array.from({ length: count }, (_, at) =>
    make(
      "g",
      { transform: `translate(${14 + at * 13} 15) rotate(${at % 2 ? 78 : -8})` },
      make("rect", { x: -7, y: -10, width: 14, height: 20, rx: 2, class: "stack" }),
      make("rect", { x: -5, y: -8, width: 10, height: 16, rx: 1, class: "stack-back" }),
    ),
  );
  const label = said("{count} {count|trick|tricks}", { count });
  return make(
    "svg",
    { viewBox: `0 0 ${15 + count * 13} 30`, class: "trk", role: "img", "aria-label": label },
    ...stacks,
  );
}
