// The exact solver as one loop without recursion: whether the makers take enough of five tricks.
//
// Two words a ply are kept, interleaved by the threads of a block, so that a block's stacks fit in
// shared memory. The bounds are those of rightbower.players.kernel.search.
#pragma once
#include "cards.h"

constexpr int PLIES = 16;
constexpr int WORDS = 2 * PLIES + 4 + 4;

inline int unbeaten(u32 mine, u32 theirs) {
  int most = 0, ahead = 0;
  for (int place = 6; place >= 0; place--) {
    ahead += (int)(mine >> place & 1) - (int)(theirs >> place & 1);
    if (ahead > most) most = ahead;
  }
  return most;
}
HD u32 apart(u32 hand, u32 gone) { return hand & ~((hand << 1) + gone); }
HD int least(int one, int other) { return one < other ? one : other; }
HD int sure_in_lane(u32 lane, u32 a, u32 b, u32 c, u32 d) {
  int tops = ones(a & lane & (0u - highest(((b | c | d) & lane) | 1u)));
  if (b & TRUMPS) tops = least(tops, ones(b & lane));
  if (d & TRUMPS) tops = least(tops, ones(d & lane));
  return tops;
}
HD int sure_plain(u32 a, u32 b, u32 c, u32 d, int left) {
  int tops = sure_in_lane(0xFFu, a, b, c, d) + sure_in_lane(0xFF00u, a, b, c, d) +
             sure_in_lane(0xFF0000u, a, b, c, d);
  return least(tops, left - ones(c & TRUMPS));
}

template <int STRIDE> struct Solver {
  u32 *memory;
  const signed char *unbeaten_by;
  int ply, seat, turn, leader, won, over, who, need, makers, out, players;
  u32 led, best;
  bool back, result, done;

  HD u32 &moves(int at) { return memory[at * STRIDE]; }
  HD u32 &trail(int at) { return memory[(PLIES + at) * STRIDE]; }
  HD u32 &hand(int at) { return memory[(2 * PLIES + at) * STRIDE]; }
  HD u32 &gone(int at) { return memory[(2 * PLIES + 4 + at) * STRIDE]; }
  HD int sure(u32 mine, u32 theirs) {
    return unbeaten_by[((mine >> 24) << 7) | (theirs >> 24)];
  }
  HD void begin(u32 a, u32 b, u32 c, u32 d, int leader_, int maker, int out_, int need_) {
    hand(0) = a; hand(1) = b; hand(2) = c; hand(3) = d;
    leader = leader_; makers = maker & 1; out = out_; players = out < 0 ? 4 : 3; need = need_;
    ply = 0; seat = leader; turn = 0; won = 0; over = 0; who = leader; led = 0; best = 0;
    back = false; done = false; result = false;
    enter();
  }
  HD void answer(bool found) { back = true; result = found; }
  HD void enter() {
    if (turn) {
      u32 may = apart(hand(seat), gone(over));
      moves(ply) = (may & led) ? (may & led) : may;
      back = false;
      return;
    }
    int left = 5 - over;
    if (won >= need) return answer(true);
    if (won + left < need) return answer(false);
    u32 a = hand(leader), b = hand((leader + 1) & 3), c = hand((leader + 2) & 3),
        d = hand((leader + 3) & 3);
    bool making = ((leader ^ makers) & 1) == 0;
    int wanted = making ? need - won : left - (need - won) + 1;
    if (left == 1) {
      u32 counts = lane_of(a) | TRUMPS, ours = c & counts, theirs = b & counts, last = d & counts;
      if (a > ours) ours = a;
      if (last > theirs) theirs = last;
      return answer((ours > theirs) == making);
    }
    u32 their_trumps = (b | d) & TRUMPS, our_trumps = (a | c) & TRUMPS;
    int ours = sure(a, their_trumps), partners = sure(c, their_trumps);
    if (partners > ours) ours = partners;
    if (ours >= wanted) return answer(making);
    int lefts = sure(b, our_trumps), rights = sure(d, our_trumps);
    if (rights > lefts) lefts = rights;
    if (left - lefts < wanted) return answer(!making);
    if (left > 2 && ours + sure_plain(a, b, c, d, left) >= wanted) return answer(making);
    gone(over) = CARD_PLACES & ~(a | b | c | d);
    moves(ply) = apart(a, gone(over));
    back = false;
  }
  HD void step() {
    if (back) {
      if (ply == 0) { done = true; return; }
      ply--;
      u32 was = trail(ply);
      seat = (was >> 7) & 3;
      hand(seat) |= 1u << ((was >> 16) & 31);
      bool mine = ((seat ^ makers) & 1) == 0;
      if (mine == result || !moves(ply)) return;
      who = was & 3; leader = (was >> 2) & 3; won = (was >> 4) & 7; turn = (was >> 9) & 3;
      over = (was >> 23) & 7;
      best = turn ? 1u << ((was >> 11) & 31) : 0;
      led = turn ? 0xFFu << (((was >> 21) & 3) * 8) : 0;
      back = false;
    }
    u32 may = moves(ply), card, higher = 0;
    if (turn) {
      higher = may & (led | TRUMPS) & (0u - (best << 1));
      card = lowest(higher ? higher : may);
    } else {
      card = lowest(may);
    }
    moves(ply) = may ^ card;
    trail(ply) = (u32)who | leader << 2 | won << 4 | seat << 7 | turn << 9 |
                 (turn ? zeros_below(best) : 0) << 11 | zeros_below(card) << 16 |
                 (turn ? zeros_below(led) >> 3 : 0) << 21 | over << 23;
    hand(seat) ^= card;
    if (!turn) { led = lane_of(card); best = card; who = seat; }
    else if (higher) { best = card; who = seat; }
    ply++;
    turn++;
    if (turn == players) {
      if (((who ^ makers) & 1) == 0) won++;
      leader = who; seat = who; turn = 0; over++;
    } else {
      seat = (seat + 1) & 3;
      if (seat == out) seat = (seat + 1) & 3;
    }
    enter();
  }
};
