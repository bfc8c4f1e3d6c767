/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Packets and tables of the key-value aggregation, shared by host and device.
 * A packet, all numbers big endian:
 *
 *    0                6               12      14       16
 *   +----------------+----------------+-------+--------+------------------+
 *   | destination    | source         | type  | pairs  | key, value (16   |
 *   | .. last 4 bits |                | 0x88b5| (16 b) | bytes each) ...  |
 *   +----------------+----------------+-------+--------+------------------+
 *
 * The last four bits of the destination select a handler, so a sender uses the
 * same ones for the same key.
 */
#ifndef AGGREGATION_H
#define AGGREGATION_H

#include <stdint.h>

enum {
  AGGREGATION_TYPE = 0x88b5,
  AGGREGATION_PARTS = 16, /* values of the last four bits */
  AGGREGATION_COUNT = 14, /* offsets in a packet */
  AGGREGATION_PAIRS = 16,
};

/* A key that has occurred `count` times; 0: the slot is free. */
struct aggregation_slot {
  uint64_t key;
  uint64_t sum;
  uint64_t count;
  uint64_t reserved;
};

/* The table of a handler, which no other one touches: open addressing. */
struct aggregation {
  uint64_t slots; /* address of 2 to the power of log_slots */
  uint32_t log_slots;
  uint32_t keys;
  uint64_t lost;      /* values without a free slot */
  uint64_t malformed; /* packets that are shorter than they say */
};

#endif
