// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moderation and overrun of a completion queue of the host change at a recorded moment: a replay that sets another value
// has left the recording.
// PROVES: R-GEN-08
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror %s -o %t -libverbs -lmlx5
// RUN: dpa-run --seed=3 --record=%t.rec -- %t 2 1 2>&1 | FileCheck %s --match-full-lines --implicit-check-not={{.}}
// RUN: dpa-run --replay=%t.rec -- %t 2 1 2>&1 | FileCheck %s --match-full-lines --implicit-check-not={{.}}
// RUN: dpa-run --replay=%t.rec -- %t 3 1 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: dpa-run --replay=%t.rec -- %t 2 0 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: the run has left the recording: no further 'change' like this one is recorded
#include "Inputs/devx-queue-pairs.h"

enum { COUNT = 2, OVERRUN = 4 }; /* modify_field_select */

static struct devx devx;
static struct devx_cq cq;

static void set_field(unsigned select, unsigned place, unsigned bits,
                      const char *value) {
  begin(MODIFY_CQ);
  put(0x48, 24, cq.number);
  put(0x60, 32, select);
  put(place, bits, strtoull(value, NULL, 10));
  CHECK(modify(cq.object) == 0);
}

/* Arguments: cq_max_count, oi. */
int main(int count, char **arguments) {
  CHECK(count == 3);
  open_devx(&devx);
  create_cq(&devx, &cq);
  set_field(COUNT, 0x110, 16, arguments[1]);
  set_field(OVERRUN, 0x8e, 1, arguments[2]);
  CHECK(mlx5dv_devx_obj_destroy(cq.object) == 0);
  close_devx(&devx);
  puts("done");
  // CHECK: done
  return 0;
}
