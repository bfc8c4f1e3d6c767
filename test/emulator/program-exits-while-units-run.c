// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// exit() while execution units run on other threads, called by one thread or by several: the
// program ends with its own status, not by a signal. A handler of exit() that was registered before
// anything else, and so runs last, may still call device code.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/host
// RUN: not env DPA_ENGINE=interp dpa-run -- %t/host 1 | FileCheck %s
// RUN: not env DPA_ENGINE=jit dpa-run -- %t/host 1 | FileCheck %s
// RUN: not dpa-run --threads=1 -- %t/host 1 | FileCheck %s
// RUN: not dpa-run --seed=1 -- %t/host 1 | FileCheck %s
// RUN: not env DPA_ENGINE=interp dpa-run -- %t/host 4
// RUN: not env DPA_ENGINE=jit dpa-run -- %t/host 4
// CHECK: in the last handler: 42
//
// No object of these libraries has a destructor that exit() would run while others still use it.
// RUN: llvm-nm -D --undefined-only %sdk/lib/libdpa-emulator.so | FileCheck --check-prefix=SYMBOLS %s
// RUN: llvm-nm -D --undefined-only %sdk/lib/libflexio.so | FileCheck --check-prefix=SYMBOLS %s
// SYMBOLS-NOT: __cxa_atexit
// SYMBOLS: __cxa_finalize
// SYMBOLS-NOT: __cxa_atexit

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

static uint64_t here;

__dpa_rpc__ uint64_t run_for_ever(uint64_t argument) {
  volatile uint64_t value = argument;

  __atomic_fetch_add(&here, 1, __ATOMIC_SEQ_CST);
  for (;;)
    value = value * 3 + 1;
  return value;
}

__dpa_rpc__ uint64_t running(void) {
  return __atomic_load_n(&here, __ATOMIC_SEQ_CST);
}

__dpa_rpc__ uint64_t never_called_before(uint64_t value) {
  volatile uint64_t result = 0;

  for (uint64_t i = 0; i < value; i++)
    result = result + (i & 1) * 2;
  return result;
}

//--- host.c
#include "host.h"

#include <pthread.h>

enum { UNITS = 6, STATUS = 7 };

flexio_func_t run_for_ever, running, never_called_before;

static struct flexio_process *process;
static struct flexio_process *other;
static pthread_barrier_t leave;

static void last_handler(void) {
  uint64_t result = 0;

  EXPECT_SUCCESS(
      flexio_process_call(other, never_called_before, &result, UINT64_C(42)));
  printf("in the last handler: %d\n", (int)result);
  fflush(stdout);
}

static void *call_for_ever(void *argument) {
  uint64_t result;

  flexio_process_call(process, run_for_ever, &result,
                      (uint64_t)(uintptr_t)argument);
  return NULL;
}

static void *call_exit(void *argument) {
  pthread_barrier_wait(&leave);
  exit(*(const int *)argument);
  return NULL;
}

int main(int argc, char **argv) {
  const unsigned exits = argc > 1 ? (unsigned)atoi(argv[1]) : 1;
  static const int status = STATUS;
  pthread_t thread;
  uint64_t count = 0;

  if (exits == 1) /* several do not wait for each other's handlers */
    EXPECT(atexit(last_handler) == 0);
  struct ibv_context *context = open_device();
  process = create_process(context);
  other = create_process(context);
  for (uintptr_t i = 0; i < UNITS; i++)
    EXPECT(pthread_create(&thread, NULL, call_for_ever, (void *)i) == 0);
  while (count < UNITS)
    EXPECT_SUCCESS(flexio_process_call(process, running, &count));
  EXPECT(pthread_barrier_init(&leave, NULL, exits) == 0);
  for (unsigned i = 1; i < exits; i++)
    EXPECT(pthread_create(&thread, NULL, call_exit, (void *)&status) == 0);
  call_exit((void *)&status);
}
