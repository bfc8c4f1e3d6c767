// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code compiled with -fsanitize=undefined and related checks reports each mistake once in the log, with file, line, column, kind and
// values, in the same words as clang's own run-time library on the host; the program continues.
// DEFINE: %{checks} = -fsanitize=undefined -fsanitize=integer -fsanitize=implicit-conversion -fsanitize=implicit-bitfield-conversion -fsanitize=nullability -fsanitize=float-divide-by-zero
// DEFINE: %{reports} = sed -nE -f %S/Inputs/undefined-reports.sed
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: %dpacc_bf3 device.c -o app.a -app-name=test_app -devicecc-options="-O1 -w -I%S/Inputs %{checks}"
// RUN: %hostcc_flexio -I%S/Inputs host.c app.a %flexio_libs -o host
// RUN: clang-22 -O1 -w -I%S/Inputs %{checks} native.c -o native
// RUN: dpa-run -- ./host > device.log 2>&1
// RUN: ./native > native.log 2>&1
// RUN: %{reports} device.log > device.txt
// RUN: %{reports} native.log > native.txt
// RUN: diff native.txt device.txt
// RUN: FileCheck %s --input-file=device.log
// RUN: dpa-run --seed=1 --engine=interp -- ./host > again.log 2>&1
// RUN: %{reports} again.log | diff device.txt -
// RUN: %dpacc_bf3 device.c -o app.a -app-name=test_app -flto -devicecc-options="-O2 -w -I%S/Inputs %{checks}"
// RUN: %hostcc_flexio -I%S/Inputs host.c app.a %flexio_libs -o host
// RUN: dpa-run -- ./host 2>&1 | FileCheck %s

// CHECK: flexio: error: process: 'test_app' on 'mlx5_0': {{.*}}undefined.h:[[#]]:[[#]]: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'
// CHECK: note: returns_nonnull attribute specified here
// CHECK: note: address is {{[1-9].*}} aligned, misalignment offset is 1 bytes
// CHECK: runtime error: variable length array bound evaluates to non-positive value 0
// CHECK: all mistakes were made twice

//--- device.c
#include <dpaintrin.h>

#include "undefined.h"

__dpa_rpc__ uint64_t run(uint64_t number) {
  mistake((unsigned)number);
  return 0;
}

//--- host.c
#include "host.h"

flexio_func_t run;

int main(void) {
  struct flexio_process *process = create_process(open_device());
  uint64_t result;

  for (uint64_t i = 0; i < 2 * 48; i++)
    EXPECT_SUCCESS(flexio_process_call(process, run, &result, i % 48));
  puts("all mistakes were made twice");
  return 0;
}

//--- native.c
#include <setjmp.h>
#include <signal.h>

#include "undefined.h"

static sigjmp_buf next;

/* A division by zero is an exception here. */
static void skip(int number) {
  (void)number;
  siglongjmp(next, 1);
}

int main(void) {
  signal(SIGFPE, skip);
  for (volatile unsigned i = 0; i < 2 * MISTAKES; i++)
    if (sigsetjmp(next, 1) == 0)
      mistake(i % MISTAKES);
  return 0;
}
