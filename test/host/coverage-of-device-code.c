// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device code compiled with -fprofile-instr-generate -fcoverage-mapping writes a raw profile at the
// end of its process: llvm-cov shows each line with the number of its executions. Processes of one
// program add up, and so do files of several programs. At -O0, -O2 and -flto, if the process is
// destroyed, if it crashes, and if the program ends without destroying it.
// DEFINE: %{flags} = -O2
// DEFINE: %{how} = destroy
// DEFINE: %{build} = cd %S && rm -rf %t && split-file %s %t && %dpacc_bf3 -devicecc-options="%{flags} -fprofile-instr-generate -fcoverage-mapping" %t/device.c -o %t/app.a -app-name=test_app && %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host && dpacc-extract %t/host -o %t/image.elf
// DEFINE: %{show} = llvm-profdata merge %t/*.profraw -o %t/all.profdata && llvm-cov show %t/image.elf -instr-profile=%t/all.profdata %t/device.c
// RUN: %{build}
// RUN: cd %t && dpa-run -- %t/host destroy && ls %t/*.profraw | FileCheck --check-prefix=NAME %s
// RUN: %{show} | FileCheck --check-prefixes=SHOW,ONE %s
// RUN: llvm-cov report %t/image.elf -instr-profile=%t/all.profdata | FileCheck --check-prefix=REPORT %s
// RUN: cd %t && dpa-run -- %t/host destroy && %{show} | FileCheck --check-prefixes=SHOW,TWO %s
// RUN: cd %t && rm *.profraw && dpa-run --coverage='%%h-%%p.profraw' -- %t/host exit && %{show} | FileCheck --check-prefixes=SHOW,ONE %s
// RUN: cd %t && rm *.profraw && dpa-run --coverage=%t/crash.profraw -- %t/host crash && %{show} | FileCheck --check-prefixes=SHOW,CRASH %s
// RUN: llvm-profdata show --binary-ids %t/crash.profraw | FileCheck --check-prefix=ID %s
// REDEFINE: %{flags} = -O0
// RUN: %{build}
// RUN: cd %t && dpa-run -- %t/host destroy && %{show} | FileCheck --check-prefixes=SHOW,ONE %s
// REDEFINE: %{flags} = -O2 -flto
// RUN: %{build}
// RUN: cd %t && dpa-run -- %t/host destroy && %{show} | FileCheck --check-prefixes=SHOW,ONE %s
// NAME: dpa-{{[0-9a-f]+-[0-9]+}}.profraw
// SHOW: |  0|static int unused
// ONE: |  20|static uint64_t twice
// TWO: |  40|static uint64_t twice
// CRASH: |  20|static uint64_t twice
// ONE: |  2|__dpa_rpc__ uint64_t sum
// TWO: |  4|__dpa_rpc__ uint64_t sum
// ONE: |  20| total += twice
// ONE: |  0| return 1; /* never */
// CRASH: |  1|__dpa_rpc__ uint64_t crash
// REPORT: device.c {{.*}}%
// REPORT: TOTAL
// ID: Binary IDs:
// ID-NEXT: {{[0-9a-f]+}}

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

static int unused(int a) { return a + 1; }

static uint64_t twice(uint64_t a) { return 2 * a; }

__dpa_rpc__ uint64_t sum(uint64_t count) {
  uint64_t total = 0;

  for (uint64_t i = 0; i < count; ++i)
    total += twice(i);
  if (total == 7)
    return 1; /* never */
  return total;
}

__dpa_rpc__ uint64_t crash(uint64_t address) {
  if (address == 0)
    return (uint64_t)unused((int)address);
  *(volatile uint64_t *)address = 1;
  return 0;
}

//--- host.c
#include "host.h"

flexio_func_t sum, crash;

static void call_sum(struct flexio_process *process) {
  uint64_t value = 0;

  EXPECT_SUCCESS(flexio_process_call(process, sum, &value, (uint64_t)10));
  EXPECT(value == 90);
}

int main(int argc, char **argv) {
  const char *how = argv[argc - 1];
  struct ibv_context *context = open_device();
  struct flexio_process *first = create_process(context);
  struct flexio_process *second = create_process(context);

  call_sum(first);
  call_sum(second);
  if (strcmp(how, "crash") == 0)
    EXPECT(flexio_process_call(first, crash, NULL, (uint64_t)8) ==
           FLEXIO_STATUS_FATAL_ERR);
  if (strcmp(how, "exit") == 0)
    return 0;
  EXPECT_SUCCESS(flexio_process_destroy(first));
  EXPECT_SUCCESS(flexio_process_destroy(second));
  return 0;
}
