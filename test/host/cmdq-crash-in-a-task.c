// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A task that crashes ends the process: queries of the queue fail instead of reporting it empty or
// blocking for ever. The queue can be destroyed with tasks in it, by itself or with its process.
// Other processes continue.
// PROVES: R-CMDQ-06
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host > %t/out 2>&1
// RUN: FileCheck %s < %t/out && FileCheck --check-prefix=END %s < %t/out
// RUN: env DPA_SEED=3 DPA_RECORD=%t/run.rec dpa-run -- %t/host > %t/out 2>&1
// RUN: FileCheck %s < %t/out && FileCheck --check-prefix=END %s < %t/out
// RUN: env DPA_REPLAY=%t/run.rec dpa-run -- %t/host > %t/out 2>&1
// RUN: FileCheck %s < %t/out && FileCheck --check-prefix=END %s < %t/out
// RUN: env DPA_EUS=1 DPA_ENGINE=interp dpa-run -- %t/host > %t/out 2>&1
// RUN: FileCheck %s < %t/out && FileCheck --check-prefix=END %s < %t/out
// CHECK: flexio: error: flexio_cmdq_is_empty: process 'test_app' on 'mlx5_0' is dead
// CHECK: flexio: error: flexio_cmdq_task_add: process 'test_app' on 'mlx5_0' is dead
// CHECK: flexio: error: flexio_cmdq_state_running: process 'test_app' on 'mlx5_0' is dead
// CHECK: flexio: error: flexio_cmdq_create: process 'test_app' on 'mlx5_0' is dead
// CHECK: done
//
// The crashed unit reports the end asynchronously.
// END: flexio: error: process: 'test_app' on 'mlx5_0' ended: store access fault{{.*}}(crash+0x

//--- device.c
#include <libflexio-dev/flexio_dev.h>

static uint64_t performed;

__dpa_global__ void count(uint64_t argument) {
  (void)argument;
  __atomic_add_fetch(&performed, 1, __ATOMIC_RELAXED);
}

__dpa_global__ void crash(uint64_t address) {
  *(volatile uint64_t *)(uintptr_t)address = 1;
}

//--- host.c
#include "host.h"

flexio_func_t count, crash;

static struct flexio_cmdq *create_queue(struct flexio_process *process) {
  struct flexio_cmdq_attr attributes = {.workers = 3, .batch_size = 4};
  struct flexio_cmdq *queue = NULL;

  EXPECT_SUCCESS(flexio_cmdq_create(process, &attributes, &queue));
  return queue;
}

static void add_all(struct flexio_cmdq *queue, flexio_func_t *last) {
  int i;

  for (i = 0; i < 100; i++)
    EXPECT_SUCCESS(flexio_cmdq_task_add(queue, i == 50 ? last : count, 0));
  EXPECT_SUCCESS(flexio_cmdq_state_running(queue));
}

int main(void) {
  struct ibv_context *device = open_device();
  struct flexio_process *process = create_process(device);
  struct flexio_process *other = create_process(device);
  struct flexio_cmdq *queue = create_queue(process);
  struct flexio_cmdq *pending = create_queue(process);
  struct flexio_cmdq *queue_of_other = create_queue(other);
  struct flexio_cmdq_attr attributes = {.workers = 1, .batch_size = 1};
  struct flexio_cmdq *none = NULL;
  struct pollfd failed = {.fd = flexio_err_handler_fd(process),
                          .events = POLLIN};
  int is_empty;

  setvbuf(stdout, NULL, _IOLBF, 0);
  add_all(queue, crash);
  while ((is_empty = flexio_cmdq_is_empty(queue)) == 0)
    ;
  EXPECT(is_empty == -1);
  EXPECT(poll(&failed, 1, -1) == 1);
  EXPECT(flexio_cmdq_task_add(queue, count, 0) == FLEXIO_STATUS_FATAL_ERR);
  EXPECT(flexio_cmdq_state_running(pending) == FLEXIO_STATUS_FATAL_ERR);
  EXPECT(flexio_cmdq_create(process, &attributes, &none) ==
         FLEXIO_STATUS_FATAL_ERR);
  EXPECT(none == NULL);
  EXPECT_SUCCESS(flexio_cmdq_destroy(queue));

  add_all(queue_of_other, count);
  while ((is_empty = flexio_cmdq_is_empty(queue_of_other)) == 0)
    ;
  EXPECT(is_empty == 1);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  EXPECT_FAILED(flexio_cmdq_destroy(pending));
  EXPECT_SUCCESS(flexio_process_destroy(other));
  EXPECT_FAILED(flexio_cmdq_destroy(queue_of_other));
  puts("done");
  return 0;
}
