/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Network queues of the samples that handle packets: rings, doorbell records and
 * packet buffers in device memory. Each `ring` is what device code needs of its
 * queue. What an open function has created, also before it failed, ends with the
 * close function of its kind.
 */
#ifndef SAMPLE_QUEUES_H
#define SAMPLE_QUEUES_H

#include "../device/sample_rings.h"
#include "sample.h"

enum { SAMPLE_BUFFER_SIZE = 2048 }; /* of a packet */

/* Packet buffers of SAMPLE_BUFFER_SIZE bytes, one after the other. */
struct sample_buffers {
  flexio_uintptr_t address;
  struct flexio_mkey *mkey;
  uint32_t key;
};

struct sample_cq {
  struct flexio_cq *queue;
  struct sample_cq_ring ring;
};

struct sample_rq {
  struct flexio_rq *queue;
  struct sample_rq_ring ring;
};

struct sample_sq {
  struct flexio_sq *queue;
  flexio_uintptr_t record; /* of the host only: the doorbell has the index */
  struct sample_sq_ring ring;
};

bool sample_open_buffers(const struct sample *sample, size_t count,
                         struct sample_buffers *buffers);
bool sample_close_buffers(const struct sample *sample,
                          struct sample_buffers *buffers);

/* A completion starts the event handler of `thread`. */
bool sample_open_cq(const struct sample *sample, struct flexio_thread *thread,
                    uint8_t log_depth, struct sample_cq *cq);
bool sample_close_cq(const struct sample *sample, struct sample_cq *cq);

/* Entry i receives into buffer `first` + i. */
bool sample_open_rq(const struct sample *sample, const struct sample_cq *cq,
                    const struct sample_buffers *buffers, size_t first,
                    uint8_t log_depth, struct sample_rq *rq);
/* Posts all entries: from now on packets are received. Until then a port that
 * reads them from a file waits; rules should exist before. */
bool sample_post_all(const struct sample *sample, const struct sample_rq *rq);
bool sample_close_rq(const struct sample *sample, struct sample_rq *rq);

bool sample_open_sq(const struct sample *sample, const struct sample_cq *cq,
                    uint8_t log_depth, struct sample_sq *sq);
bool sample_close_sq(const struct sample *sample, struct sample_sq *sq);

#endif
