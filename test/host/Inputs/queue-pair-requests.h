/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Requests that the host program of a test passes to queue-pair-device.c. */
#ifndef DPA_TEST_QUEUE_PAIR_REQUESTS_H
#define DPA_TEST_QUEUE_PAIR_REQUESTS_H

#include <stdint.h>

/* The values are those of flexio_ctrl_seg_t. */
enum queue_pair_operation {
  SEND = 1,
  WRITE = 3,
  READ = 4,
  COMPARE_AND_SWAP = 5,
  WRITE_IMMEDIATE = 8,
  SEND_DATAGRAM = 11,
  FETCH_AND_ADD = 12,
};

/* A send entry of a queue pair. */
struct queue_pair_request {
  uint64_t ring;     /* of send entries */
  uint64_t address;  /* of the local data */
  uint64_t raddr;    /* remote memory */
  uint64_t swap_add; /* operands of atomics */
  uint64_t compare;
  uint32_t number;    /* of the queue pair */
  uint32_t index;     /* in blocks of 64 bytes, free running */
  uint32_t log_depth; /* of the ring */
  uint32_t type;      /* enum queue_pair_operation */
  uint32_t key;
  uint32_t size;
  uint32_t rkey;
  uint32_t immediate;
  /* Of a datagram. */
  uint32_t remote_number;
  uint32_t q_key;
  uint8_t mac[6];
  uint8_t gid[16];
};

/* Blocks of 64 bytes that an entry takes. */
static inline uint32_t blocks_of(uint32_t type) {
  return type == SEND_DATAGRAM ? 2 : 1;
}

#endif
