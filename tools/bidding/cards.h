// Cards as bits, a league player's card play, and the contracts of a deal: the same on CPU and GPU.
//
// A card's index is 6 * suit + rank (nine to ace), and the suit of the same colour is 3 - suit. A
// deal here is seen from the turn-up: its suit is 0, "next" is 3, the cross suits are 1 and 2, and
// place 0 is the dealer's left, place 3 the dealer. Relative to trump each suit has a lane of eight
// bits, trumps the highest, as in rightbower.players.kernel.bits; the league player is that of
// rightbower.players.kernel.play. tests/test_bidding_store.py holds both to the same answers.
#pragma once
#include <cstdint>
typedef uint32_t u32;
typedef uint64_t u64;
#ifdef __CUDACC__
#define HD __host__ __device__ __forceinline__
#define HD_CALLED __host__ __device__ __noinline__ inline
#else
#define HD inline
#define HD_CALLED inline
#endif

HD int ones(u32 mask) {
#ifdef __CUDA_ARCH__
  return __popc(mask);
#else
  return __builtin_popcount(mask);
#endif
}
HD int zeros_below(u32 mask) {
#ifdef __CUDA_ARCH__
  return __ffs(mask) - 1;
#else
  return __builtin_ctz(mask);
#endif
}
HD int zeros_above(u32 mask) {
#ifdef __CUDA_ARCH__
  return __clz(mask);
#else
  return __builtin_clz(mask);
#endif
}
HD u32 lowest(u32 mask) { return mask & (0u - mask); }
HD u32 highest(u32 mask) { return 1u << (31 - zeros_above(mask)); }
HD u32 lane_of(u32 card) { return 0xFFu << (zeros_below(card) & 24); }

constexpr u32 TRUMPS = 0x7F000000u;
constexpr u32 CARD_PLACES = 0x7F7F7F7Fu;
constexpr u32 DECK = 0x3Fu | 0x3Fu << 8 | 0x1Fu << 16 | TRUMPS;
constexpr u32 ACES = 1u << 5 | 1u << 13 | 1u << 20;
constexpr int JACK = 2, QUEEN = 3, KING = 4;

HD u32 without_jack(u32 suit) { return (suit & 3u) | ((suit & 0x38u) >> 1); }
HD u32 relative(u32 mask, int trump) {
  bool outer = trump == 0 || trump == 3;
  int first = outer ? 1 : 0, second = outer ? 2 : 3;
  u32 own = (mask >> (6 * trump)) & 63u, next = (mask >> (6 * (3 - trump))) & 63u;
  u32 plain = ((mask >> (6 * first)) & 63u) | (((mask >> (6 * second)) & 63u) << 8);
  u32 trumps = without_jack(own) | ((next & 4u) ? 32u : 0u) | ((own & 4u) ? 64u : 0u);
  return plain | without_jack(next) << 16 | trumps << 24;
}
HD u32 above(u32 card) { return lane_of(card) & (0u - (card << 1)); }
HD int rank_of(u32 card) {
  int bit = zeros_below(card), place = bit & 7;
  return (bit >= 16 && place >= JACK) ? place + 1 : place;
}

// ---- a league player's cards ----
enum { ALONE_ME = 1, MAKER_ME = 2, MAKING = 4, FIRST = 8, PARTNER_BEST = 16, PARTNER_LATER = 32,
       LEFT_LATER = 64, RIGHT_LATER = 128 };

HD u32 throw_off(u32 hand, u32 legal, u32 unseen) {
  int best = 1 << 20;
  u32 chosen = 0;
  while (legal) {
    u32 card = lowest(legal);
    legal ^= card;
    int worth;
    if (card & TRUMPS) {
      worth = 200 + zeros_below(card);
    } else {
      int held = ones(hand & lane_of(card));
      worth = 2 * rank_of(card);
      if (!(unseen & above(card))) worth += 20;
      else if (held == 2 && rank_of(card) == KING) worth += 4;
      if (held == 1 && (hand & TRUMPS)) worth -= 12;
    }
    if (worth < best) { best = worth; chosen = card; }
  }
  return chosen;
}
HD u32 bosses(u32 cards, u32 unseen) {
  u32 found = 0;
  while (cards) {
    u32 card = lowest(cards);
    cards ^= card;
    if (!(unseen & above(card))) found |= card;
  }
  return found;
}
HD u32 plain_lead(u32 hand, u32 plain, u32 unseen, u32 left, u32 right) {
  u32 safe = 0, rest = plain;
  while (rest) {
    u32 card = lowest(rest), lane = lane_of(card);
    rest ^= card;
    bool ruffed = (!(left & lane) && (left & TRUMPS)) || (!(right & lane) && (right & TRUMPS));
    if (!ruffed) safe |= card;
  }
  rest = safe ? safe : plain;
  u32 winners = bosses(rest, unseen), chosen = 0;
  int best = -1000;
  if (winners) rest = winners;
  while (rest) {
    u32 card = lowest(rest), lane = lane_of(card);
    rest ^= card;
    int worth;
    if (winners) {
      worth = ones(unseen & lane);
    } else {
      int held = ones(hand & lane);
      worth = -2 * held - rank_of(card) + (rank_of(card) == KING && held == 1 ? 5 : 0);
    }
    if (worth > best) { best = worth; chosen = card; }
  }
  return chosen;
}
HD bool draws_trump(u32 trumps, u32 plain, u32 unseen, u32 foes, u32 partner, int state) {
  if (!(foes & TRUMPS)) return false;
  if (!(unseen & above(highest(trumps)))) return true;
  if (state & MAKER_ME) return ones(trumps) >= ((state & ALONE_ME) ? 2 : 3);
  if (state & FIRST) return true;
  return !bosses(plain, unseen) && (partner & TRUMPS);
}
HD u32 lead(u32 hand, u32 unseen, u32 left, u32 partner, u32 right, int state) {
  u32 trumps = hand & TRUMPS, plain = hand & ~TRUMPS;
  if (!plain) return highest(trumps);
  if (trumps && (state & MAKING) &&
      draws_trump(trumps, plain, unseen, left | right, partner, state))
    return highest(trumps);
  return plain_lead(hand, plain, unseen, left, right);
}
HD u32 follow(u32 hand, u32 unseen, u32 left, u32 right, u32 led, u32 best, int state) {
  u32 legal = (hand & led) ? (hand & led) : hand;
  u32 winners = legal & (led | TRUMPS) & (0u - (best << 1));
  if (!winners) return throw_off(hand, legal, unseen);
  u32 foes = ((state & LEFT_LATER) ? left : 0) | ((state & RIGHT_LATER) ? right : 0);
  int later = state & (LEFT_LATER | RIGHT_LATER);
  if (state & PARTNER_BEST) {
    if (!later || !(unseen & above(best))) return throw_off(hand, legal, unseen);
    if (!(winners & led)) {
      bool low = !(best & TRUMPS) && rank_of(best) <= QUEEN;
      return low ? lowest(winners) : throw_off(hand, legal, unseen);
    }
    u32 sure = bosses(winners, unseen);
    if (sure) return lowest(sure);
    u32 top = highest(winners), between = unseen & above(best) & ~above(top);
    if ((best & TRUMPS) && ones(between) >= 2) return top;
    return throw_off(hand, legal, unseen);
  }
  if (!later) return lowest(winners);
  u32 sure = 0, rest = winners;
  while (rest) {
    u32 card = lowest(rest);
    rest ^= card;
    u32 better = above(card) | ((card & TRUMPS) ? 0 : TRUMPS);
    if (!(foes & better)) sure |= card;
  }
  if (!sure) sure = bosses(winners & ~TRUMPS, unseen);
  if (sure) return lowest(sure);
  if (winners & TRUMPS) return lowest(winners);
  return (state & PARTNER_LATER) ? throw_off(hand, legal, unseen) : highest(winners);
}

// ---- contracts: 8 of an accepted turn-up, place by place, with the partner and alone; then for
// each place next and the two cross suits, with the partner and alone ----
struct Contract {
  u32 hands[4];
  int leader, maker, lone, taker;
  u32 up, buried;
};
enum { BURY_ALLOWED = 0, BURY_NEVER = 1, BURY_UNLESS_FIVE = 2 };

HD u32 worst(u32 hand, u32 may) {
  int best = 1 << 30;
  u32 chosen = 0;
  while (may) {
    u32 card = lowest(may);
    may ^= card;
    int rate;
    if (card & TRUMPS) rate = 1000 + zeros_below(card);
    else rate = 10 * (ones(hand & lane_of(card)) + ((card & ACES) ? 6 : 0)) + rank_of(card);
    if (rate < best) { best = rate; chosen = card; }
  }
  return chosen;
}
HD bool keeps_turn_up(int bury, u32 hand) {
  return bury == BURY_NEVER || (bury == BURY_UNLESS_FIVE && ones(hand & 63u) == 5);
}
HD int maker_of(int contract) { return contract < 8 ? contract >> 1 : (contract - 8) / 6; }
HD int trump_of(int contract) {
  if (contract < 8) return 0;
  int which = ((contract - 8) % 6) >> 1;
  return which == 0 ? 3 : which;
}
HD Contract contract_of(const u32 dealt[4], int turn_up, int contract, int bury) {
  Contract made;
  int trump = trump_of(contract);
  made.maker = maker_of(contract);
  made.lone = (contract & 1) ? made.maker : -1;
  made.taker = contract < 8 ? 3 : -1;
  for (int seat = 0; seat < 4; seat++) made.hands[seat] = relative(dealt[seat], trump);
  made.up = relative(1u << turn_up, trump);
  made.buried = 0;
  int out = made.lone >= 0 ? (made.lone + 2) & 3 : -1;
  if (made.taker == 3 && out == 3) made.taker = -1;
  if (made.taker >= 0) {
    u32 six = made.hands[3] | made.up;
    made.buried = worst(six, keeps_turn_up(bury, dealt[3]) ? made.hands[3] : six);
    made.hands[3] = six ^ made.buried;
  }
  if (out >= 0) made.hands[out] = 0;
  made.leader = out == 0 ? 1 : 0;
  return made;
}
// A lone hand of fewer than two trumps is not in the store: nobody plays it.
HD bool in_store(const Contract &made) {
  return made.lone < 0 || ones(made.hands[made.maker] & TRUMPS) >= 2;
}
HD int kind_of(int tricks) { return tricks < 3 ? 0 : tricks == 5 ? 2 : 1; }

// The makers' tricks when four league players play a contract.
HD_CALLED int league_tricks(const Contract &made) {
  u32 hands[4] = {made.hands[0], made.hands[1], made.hands[2], made.hands[3]};
  u32 voids[4] = {0, 0, 0, 0};
  int out = made.lone >= 0 ? (made.lone + 2) & 3 : -1, leader = made.leader, taker = made.taker;
  int won = 0, players = out < 0 ? 4 : 3;
  u32 gone = taker < 0 ? made.up : 0;
  for (int over = 0; over < 5; over++) {
    u32 led = 0, best = 0;
    int who = leader, seat = leader, done = out < 0 ? 0 : 1 << out;
    for (int turn = 0; turn < players; turn++) {
      u32 hand = hands[seat], legal = (hand & led) ? (hand & led) : hand, card = legal;
      if (legal & (legal - 1)) {
        u32 unseen = DECK & ~(gone | hand | (seat == taker ? made.buried : 0));
        int left_seat = (seat + 1) & 3, partner_seat = (seat + 2) & 3, right_seat = (seat + 3) & 3;
        u32 others = unseen & ~(taker >= 0 ? made.up : 0), left = 0, right = 0;
        if (left_seat != out) left = (left_seat == taker ? unseen : others) & ~voids[left_seat];
        if (right_seat != out) right = (right_seat == taker ? unseen : others) & ~voids[right_seat];
        if (led) {
          int state = who == partner_seat ? PARTNER_BEST : 0;
          if (!(done >> left_seat & 1)) state |= LEFT_LATER;
          if (!(done >> partner_seat & 1)) state |= PARTNER_LATER;
          if (!(done >> right_seat & 1)) state |= RIGHT_LATER;
          card = follow(hand, unseen, left, right, led, best, state);
        } else {
          u32 partner = (partner_seat == taker ? unseen : others) & ~voids[partner_seat];
          int state = over == 0 ? FIRST : 0;
          if (seat == made.lone) state |= ALONE_ME;
          if (seat == made.maker) state |= MAKER_ME;
          if (!((seat ^ made.maker) & 1)) state |= MAKING;
          card = lead(hand, unseen, left, partner, right, state);
        }
      }
      hands[seat] ^= card;
      gone |= card;
      done |= 1 << seat;
      if (!led) led = lane_of(card);
      else if (!(card & led)) voids[seat] |= led;
      if ((card & (led | TRUMPS)) && card > best) { best = card; who = seat; }
      seat = (seat + 1) & 3;
      if (seat == out) seat = (seat + 1) & 3;
    }
    if (!((who ^ made.maker) & 1)) won++;
    leader = who;
  }
  return won;
}

// ---- deals from a seed and a number (splitmix64), the turn-up always of suit 0 ----
constexpr u64 STEP = 0x9E3779B97F4A7C15ull;
HD u64 mixed(u64 state) {
  state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9ull;
  state = (state ^ (state >> 27)) * 0x94D049BB133111EBull;
  return state ^ (state >> 31);
}
HD void deal_out(u64 seed, u64 number, u32 hands[4], int &turn_up) {
  u64 state = mixed(mixed(seed + STEP) + number * STEP), word = 0;
  turn_up = (int)(((state >> 32) * 6ull) >> 32);
  u32 left = 0xFFFFFFu ^ (1u << turn_up);
  int count = 23, ready = 0;
  for (int seat = 0; seat < 4; seat++) {
    u32 hand = 0;
    for (int card = 0; card < 5; card++) {
      if (!ready) { state += STEP; word = mixed(state); ready = 4; }
      int pick = (int)(((u32)(word & 0xFFFF) * (u32)count) >> 16);
      word >>= 16;
      ready--;
      u32 rest = left;
      for (int skip = 0; skip < pick; skip++) rest &= rest - 1;
      u32 bit = lowest(rest);
      left ^= bit;
      hand |= bit;
      count--;
    }
    hands[seat] = hand;
  }
}

// ---- classes of hands: up to swapping the cross suits ----
constexpr int COMBINATIONS = 42504;
HD u32 swapped(u32 hand) {
  return (hand & 0xFC003Fu) | ((hand & 0xFC0u) << 6) | ((hand & 0x3F000u) >> 6);
}
HD bool needs_swap(u32 hand) { return ((hand >> 6) & 63u) < ((hand >> 12) & 63u); }
HD u32 canonical(u32 hand) { return needs_swap(hand) ? swapped(hand) : hand; }
