/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The worker of a command queue: takes tasks from the machine
 * (runtime/abi/task-queue.h) and runs them, at most `batch` in an activation.
 * The host looks it up by its name. A task may end the activation itself; the
 * machine then starts the worker again.
 */
#include "runtime/abi/task-queue.h"
#include "runtime/device/flexio_dev/system-call.h"

#include <libflexio-dev/flexio_dev.h>

#include <stdbool.h>

/* False if there is none. */
static bool take_task(struct dpa_task *task) {
  register uint64_t a7 __asm__("a7") = DPA_SYS_TASK_NEXT;
  register uint64_t a0 __asm__("a0");
  register uint64_t a1 __asm__("a1");
  register uint64_t a2 __asm__("a2");
  register uint64_t a3 __asm__("a3");
  __asm__ volatile("ecall"
                   : "=r"(a0), "=r"(a1), "=r"(a2), "=r"(a3)
                   : "r"(a7)
                   : "memory");
  *task = (struct dpa_task){a1, a2, a3};
  return a0 != 0;
}

static void run_task(struct dpa_task *task) {
  if (task->unpack) {
    uint64_t (*unpack)(void *, void *) =
        (uint64_t (*)(void *, void *))(uintptr_t)task->unpack;
    unpack(&task->argument, (void *)(uintptr_t)task->function);
    return;
  }
  ((flexio_dev_async_rpc_handler_t *)(uintptr_t)task->function)(task->argument);
}

void _dpa_task_worker(uint64_t batch);

__attribute__((used, retain)) void _dpa_task_worker(uint64_t batch) {
  struct dpa_task task;

  while (batch-- != 0 && take_task(&task))
    run_task(&task);
  system_call_last(DPA_SYS_THREAD_RESCHEDULE, 0, 0);
}
