// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// After fork() parent and child are two programs with devices of the same name: a viewer sees the processes of both, each
// with its own counters; when the parent has ended, those of the child only.
// PROVES: R-STAT-01 R-STAT-03
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %S/Inputs/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run --device=stats_fork -- %t/host > %t/out 2>&1
// RUN: FileCheck %s --input-file=%t/out

//--- host.c
#include "counted.h"

#include <signal.h>
#include <sys/wait.h>

int main(void) {
  int pipes[2];
  char byte = 0;
  struct flexio_process *process = create_named(open_device(), "parent's");
  pid_t child;

  EXPECT(pipe(pipes) == 0);
  call1(process, count_down, 5);
  child = fork();
  if (child != 0) {
    close(pipes[1]);
    EXPECT(read(pipes[0], &byte, 1) == 1);
    view("dpa-ps -d stats_fork --json | tr '}' '\\n'");
    // CHECK-DAG: {"name":"parent's"
    // CHECK-DAG: {"name":"child's"
    EXPECT_SUCCESS(flexio_process_destroy(process));
    view("dpa-ps -d stats_fork");
    // CHECK: PROCESS
    // CHECK-NEXT: child's
    // CHECK-NOT: parent's
    kill(child, SIGKILL);
    EXPECT(waitpid(child, NULL, 0) == child);
    view("! dpa-ps -d stats_fork");
    // CHECK: no process runs
    return 0;
  }
  process = create_named(open_device(), "child's");
  call1(process, count_down, 5);
  EXPECT(write(pipes[1], &byte, 1) == 1);
  for (;;)
    pause();
}
