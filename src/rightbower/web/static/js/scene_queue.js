// What is shown one after the other when a new state comes: no card of a trick is ever skipped.

/**
 * @typedef {[string, string]} Played a seat and its card
 * @typedef {import("./wire").Shown} Shown
 * @typedef {import("./wire").Game} Game
 * @typedef {ReturnType<typeof pace>} Pace
 * @typedef {{ state: Shown, trick: Played[], winner: string | null, full: boolean, last: boolean,
 *   over: boolean }} Scene
 */

/**
 * The scenes that lead from what was shown to a new state.
 * @param {Shown | null} before the state shown last, or null
 * @param {Shown} next
 * @returns {Scene[]}
 */
export function scenes(before, next) {
  const game = next.game;
  const found = [];
  const done = finished(game);
  if (before?.game && done && !seen(before.game, done.trick)) {
    found.push({
      state: next,
      trick: done.trick,
      winner: done.winner,
      full: true,
      last: done.last,
      over: false,
    });
  }
  // The last trick of a hand stays on the table beside the summary.
  const lying = done?.last ? done : { trick: game?.trick ?? [], winner: null };
  found.push({
    state: next,
    trick: lying.trick,
    winner: lying.winner,
    full: false,
    last: false,
    over: Boolean(game?.last),
  });
  return found;
}

/** The trick that was just completed, if one was.
 * @param {Game | undefined} game
 */
function finished(game) {
  if (game?.last?.trick?.length)
    return { trick: game.last.trick, winner: game.last.winner ?? null, last: true };
  if (game?.before?.length && !game.trick?.length)
    return { trick: game.before, winner: game.winner ?? null, last: false };
  return null;
}

/** Whether this very trick was complete in the state before.
 * @param {Game | undefined} game
 * @param {Played[]} trick
 */
function seen(game, trick) {
  const known = finished(game);
  return Boolean(known) && JSON.stringify(known?.trick) === JSON.stringify(trick);
}

/** How long each thing takes in milliseconds; ``speed`` is a person's setting.
 * @param {string} speed
 */
export function pace(speed) {
  const by = /** @type {Record<string, number>} */ ({ fast: 0.5, slow: 1.6, none: 0 })[speed] ?? 1;
  return {
    card: 260 * by,
    rest: 900 * by,
    last: 1400 * by,
    gather: 320 * by,
    deal: 60 * by,
    dealt: 220 * by,
    step: 120 * by,
  };
}
