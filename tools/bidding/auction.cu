// The store of contracts and the passes over it on a GPU; bidding/gpu.py builds and calls this.
//
// Sums are whole numbers (values times 2^20), so they do not depend on the order of the threads;
// with -fmad=false each deal's part is what bidding/passes.py computes, to the last bit.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include "cards.h"
#include "open_hands.h"

typedef unsigned long long ull;
#define CHECK(call)                                                                       \
  do {                                                                                    \
    cudaError_t error = (call);                                                           \
    if (error != cudaSuccess) {                                                           \
      fprintf(stderr, "CUDA: %s (%s:%d)\n", cudaGetErrorString(error), __FILE__, __LINE__); \
      exit(1);                                                                            \
    }                                                                                     \
  } while (0)

constexpr int CONTRACTS = 32, PAIRS = 9, ONE = 4, TWO = 8, SOLVERS = 64;
constexpr double SCALE = 1048576.0, LEAST = 1e-7;
__constant__ int choose[25][6];

struct Store {
  u64 count;
  uint4 *classes;
  u64 *league, *open;
};
struct Room {
  int classes, processors;
  int *index;
  signed char *unbeaten_by;
  float *one, *two, *other_one, *other_two, *correction;
  double *pay, *totals, *regret_one, *regret_two, *mean_one, *mean_two;
  unsigned short *legal;
  ull *sum_one, *sum_two;
};
static Room room;

template <class T> static T *allocate(size_t count) {
  void *found;
  CHECK(cudaMalloc(&found, count * sizeof(T)));
  return (T *)found;
}
template <class T> static void send(T *there, const T *here, size_t count) {
  CHECK(cudaMemcpy(there, here, count * sizeof(T), cudaMemcpyHostToDevice));
}
template <class T> static void fetch(T *here, const T *there, size_t count) {
  CHECK(cudaMemcpy(here, there, count * sizeof(T), cudaMemcpyDeviceToHost));
}

extern "C" void setup(const int *index, int classes) {
  int counts[25][6] = {};
  for (int n = 0; n < 25; n++) {
    counts[n][0] = 1;
    for (int k = 1; k < 6; k++) counts[n][k] = n ? counts[n - 1][k - 1] + counts[n - 1][k] : 0;
  }
  CHECK(cudaMemcpyToSymbol(choose, counts, sizeof counts));
  std::vector<signed char> table(128 * 128);
  for (int mine = 0; mine < 128; mine++)
    for (int theirs = 0; theirs < 128; theirs++)
      table[mine << 7 | theirs] = (signed char)unbeaten(mine, theirs);
  cudaDeviceProp about;
  CHECK(cudaGetDeviceProperties(&about, 0));
  size_t hands = (size_t)4 * classes;
  room.classes = classes;
  room.processors = about.multiProcessorCount;
  room.index = allocate<int>(6 * COMBINATIONS);
  send(room.index, index, 6 * COMBINATIONS);
  room.unbeaten_by = allocate<signed char>(table.size());
  send(room.unbeaten_by, table.data(), table.size());
  for (float **each : {&room.one, &room.other_one}) *each = allocate<float>(hands * ONE);
  for (float **each : {&room.two, &room.other_two}) *each = allocate<float>(hands * TWO);
  room.correction = allocate<float>(hands * TWO);
  room.pay = allocate<double>(CONTRACTS * PAIRS);
  room.totals = allocate<double>(4);
  for (double **each : {&room.regret_one, &room.mean_one}) *each = allocate<double>(hands * ONE);
  for (double **each : {&room.regret_two, &room.mean_two}) *each = allocate<double>(hands * TWO);
  room.legal = allocate<unsigned short>(hands);
  room.sum_one = allocate<ull>((size_t)classes * ONE);
  room.sum_two = allocate<ull>((size_t)classes * TWO);
}

// ---- the store ----
__device__ __forceinline__ u32 class_of(u32 hand, int turn_up, const int *index) {
  bool swap = needs_swap(hand);
  u32 rest = swap ? swapped(hand) : hand;
  int rank = 0;
  for (int taken = 1; rest; taken++) {
    rank += choose[zeros_below(rest)][taken];
    rest &= rest - 1;
  }
  return (u32)index[turn_up * COMBINATIONS + rank] << 1 | (swap ? 1 : 0);
}
__global__ void play_league(u64 seed, u64 first, u64 count, int bury, const int *index,
                            uint4 *classes, u64 *league) {
  u64 at = blockIdx.x * (u64)blockDim.x + threadIdx.x;
  if (at >= count) return;
  u32 hands[4];
  int turn_up;
  deal_out(seed, first + at, hands, turn_up);
  classes[at] = make_uint4(class_of(hands[0], turn_up, index), class_of(hands[1], turn_up, index),
                           class_of(hands[2], turn_up, index), class_of(hands[3], turn_up, index));
  u64 kinds = 0;
  for (int contract = 0; contract < CONTRACTS; contract++) {
    Contract made = contract_of(hands, turn_up, contract, bury);
    if (in_store(made)) kinds |= (u64)kind_of(league_tricks(made)) << (2 * contract);
  }
  league[at] = kinds;
}
// Twenty solves a deal: four suits with all four hands, from which both sides' contracts follow,
// and sixteen lone contracts.
__device__ __forceinline__ int contract_of_job(int job) {
  if (job < 4) return job == 0 ? 0 : 8 + 2 * (job - 1);
  int lone = job - 4;
  return lone < 4 ? 2 * lone + 1 : 8 + ((lone - 4) / 3) * 6 + ((lone - 4) % 3) * 2 + 1;
}
__global__ void list_jobs(u64 seed, u64 first, u32 count, int bury, uint4 *hands_of, u32 *ids,
                          u32 *listed) {
  u32 at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= count) return;
  u32 hands[4];
  int turn_up;
  deal_out(seed, first + at, hands, turn_up);
  for (int job = 0; job < 20; job++) {
    Contract made = contract_of(hands, turn_up, contract_of_job(job), bury);
    if (!in_store(made)) continue;
    u32 line = atomicAdd(listed, 1u);
    hands_of[line] = make_uint4(made.hands[0], made.hands[1], made.hands[2], made.hands[3]);
    ids[line] = at << 6 | job;
  }
}
__device__ __forceinline__ u64 found_kinds(int job, bool made, bool more) {
  if (job >= 4) return (u64)(!made ? 0 : more ? 2 : 1) << (2 * contract_of_job(job));
  int even = made ? (more ? 2 : 1) : 0, odd = made ? 0 : (more ? 1 : 2);
  u64 kinds = 0;
  for (int maker = 0; maker < 4; maker++) {
    int contract = job == 0 ? 2 * maker : 8 + 6 * maker + 2 * (job - 1);
    kinds |= (u64)((maker & 1) ? odd : even) << (2 * contract);
  }
  return kinds;
}
__device__ __forceinline__ int begin_job(Solver<SOLVERS> &solver, uint4 hands, int job, int need) {
  int lone = job < 4 ? -1 : maker_of(contract_of_job(job)), out = lone < 0 ? -1 : (lone + 2) & 3;
  solver.begin(hands.x, hands.y, hands.z, hands.w, out == 0 ? 1 : 0, lone < 0 ? 0 : lone, out, need);
  return job;
}
__global__ void __launch_bounds__(SOLVERS)
    solve_jobs(const uint4 *__restrict__ hands_of, const u32 *__restrict__ ids,
               const u32 *__restrict__ listed, u32 *next, const signed char *unbeaten_by,
               ull *open) {
  __shared__ u32 memory[WORDS * SOLVERS];
  Solver<SOLVERS> solver;
  solver.memory = memory + threadIdx.x;
  solver.unbeaten_by = unbeaten_by;
  u32 total = *listed, line = atomicAdd(next, 1u);
  if (line >= total) return;
  int job = begin_job(solver, hands_of[line], ids[line] & 63, 3);
  bool made = false, again = false;
  // one loop for all, so that a thread takes its next job while its neighbours still solve theirs
  while (true) {
    solver.step();
    if (!solver.done) continue;
    if (!again) {
      made = solver.result;
      if (made || job < 4) {
        begin_job(solver, hands_of[line], job, made ? 5 : 1);
        again = true;
        continue;
      }
    }
    u64 kinds = found_kinds(job, made, again && solver.result);
    if (kinds) atomicOr(&open[ids[line] >> 6], (ull)kinds);
    line = atomicAdd(next, 1u);
    if (line >= total) return;
    again = false;
    job = begin_job(solver, hands_of[line], ids[line] & 63, 3);
  }
}
extern "C" Store *make_store(u64 seed, u64 first, u64 count, int bury, int solved) {
  Store *store = new Store{count, allocate<uint4>(count), allocate<u64>(count), allocate<u64>(count)};
  play_league<<<(unsigned)((count + 127) / 128), 128>>>(seed, first, count, bury, room.index,
                                                        store->classes, store->league);
  CHECK(cudaGetLastError());
  CHECK(cudaMemset(store->open, 0, count * 8));
  if (solved) {
    const u32 chunk = 4u << 20;
    uint4 *hands_of = allocate<uint4>((size_t)chunk * 20);
    u32 *ids = allocate<u32>((size_t)chunk * 20), *listed = allocate<u32>(2);
    int blocks = 0;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, solve_jobs, SOLVERS, 0));
    for (u64 from = 0; from < count; from += chunk) {
      u32 some = (u32)(count - from < chunk ? count - from : chunk);
      CHECK(cudaMemset(listed, 0, 8));
      list_jobs<<<(some + 127) / 128, 128>>>(seed, first + from, some, bury, hands_of, ids, listed);
      solve_jobs<<<room.processors * blocks, SOLVERS>>>(hands_of, ids, listed, listed + 1,
                                                        room.unbeaten_by, (ull *)store->open + from);
      CHECK(cudaGetLastError());
    }
    CHECK(cudaDeviceSynchronize());
    cudaFree(hands_of); cudaFree(ids); cudaFree(listed);
  }
  CHECK(cudaDeviceSynchronize());
  return store;
}
extern "C" void read_store(Store *store, u64 from, u64 count, u32 *classes, u64 *league, u64 *open) {
  fetch((uint4 *)classes, store->classes + from, count);
  fetch(league, store->league + from, count);
  fetch(open, store->open + from, count);
}
extern "C" void free_store(Store *store) {
  cudaFree(store->classes); cudaFree(store->league); cudaFree(store->open);
  delete store;
}

// ---- values of a deal, in points of places 0 and 2 ----
struct Values {
  double one[4][2], two[4][6];
};
__device__ __forceinline__ void swap_values(double *a, double *b) {
  double kept = *a;
  *a = *b;
  *b = kept;
}
__device__ __forceinline__ void find_values(const double *pay, const float *correction, int classes,
                                            u64 league, u64 open, const u32 ids[4], Values &found) {
#pragma unroll
  for (int place = 0; place < 4; place++) {
    double sign = (place & 1) ? -1.0 : 1.0;
#pragma unroll
    for (int act = 0; act < 8; act++) {
      int contract = act < 2 ? 2 * place + act : 8 + 6 * place + act - 2;
      int pair = 3 * (int)(open >> (2 * contract) & 3) + (int)(league >> (2 * contract) & 3);
      double worth = pay[contract * PAIRS + pair];
      if (act < 2) found.one[place][act] = worth;
      else found.two[place][act - 2] = worth;
    }
    if (ids[place] & 1) {
      swap_values(&found.two[place][2], &found.two[place][4]);
      swap_values(&found.two[place][3], &found.two[place][5]);
    }
    const float4 *more =
        (const float4 *)(correction + TWO * ((size_t)place * classes + (ids[place] >> 1)));
    float4 a = more[0], b = more[1];
    found.one[place][0] = sign * (found.one[place][0] + (double)a.x);
    found.one[place][1] = sign * (found.one[place][1] + (double)a.y);
    found.two[place][0] = sign * (found.two[place][0] + (double)a.z);
    found.two[place][1] = sign * (found.two[place][1] + (double)a.w);
    found.two[place][2] = sign * (found.two[place][2] + (double)b.x);
    found.two[place][3] = sign * (found.two[place][3] + (double)b.y);
    found.two[place][4] = sign * (found.two[place][4] + (double)b.z);
    found.two[place][5] = sign * (found.two[place][5] + (double)b.w);
  }
}
__device__ __forceinline__ double mixed_two(float4 a, float4 b, const double *value, double next) {
  return (double)a.x * next + (double)a.y * value[0] + (double)a.z * value[1] +
         (double)a.w * value[2] + (double)b.x * value[3] + (double)b.y * value[4] +
         (double)b.z * value[5];
}
__device__ __forceinline__ double mixed_one(float4 a, const double *value, double next) {
  return (double)a.x * next + (double)a.y * value[0] + (double)a.z * value[1];
}
__device__ __forceinline__ void add(ull *sum, double value) {
  long long whole = __double2ll_rn(value);
  if (whole) atomicAdd(sum, (ull)whole);
}
template <int PLACE>
__global__ void pass(u64 count, const uint4 *__restrict__ classes_of, const u64 *__restrict__ league,
                     const u64 *__restrict__ open, const double *__restrict__ pays,
                     const float *__restrict__ correction, const float4 *__restrict__ one,
                     const float4 *__restrict__ two, int classes, double nobody, ull *sum_one,
                     ull *sum_two) {
  __shared__ double pay[CONTRACTS * PAIRS];
  for (int at = threadIdx.x; at < CONTRACTS * PAIRS; at += blockDim.x) pay[at] = pays[at];
  __syncthreads();
  double sign = (PLACE & 1) ? -1.0 : 1.0;
  for (u64 at = blockIdx.x * (u64)blockDim.x + threadIdx.x; at < count;
       at += (u64)gridDim.x * blockDim.x) {
    uint4 four = classes_of[at];
    u32 ids[4] = {four.x, four.y, four.z, four.w};
    float4 first[4];
    double reach = 1.0;
#pragma unroll
    for (int place = 0; place < 4; place++)
      first[place] = one[(size_t)place * classes + (ids[place] >> 1)];
#pragma unroll
    for (int place = 0; place < PLACE; place++) reach *= (double)first[place].x;
    if (!(reach > LEAST)) continue;
    Values value;
    find_values(pay, correction, classes, league[at], open[at], ids, value);
    double worth = nobody, after_two = 0, after_one = 0, passes[4];
#pragma unroll
    for (int place = 3; place >= 0; place--) {
      size_t row = 2 * ((size_t)place * classes + (ids[place] >> 1));
      float4 a = two[row], b = two[row + 1];
      if (place == PLACE) after_two = worth;
      passes[place] = (double)a.x;
      worth = mixed_two(a, b, value.two[place], worth);
    }
#pragma unroll
    for (int place = 3; place >= 0; place--) {
      if (place == PLACE) after_one = worth;
      worth = mixed_one(first[place], value.one[place], worth);
    }
    size_t me = ids[PLACE] >> 1;
    double weight = reach * sign * SCALE;
    add(&sum_one[ONE * me], weight * after_one);
    add(&sum_one[ONE * me + 1], weight * value.one[PLACE][0]);
    add(&sum_one[ONE * me + 2], weight * value.one[PLACE][1]);
    add(&sum_one[ONE * me + 3], reach * SCALE);
#pragma unroll
    for (int place = PLACE + 1; place < 4; place++) reach *= (double)first[place].x;
#pragma unroll
    for (int place = 0; place < PLACE; place++) reach *= passes[place];
    if (!(reach > LEAST)) continue;
    weight = reach * sign * SCALE;
    add(&sum_two[TWO * me], weight * after_two);
#pragma unroll
    for (int act = 0; act < 6; act++) add(&sum_two[TWO * me + 1 + act], weight * value.two[PLACE][act]);
    add(&sum_two[TWO * me + 7], reach * SCALE);
  }
}
static void run_pass(int place, const Store *store, double nobody) {
  CHECK(cudaMemsetAsync(room.sum_one, 0, (size_t)room.classes * ONE * 8));
  CHECK(cudaMemsetAsync(room.sum_two, 0, (size_t)room.classes * TWO * 8));
  void (*passes[4])(u64, const uint4 *, const u64 *, const u64 *, const double *, const float *,
                    const float4 *, const float4 *, int, double, ull *, ull *) = {
      pass<0>, pass<1>, pass<2>, pass<3>};
  passes[place]<<<room.processors * 16, 128>>>(
      store->count, store->classes, store->league, store->open, room.pay, room.correction,
      (const float4 *)room.one, (const float4 *)room.two, room.classes, nobody, room.sum_one,
      room.sum_two);
  CHECK(cudaGetLastError());
}

// ---- CFR+: bidding/solving.py has the same in Python ----
__device__ void match_regrets(double *regret, const ull *sum, float *policy, int acts, u32 legal) {
  double mean = 0;
  for (int act = 0; act < acts; act++)
    if (legal >> act & 1) mean += (double)policy[act] * (double)(long long)sum[act];
  double total = 0;
  int best = -1;
  for (int act = 0; act < acts; act++) {
    if (!(legal >> act & 1)) continue;
    double now = regret[act] + (double)(long long)sum[act] - mean;
    regret[act] = now > 0 ? now : 0;
    total += regret[act];
    if (best < 0 || (long long)sum[act] > (long long)sum[best]) best = act;
  }
  for (int act = 0; act < acts; act++) {
    if (!(legal >> act & 1)) policy[act] = 0.f;
    else policy[act] = total > 0 ? (float)(regret[act] / total) : (act == best ? 1.f : 0.f);
  }
}
__global__ void learn(int place, int classes, const unsigned short *legal, double weight,
                      const ull *sum_one, const ull *sum_two, double *regret_one,
                      double *regret_two, float *one, float *two, double *mean_one,
                      double *mean_two) {
  int each = blockIdx.x * blockDim.x + threadIdx.x;
  if (each >= classes) return;
  size_t at = (size_t)place * classes + each;
  float *first = one + at * ONE, *second = two + at * TWO;
  if ((long long)sum_one[(size_t)each * ONE + 3] > 0)
    match_regrets(regret_one + at * ONE, sum_one + (size_t)each * ONE, first, 3, legal[at] & 7);
  if ((long long)sum_two[(size_t)each * TWO + 7] > 0)
    match_regrets(regret_two + at * TWO, sum_two + (size_t)each * TWO, second, 7, legal[at] >> 3);
  for (int act = 0; act < 3; act++) mean_one[at * ONE + act] += weight * (double)first[act];
  double passed = (double)first[0] > 1e-4 ? (double)first[0] : 1e-4;
  for (int act = 0; act < 7; act++) mean_two[at * TWO + act] += weight * passed * (double)second[act];
}
extern "C" void set_game(const double *pay, const float *correction, const unsigned short *legal) {
  send(room.pay, pay, CONTRACTS * PAIRS);
  send(room.correction, correction, (size_t)4 * room.classes * TWO);
  send(room.legal, legal, (size_t)4 * room.classes);
}
extern "C" void set_policy(const float *one, const float *two) {
  send(room.one, one, (size_t)4 * room.classes * ONE);
  send(room.two, two, (size_t)4 * room.classes * TWO);
}
extern "C" void solve(const Store *store, double nobody, int learners, int rounds, int unheard,
                      double *mean_one, double *mean_two) {
  size_t hands = (size_t)4 * room.classes;
  for (double *each : {room.regret_one, room.mean_one}) CHECK(cudaMemset(each, 0, hands * ONE * 8));
  for (double *each : {room.regret_two, room.mean_two}) CHECK(cudaMemset(each, 0, hands * TWO * 8));
  for (int round = 1; round <= rounds; round++)
    for (int place = 0; place < 4; place++) {
      if (!(learners >> place & 1)) continue;
      run_pass(place, store, nobody);
      learn<<<(room.classes + 127) / 128, 128>>>(
          place, room.classes, room.legal, round <= unheard ? 0.0 : (double)round, room.sum_one,
          room.sum_two, room.regret_one, room.regret_two, room.one, room.two, room.mean_one,
          room.mean_two);
      CHECK(cudaGetLastError());
    }
  fetch(mean_one, room.mean_one, hands * ONE);
  fetch(mean_two, room.mean_two, hands * TWO);
}
extern "C" void sums(const Store *store, double nobody, int place, long long *sum_one,
                     long long *sum_two) {
  run_pass(place, store, nobody);
  fetch((ull *)sum_one, room.sum_one, (size_t)room.classes * ONE);
  fetch((ull *)sum_two, room.sum_two, (size_t)room.classes * TWO);
}

// ---- what two policies bring against each other, both ways round ----
__device__ __forceinline__ double whole_value(const Values &value, const u32 ids[4], int classes,
                                              double nobody, const float4 *const one[2],
                                              const float4 *const two[2]) {
  double worth = nobody;
#pragma unroll
  for (int place = 3; place >= 0; place--) {
    size_t row = 2 * ((size_t)place * classes + (ids[place] >> 1));
    worth = mixed_two(two[place & 1][row], two[place & 1][row + 1], value.two[place], worth);
  }
#pragma unroll
  for (int place = 3; place >= 0; place--)
    worth = mixed_one(one[place & 1][(size_t)place * classes + (ids[place] >> 1)],
                      value.one[place], worth);
  return worth;
}
__global__ void compare(u64 count, const uint4 *__restrict__ classes_of,
                        const u64 *__restrict__ league, const u64 *__restrict__ open,
                        const double *__restrict__ pays, const float *__restrict__ correction,
                        const float4 *one, const float4 *two, const float4 *other_one,
                        const float4 *other_two, int classes, double nobody, double *totals) {
  __shared__ double pay[CONTRACTS * PAIRS], shared[4];
  for (int at = threadIdx.x; at < CONTRACTS * PAIRS; at += blockDim.x) pay[at] = pays[at];
  if (threadIdx.x < 4) shared[threadIdx.x] = 0;
  __syncthreads();
  const float4 *there_one[2] = {one, other_one}, *there_two[2] = {two, other_two};
  const float4 *back_one[2] = {other_one, one}, *back_two[2] = {other_two, two};
  double first = 0, second = 0, net = 0, square = 0;
  for (u64 at = blockIdx.x * (u64)blockDim.x + threadIdx.x; at < count;
       at += (u64)gridDim.x * blockDim.x) {
    uint4 four = classes_of[at];
    u32 ids[4] = {four.x, four.y, four.z, four.w};
    Values value;
    find_values(pay, correction, classes, league[at], open[at], ids, value);
    double there = whole_value(value, ids, classes, nobody, there_one, there_two);
    double back = whole_value(value, ids, classes, nobody, back_one, back_two);
    double half = 0.5 * (there - back);
    first += there; second += back; net += half; square += half * half;
  }
  atomicAdd(&shared[0], first); atomicAdd(&shared[1], second);
  atomicAdd(&shared[2], net); atomicAdd(&shared[3], square);
  __syncthreads();
  if (threadIdx.x < 4) atomicAdd(&totals[threadIdx.x], shared[threadIdx.x]);
}
extern "C" void duel(const Store *store, double nobody, const float *one, const float *two,
                     const float *other_one, const float *other_two, double *totals) {
  size_t hands = (size_t)4 * room.classes;
  set_policy(one, two);
  send(room.other_one, other_one, hands * ONE);
  send(room.other_two, other_two, hands * TWO);
  CHECK(cudaMemset(room.totals, 0, 32));
  compare<<<room.processors * 8, 128>>>(
      store->count, store->classes, store->league, store->open, room.pay, room.correction,
      (const float4 *)room.one, (const float4 *)room.two, (const float4 *)room.other_one,
      (const float4 *)room.other_two, room.classes, nobody, room.totals);
  CHECK(cudaGetLastError());
  fetch(totals, room.totals, 4);
}
