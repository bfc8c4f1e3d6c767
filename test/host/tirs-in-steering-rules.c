// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A steering action takes the TIR of a live receive queue only: not its DevX object, that of a
// completion queue, or the TIR of a queue that was destroyed, by itself or with its process. A rule
// that outlives its queue drops frames; the program continues.
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %S/Inputs/send-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s

//--- host.c
#include "frames.h"

static void expect_rejected(struct mlx5dv_devx_obj *object) {
  EXPECT(!mlx5dv_dr_action_create_dest_devx_tir(object));
}

/* Sends a frame to the rule's queue, which has ended. */
static void send_one(struct flexio_process *process) {
  struct queue completions = create_silent_cq(process);
  struct flexio_wq_attr attributes = work_queue_attributes(process, false);
  flexio_uintptr_t frame = create_zeroed(process, 64);
  struct flexio_sq *sq = NULL;

  EXPECT_SUCCESS(
      flexio_sq_create(process, NULL, completions.number, &attributes, &sq));
  EXPECT_SUCCESS(flexio_process_call(
      process, send_frame, NULL, attributes.wq_ring_qmem.daddr, 0u,
      flexio_sq_get_wq_num(sq), create_key(process, frame, 64), frame, 64u));
  completion_at(process, completions, 0);
}

int main(void) {
  struct ibv_context *context = open_device();
  struct flexio_process *process = create_process(context);
  struct queue completions = create_silent_cq(process);
  struct flexio_rq *rq = create_rq(process, completions);
  struct mlx5dv_devx_obj *tir = flexio_rq_get_tir(rq);

  expect_rejected(NULL);
  expect_rejected((struct mlx5dv_devx_obj *)context);
  expect_rejected(flexio_rq_get_object(rq));
  expect_rejected(flexio_cq_get_obj(completions.cq));
  direct_all_to(context, tir);
  EXPECT_SUCCESS(flexio_rq_destroy(rq));
  expect_rejected(tir);
  send_one(process);
  rq = create_rq(process, completions);
  tir = flexio_rq_get_tir(rq);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  expect_rejected(tir);
  puts("done");
  // CHECK: done
  return 0;
}
