// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A call runs the function once with its arguments in order and returns all 64 bits of the result.
// PROVES: R-RPC-01 R-RPC-02 R-GEN-02
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

static uint64_t runs;

__dpa_rpc__ uint64_t echo(uint64_t value) {
  runs++;
  return value;
}

__dpa_rpc__ uint64_t how_often(void) { return runs; }

__dpa_rpc__ uint64_t digits(uint8_t a, uint16_t b, uint32_t c, uint64_t d,
                            int8_t e, int16_t f, int32_t g, int64_t h,
                            unsigned i) {
  return a * 100000000ull + b * 10000000ull + c * 1000000ull + d * 100000ull +
         (uint64_t)-e * 10000ull + (uint64_t)-f * 1000ull +
         (uint64_t)-g * 100ull + (uint64_t)-h * 10ull + i;
}

//--- host.c
#include "host.h"

flexio_func_t echo, how_often, digits;

int main(void) {
  struct ibv_context *context = open_device();
  struct flexio_process *process = create_process(context);
  uint64_t values[] = {0,
                       1,
                       UINT32_MAX,
                       UINT64_C(1) << 32,
                       INT64_MAX,
                       UINT64_MAX,
                       UINT64_C(0x0123456789abcdef)};
  uint64_t result;

  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    result = ~values[i];
    EXPECT_SUCCESS(flexio_process_call(process, echo, &result, values[i]));
    EXPECT(result == values[i]);
  }
  EXPECT_SUCCESS(flexio_process_call(process, &how_often, &result));
  EXPECT(result == sizeof values / sizeof *values);
  EXPECT_SUCCESS(flexio_process_call(process, digits, &result, 1, 2, 3u,
                                     UINT64_C(4), -5, -6, -7, INT64_C(-8), 9u));
  EXPECT(result == 123456789);
  EXPECT_SUCCESS(flexio_process_call(process, echo, NULL, UINT64_C(1)));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  EXPECT(ibv_close_device(context) == 0);
  return 0;
}
