/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What each thread has for itself: its thread-local storage. Both sides include
 * this. */
#ifndef COUNTER_H
#define COUNTER_H

#include <stdint.h>

struct counter {
  uint64_t wanted;      /* activations until the thread is done */
  uint64_t activations; /* so far */
  uint64_t thread;      /* the thread's number, as it sees it */
};

#endif
