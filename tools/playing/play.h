// A deal in play, what the seat on turn knows of it as bits, and a card played.
//
// Cards are relative to trump (../bidding/cards.h); a card's number leaves out the places that are
// not cards: two plain suits of six, next of five, trumps of seven.
#pragma once
#include "../bidding/cards.h"

constexpr int CARDS = 24, INPUTS = 401, INPUT_WORDS = 13;

HD int number_of(u32 card) {
  int bit = zeros_below(card);
  return bit < 8 ? bit : bit < 16 ? bit - 2 : bit < 24 ? bit - 4 : bit - 7;
}
HD u32 card_of(int number) {
  return 1u << (number < 6 ? number : number < 12 ? number + 2 : number < 17 ? number + 4 : number + 7);
}
// All cards of a mask, moved together: 24 bits.
HD u32 packed(u32 mask) {
  return (mask & 63u) | (mask >> 8 & 63u) << 6 | (mask >> 16 & 31u) << 12 | (mask >> 24) << 17;
}

struct Play {
  u32 hands[4], played[4], led_by[4], table[4], voids[4];
  u32 up, buried, led, best, gone;
  int maker, lone, taker, dealer, seat, leader, who, done, won, over;
};

HD int out_of(const Play &play) { return play.lone >= 0 ? (play.lone + 2) & 3 : -1; }
HD void begin(Play &play, const Contract &made) {
  for (int seat = 0; seat < 4; seat++) {
    play.hands[seat] = made.hands[seat];
    play.played[seat] = play.led_by[seat] = play.table[seat] = play.voids[seat] = 0;
  }
  play.up = made.up; play.buried = made.buried;
  play.maker = made.maker; play.lone = made.lone; play.taker = made.taker; play.dealer = 3;
  play.seat = play.leader = play.who = made.leader;
  play.led = play.best = 0;
  play.gone = made.taker < 0 ? made.up : 0;
  play.done = play.won = play.over = 0;
}
HD u32 legal_cards(const Play &play) {
  u32 hand = play.hands[play.seat];
  return (hand & play.led) ? (hand & play.led) : hand;
}
HD void put(Play &play, u32 card) {
  int seat = play.seat, out = out_of(play);
  play.hands[seat] ^= card;
  play.gone |= card;
  play.done |= 1 << seat;
  play.table[seat] = card;
  if (!play.led) { play.led = lane_of(card); play.led_by[seat] |= card; }
  else if (!(card & play.led)) play.voids[seat] |= play.led;
  if ((card & (play.led | TRUMPS)) && card > play.best) { play.best = card; play.who = seat; }
  if (play.done == (out < 0 ? 15 : 15 ^ 1 << out)) {
    if (!((play.who ^ play.maker) & 1)) play.won++;
    for (int each = 0; each < 4; each++) { play.played[each] |= play.table[each]; play.table[each] = 0; }
    play.led = play.best = 0;
    play.done = 0;
    play.leader = play.seat = play.who;
    play.over++;
    return;
  }
  play.seat = (seat + 1) & 3;
  if (play.seat == out) play.seat = (play.seat + 1) & 3;
}
// The card of a league player, as in cards.h.
HD u32 habit(const Play &play) {
  int seat = play.seat, out = out_of(play), taker = play.taker;
  u32 hand = play.hands[seat], legal = legal_cards(play);
  if (!(legal & (legal - 1))) return legal;
  u32 unseen = DECK & ~(play.gone | hand | (seat == taker ? play.buried : 0));
  int left_seat = (seat + 1) & 3, partner_seat = (seat + 2) & 3, right_seat = (seat + 3) & 3;
  u32 others = unseen & ~(taker >= 0 ? play.up : 0), left = 0, right = 0;
  if (left_seat != out) left = (left_seat == taker ? unseen : others) & ~play.voids[left_seat];
  if (right_seat != out) right = (right_seat == taker ? unseen : others) & ~play.voids[right_seat];
  int done = play.done | (out < 0 ? 0 : 1 << out);
  if (play.led) {
    int state = play.who == partner_seat ? PARTNER_BEST : 0;
    if (!(done >> left_seat & 1)) state |= LEFT_LATER;
    if (!(done >> partner_seat & 1)) state |= PARTNER_LATER;
    if (!(done >> right_seat & 1)) state |= RIGHT_LATER;
    return follow(hand, unseen, left, right, play.led, play.best, state);
  }
  u32 partner = (partner_seat == taker ? unseen : others) & ~play.voids[partner_seat];
  int state = play.over == 0 ? FIRST : 0;
  if (seat == play.lone) state |= ALONE_ME;
  if (seat == play.maker) state |= MAKER_ME;
  if (!((seat ^ play.maker) & 1)) state |= MAKING;
  return lead(hand, unseen, left, partner, right, state);
}

// ---- what the seat on turn knows ----
struct Bits {
  u32 *words;
  int at;
  HD void add(u32 bits, int count) {
    words[at >> 5] |= bits << (at & 31);
    if ((at & 31) + count > 32) words[(at >> 5) + 1] |= bits >> (32 - (at & 31));
    at += count;
  }
  HD void one_of(int which, int count) { add(which >= 0 ? 1u << which : 0, count); }
};
HD void observe(const Play &play, u32 words[INPUT_WORDS]) {
  for (int word = 0; word < INPUT_WORDS; word++) words[word] = 0;
  Bits bits{words, 0};
  int me = play.seat;
  bits.add(packed(play.hands[me]), CARDS);
  for (int side = 0; side < 4; side++) bits.add(packed(play.played[(me + side) & 3]), CARDS);
  for (int side = 0; side < 4; side++) bits.add(packed(play.led_by[(me + side) & 3]), CARDS);
  for (int side = 1; side < 4; side++) bits.add(packed(play.table[(me + side) & 3]), CARDS);
  bits.add(play.taker >= 0 ? packed(play.up) : 0, CARDS);
  bits.add(play.taker < 0 ? packed(play.up) : 0, CARDS);
  bits.add(play.taker == me ? packed(play.buried) : 0, CARDS);
  bits.one_of((play.maker - me) & 3, 4);
  bits.one_of((play.dealer - me) & 3, 4);
  bits.one_of(play.lone < 0 ? -1 : (play.lone - me) & 3, 4);
  bits.one_of(play.won, 5);
  bits.one_of(play.over, 5);
  for (int side = 1; side < 4; side++) {
    u32 voids = play.voids[(me + side) & 3];
    bits.add((voids & 1u) | (voids >> 8 & 1u) << 1 | (voids >> 16 & 1u) << 2 | (voids >> 24 & 1u) << 3, 4);
  }
  bits.one_of(play.led ? ((play.who - me) & 3) - 1 : -1, 3);
  bits.one_of(play.led ? zeros_below(play.led) >> 3 : -1, 4);
}
