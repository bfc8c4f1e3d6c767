// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The small formatter, chosen when linking, prints integers and strings, honours # and ignores
// other flags, and makes the image smaller.
// PROVES: R-LIBC-15
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/full.a -app-name=test_app
// RUN: %dpacc_bf3 %t/device.c -o %t/min.a -app-name=test_app -devicelink-options="-u vfprintf" -device-libs="-lprintf_min"
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/full.a %flexio_libs -o %t/full
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/min.a %flexio_libs -o %t/min
// RUN: dpa-run -- %t/full | FileCheck %s --check-prefix=FULL --match-full-lines
// RUN: dpa-run -- %t/min | FileCheck %s --check-prefix=MIN --match-full-lines
// FULL: [   -5] [+7] [18446744073709551615] [0x1f] [017] [c] [text ] [te] [?] 100% %lld %d
// MIN: [-5] [7] [18446744073709551615] [0x1f] [017] [c] [text] [te] [?] 100% %lld %d
// RUN: dpacc-extract %t/full -o %t/full.elf && dpacc-extract %t/min -o %t/min.elf
// RUN: sh -c 'test $(llvm-size %t/min.elf | tail -1 | cut -f1) -lt $(llvm-size %t/full.elf | tail -1 | cut -f1)'

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-libc/stdio.h>
#include <stdint.h>

__dpa_rpc__ uint64_t say(void) {
  char line[200];

  snprintf(line, sizeof line,
           "[%5d] [%+d] [%lu] [%#x] [%#o] [%c] [%-5s] [%.2s] [%f] 100%% "
           "%lld %d\n",
           -5, 7, UINT64_MAX, 31, 15, 'c', "text", "text", 1.5, 1LL, 2);
  flexio_dev_puts(NULL, line);
  return 0;
}

//--- host.c
#include "host.h"

flexio_func_t say;

int main(void) {
  struct flexio_process *process = create_process(open_device());

  create_stream(process, FLEXIO_MSG_DEV_INFO, stdout);
  EXPECT_SUCCESS(flexio_process_call(process, say, NULL));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
