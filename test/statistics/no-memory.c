// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A viewer that runs out of memory gets a status and its message; with memory, the same query succeeds.
// PROVES: R-STAT-09
// UNSUPPORTED: sanitized
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %S/Inputs/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: %viewer_cc %t/viewer.c -o %t/viewer %stats_libs
// RUN: cd %t && dpa-run --device=stats_memory -- ./host

//--- viewer.c
#include <dpa_stats.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

/* A block of memory that begins with the address of the previous one. */
struct block {
  struct block *before;
};

static struct block *take_all(void) {
  struct block *last = NULL, *block;

  for (size_t size = 1 << 20; size >= sizeof *block; size /= 2)
    while ((block = malloc(size))) {
      block->before = last;
      last = block;
    }
  return last;
}

static void give_back(struct block *block) {
  while (block) {
    struct block *before = block->before;

    free(block);
    block = before;
  }
}

int main(void) {
  struct rlimit limit = {1, RLIM_INFINITY};
  dpa_stats_process_list *processes = NULL;
  dpa_stats_handler_t *handler = dpa_stats_open("stats_memory"), *second;
  dpa_stats_status status;
  struct block *taken;

  if (!handler || setrlimit(RLIMIT_AS, &limit) != 0)
    return 1;
  taken = take_all();
  status = dpa_stats_read_processes_list(handler, DPA_STATS_ALL_PROCESSES,
                                         &processes);
  second = dpa_stats_open("stats_memory");
  give_back(taken);
  if (status != DPA_STATS_STATUS_ERROR_IN_ALLOC || processes || second)
    return 2;
  if (dpa_stats_get_error_code(handler) != status ||
      strcmp(dpa_stats_get_error_message(handler), "out of memory") != 0)
    return 3;
  if (dpa_stats_read_processes_list(handler, DPA_STATS_ALL_PROCESSES,
                                    &processes) != DPA_STATS_STATUS_OK)
    return 4;
  dpa_stats_free_process_list(processes);
  dpa_stats_close(handler);
  return 0;
}

//--- host.c
#include "counted.h"

int main(void) {
  struct flexio_process *process = create_process(open_device());

  view("./viewer");
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
