/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* One link of the chain, in device memory: the argument of its handler. Both
 * sides include this. */
#ifndef LINK_H
#define LINK_H

#include <stdint.h>

struct link {
  /* The link's own completion queue. */
  uint64_t ring;   /* device address of its entries */
  uint64_t record; /* device address of its doorbell record */
  uint32_t queue;
  uint32_t log_depth;
  uint32_t index; /* of the next entry */
  /* The queue that it rings. */
  uint32_t next_queue;
  uint32_t number; /* of the link, from 0 */
  uint32_t laps;   /* remaining */
  /* Where the last link signals that it is done: a window and a host
   * address. */
  uint32_t is_last;
  uint32_t window;
  uint64_t mkey;
  uint64_t done;
};

#endif
