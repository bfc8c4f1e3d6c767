// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A run that was recorded with one engine is repeated by the other: units that interleave
// instruction by instruction give the same result, while another seed gives another one.
// RUN: rm -rf %t && mkdir %t
// RUN: %dpacc_bf3 %s -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%src/test/host/Inputs %S/Inputs/mix-on-units.c %t/app.a %flexio_libs -lpthread -o %t/host
// RUN: env DPA_ENGINE=interp dpa-run --seed=1 --quantum=97 --record=%t/1.rec -- %t/host > %t/1.txt
// RUN: env DPA_ENGINE=jit dpa-run --replay=%t/1.rec -- %t/host | diff %t/1.txt -
// RUN: env DPA_ENGINE=interp dpa-run --replay=%t/1.rec -- %t/host | diff %t/1.txt -
// RUN: env DPA_ENGINE=jit dpa-run --seed=2 --quantum=97 --record=%t/2.rec -- %t/host > %t/2.txt
// RUN: env DPA_ENGINE=interp dpa-run --replay=%t/2.rec -- %t/host | diff %t/2.txt -
// RUN: env DPA_ENGINE=jit dpa-run --replay=%t/2.rec -- %t/host | diff %t/2.txt -
// RUN: not diff %t/1.txt %t/2.txt

#include <dpaintrin.h>
#include <stdint.h>

static uint64_t here;
static volatile uint64_t mixed;

/* Every step depends on what the other units have done meanwhile. */
__dpa_rpc__ uint64_t mix(uint64_t units, uint64_t number) {
  __atomic_fetch_add(&here, 1, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&here, __ATOMIC_SEQ_CST) < units) {
  }
  for (uint64_t i = 0; i < 5000; i++)
    mixed = mixed * 6364136223846793005 + number;
  return 0;
}

__dpa_rpc__ uint64_t result(void) { return mixed; }
