// Cards drawn here: faces, backs, names people say, and the order of a hand.
const SVG = "http://www.w3.org/2000/svg";
export const SUITS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
export const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const RANKS = { 9: "nine", T: "ten", J: "jack", Q: "queen", K: "king", A: "ace" };
const SHAPES = {
  H: "M0,44 C-62,-2 -46,-46 -21,-46 C-8,-46 -1,-34 0,-24 C1,-34 8,-46 21,-46 C46,-46 62,-2 0,44Z",
  D: "M0,-50 L36,0 L0,50 L-36,0Z",
  S: "M0,-48 C52,-6 48,30 22,30 C11,30 4,23 2,16 C4,31 9,42 17,48 L-17,48 C-9,42 -4,31 -2,16 C-4,23 -11,30 -22,30 C-48,30 -52,-6 0,-48Z",
  C: "M-3,8 C-10,34 -34,30 -40,12 C-45,-6 -30,-18 -15,-13 C-27,-30 -17,-48 0,-48 C17,-48 27,-30 15,-13 C30,-18 45,-6 40,12 C34,30 10,34 3,8 C4,28 9,40 17,48 L-17,48 C-9,40 -4,28 -3,8Z",
};
const PIPS = {
  9: [[38, 32], [66, 32], [38, 57], [66, 57], [52, 70], [38, 83], [66, 83], [38, 108], [66, 108]],
  T: [[38, 30], [66, 30], [52, 43], [38, 56], [66, 56], [38, 84], [66, 84], [52, 97], [38, 110], [66, 110]],
};

export function make(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function shape(suit, x, y, size, turned = false) {
  const turn = turned ? " rotate(180)" : "";
  return make("path", { d: SHAPES[suit], class: suit, transform: `translate(${x} ${y}) scale(${size / 100})${turn}` });
}

function corner(rank, suit) {
  const text = make("text", { x: 15, y: 29, "text-anchor": "middle", class: suit });
  if (rank === "T") { text.setAttribute("textLength", "27"); text.setAttribute("lengthAdjust", "spacingAndGlyphs"); }
  text.textContent = rank === "T" ? "10" : rank;
  return make("g", {}, text, shape(suit, 15, 44, 19));
}

// A card face as SVG; name "JH", or null for a back.
export function face(name, { trump = false } = {}) {
  const svg = make("svg", { viewBox: "0 0 100 140", class: "card-face", "aria-hidden": "true" });
  if (!name) {
    svg.append(make("rect", { x: 2, y: 2, width: 96, height: 136, rx: 7, class: "back" }));
    for (let k = 0; k < 9; k++) svg.append(make("path", { class: "weave", d: `M8,${14 + 14 * k} q21,-9 42,0 t42,0` }));
    return svg;
  }
  const [rank, suit] = name;
  svg.append(make("rect", { x: 1, y: 1, width: 98, height: 138, rx: 7, class: "edge" }));
  svg.append(corner(rank, suit));
  const other = corner(rank, suit);
  other.setAttribute("transform", "rotate(180 50 70)");
  svg.append(other);
  if (PIPS[rank]) for (const [x, y] of PIPS[rank]) svg.append(shape(suit, x, y, 20, y > 71));
  else if (rank === "A") svg.append(shape(suit, 50, 70, 52));
  else {
    svg.append(make("rect", { x: 27, y: 26, width: 46, height: 88, rx: 5, class: "frame" }));
    const letter = make("text", { x: 50, y: 78, "text-anchor": "middle", class: `${suit} figure` });
    letter.textContent = rank;
    svg.append(letter, shape(suit, 50, 97, 24));
  }
  if (trump) svg.append(make("path", { d: "M99,1 v24 l-24,-24 z", class: "trump" }));
  return svg;
}

export const spoken = (name) => `${RANKS[name[0]]} of ${SUITS[name[1]]}`;
const MATE = { C: "S", S: "C", D: "H", H: "D" };
export const isTrump = (name, trump) => !!trump && (name[1] === trump || (name[0] === "J" && name[1] === MATE[trump]));

function height(name, trump) {
  if (isTrump(name, trump) && name[0] === "J") return name[1] === trump ? 20 : 19;
  return "9TJQKA".indexOf(name[0]);
}

// A hand from left to right: trumps first, then suits with the colours alternating.
export function sorted(hand, trump) {
  const order = trump ? [trump, ...alternating(trump)] : ["S", "H", "C", "D"];
  const suit = (name) => (isTrump(name, trump) ? trump : name[1]);
  return [...hand].sort((a, b) => order.indexOf(suit(a)) - order.indexOf(suit(b)) || height(b, trump) - height(a, trump));
}

function alternating(trump) {
  const red = trump === "H" || trump === "D";
  return red ? ["S", MATE[trump], "C"] : ["H", MATE[trump], "D"];
}
