/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Shared by host and device of the DOCA benchmark. */
#ifndef BENCH_DOCA_SHARED_H
#define BENCH_DOCA_SHARED_H

#include <stdint.h>

#ifndef __dpa_global__
#define __dpa_global__
#endif

enum {
  LOG_ENTRIES = 7,     /* of each ring */
  WRITES_A_BATCH = 32, /* RDMA writes of which the last one completes */
  END_OF_CHANGES = 1   /* number of an event */
};

/* A connection of DOCA, for 8-byte writes from one number to another one. */
struct __dpa_global__ doca_end {
  uint64_t rdma, completion;
  uint64_t from, to;
  uint32_t key, reserved;
};

/* The same with queues of Flex IO. */
struct __dpa_global__ flexio_end {
  uint64_t send_ring, completion_ring, completion_record;
  uint64_t from, to;
  uint32_t key, number; /* of memory; of the queue pair */
  uint32_t completion_number;
  uint32_t produced, consumed; /* written by device code */
  uint32_t reserved;
};

#endif
