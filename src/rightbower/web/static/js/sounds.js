// Sounds are off, and not even fetched, until somebody has chosen them.
import { get } from "./settings.js";

/** @param {"card" | "deal" | "gather" | "turn" | "won" | "lost"} name */
export function sound(name) {
  if (get("sound") === "on") import("./tones.js").then((tones) => tones.play(name));
}
