/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A generator of packets: what its host program (flow.h) sets, and what both read. */
#ifndef DPA_TEST_SOAK_GENERATOR_H
#define DPA_TEST_SOAK_GENERATOR_H

#include "sample_rings.h"

enum {
  GENERATOR_BUFFER_SIZE = 2048, /* of the packet in each entry to send */
  GENERATOR_LEAST = 64,         /* bytes of a packet */
  GENERATOR_MOST = 2048,
};

struct generator {
  struct sample_cq_ring received;
  struct sample_cq_ring sent;
  struct sample_rq_ring receive;
  struct sample_sq_ring send;
  struct sample_counter counter; /* packets that left */
  uint64_t buffers;              /* of packets to send */
  uint64_t wanted;               /* packets to send */
  uint64_t made;                 /* sent or posted for sending */
  uint64_t done;                 /* left */
  uint64_t returned;             /* arrived again, unchanged */
  uint64_t expected;             /* least number of the next that arrives */
  uint64_t window;               /* most that are on their way; 0: any number */
  uint64_t random;               /* state of the generator of random numbers */
  uint64_t lost;                 /* missing between those that arrived */
  uint64_t changed;      /* arrived changed, twice or in another order */
  uint32_t key;          /* of `buffers` */
  uint8_t addresses[12]; /* destination and source of its packets */
};

#endif
