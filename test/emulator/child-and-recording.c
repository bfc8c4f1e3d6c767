// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A recorded program forks: a child that exits with all that it has inherited, including its exit
// handlers, writes nothing to the recording, and a child that opens the device cannot record into
// the same file. A replay repeats the parent's run.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: env DPA_SEED=1 DPA_RECORD=%t/run dpa-run -- %t/host record 2>&1 | FileCheck %s
// RUN: FileCheck --check-prefix=FILE --implicit-check-not=end %s <%t/run
// RUN: env DPA_REPLAY=%t/run dpa-run -- %t/host 2>&1 | FileCheck --check-prefix=AGAIN %s
// CHECK: {{.*}}run: another program is writing a recording to this file
// CHECK: parent: 46
// AGAIN-NOT: recording
// AGAIN: parent: 46
// FILE: {{^end }}

//--- device.c
#include <stdint.h>

__dpa_rpc__ uint64_t twice(uint64_t value) { return 2 * value; }

//--- host.c
#include "host.h"

#include <sys/wait.h>
#include <unistd.h>

flexio_func_t twice;

static struct ibv_context *context;
static struct flexio_process *process;

static void release(void) {
  EXPECT_SUCCESS(flexio_process_destroy(process));
  EXPECT(ibv_close_device(context) == 0);
}

static void wait_for(pid_t child) {
  int status = -1;

  EXPECT(child >= 0 && waitpid(child, &status, 0) == child && status == 0);
}

int main(int argc, char **argv) {
  uint64_t result = 0;
  pid_t child;

  (void)argv;
  context = open_device();
  process = create_process(context);
  EXPECT(atexit(release) == 0);
  EXPECT_SUCCESS(flexio_process_call(process, twice, &result, (uint64_t)21));
  if ((child = fork()) == 0)
    exit(EXIT_SUCCESS);
  wait_for(child);
  if (argc > 1) {
    if ((child = fork()) == 0)
      _exit(ibv_open_device(context->device) ? EXIT_FAILURE : EXIT_SUCCESS);
    wait_for(child);
  }
  EXPECT_SUCCESS(flexio_process_call(process, twice, &result, (uint64_t)23));
  printf("parent: %d\n", (int)result);
  return EXIT_SUCCESS;
}
