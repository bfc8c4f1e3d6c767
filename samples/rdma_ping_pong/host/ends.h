/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Both kinds of ends of the ping-pong. A function that fails prints an error and
 * returns false; what was created before a failure ends with the close function. */
#ifndef ENDS_H
#define ENDS_H

#include "../device/ping_pong.h"
#include "peer.h"
#include "sample_queues.h"
#include "sample_wait.h"

enum { LOG_DEPTH = 4, DEPTH = 1 << LOG_DEPTH };

struct settings {
  bool is_client;
  uint32_t messages;
  uint32_t size;
};

/* An event handler on the DPA, with a queue pair in device memory. */
struct dpa_end {
  struct sample_counters counters;
  struct sample_buffers buffers; /* one for each receive entry, one to send */
  struct flexio_event_handler *handler;
  struct sample_cq completions;
  flexio_uintptr_t rings, record, ping_pong;
  struct flexio_qp *qp;
};

bool dpa_open(const struct sample *sample, const struct settings *settings,
              struct dpa_end *end, struct peer_address *own);
bool dpa_connect(const struct sample *sample, const struct dpa_end *end,
                 const struct peer_address *other);
bool dpa_play(const struct sample *sample, const struct settings *settings,
              const struct dpa_end *end);
bool dpa_close(const struct sample *sample, struct dpa_end *end);

/* This program, with verbs. */
struct verbs_end {
  uint8_t *memory;
  struct ibv_pd *pd;
  struct ibv_mr *region;
  struct ibv_cq *completions;
  struct ibv_qp *qp;
};

bool verbs_open(const struct sample *sample, struct verbs_end *end,
                struct peer_address *own);
bool verbs_connect(const struct sample *sample, const struct verbs_end *end,
                   const struct peer_address *other);
bool verbs_play(const struct sample *sample, const struct settings *settings,
                const struct verbs_end *end);
bool verbs_close(const struct sample *sample, struct verbs_end *end);

#endif
