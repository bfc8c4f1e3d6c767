// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In the child of a fork() the parent's command queue rejects all calls instead of blocking, and
// can be destroyed; in the parent it still works.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: env DPA_SEED=1 dpa-run -- %t/host 2>&1 | FileCheck %s
// CHECK: flexio: error: flexio_cmdq_task_add: {{0x[0-9a-f]+}}: command queue handle inherited across fork(); reopen the device in the child
// CHECK: flexio: error: flexio_cmdq_state_running: {{0x[0-9a-f]+}}: command queue handle inherited across fork(); reopen the device in the child
// CHECK: flexio: error: flexio_cmdq_is_empty: {{0x[0-9a-f]+}}: command queue handle inherited across fork(); reopen the device in the child
// CHECK: flexio: error: flexio_cmdq_create: {{0x[0-9a-f]+}}: process handle inherited across fork(); reopen the device in the child
// CHECK: done

//--- device.c
#include <libflexio-dev/flexio_dev.h>

__dpa_global__ void task(uint64_t argument) { (void)argument; }

//--- host.c
#include "host.h"

#include <sys/wait.h>
#include <unistd.h>

flexio_func_t task;

int main(void) {
  struct flexio_process *process = create_process(open_device());
  struct flexio_cmdq_attr attributes = {.workers = 2, .batch_size = 1};
  struct flexio_cmdq *queue = NULL, *other = NULL;
  int is_empty, status;
  pid_t child;

  setvbuf(stdout, NULL, _IOLBF, 0);
  EXPECT_SUCCESS(flexio_cmdq_create(process, &attributes, &queue));
  EXPECT_SUCCESS(flexio_cmdq_task_add(queue, task, 0));
  child = fork();
  EXPECT(child >= 0);
  if (child == 0) {
    EXPECT_FAILED(flexio_cmdq_task_add(queue, task, 0));
    EXPECT_FAILED(flexio_cmdq_state_running(queue));
    EXPECT(flexio_cmdq_is_empty(queue) == -1);
    EXPECT_FAILED(flexio_cmdq_create(process, &attributes, &other));
    EXPECT_SUCCESS(flexio_cmdq_destroy(queue));
    EXPECT_SUCCESS(flexio_process_destroy(process));
    _exit(0);
  }
  EXPECT(waitpid(child, &status, 0) == child && status == 0);
  EXPECT_SUCCESS(flexio_cmdq_state_running(queue));
  while ((is_empty = flexio_cmdq_is_empty(queue)) == 0)
    ;
  EXPECT(is_empty == 1);
  EXPECT_SUCCESS(flexio_cmdq_destroy(queue));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  return 0;
}
