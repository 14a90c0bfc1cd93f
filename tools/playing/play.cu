// Many deals in play at once, on a GPU or, built without one, on the CPU; training.py calls this.
#include <cmath>
#include "play.h"

#ifdef __CUDACC__
#define EACH(name, count, ...) name<<<(unsigned)(((count) + 127) / 128), 128>>>(count, __VA_ARGS__)
#define KERNEL(name, ...)                                             \
  __global__ void name(int count, __VA_ARGS__) {                      \
    int at = blockIdx.x * blockDim.x + threadIdx.x;                   \
    if (at < count) {
#define END }}
#else
#define EACH(name, count, ...) name(count, __VA_ARGS__)
#define KERNEL(name, ...)                        \
  static void name(int count, __VA_ARGS__) {     \
    for (int at = 0; at < count; at++) {
#define END }}
#endif

constexpr int POLICIES = 8;
HD double share(u64 seed, u64 number, int which) {
  return (double)(mixed(mixed(seed + STEP) + (number * 64 + which) * STEP) >> 11) / 9007199254740992.0;
}
HD int rank_in_fives(u32 hand, const int *choose) {
  int rank = 0;
  for (int taken = 1; hand; taken++) {
    rank += choose[6 * zeros_below(hand) + taken];
    hand &= hand - 1;
  }
  return rank;
}
// The contract that four bidders make of a deal, each by one of several tables; -1 for none.
HD int auction(const u32 hands[4], int turn_up, const unsigned char *tables, const int *choose,
               const double *often, u64 seed, u64 number) {
  const int lines = 6 * COMBINATIONS;
  int said[4];
  bool swap[4];
  for (int place = 0; place < 4; place++) {
    double chance = share(seed, number, 40 + place);
    int which = 0;
    while (which < POLICIES - 1 && chance >= often[which]) { chance -= often[which]; which++; }
    swap[place] = needs_swap(hands[place]);
    int line = turn_up * COMBINATIONS + rank_in_fives(canonical(hands[place]), choose);
    said[place] = tables[((size_t)which * 4 + place) * lines + line];
  }
  for (int place = 0; place < 4; place++)
    if (said[place] >> 3) return 2 * place + (said[place] >> 3) - 1;
  for (int place = 0; place < 4; place++) {
    int act = said[place] & 7;
    if (!act) continue;
    if (swap[place] && act >= 3) act = act < 5 ? act + 2 : act - 2;
    return 8 + 6 * place + act - 1;
  }
  return -1;
}
KERNEL(deal_kernel, u64 seed, u64 first, int bury, double odd_bury, const unsigned char *tables, const int *choose, const double *often, Play *plays)
  u32 hands[4];
  int turn_up;
  deal_out(seed, first + at, hands, turn_up);
  int contract = auction(hands, turn_up, tables, choose, often, seed, first + at);
  if (contract < 0) contract = 6;
  Contract made = contract_of(hands, turn_up, contract, bury);
  if (made.taker >= 0 && share(seed, first + at, 50) < odd_bury) {
    u32 six = made.hands[made.taker] | made.buried, plain = six & ~TRUMPS;
    int skip = plain ? (int)(share(seed, first + at, 51) * ones(plain)) : 0;
    for (u32 rest = plain; rest; rest &= rest - 1)
      if (!skip--) { made.buried = lowest(rest); made.hands[made.taker] = six ^ made.buried; break; }
  }
  begin(plays[at], made);
END

// One row of bits for each deal; live says whether there is a choice.
KERNEL(observe_kernel, const Play *plays, u32 *words, unsigned char *live)
  const Play &play = plays[at];
  u32 legal = play.over < 5 ? legal_cards(play) : 0;
  live[at] = (legal & (legal - 1)) != 0;
  observe(play, words + (size_t)at * INPUT_WORDS);
END

// Play a card by the worth of each, or at random, or by habit for the sides that say so.
KERNEL(play_kernel, Play *plays, const float *chances, double odd, u64 seed, int step, int league_sides, signed char *chosen)
  Play &play = plays[at];
  chosen[at] = -1;
  if (play.over < 5) {
    u32 legal = legal_cards(play), card = legal;
    if (legal & (legal - 1)) {
      if (league_sides >> (play.seat & 1) & 1) {
        card = habit(play);
      } else {
        const float *mine = chances + (size_t)at * CARDS * 3;
        bool making = !((play.seat ^ play.maker) & 1);
        float march = play.lone >= 0 && !((play.lone ^ play.maker) & 1) ? 4.f : 2.f, best = -100.f;
        card = 0;
        for (u32 rest = legal; rest; rest &= rest - 1) {
          int number = number_of(lowest(rest));
          const float *logit = mine + 3 * number;
          float top = logit[0] > logit[1] ? logit[0] : logit[1];
          if (logit[2] > top) top = logit[2];
          float a = expf(logit[0] - top), b = expf(logit[1] - top), c = expf(logit[2] - top);
          float worth = (-2.f * a + b + march * c) / (a + b + c);
          if (!making) worth = -worth;
          if (worth > best) { best = worth; card = lowest(rest); }
        }
        if (share(seed, at, 2 * step) < odd) {
          int skip = (int)(share(seed, at, 2 * step + 1) * ones(legal));
          for (u32 rest = legal; rest; rest &= rest - 1)
            if (!skip--) { card = lowest(rest); break; }
        }
        chosen[at] = (signed char)number_of(card);
      }
    }
    put(play, card);
  }
END

// The kind of end, and the points of places 0 and 2.
KERNEL(ending_kernel, const Play *plays, unsigned char *kinds, float *points)
  const Play &play = plays[at];
  int kind = kind_of(play.won);
  kinds[at] = (unsigned char)kind;
  float gain = kind == 0 ? -2.f : kind == 1 ? 1.f : play.lone >= 0 ? 4.f : 2.f;
  points[at] = (play.maker & 1) ? -gain : gain;
END

extern "C" int play_size() { return (int)sizeof(Play); }
extern "C" void deal_all(int count, u64 seed, u64 first, int bury, double odd_bury, const unsigned char *tables, const int *choose, const double *often, Play *plays) {
  EACH(deal_kernel, count, seed, first, bury, odd_bury, tables, choose, often, plays);
}
extern "C" void observe_all(int count, const Play *plays, u32 *words, unsigned char *live) {
  EACH(observe_kernel, count, plays, words, live);
}
extern "C" void play_all(int count, Play *plays, const float *chances, double odd, u64 seed, int step, int league_sides, signed char *chosen) {
  EACH(play_kernel, count, plays, chances, odd, seed, step, league_sides, chosen);
}
extern "C" void end_all(int count, const Play *plays, unsigned char *kinds, float *points) {
  EACH(ending_kernel, count, plays, kinds, points);
}
