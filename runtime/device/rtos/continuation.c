/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See continuation.h. A thread that yields needs all its registers to continue.
 */
#include "runtime/device/rtos/continuation.h"

struct continuation {
  uint64_t x[32];
  uint64_t pc;
};

static struct continuation continuations[DPA_THREAD_AREA_COUNT];

void continuation_save(const struct hart *hart, uint32_t thread_id) {
  struct continuation *kept = &continuations[thread_id];
  for (int i = 0; i < 32; i++)
    kept->x[i] = hart->x[i];
  kept->pc = hart->pc;
}

void continuation_resume(struct hart *hart, uint32_t thread_id) {
  const struct continuation *kept = &continuations[thread_id];
  for (int i = 0; i < 32; i++)
    hart->x[i] = kept->x[i];
  hart->pc = kept->pc;
}
