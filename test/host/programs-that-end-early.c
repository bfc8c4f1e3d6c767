// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs on one switch end in the middle of their work: by exit() without destroying anything, and
// by SIGKILL while device code runs. The unit and the whole heap are free for programs that start
// afterwards, and one that runs meanwhile notices nothing.
// PROVES: R-GEN-04
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: cd %t && dpa-run --port=unix:switch --eus=1 --heap=64MiB --watchdog=0 -- ./host 2>&1 | FileCheck %s

//--- device.c
#include <libflexio-dev/flexio_dev.h>

__dpa_rpc__ uint64_t never_return(void) {
  for (volatile uint32_t count = 0;; count++)
    ;
}
__dpa_rpc__ uint64_t add(uint64_t one, uint64_t two) { return one + two; }

//--- host.c
#include "handler.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

flexio_func_t never_return, add;

enum { MOST = 48 << 20 }; /* of the heap */

static void expect_sum(struct flexio_process *process) {
  uint64_t sum = 0;

  EXPECT_SUCCESS(
      flexio_process_call(process, add, &sum, (uint64_t)40, (uint64_t)2));
  EXPECT(sum == 42);
}

/* A process that uses the unit and most of the heap. */
static struct flexio_process *occupy(void) {
  struct flexio_process *process = create_process(open_device());
  flexio_uintptr_t buffer = 0;

  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, MOST, &buffer));
  expect_sum(process);
  return process;
}

/* A program that says when it has occupied its device. */
static pid_t start(bool exits) {
  int ends[2];
  pid_t child;
  char byte;

  EXPECT(pipe(ends) == 0);
  child = fork();
  EXPECT(child >= 0);
  if (child == 0) {
    struct flexio_process *process = occupy();

    EXPECT(write(ends[1], "r", 1) == 1);
    if (!exits)
      call0(process, never_return);
    exit(7);
  }
  close(ends[1]);
  EXPECT(read(ends[0], &byte, 1) == 1);
  close(ends[0]);
  return child;
}

static int status_of(pid_t child) {
  int status = 0;

  EXPECT(waitpid(child, &status, 0) == child);
  return status;
}

int main(void) {
  struct flexio_process *process;
  int status = status_of(start(true));
  pid_t killed;

  EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 7);
  killed = start(false);
  process = occupy();
  EXPECT(kill(killed, SIGKILL) == 0);
  status = status_of(killed);
  EXPECT(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  expect_sum(process);
  EXPECT(flexio_err_status_get(process) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  EXPECT_SUCCESS(flexio_process_destroy(occupy()));
  puts("done");
  // CHECK: done
  return 0;
}
