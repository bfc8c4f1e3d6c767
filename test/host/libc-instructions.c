// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// strcmp of strings that differ in their first byte, as most do, takes at most six instructions for all alignments.
// PROVES: R-LIBC-16
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 -devicecc-options="-O2" %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>
#include <string.h>

static int (*volatile compare)(const char *, const char *) = strcmp;
static int (*volatile nothing)(const char *, const char *);

__attribute__((noinline)) static int return_at_once(const char *left,
                                                    const char *right) {
  (void)right;
  return *left;
}

__attribute__((noinline)) static uint64_t
count(int (*function)(const char *, const char *), const char *left,
      const char *right) {
  const uint64_t start = __dpa_thread_inst_ret();
  const int volatile result = function(left, right);
  (void)result;
  return __dpa_thread_inst_ret() - start;
}

/* The most instructions of a call for all alignments, relative to a function
 * of two instructions. */
__dpa_rpc__ uint64_t most(void) {
  static char left[16], right[16];
  uint64_t most = 0;
  nothing = return_at_once;
  memset(left, 'a', sizeof left - 1);
  memset(right, 'b', sizeof right - 1);
  for (unsigned i = 0; i < 64; i++) {
    const char *a = left + i % 8, *b = right + i / 8;
    const uint64_t more = count(compare, a, b) - count(nothing, a, b);
    if (more > most)
      most = more;
  }
  return most;
}

//--- host.c
#include "host.h"

flexio_func_t most;

int main(void) {
  uint64_t instructions = 0;
  struct flexio_process *process = create_process(open_device());

  EXPECT_SUCCESS(flexio_process_call(process, most, &instructions));
  if (instructions > 4)
    printf("%lu instructions\n", (unsigned long)instructions + 2);
  EXPECT(instructions <= 4);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
