// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A host program that deviates from the recorded run gets an error and continues, whatever it
// omits: its processes end, and nothing waits for ever. The same applies to a recording without an
// end, as left by a program that died.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/host
// RUN: dpa-run --seed=3 --record=%t/run.rec -- %t/host 123 | FileCheck --check-prefix=SAME %s
// RUN: dpa-run --replay=%t/run.rec -- %t/host 123 2>&1 | FileCheck --check-prefix=SAME %s
// SAME-NOT: error
// SAME: call 1: 1
// SAME-NEXT: call 2: 2
// SAME-NEXT: call 3: 3
// SAME-NEXT: status 0
// SAME-NEXT: destroyed
//
// RUN: dpa-run --replay=%t/run.rec -- %t/host 13 2>&1 | FileCheck --check-prefix=LESS %s
// LESS: call 1: 1
// LESS: dpa-emulator: error: {{.*}}run.rec:{{[0-9]+}}: the run has left the recording: at instruction {{[1-9][0-9]*}}: 'call' in process 1 has not arrived, and all threads of the program wait for each other
// LESS: 'twice' in process 'test_app' on 'mlx5_0' did not return: the run has left the recording
// LESS: call 3 failed
// LESS-NEXT: status 35
// LESS-NEXT: destroyed
//
// RUN: dpa-run --replay=%t/run.rec -- %t/host 1 2>&1 | FileCheck --check-prefix=DESTROYED %s
// DESTROYED: dpa-emulator: error: {{.*}}run.rec:{{[0-9]+}}: the run has left the recording:
// DESTROYED: destroyed
//
// RUN: dpa-run --replay=%t/run.rec -- %t/host 14 2>&1 | FileCheck --check-prefix=OTHER %s
// OTHER: dpa-emulator: error: {{.*}}run.rec:{{[0-9]+}}: the run has left the recording: no further 'call' like this one is recorded{{$}}
// OTHER: call 4 failed
//
// In threads of the program that others wait for:
// RUN: dpa-run --replay=%t/run.rec -- %t/host 13 thread 2>&1 | FileCheck --check-prefix=LESS %s
//
// A program that dies leaves a recording without an end.
// RUN: not --crash dpa-run --seed=3 --record=%t/died.rec -- %t/host 12x | FileCheck --check-prefix=DIED %s
// RUN: not --crash dpa-run --replay=%t/died.rec -- %t/host 12x 2>&1 | FileCheck --check-prefix=DIED %s
// DIED-NOT: error
// DIED: call 2: 2
// RUN: dpa-run --replay=%t/died.rec -- %t/host 123 2>&1 | FileCheck --check-prefix=LONGER %s
// LONGER: call 2: 2
// LONGER: dpa-emulator: error: {{.*}}died.rec:{{[0-9]+}}: the run has left the recording: no further 'call' like this one is recorded, nor an end: the recorded program died here, or the file is cut off
// LONGER: call 3 failed

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

__dpa_rpc__ uint64_t twice(uint64_t value) { return value; }

//--- host.c
#include "host.h"

#include <pthread.h>

flexio_func_t twice;

static const char *calls;

static void run_calls(struct flexio_process *process) {
  for (const char *each = calls; *each; each++) {
    uint64_t result = 0;

    if (*each == 'x')
      abort();
    if (flexio_process_call(process, twice, &result, (uint64_t)(*each - '0')) ==
        FLEXIO_STATUS_SUCCESS)
      printf("call %c: %d\n", *each, (int)result);
    else
      printf("call %c failed\n", *each);
    fflush(stdout);
  }
}

static void *run(void *unused) {
  struct flexio_process *process = create_process(open_device());

  (void)unused;
  run_calls(process);
  printf("status %d\n", (int)flexio_err_status_get(process));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  printf("destroyed\n");
  return NULL;
}

int main(int count, char **arguments) {
  pthread_t thread;

  EXPECT(count >= 2);
  calls = arguments[1];
  if (count == 2) {
    run(NULL);
    return EXIT_SUCCESS;
  }
  EXPECT(pthread_create(&thread, NULL, run, NULL) == 0);
  EXPECT(pthread_join(thread, NULL) == 0);
  return EXIT_SUCCESS;
}
