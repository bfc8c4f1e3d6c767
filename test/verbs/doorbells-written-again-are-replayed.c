// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A doorbell that a program writes to a register again, before the card has seen it, reaches the card once. How often that happens differs
// between a recorded run and its replay, which makes the recorded doorbells nevertheless.
// PROVES: R-GEN-08
// The sanitizer does not see the accesses of this program, which is not instrumented.
// UNSUPPORTED: thread-sanitizer
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror %s -o %t -libverbs -lmlx5
// RUN: dpa-run --seed=3 --record=%t.all -- %t other 1 + 2 + 3 + 5 + 2>&1 | FileCheck %s --match-full-lines --implicit-check-not={{.}}
// RUN: dpa-run --replay=%t.all -- %t 1 + 2 3 5 other + 2>&1 | FileCheck %s --match-full-lines --implicit-check-not={{.}}
// RUN: dpa-run --seed=3 --record=%t.few -- %t other 1 + 5 + 2>&1 | FileCheck %s --match-full-lines --implicit-check-not={{.}}
// RUN: dpa-run --replay=%t.few -- %t other 1 + 2 + 3 + 5 + 2>&1 | FileCheck %s --match-full-lines --implicit-check-not={{.}}
// A doorbell that the recording has neither now nor later is a difference.
// RUN: dpa-run --replay=%t.few -- %t other 1 + 5 + 6 + 2>&1 | FileCheck %s --check-prefix=MORE
// MORE: the run has left the recording: no further 'change' like this one is recorded
// The same value twice.
// RUN: dpa-run --seed=3 --record=%t.twice -- %t 1 + 5 + 5 = other 5 + 2>&1 | FileCheck %s --match-full-lines --implicit-check-not={{.}}
// RUN: dpa-run --replay=%t.twice -- %t 1 + 5 5 = other 5 + 2>&1 | FileCheck %s --match-full-lines --implicit-check-not={{.}}
// RUN: dpa-run --replay=%t.few -- %t other 1 + 5 + 5 + 2>&1 | FileCheck %s --match-full-lines --implicit-check-not={{.}}
#include "Inputs/verbs-pair.h"

#include <infiniband/mlx5_api.h>
#include <infiniband/mlx5dv.h>
#include <sched.h>

enum { ARM_REGISTER = 0x20, QUEUE = 0x777 /* does not exist */ };

static struct mlx5dv_devx_uar *allocate(struct ibv_context *context) {
  struct mlx5dv_devx_uar *uar =
      mlx5dv_devx_alloc_uar(context, MLX5DV_UAR_ALLOC_TYPE_NC);

  CHECK(uar);
  return uar;
}

static uint64_t *registerOf(struct mlx5dv_devx_uar *uar) {
  return (uint64_t *)((char *)uar->base_addr + ARM_REGISTER);
}

/* Arguments: a number writes a doorbell, + waits until the card has taken it (which may be in order behind what follows), = frees the UAR, which waits
 * until the card has done all of it, and allocates one, `other` allocates and frees another UAR. */
int main(int count, char **arguments) {
  struct ibv_device **list = ibv_get_device_list(NULL);
  struct ibv_context *context = ibv_open_device(list[0]);
  struct mlx5dv_devx_uar *uar;
  uint64_t *place;

  CHECK(context);
  uar = allocate(context);
  place = registerOf(uar);
  for (int i = 1; i < count; i++) {
    if (arguments[i][0] == 'o') {
      mlx5dv_devx_free_uar(allocate(context));
    } else if (arguments[i][0] == '=') {
      mlx5dv_devx_free_uar(uar);
      uar = allocate(context);
      place = registerOf(uar);
    } else if (arguments[i][0] == '+') {
      while (__atomic_load_n(place, __ATOMIC_ACQUIRE))
        sched_yield();
    } else {
      __atomic_store_n(place,
                       htobe64(strtoull(arguments[i], NULL, 10) << 32 | QUEUE),
                       __ATOMIC_RELEASE);
    }
  }
  mlx5dv_devx_free_uar(uar);
  CHECK(ibv_close_device(context) == 0);
  ibv_free_device_list(list);
  puts("done");
  // CHECK: done
  return 0;
}
