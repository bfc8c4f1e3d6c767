// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gdb shows from the core dump of each kind of end the signal, the functions with arguments and
// lines, and variables: of calls, event handlers and tasks of command queues, unoptimized, optimized and
// optimized at link time.
// PROVES: R-DUMP-03 R-DUMP-04 R-DUMP-09
// REQUIRES: gdb-multiarch
// RUN: rm -rf %t && split-file %s %t && mkdir %t/O0 %t/O2 %t/lto
// RUN: %hostcc_flexio -I%S/Inputs -c %t/host.c -o %t/host.o
// RUN: %dpacc_bf3 -disable-asm-checks -devicecc-options="-g -O0" %t/device.c -o %t/O0.a -app-name=test_app
// RUN: %hostcc_flexio %t/host.o %t/O0.a %flexio_libs -o %t/O0/host
// RUN: %dpacc_bf3 -disable-asm-checks -devicecc-options="-g -O2" %t/device.c -o %t/O2.a -app-name=test_app
// RUN: %hostcc_flexio %t/host.o %t/O2.a %flexio_libs -o %t/O2/host
// RUN: %dpacc_bf3 -disable-asm-checks -flto -devicecc-options="-g -O2 -flto" %t/device.c -o %t/lto.a -app-name=test_app
// RUN: %hostcc_flexio %t/host.o %t/lto.a %flexio_libs -o %t/lto/host
//
// RUN: dpacc-extract %t/O0/host -o %t/O0.elf
// RUN: dpa-run --misaligned=trap --budget=3000000 -- %t/O0/host %t/O0/
// RUN: python3 %S/Inputs/cores-in-gdb.py %t/O0.elf %t/O0 bt "frame function fail" "info locals" "print settings" > %t/O0.txt
// RUN: FileCheck --check-prefixes=CHECK,UNOPTIMIZED %s < %t/O0.txt
// RUN: dpacc-extract %t/O2/host -o %t/O2.elf
// RUN: dpa-run --misaligned=trap --budget=3000000 --engine=interp -- %t/O2/host %t/O2/
// RUN: python3 %S/Inputs/cores-in-gdb.py %t/O2.elf %t/O2 bt "frame function fail" "info locals" "print settings" > %t/O2.txt
// RUN: FileCheck %s < %t/O2.txt
// RUN: dpacc-extract %t/lto/host -o %t/lto.elf
// RUN: dpa-run --misaligned=trap --budget=3000000 -- %t/lto/host %t/lto/
// RUN: python3 %S/Inputs/cores-in-gdb.py %t/lto.elf %t/lto bt "frame function fail" "info locals" "print settings" > %t/lto.txt
// RUN: FileCheck %s < %t/lto.txt
//
// CHECK-LABEL: == 0-assertion ==
// CHECK-NOT: warning
// CHECK: Program terminated with signal SIGABRT
// CHECK: {{(in )?}}fail ({{.*}}how={{(how@entry=)?(0|<optimized out>)}}, {{.*}}device.c:[[#]]
// CHECK: {{(in )?}}call (how={{(how@entry=)?(0|<optimized out>)}}) at {{.*}}device.c:[[#]]
// UNOPTIMIZED: number = 40
// CHECK: = {magic = {{4660|<optimized out>}}, ends = 1}
// CHECK-LABEL: == 1-null-pointer ==
// CHECK-NOT: warning
// CHECK: Program terminated with signal SIGSEGV
// CHECK: fail ({{.*}}how={{(how@entry=)?(1|<optimized out>)}}, {{.*}}device.c:[[#]]
// CHECK: {{(in )?}}call (how={{(how@entry=)?(1|<optimized out>)}}) at {{.*}}device.c:[[#]]
// UNOPTIMIZED: number = 41
// CHECK: = {magic = {{4660|<optimized out>}}, ends = 1}
// CHECK-LABEL: == 2-misaligned-access ==
// CHECK: signal SIGBUS
// CHECK: fail ({{.*}}how={{(how@entry=)?(2|<optimized out>)}},
// CHECK: {{(in )?}}call (how={{(how@entry=)?(2|<optimized out>)}})
// CHECK-LABEL: == 3-stack-overflow ==
// CHECK: signal SIGSEGV
// CHECK: #0 {{.*}}recurse (
// CHECK: #1 {{.*}}recurse (
// CHECK-LABEL: == 4-write-to-code ==
// CHECK: signal SIGSEGV
// CHECK: fail ({{.*}}how={{(how@entry=)?(4|<optimized out>)}},
// CHECK-LABEL: == 5-illegal-instruction ==
// CHECK: signal SIGILL
// CHECK: fail ({{.*}}how={{(how@entry=)?(5|<optimized out>)}},
// CHECK-LABEL: == 6-watchdog ==
// CHECK: signal SIGXCPU
// CHECK: fail ({{.*}}how={{(how@entry=)?(6|<optimized out>)}},
// CHECK-LABEL: == 7-user-error ==
// CHECK: signal SIGUSR1
// CHECK: {{(in )?}}fail ({{.*}}how={{(how@entry=)?(7|<optimized out>)}},
// CHECK: {{(in )?}}call (how={{(how@entry=)?(7|<optimized out>)}})
// CHECK-LABEL: == handler-0-assertion ==
// CHECK: signal SIGABRT
// CHECK: {{(in )?}}fail ({{.*}}how={{(how@entry=)?(0|<optimized out>)}}, {{.*}}device.c:[[#]]
// CHECK: {{(in )?}}handler (how=
// UNOPTIMIZED-SAME: {{^}}0) at {{.*}}device.c:[[#]]
// UNOPTIMIZED: number = 40
// CHECK-LABEL: == handler-1-null-pointer ==
// CHECK: signal SIGSEGV
// CHECK: {{(in )?}}fail ({{.*}}how={{(how@entry=)?(1|<optimized out>)}}, {{.*}}device.c:[[#]]
// CHECK: {{(in )?}}handler (how=
// UNOPTIMIZED-SAME: {{^}}1) at {{.*}}device.c:[[#]]
// UNOPTIMIZED: number = 41
// CHECK-LABEL: == handler-2-misaligned-access ==
// CHECK: signal SIGBUS
// CHECK: {{(in )?}}fail ({{.*}}how={{(how@entry=)?(2|<optimized out>)}}, {{.*}}device.c:[[#]]
// CHECK: {{(in )?}}handler (how=
// UNOPTIMIZED-SAME: {{^}}2) at {{.*}}device.c:[[#]]
// CHECK-LABEL: == handler-3-stack-overflow ==
// CHECK: signal SIGSEGV
// CHECK: #0 {{.*}}recurse (
// CHECK: #1 {{.*}}recurse (
// CHECK-LABEL: == handler-4-write-to-code ==
// CHECK: signal SIGSEGV
// CHECK: {{(in )?}}fail ({{.*}}how={{(how@entry=)?(4|<optimized out>)}}, {{.*}}device.c:[[#]]
// CHECK: {{(in )?}}handler (how=
// UNOPTIMIZED-SAME: {{^}}4) at {{.*}}device.c:[[#]]
// CHECK-LABEL: == handler-5-illegal-instruction ==
// CHECK: signal SIGILL
// CHECK: {{(in )?}}fail ({{.*}}how={{(how@entry=)?(5|<optimized out>)}}, {{.*}}device.c:[[#]]
// CHECK: {{(in )?}}handler (how=
// UNOPTIMIZED-SAME: {{^}}5) at {{.*}}device.c:[[#]]
// CHECK-LABEL: == handler-6-watchdog ==
// CHECK: signal SIGXCPU
// CHECK: {{(in )?}}fail ({{.*}}how={{(how@entry=)?(6|<optimized out>)}}, {{.*}}device.c:[[#]]
// CHECK: {{(in )?}}handler (how=
// UNOPTIMIZED-SAME: {{^}}6) at {{.*}}device.c:[[#]]
// CHECK-LABEL: == handler-7-user-error ==
// CHECK: signal SIGUSR1
// CHECK: {{(in )?}}fail ({{.*}}how={{(how@entry=)?(7|<optimized out>)}}, {{.*}}device.c:[[#]]
// CHECK: {{(in )?}}handler (how=
// UNOPTIMIZED-SAME: {{^}}7) at {{.*}}device.c:[[#]]
// CHECK-LABEL: == task-0-assertion ==
// CHECK: signal SIGABRT
// CHECK: {{(in )?}}fail ({{.*}}how={{(how@entry=)?(0|<optimized out>)}}, {{.*}}device.c:[[#]]
// UNOPTIMIZED: in task (how=0) at {{.*}}device.c:[[#]]
// UNOPTIMIZED: number = 40
// CHECK-LABEL: == task-1-null-pointer ==
// CHECK: signal SIGSEGV
// CHECK: {{(in )?}}fail ({{.*}}how={{(how@entry=)?(1|<optimized out>)}}, {{.*}}device.c:[[#]]
// UNOPTIMIZED: in task (how=1) at {{.*}}device.c:[[#]]
// UNOPTIMIZED: number = 41
// CHECK-LABEL: == task-2-misaligned-access ==
// CHECK: signal SIGBUS
// CHECK: {{(in )?}}fail ({{.*}}how={{(how@entry=)?(2|<optimized out>)}}, {{.*}}device.c:[[#]]
// UNOPTIMIZED: in task (how=2) at {{.*}}device.c:[[#]]
// CHECK-LABEL: == task-3-stack-overflow ==
// CHECK: signal SIGSEGV
// CHECK: #0 {{.*}}recurse (
// CHECK: #1 {{.*}}recurse (
// CHECK-LABEL: == task-4-write-to-code ==
// CHECK: signal SIGSEGV
// CHECK: {{(in )?}}fail ({{.*}}how={{(how@entry=)?(4|<optimized out>)}}, {{.*}}device.c:[[#]]
// UNOPTIMIZED: in task (how=4) at {{.*}}device.c:[[#]]
// CHECK-LABEL: == task-5-illegal-instruction ==
// CHECK: signal SIGILL
// CHECK: {{(in )?}}fail ({{.*}}how={{(how@entry=)?(5|<optimized out>)}}, {{.*}}device.c:[[#]]
// UNOPTIMIZED: in task (how=5) at {{.*}}device.c:[[#]]
// CHECK-LABEL: == task-6-watchdog ==
// CHECK: signal SIGXCPU
// CHECK: {{(in )?}}fail ({{.*}}how={{(how@entry=)?(6|<optimized out>)}}, {{.*}}device.c:[[#]]
// UNOPTIMIZED: in task (how=6) at {{.*}}device.c:[[#]]
// CHECK-LABEL: == task-7-user-error ==
// CHECK: signal SIGUSR1
// CHECK: {{(in )?}}fail ({{.*}}how={{(how@entry=)?(7|<optimized out>)}}, {{.*}}device.c:[[#]]
// UNOPTIMIZED: in task (how=7) at {{.*}}device.c:[[#]]

//--- device.c
#include <assert.h>
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_err.h>
#include <stdint.h>

#define NOINLINE __attribute__((noinline))

struct settings {
  uint64_t magic;
  uint64_t ends;
} settings = {0x1234, 0};

static uint64_t words[2];

// NOLINTNEXTLINE(misc-no-recursion)
NOINLINE static uint64_t recurse(uint64_t depth) {
  volatile uint64_t room[16] = {depth};

  return recurse(room[0] + 1) + room[0];
}

NOINLINE static uint64_t fail(uint64_t how, volatile uint64_t *place) {
  volatile uint64_t number = 40 + how;

  settings.ends++;
  switch (how) {
  case 0:
    assert(number == 0);
    break;
  case 3:
    return recurse(1);
  case 5:
    __asm__ volatile(".4byte 0xffffffff");
    break;
  case 6:
    for (;;)
      number++;
  case 7:
    flexio_dev_error(200);
  default:
    *place = number;
  }
  return number + how;
}

static uint64_t end_with(uint64_t how) {
  volatile uint64_t *places[] = {words, (uint64_t *)8,
                                 (uint64_t *)((char *)words + 3), words,
                                 (uint64_t *)((uint64_t)&fail & ~7ull)};

  return fail(how, places[how % 5]) + how;
}

__dpa_rpc__ uint64_t call(uint64_t how) { return end_with(how) + 1; }

__dpa_global__ void handler(uint64_t how) {
  settings.magic = end_with(how);
  flexio_dev_thread_reschedule();
}

__dpa_global__ void task(uint64_t how) { settings.magic = end_with(how); }

__dpa_rpc__ uint64_t activate(uint64_t id) {
  flexio_dev_event_handler_activate((uint32_t)id);
  return 0;
}

//--- host.c
#include "handler.h"

flexio_func_t call, handler, task, activate;

static const char *const ends[] = {
    "0-assertion",      "1-null-pointer",  "2-misaligned-access",
    "3-stack-overflow", "4-write-to-code", "5-illegal-instruction",
    "6-watchdog",       "7-user-error"};

static const char *folder;

static void dump(struct flexio_process *process, const char *kind,
                 uint64_t how) {
  struct pollfd failed = {.fd = flexio_err_handler_fd(process),
                          .events = POLLIN};
  char path[4096];

  EXPECT(poll(&failed, 1, -1) == 1);
  snprintf(path, sizeof path, "%s%s%s", folder, kind, ends[how]);
  EXPECT_SUCCESS(flexio_coredump_create(process, path));
  EXPECT_SUCCESS(flexio_process_destroy(process));
}

static void end_handler(struct ibv_context *context, uint64_t how) {
  struct flexio_process *process = create_process(context);
  struct flexio_event_handler *created = create_handler(process, handler);

  EXPECT_SUCCESS(flexio_event_handler_run(created, how));
  flexio_process_call(process, activate, NULL,
                      flexio_event_handler_get_activation_id(created));
  dump(process, "handler-", how);
}

static void end_task(struct ibv_context *context, uint64_t how) {
  struct flexio_process *process = create_process(context);
  struct flexio_cmdq_attr attributes = {
      .workers = 1, .batch_size = 1, .state = FLEXIO_CMDQ_STATE_RUNNING};
  struct flexio_cmdq *queue = NULL;

  EXPECT_SUCCESS(flexio_cmdq_create(process, &attributes, &queue));
  EXPECT_SUCCESS(flexio_cmdq_task_add(queue, task, how));
  dump(process, "task-", how);
}

int main(int argc, char **argv) {
  struct ibv_context *context = open_device();

  folder = argv[argc - 1];
  for (uint64_t how = 0; how < 8; how++) {
    struct flexio_process *process = create_process(context);

    EXPECT(flexio_process_call(process, call, NULL, how) ==
           FLEXIO_STATUS_FATAL_ERR);
    dump(process, "", how);
    end_handler(context, how);
    end_task(context, how);
  }
  return 0;
}
