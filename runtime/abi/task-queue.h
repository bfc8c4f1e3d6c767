/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Tasks of command queues: the machine keeps them, threads of the device (workers) take them one by
 * one. A worker is a thread that runs DPA_TASK_WORKER_SYMBOL of libflexio_dev; its argument is the
 * largest number of tasks in an activation. A task is complete when its worker takes the next one
 * or its activation has ended. C and C++.
 */
#ifndef DPA_ABI_TASK_QUEUE_H
#define DPA_ABI_TASK_QUEUE_H

#include <stdint.h>

#define DPA_TASK_WORKER_SYMBOL "_dpa_task_worker"

/* The results of DPA_SYS_TASK_NEXT. */
struct dpa_task {
  uint64_t function;
  /* 0: call function(argument); otherwise call unpack(&argument, function),
     a stub that dpacc generates, with the packed arguments in `argument`. */
  uint64_t unpack;
  uint64_t argument;
};

#endif
