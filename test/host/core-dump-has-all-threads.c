// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A core dump has all threads of the process: the one that ended it, one that runs, one that has
// yielded with its locals, one that waits for its first event; and the names of the device in
// dpacc-extract --gdb. A core of another build is rejected with the build ids.
// PROVES: R-DUMP-03 R-DUMP-09
// REQUIRES: gdb-multiarch
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 -devicecc-options="-g -O0" %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host %t/core
// RUN: dpacc-extract %t/host -o %t/image.elf
// RUN: gdb-multiarch -nx -q -batch %t/image.elf %t/core.1.core -ex "info threads" -ex "thread apply all bt" \
// RUN:   -ex "thread 1" -ex "frame function crash" -ex "print *buffer@2" -ex "x/s text" 2>&1 | FileCheck %s
// RUN: env DPA_SEED=3 dpa-run -- %t/host %t/seed
// RUN: gdb-multiarch -nx -q -batch %t/image.elf %t/seed.1.core -ex "info threads" -ex "thread apply all bt" \
// RUN:   -ex "thread 1" -ex "frame function crash" -ex "print *buffer@2" -ex "x/s text" 2>&1 | FileCheck %s
// CHECK: signal SIGSEGV
// CHECK-DAG: * 1 {{.*}} in crash
// CHECK: Thread 4
// CHECK: Thread 1
// CHECK: crash (buffer=0x{{[0-9a-f]+}}) at {{.*}}device.c:[[#]]
// CHECK: = {1234567, 89}
// CHECK: "on the heap"
//
// Of each thread of another state.
// RUN: gdb-multiarch -nx -q -batch %t/image.elf %t/core.1.core -ex "thread apply all bt" 2>&1 | FileCheck --check-prefix=RUNS %s
// RUN: gdb-multiarch -nx -q -batch %t/image.elf %t/core.1.core -ex "thread apply all bt" 2>&1 | FileCheck --check-prefix=YIELDED %s
// RUN: gdb-multiarch -nx -q -batch %t/image.elf %t/core.1.core -ex "thread apply all bt" 2>&1 | FileCheck --check-prefix=WAITS %s
// RUNS: spin_until (wanted=1) at {{.*}}device.c:[[#]]
// RUNS-NEXT: in spinner (wanted=1) at
// YIELDED: in walk (start=77) at {{.*}}device.c:[[#]]
// YIELDED-NEXT: in stepwise (start=77) at
// WAITS: idle (
//
// RUN: echo "info threads" | env TMPDIR=%t dpacc-extract --gdb %t/host %t/core.1.core > %t/gdb.txt 2>&1
// RUN: FileCheck --check-prefix=NAMES %s < %t/gdb.txt
// RUN: not ls %t/dpacc-extract-*
// NAMES-NOT: warning
// NAMES: store access fault at address 0x8, pc
// NAMES-DAG: "'{{.*}}crash' ended the process on EU
// NAMES-DAG: "'{{.*}}spinner' runs on EU
// NAMES-DAG: "'{{.*}}stepwise' has yielded"
// NAMES-DAG: "'{{.*}}idle' waits for an event"
// RUN: %dpacc_bf3 -devicecc-options="-O1" %t/device.c -o %t/other.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/other.a %flexio_libs -o %t/other
// RUN: not dpacc-extract --gdb %t/other %t/core.1.core < /dev/null 2>&1 | FileCheck --check-prefix=OTHER %s
// OTHER: dpacc-extract: error: {{.*}}other: has no image with the build id of {{.*}}core.1.core (expected [[#%x,]])
// OTHER-NEXT: dpacc-extract: note: app 'test_app' for {{.*}} has build id
// RUN: not dpacc-extract --gdb %t/host %t/image.elf < /dev/null 2>&1 | FileCheck --check-prefix=NOCORE %s
// NOCORE: dpacc-extract: error: {{.*}}image.elf: not a core dump (expected ELF type 4, got 2)

//--- device.c
#include <libflexio-dev/flexio_dev.h>

uint64_t started;

static void spin_until(uint64_t wanted) {
  while (__atomic_load_n(&started, __ATOMIC_SEQ_CST) != wanted + 99)
    ;
}

__dpa_global__ void spinner(uint64_t wanted) {
  __atomic_add_fetch(&started, 1, __ATOMIC_SEQ_CST);
  spin_until(wanted);
  flexio_dev_thread_reschedule();
}

static void walk(uint64_t start) {
  struct flexio_dev_thread_ctx *context;

  flexio_dev_get_thread_ctx(&context);
  __atomic_add_fetch(&started, 1, __ATOMIC_SEQ_CST);
  flexio_dev_yield(context);
  started = start;
}

__dpa_global__ void stepwise(uint64_t start) {
  walk(start);
  flexio_dev_thread_reschedule();
}

__dpa_global__ void idle(uint64_t argument) {
  started = argument;
  flexio_dev_thread_reschedule();
}

__dpa_rpc__ uint64_t activate(uint64_t id) {
  flexio_dev_event_handler_activate((uint32_t)id);
  return 0;
}

__dpa_rpc__ uint64_t count(void) {
  return __atomic_load_n(&started, __ATOMIC_SEQ_CST);
}

__dpa_rpc__ uint64_t crash(uint64_t *buffer) {
  const char *text = (const char *)(buffer + 2);

  *(volatile uint64_t *)8 = (uint64_t)text;
  return buffer[0];
}

//--- host.c
#include "handler.h"

flexio_func_t spinner, stepwise, idle, activate, count, crash;

static struct flexio_event_handler *start(struct flexio_process *process,
                                          flexio_func_t *function,
                                          uint64_t argument, bool yields) {
  struct flexio_event_handler *created = create_handler_with(
      process, (struct flexio_event_handler_attr){.host_stub_func = function,
                                                  .continuable = yields});

  EXPECT_SUCCESS(flexio_event_handler_run(created, argument));
  return created;
}

int main(int argc, char **argv) {
  struct flexio_process *process = create_process(open_device());
  struct {
    uint64_t numbers[2];
    char text[16];
  } buffer = {{1234567, 89}, "on the heap"};
  flexio_uintptr_t address = 0;

  call1(process, activate,
        flexio_event_handler_get_activation_id(
            start(process, spinner, 1, false)));
  call1(process, activate,
        flexio_event_handler_get_activation_id(
            start(process, stepwise, 77, true)));
  start(process, idle, 5, false);
  wait_for(process, count, 2);
  EXPECT_SUCCESS(
      flexio_copy_from_host(process, &buffer, sizeof buffer, &address));
  EXPECT(flexio_process_call(process, crash, NULL, address) ==
         FLEXIO_STATUS_FATAL_ERR);
  EXPECT_SUCCESS(flexio_coredump_create(process, argv[argc - 1]));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
