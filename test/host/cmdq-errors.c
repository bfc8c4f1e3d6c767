// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bad queues, processes, functions and attributes are rejected and reported; a process has room for
// a limited number of workers, which destroyed queues release.
// PROVES: R-CMDQ-06
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
// CHECK: flexio_cmdq_create: the result pointer is NULL
// CHECK: flexio_cmdq_create: the process is NULL
// CHECK: flexio_cmdq_create: the attributes are NULL
// CHECK: flexio_cmdq_create: bad workers (expected at least 1, got 0)
// CHECK: flexio_cmdq_create: bad batch_size (expected at least 1, got -1)
// CHECK: flexio_cmdq_create: 2 is not a state of a command queue
// CHECK: flexio_cmdq_create: process 'test_app' on 'mlx5_0': no room for 769 workers (at most 768 threads
// CHECK: flexio_cmdq_create: workers_tls_daddr: 8 bytes at host address 0x5a5a5a5a5a5a5a58 cannot all be read
// CHECK: flexio_cmdq_create: workers_tls_daddr: 17179869176 bytes at host address 0x{{[0-9a-f]+}} cannot all be read
// CHECK: flexio_cmdq_task_add: process 'test_app' on 'mlx5_0': the function is NULL
// CHECK: flexio_cmdq_task_add: process 'test_app' on 'mlx5_0': app 'test_app' has no function with the host stub
// CHECK: flexio_cmdq_task_add: 'two' in process 'test_app' on 'mlx5_0' takes 16 bytes of arguments; a task has one argument of 8 bytes
// CHECK: flexio_cmdq_destroy: 0x{{[0-9a-f]+}} is not a live command queue handle
// CHECK: flexio_cmdq_is_empty: 0x{{[0-9a-f]+}} is not a live command queue handle
// CHECK: flexio_cmdq_task_add: the command queue is NULL
// CHECK: flexio_cmdq_state_running: the command queue is NULL
// CHECK: done

//--- device.c
#include <libflexio-dev/flexio_dev.h>

__dpa_global__ void task(uint64_t argument) { (void)argument; }
__dpa_rpc__ uint64_t two(uint64_t first, uint64_t second) {
  return first + second;
}

//--- host.c
#include "host.h"

flexio_func_t task, two;

static void not_of_the_device(void) {}

int main(void) {
  struct flexio_process *process = create_process(open_device());
  struct flexio_cmdq_attr attributes = {.workers = 1, .batch_size = 1};
  struct flexio_cmdq *queue = NULL;
  struct flexio_heap_mem_info before, after;
  flexio_uintptr_t none = 0;
  int i;

  setvbuf(stdout, NULL, _IOLBF, 0);
  EXPECT_FAILED(flexio_cmdq_create(process, &attributes, NULL));
  EXPECT_FAILED(flexio_cmdq_create(NULL, &attributes, &queue));
  EXPECT_FAILED(flexio_cmdq_create(process, NULL, &queue));
  attributes.workers = 0;
  EXPECT_FAILED(flexio_cmdq_create(process, &attributes, &queue));
  attributes.workers = 1;
  attributes.batch_size = -1;
  EXPECT_FAILED(flexio_cmdq_create(process, &attributes, &queue));
  attributes.batch_size = 1;
  attributes.state = (enum flexio_cmdq_state)2;
  EXPECT_FAILED(flexio_cmdq_create(process, &attributes, &queue));
  attributes.state = FLEXIO_CMDQ_STATE_PENDING;
  attributes.workers = 769;
  EXPECT_FAILED(flexio_cmdq_create(process, &attributes, &queue));
  EXPECT(queue == NULL);

  EXPECT_SUCCESS(flexio_process_mem_info_get(process, &before));
  for (i = 0; i < 20; i++) {
    attributes.workers = 768;
    EXPECT_SUCCESS(flexio_cmdq_create(process, &attributes, &queue));
    EXPECT_SUCCESS(flexio_cmdq_task_add(queue, task, 0));
    EXPECT_SUCCESS(flexio_cmdq_destroy(queue));
  }
  EXPECT_SUCCESS(flexio_process_mem_info_get(process, &after));
  EXPECT(before.allocated == after.allocated);

  attributes.workers = 1;
  attributes.workers_tls_daddr = (void *)0x5a5a5a5a5a5a5a58;
  EXPECT_FAILED(flexio_cmdq_create(process, &attributes, &queue));
  attributes.workers = INT32_MAX;
  attributes.workers_tls_daddr = &none;
  EXPECT_FAILED(flexio_cmdq_create(process, &attributes, &queue));
  attributes.workers = 1;
  attributes.workers_tls_daddr = NULL;
  EXPECT_SUCCESS(flexio_cmdq_create(process, &attributes, &queue));
  EXPECT_FAILED(flexio_cmdq_task_add(queue, NULL, 0));
  EXPECT_FAILED(flexio_cmdq_task_add(queue, not_of_the_device, 0));
  EXPECT_FAILED(flexio_cmdq_task_add(queue, two, 0));
  EXPECT(flexio_cmdq_is_empty(queue) == 1);
  EXPECT_SUCCESS(flexio_cmdq_destroy(queue));
  EXPECT_FAILED(flexio_cmdq_destroy(queue));
  EXPECT(flexio_cmdq_is_empty(queue) == -1);
  EXPECT_FAILED(flexio_cmdq_task_add(NULL, task, 0));
  EXPECT_FAILED(flexio_cmdq_state_running(NULL));
  EXPECT_SUCCESS(flexio_cmdq_destroy(NULL));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  return 0;
}
