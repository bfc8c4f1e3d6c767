// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Doorbells of UARs in a replay: one that waits for its recorded moment does not prevent the program from allocating and freeing
// other UARs.
// PROVES: R-GEN-08
// The sanitizer does not see the accesses of this program, which is not instrumented.
// UNSUPPORTED: thread-sanitizer
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror %s -o %t -libverbs -lmlx5
// RUN: dpa-run --seed=3 --record=%t.rec -- %t 1 2>&1 | FileCheck %s --match-full-lines --implicit-check-not={{.}}
// RUN: dpa-run --replay=%t.rec -- %t 2 2>&1 | FileCheck %s --match-full-lines --implicit-check-not={{.}}
#include "Inputs/verbs-pair.h"

#include <infiniband/mlx5_api.h>
#include <infiniband/mlx5dv.h>
#include <sched.h>

static struct mlx5dv_devx_uar *allocate(struct ibv_context *context) {
  struct mlx5dv_devx_uar *uar =
      mlx5dv_devx_alloc_uar(context, MLX5DV_UAR_ALLOC_TYPE_NC);

  CHECK(uar);
  return uar;
}

/* Arms a queue that does not exist; returns when the card has taken the doorbell, which has its effect later. */
static void ring(struct mlx5dv_devx_uar *uar) {
  uint64_t *place = (uint64_t *)((char *)uar->base_addr + 0x20);

  __atomic_store_n(place, htobe64(0x777), __ATOMIC_RELEASE);
  while (__atomic_load_n(place, __ATOMIC_ACQUIRE))
    sched_yield();
}

/* Argument 1: the program allocates and frees a UAR, then rings another one. 2: it rings before. */
int main(int count, char **arguments) {
  struct ibv_device **list = ibv_get_device_list(NULL);
  struct ibv_context *context = ibv_open_device(list[0]);
  struct mlx5dv_devx_uar *rung;

  CHECK(count == 2 && context);
  rung = allocate(context);
  if (arguments[1][0] == '2')
    ring(rung);
  mlx5dv_devx_free_uar(allocate(context));
  if (arguments[1][0] == '1')
    ring(rung);
  mlx5dv_devx_free_uar(rung);
  CHECK(ibv_close_device(context) == 0);
  ibv_free_device_list(list);
  puts("done");
  // CHECK: done
  return 0;
}
