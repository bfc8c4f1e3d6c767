/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* See continuation.h. A thread that yields needs all its registers to continue.
 */
#include "runtime/device/rtos/continuation.h"

#include "runtime/abi/saved-registers.h"

static struct dpa_saved_registers *saved_of(uint32_t thread_id) {
  return (struct dpa_saved_registers *)DPA_YIELDED_BASE + thread_id;
}

void continuation_save(const struct hart *hart, uint32_t thread_id) {
  struct dpa_saved_registers *kept = saved_of(thread_id);
  for (int i = 0; i < 32; i++)
    kept->x[i] = hart->x[i];
  kept->pc = hart->pc;
}

void continuation_resume(struct hart *hart, uint32_t thread_id) {
  const struct dpa_saved_registers *kept = saved_of(thread_id);
  for (int i = 0; i < 32; i++)
    hart->x[i] = kept->x[i];
  hart->pc = kept->pc;
}
