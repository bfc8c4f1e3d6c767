/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A program whose statistics are viewed: a process named "counted", and viewers that it starts. */
#ifndef DPA_TEST_COUNTED_H
#define DPA_TEST_COUNTED_H

#include "../../host/Inputs/handler.h"

#include <unistd.h>

flexio_func_t count_down, count_runs, activate, get_runs;

static inline struct flexio_process *create_named(struct ibv_context *context,
                                                  const char *name) {
  struct flexio_process_attr attributes = {.name = name};
  struct flexio_process *process = NULL;

  EXPECT_SUCCESS(
      flexio_process_create(context, test_app, &attributes, &process));
  return process;
}

/* Runs the commands, in which %d stands for the id of this program. */
static inline void view(const char *format) {
  char command[4096];

  fflush(stdout);
  snprintf(command, sizeof command, format, getpid());
  EXPECT(system(command) == 0);
}

#endif
