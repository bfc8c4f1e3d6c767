// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Undefined behaviour that ends the process: with -fno-sanitize-recover the check reports and aborts, and the end names the
// program's function and line; misaligned accesses, null pointers and unreachable code are reported before the fault. The
// minimal run-time reports the kind and the address of each place. Every hardware model has the library.
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: %hostcc_flexio -c -I%S/Inputs host.c -o host.o
// DEFINE: %{options} = -O1
// DEFINE: %{dpacc} = %dpacc_bf3 device.c -o app.a -app-name=test_app -devicecc-options="-w -g %{options}" && %hostcc_flexio host.o app.a %flexio_libs -o host
// REDEFINE: %{options} = -O1 -fsanitize=undefined -fno-sanitize-recover=all
// RUN: %{dpacc}
// RUN: not dpa-run -- ./host 0 2>&1 | FileCheck %s --check-prefix=ABORTS
// RUN: not dpa-run -- ./host 1 2>&1 | FileCheck %s --check-prefix=NULL
// REDEFINE: %{options} = -O1 -fsanitize=undefined -fsanitize=object-size
// RUN: %{dpacc}
// RUN: not dpa-run -- ./host 1 2>&1 | FileCheck %s --check-prefixes=NULL,FAULT
// RUN: not dpa-run --misaligned=trap -- ./host 2 2>&1 | FileCheck %s --check-prefix=ALIGNED
// RUN: not dpa-run -- ./host 3 2>&1 | FileCheck %s --check-prefix=UNREACHABLE
// RUN: dpa-run -- ./host 4 2>&1 | FileCheck %s --check-prefix=SIZE
// REDEFINE: %{options} = -O1 -fsanitize=local-bounds -fno-sanitize-trap=local-bounds -fsanitize-recover=local-bounds
// RUN: %{dpacc}
// RUN: dpa-run -- ./host 5 2>&1 | FileCheck %s --check-prefix=LOCAL
// REDEFINE: %{options} = -O1 -fsanitize=undefined -fsanitize-minimal-runtime
// RUN: %{dpacc}
// RUN: dpa-run -- ./host 0 2>&1 | FileCheck %s --check-prefix=MINIMAL
// REDEFINE: %{options} = -O1 -fsanitize=undefined -fsanitize-minimal-runtime -fno-sanitize-recover=all
// RUN: %{dpacc}
// RUN: not dpa-run -- ./host 0 2>&1 | FileCheck %s --check-prefix=MINIMAL-ABORTS
// RUN: dpacc device.c -o all.a -mcpu=nv-dpa-bf3,nv-dpa-cx7,nv-dpa-cx8,nv-dpa-cx9 -hostcc=gcc -devicecc-options="-w -fsanitize=undefined"

// ABORTS: flexio: error: process: 'test_app' on 'mlx5_0': device.c:8:{{[0-9]+}}: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'
// ABORTS: 'run' in process 'test_app' on 'mlx5_0' did not return: the program aborted {{.*}} (abort+{{.*}}__ubsan_handle_add_overflow_abort{{.*}} (add+0x{{[0-9a-f]+}}, device.c:8), called from {{.*}} (run+0x{{[0-9a-f]+}}, device.c:{{[0-9]+}})
// NULL: runtime error: store to null pointer of type 'int'
// FAULT: did not return: store access fault at address 0x0{{.*}} (poke+
// ALIGNED: runtime error: load of misaligned address 0x{{[0-9a-f]+}} for type 'int', which requires 4 byte alignment
// ALIGNED: did not return: misaligned load
// UNREACHABLE: device.c:14:{{[0-9]+}}: runtime error: execution reached an unreachable program point
// UNREACHABLE: did not return: the program aborted
// SIZE: runtime error: load of address 0x{{[0-9a-f]+}} with insufficient space for an object of type 'int'
// LOCAL: <unknown>: runtime error: access out of bounds by 0x0000{{[0-9a-f]+}}
// MINIMAL: flexio: error: process: 'test_app' on 'mlx5_0': ubsan: add-overflow by 0x0000{{[0-9a-f]+}}
// MINIMAL-NOT: ubsan
// MINIMAL-ABORTS: ubsan: add-overflow by 0x
// MINIMAL-ABORTS: did not return: the program aborted

//--- device.c
#include <dpaintrin.h>
#include <limits.h>
#include <stdint.h>

#define NOINLINE __attribute__((__noinline__))
static int words[4] = {1, 2, 3, 4};

NOINLINE static int add(volatile int *a, volatile int *b) { return *a + *b; }
NOINLINE static void poke(int *at) { *at = 1; }
NOINLINE static int peek(int *at) { return *at; }
NOINLINE static int choose(int value) {
  if (value != 0)
    return words[value];
  __builtin_unreachable();
}
NOINLINE static int behind(uint64_t offset) {
  char bytes[8] = {0};

  __asm__ volatile("" : : "r"(bytes) : "memory");
  return *(int *)(bytes + 8);
}
NOINLINE static int local(uint64_t index) {
  int array[4] = {0};

  __asm__ volatile("" : : "r"(array) : "memory");
  return array[index];
}

__dpa_rpc__ uint64_t run(uint64_t number) {
  volatile int most = INT_MAX, one = 1;
  int *volatile nowhere = 0;

  switch (number) {
  case 0:
    add(&most, &one);
    return (uint64_t)add(&most, &one);
  case 1:
    poke(nowhere);
    return 0;
  case 2:
    return (uint64_t)peek((int *)((char *)words + 1));
  case 3:
    return (uint64_t)choose(one - 1);
  case 4:
    return (uint64_t)behind(8);
  default:
    return (uint64_t)local(number);
  }
}

//--- host.c
#include "host.h"

flexio_func_t run;

int main(int argc, char **argv) {
  struct flexio_process *process = create_process(open_device());
  uint64_t result;

  EXPECT(argc == 2);
  EXPECT_SUCCESS(flexio_process_call(process, run, &result,
                                     (uint64_t)strtoul(argv[1], NULL, 0)));
  return 0;
}
