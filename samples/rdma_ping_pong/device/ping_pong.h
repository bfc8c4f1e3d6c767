/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the ping-pong works on, shared by host and device. */
#ifndef PING_PONG_H
#define PING_PONG_H

#include <stdint.h>

#include "../../common/device/sample_rings.h"

/* In the counter instead of the number of messages. */
#define PING_PONG_FAILED UINT64_MAX

struct ping_pong {
  struct sample_cq_ring completions; /* of both directions */
  struct sample_rq_ring receive;     /* of the queue pair */
  struct sample_sq_ring send;
  struct sample_counter counter;
  uint64_t message; /* buffer of the client */
  uint32_t key;     /* memory key of all buffers */
  uint32_t size;    /* of a message */
  uint32_t wanted;  /* messages, in each direction */
  uint32_t sent;
  uint32_t received;
  uint32_t is_client; /* which sends first */
};

#endif
