// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts of -fprofile-generate and -fprofile-instr-generate are written as the kind that they are, also with
// -flto, and dpacc compiles with them. A site whose values are profiled needs a run-time library: the
// link fails.
// DEFINE: %{flags} = -O2
// DEFINE: %{generate} = -fprofile-generate
// DEFINE: %{build} = cd %S && rm -rf %t && split-file %s %t && cd %t && %dpacc_bf3 -devicecc-options="%{flags} %{generate}" device.c -o app.a -app-name=test_app && %hostcc_flexio -I%S/Inputs host.c app.a %flexio_libs -o host && dpa-run --coverage=counts.profraw -- ./host && llvm-profdata merge counts.profraw -o counts.profdata
// DEFINE: %{show} = llvm-profdata show --all-functions --counts %t/counts.profdata | FileCheck %s
// RUN: %{build}
// RUN: %{show} --check-prefixes=IR,COUNTS
// RUN: cd %t && %dpacc_bf3 -devicecc-options="-O2 -Werror -fprofile-use=counts.profdata" device.c -o again.a -app-name=test_app
// RUN: cd %t && not %dpacc_bf3 -devicecc-options="-O2 -fprofile-generate -DINDIRECT" device.c -o no.a -app-name=test_app 2>&1 | FileCheck --check-prefix=VALUES %s
// REDEFINE: %{flags} = -O2 -flto
// RUN: %{build}
// RUN: %{show} --check-prefixes=IR,COUNTS
// REDEFINE: %{flags} = -O2
// REDEFINE: %{generate} = -fprofile-instr-generate
// RUN: %{build}
// RUN: %{show} --check-prefixes=FRONTEND,COUNTS
// RUN: cd %t && %dpacc_bf3 -devicecc-options="-O2 -Werror -fprofile-instr-use=counts.profdata" device.c -o again.a -app-name=test_app
// COUNTS: count_down:
// COUNTS: {{(Block counts: \[10, 1\])|(Function count: 1)}}
// FRONTEND: Block counts: [10]
// COUNTS: Instrumentation level:
// IR-SAME: IR
// FRONTEND-SAME: Front-end
// VALUES: undefined symbol: __llvm_profile_instrument_target
// VALUES: dpacc: note: device programs have no run-time library for -fsanitize=address, memory, thread and fuzzer, gcov and value profiles

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

#ifdef INDIRECT
uint64_t (*volatile step)(uint64_t);
#else
static uint64_t step(uint64_t count) { return count - 1; }
#endif

__dpa_rpc__ uint64_t count_down(uint64_t count) {
  while (count != 0)
    count = step(count);
  return 1;
}

//--- host.c
#include "host.h"

flexio_func_t count_down;

int main(void) {
  struct flexio_process *process = create_process(open_device());
  uint64_t value = 0;

  EXPECT_SUCCESS(
      flexio_process_call(process, count_down, &value, (uint64_t)10));
  EXPECT(value == 1);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
