// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A device has its model's instructions and no others: address generation (Zba) of the newer models
// is illegal on the older ones, whichever model the image was built for; `pause` is a hint that
// does nothing on every model; all models have Zbb and Zbs, and none has carry-less multiplication
// (Zbc), floating point or vectors.
// PROVES: R-HW-06
// RUN: rm -rf %t && split-file %s %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-cx7 -disable-asm-checks -hostcc=gcc -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run --model=cx7 -- %t/host 0 2>&1 | FileCheck %s --check-prefix=OLDER
// RUN: dpa-run --model=bf3 -- %t/host 0 2>&1 | FileCheck %s --check-prefix=OLDER
// RUN: dpa-run --model=cx8 -- %t/host 1
// RUN: dpa-run --model=cx9 -- %t/host 1

// OLDER: 'use_add_uw' in process 'test_app' on 'mlx5_0' did not return: illegal instruction 0x8{{[0-9a-f]+}}, pc 0x4{{[0-9a-f]+}} (use_add_uw+0x{{[0-9a-f]+}})
// OLDER: 'use_sh1add' in process 'test_app' on 'mlx5_0' did not return: illegal instruction 0x20b52533,
// OLDER: 'use_slli_uw' in process 'test_app' on 'mlx5_0' did not return: illegal instruction

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

/* a0 = result of the encoded instruction with a0 = 3 and a1 = 5. */
#define FUNCTION(name, encoding)                                               \
  __attribute__((noinline)) __dpa_rpc__ uint64_t use_##name(void) {            \
    register uint64_t a0 __asm__("a0") = 3;                                    \
    register uint64_t a1 __asm__("a1") = 5;                                    \
    __asm__ volatile(".4byte " #encoding : "+r"(a0) : "r"(a1));                \
    return a0;                                                                 \
  }

FUNCTION(add_uw, 0x08b5053b)
FUNCTION(sh1add, 0x20b52533)
FUNCTION(slli_uw, 0x0815151b)
FUNCTION(pause, 0x0100000f)
FUNCTION(andn, 0x40b57533)
FUNCTION(bset, 0x28b51533)
FUNCTION(clmul, 0x0ab51533)
FUNCTION(fadd_d, 0x02b57553)
FUNCTION(vsetvli, 0x01057557)

//--- host.c
#include "host.h"

flexio_func_t use_add_uw, use_sh1add, use_slli_uw, use_pause, use_andn,
    use_bset, use_clmul, use_fadd_d, use_vsetvli;

static struct ibv_context *context;

/* `expected` 0: the instruction is illegal. */
static void check(flexio_func_t *function, uint64_t expected) {
  struct flexio_process *process = create_process(context);
  uint64_t value = 0;
  flexio_status status = flexio_process_call(process, function, &value);

  EXPECT(status ==
         (expected ? FLEXIO_STATUS_SUCCESS : FLEXIO_STATUS_FATAL_ERR));
  EXPECT(value == expected);
  EXPECT(flexio_err_status_get(process) == (expected ? 0 : 3));
  EXPECT_SUCCESS(flexio_process_destroy(process));
}

int main(int argc, char **argv) {
  bool isNewer = argc == 2 && atoi(argv[1]) == 1;

  context = open_device();
  check(use_add_uw, isNewer ? 8 : 0);
  check(use_sh1add, isNewer ? 11 : 0);
  check(use_slli_uw, isNewer ? 6 : 0);
  check(use_pause, 3);
  check(use_andn, 2);
  check(use_bset, 35);
  check(use_clmul, 0);
  check(use_fadd_d, 0);
  check(use_vsetvli, 0);
  return 0;
}
