// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// If the kernel denies memory for host code after a process was created with --engine=jit, the
// process continues in the interpreter, and one note reports it, however often a translation is
// tried. With "auto" nothing is reported. With a seed, translations are tried at once; without one
// by a thread, so that the call must be longer.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run --engine=jit --seed=1 -- %t/host 2>%t/notes.txt | FileCheck %s
// RUN: FileCheck --check-prefix=NOTE --input-file=%t/notes.txt %s
// RUN: dpa-run --engine=auto --seed=1 -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --engine=jit -- %t/host 1000000 2>&1 | FileCheck --check-prefix=LONG %s
// LONG: note: engine jit: device code is interpreted from now on: memfd_create: Operation not permitted
// LONG-NOT: note
// CHECK-NOT: note
// CHECK: result 499500
// CHECK-NOT: note
// CHECK: result 1000
// CHECK-NOT: note
// NOTE-NOT: note
// NOTE: {{^}}dpa-emulator: note: engine jit: device code is interpreted from now on: memfd_create: Operation not permitted
// NOTE-NOT: note

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

static volatile uint64_t sum, number;

__dpa_rpc__ uint64_t add(uint64_t count) {
  sum = 0;
  for (uint64_t i = 0; i < count; i++)
    sum = sum + i;
  return sum;
}

__dpa_rpc__ uint64_t count_up(uint64_t count) {
  for (uint64_t i = 0; i < count; i++)
    number = number + 1;
  return number;
}

//--- host.c
#include "host.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

flexio_func_t add, count_up;

static void refuse_memory(void) {
  struct sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_memfd_create, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof rules / sizeof rules[0], rules};

  EXPECT(!prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
  EXPECT(!syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                  SECCOMP_FILTER_FLAG_TSYNC, &program)); // for all threads
}

int main(int argc, char **argv) {
  const uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 0) : 1000;
  struct flexio_process *process = create_process(open_device());
  uint64_t result = 0;

  refuse_memory();
  EXPECT_SUCCESS(flexio_process_call(process, add, &result, count));
  printf("result %llu\n", (unsigned long long)result);
  EXPECT_SUCCESS(flexio_process_call(process, count_up, &result, count));
  printf("result %llu\n", (unsigned long long)result);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
