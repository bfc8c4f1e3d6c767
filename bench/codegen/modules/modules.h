/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Functions that programs of this folder have in other files than their callers.
 * Plain C for the device; each measured program starts at program_<name>().
 */
#ifndef BENCH_CODEGEN_MODULES_H
#define BENCH_CODEGEN_MODULES_H

#include <stdint.h>

/* callers: a middling function that is called from many places. */
uint64_t program_callers(uint64_t rounds);
uint32_t hash_word(uint32_t hash, uint32_t word);
uint32_t hash_end(uint32_t hash, uint32_t length);

/* fields: small readers of packet headers, and one of middling size. */
struct view {
  const uint8_t *bytes;
  uint32_t length;
  uint32_t offset;
};
uint64_t program_fields(uint64_t rounds);
uint8_t view_byte(const struct view *view, uint32_t at);
uint16_t view_half(const struct view *view, uint32_t at);
uint32_t view_word(const struct view *view, uint32_t at);
int view_skip(struct view *view, uint32_t bytes);

/* handlers: a table of functions, each of which calls the same helpers. */
struct command {
  uint32_t code;
  uint32_t left;
  uint32_t right;
};
typedef uint32_t (*handler)(const struct command *command);
extern const handler handlers[8];
extern const uint8_t handler_costs[8];
uint64_t program_handlers(uint64_t rounds);
uint32_t store_get(uint32_t key);
void store_put(uint32_t key, uint32_t value);
uint32_t saturated(uint64_t value, uint32_t limit);

/* lengths: a loop whose length only its caller knows. */
uint64_t program_lengths(uint64_t rounds);
uint32_t fold(const uint32_t *values, uint32_t count, uint32_t start);

/* loops: functions of another file in inner and outer loops. */
uint64_t program_loops(uint64_t rounds);
int32_t clamp(int32_t value, int32_t low, int32_t high);
int32_t filter(const int16_t *samples, int32_t state);
uint32_t isqrt(uint32_t value);

/* modes: a parameter that is a constant at every call chooses what a function does. */
enum mode { MODE_SUM, MODE_MAXIMUM, MODE_XOR, MODE_COUNT };
uint64_t program_modes(uint64_t rounds);
uint64_t reduce(const uint32_t *values, uint32_t count, enum mode mode);

/* layers: functions that only pass a call on, and a ring behind them. */
struct ring {
  uint32_t entries[64];
  uint32_t head;
  uint32_t tail;
  uint32_t lost;
};
uint64_t program_layers(uint64_t rounds);
void queue_reset(struct ring *ring);
int queue_push(struct ring *ring, uint32_t entry);
uint32_t queue_pop(struct ring *ring);
uint32_t queue_level(const struct ring *ring);
void ring_reset(struct ring *ring);
int ring_put(struct ring *ring, uint32_t entry);
uint32_t ring_take(struct ring *ring);
uint32_t ring_used(const struct ring *ring);

/* stages: big functions that are called from one place each. */
struct block {
  uint32_t words[16];
};
uint64_t program_stages(uint64_t rounds);
void stage_expand(struct block *block, uint32_t seed);
void stage_mix(struct block *block);
uint32_t stage_fold(const struct block *block);

/* trace: a function with many parameters, called where something goes wrong. */
uint64_t program_trace(uint64_t rounds);
void trace(uint32_t where, uint32_t what, uint64_t value, uint64_t limit);
uint64_t trace_sum(void);

#endif
