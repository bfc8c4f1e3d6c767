/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the packet generator works on, shared by host and device. */
#ifndef GENERATOR_H
#define GENERATOR_H

#include <stdint.h>

#include "../../common/device/sample_rings.h"

enum { GENERATOR_BUFFER_SIZE = 2048 };

/* Buffer i is that of entry i of the send queue, and has a whole packet but for
 * its number. */
struct generator {
  struct sample_cq_ring sent; /* completions of the send queue */
  struct sample_sq_ring send;
  struct sample_counter counter;
  uint64_t buffers;
  uint32_t key;  /* memory key of the buffers */
  uint32_t size; /* of a packet */
  uint32_t wanted;
  uint32_t packets; /* given to the send queue */
  uint32_t done;    /* sent */
  uint32_t reserved;
};

#endif
