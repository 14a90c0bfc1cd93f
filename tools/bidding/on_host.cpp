// What auction.cu does for one deal, on the CPU: to hold it against the kernel where no GPU is.
#include "cards.h"
#include "open_hands.h"

static signed char table[128 * 128];

static bool reaches(const Contract &made, int need) {
  static u32 memory[WORDS];
  Solver<1> solver;
  solver.memory = memory;
  solver.unbeaten_by = table;
  int out = made.lone < 0 ? -1 : (made.lone + 2) & 3;
  solver.begin(made.hands[0], made.hands[1], made.hands[2], made.hands[3], made.leader, made.maker,
               out, need);
  while (!solver.done) solver.step();
  return solver.result;
}
extern "C" void kinds(u64 seed, u64 first, int count, int bury, u32 *hands_of, u64 *league, u64 *open) {
  for (int mine = 0; mine < 128; mine++)
    for (int theirs = 0; theirs < 128; theirs++)
      table[mine << 7 | theirs] = (signed char)unbeaten(mine, theirs);
  for (int at = 0; at < count; at++) {
    u32 hands[4];
    int turn_up;
    deal_out(seed, first + at, hands, turn_up);
    for (int seat = 0; seat < 4; seat++) hands_of[4 * at + seat] = canonical(hands[seat]);
    league[at] = open[at] = 0;
    for (int contract = 0; contract < 32; contract++) {
      Contract made = contract_of(hands, turn_up, contract, bury);
      if (!in_store(made)) continue;
      u64 best = !reaches(made, 3) ? 0 : reaches(made, 5) ? 2 : 1;
      league[at] |= (u64)kind_of(league_tricks(made)) << (2 * contract);
      open[at] |= best << (2 * contract);
    }
  }
}
