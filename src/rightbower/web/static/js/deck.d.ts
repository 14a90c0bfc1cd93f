/** The deck: each face and back as the text of an SVG picture. */
export function card(name: string, options?: { fourColour?: boolean; largeIndex?: boolean; bower?: string; trump?: boolean; id?: string }): string;
export function back(colour?: string, id?: string): string;
