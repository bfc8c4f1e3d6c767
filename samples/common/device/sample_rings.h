/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Network queues as device code uses them: the host program fills these structures and copies them
 * to the device (../host/sample_queues.h, ../host/sample_echo.h). */
#ifndef SAMPLE_RINGS_H
#define SAMPLE_RINGS_H

#include <stdint.h>

/* Entries of 64 bytes. */
struct sample_cq_ring {
  uint64_t entries;
  uint64_t record; /* doorbell record */
  uint32_t number;
  uint32_t log_depth;
  uint32_t index; /* of the next entry, counted from the first pass on */
  uint32_t reserved;
};

/* Entries of 16 bytes, a data segment each. Entry i always has buffer i. */
struct sample_rq_ring {
  uint64_t entries;
  uint64_t record;
  uint32_t log_depth;
  uint32_t reserved;
};

/* Entries of 64 bytes, a packet each. */
struct sample_sq_ring {
  uint64_t entries;
  uint32_t number;
  uint32_t log_depth;
  uint32_t index; /* of the next entry, counted from the first pass on */
  uint32_t reserved;
};

/* A number that the host waits for, in its memory. */
struct sample_counter {
  uint64_t address; /* on the host */
  uint32_t window;
  uint32_t key;
};

/* An event handler that sends back what it receives (sample_echo.h). */
struct sample_echo {
  struct sample_cq_ring received; /* completions of the receive queue */
  struct sample_cq_ring sent;     /* completions of the send queue */
  struct sample_rq_ring receive;
  struct sample_sq_ring send; /* as deep as the receive queue */
  struct sample_counter counter;
  uint32_t key;     /* memory key of the packet buffers */
  uint32_t packets; /* received */
  uint32_t done;    /* sent back */
  uint32_t reserved;
};

#endif
