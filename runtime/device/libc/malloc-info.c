/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * mallinfo(): how much memory of the heap is in use. malloc_stats() prints it.
 */
#include "runtime/device/libc/heap.h"

#include <malloc.h>

struct mallinfo mallinfo(void) {
  const struct heap_usage usage = heap_usage();
  return (struct mallinfo){.arena = usage.total,
                           .ordblks = usage.free_blocks,
                           .uordblks = usage.total - usage.free,
                           .fordblks = usage.free};
}
