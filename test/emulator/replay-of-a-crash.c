// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A recorded run in which device code crashes while other threads call: the replay is the same
// crash after the same calls, although the host's threads run at other speeds; arrivals at the dead
// process are ignored.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/host
// RUN: dpa-run --seed=4 --quantum=50 --record=%t/run.rec -- %t/host > %t/recorded 2> %t/errors
// RUN: FileCheck --input-file=%t/recorded %s
// RUN: FileCheck --check-prefix=ERRORS --input-file=%t/errors %s
// RUN: FileCheck --check-prefix=FILE --input-file=%t/run.rec %s
// RUN: dpa-run --replay=%t/run.rec -- %t/host 2> %t/errors | diff %t/recorded -
// RUN: FileCheck --check-prefix=ERRORS --input-file=%t/errors %s
// RUN: dpa-run --replay=%t/run.rec -- %t/host 2> %t/errors | diff %t/recorded -
// RUN: dpa-run --replay=%t/run.rec -- %t/host 2> %t/errors | diff %t/recorded -
// CHECK: status 8
// CHECK: calls before: {{[1-9][0-9]*}}
// ERRORS-NOT: left the recording
// ERRORS: store access fault
// ERRORS-NOT: left the recording
// FILE: ended 1 0
// FILE-NOT: call
// FILE: destroy 1 0

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

static volatile uint64_t calls;

__dpa_rpc__ uint64_t count(void) { return ++calls; }

/* Crashes when the others have called a few times. */
__dpa_rpc__ uint64_t crash(void) {
  while (calls < 20) {
  }
  *(volatile uint64_t *)8 = calls;
  return 0;
}

//--- host.c
#include "host.h"

#include <inttypes.h>
#include <pthread.h>

enum { CALLERS = 3, AFTER = 20 };

flexio_func_t count, crash;

static struct flexio_process *process;
static uint64_t last[CALLERS];

static void *call_crash(void *unused) {
  uint64_t none;

  (void)unused;
  EXPECT(flexio_process_call(process, crash, &none) == FLEXIO_STATUS_FATAL_ERR);
  return NULL;
}

/* Continues with some calls after the process has crashed. */
static void *call_count(void *number) {
  uint64_t *result = &last[(uintptr_t)number];

  for (int failed = 0; failed < AFTER;)
    failed +=
        flexio_process_call(process, count, result) != FLEXIO_STATUS_SUCCESS;
  return NULL;
}

int main(void) {
  pthread_t threads[CALLERS + 1];
  uint64_t most = 0;

  process = create_process(open_device());
  EXPECT(pthread_create(&threads[CALLERS], NULL, call_crash, NULL) == 0);
  for (uintptr_t i = 0; i < CALLERS; i++)
    EXPECT(pthread_create(&threads[i], NULL, call_count, (void *)i) == 0);
  for (unsigned i = 0; i <= CALLERS; i++)
    EXPECT(pthread_join(threads[i], NULL) == 0);
  for (unsigned i = 0; i < CALLERS; i++)
    most = last[i] > most ? last[i] : most;
  printf("status %d\n", (int)flexio_err_status_get(process));
  printf("calls before: %" PRIu64 "\n", most);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return EXIT_SUCCESS;
}
