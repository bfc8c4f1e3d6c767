// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Without a quantum the turns of units that only compute become long. Both engines end them at the
// same instructions: a recorded run is repeated by the other engine, and seeds differ.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/host
// RUN: env DPA_ENGINE=interp dpa-run --seed=1 --record=%t/1.rec -- %t/host > %t/1.txt
// RUN: env DPA_ENGINE=jit dpa-run --replay=%t/1.rec -- %t/host | diff %t/1.txt -
// RUN: env DPA_ENGINE=jit dpa-run --seed=2 --record=%t/2.rec -- %t/host > %t/2.txt
// RUN: env DPA_ENGINE=interp dpa-run --replay=%t/2.rec -- %t/host | diff %t/2.txt -
// RUN: not diff %t/1.txt %t/2.txt

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

static uint64_t here;
static volatile uint64_t mixed;

/* Every step depends on what the other units have done meanwhile. */
__dpa_rpc__ uint64_t mix(uint64_t units, uint64_t number) {
  __atomic_fetch_add(&here, 1, __ATOMIC_SEQ_CST);
  while (__atomic_load_n(&here, __ATOMIC_SEQ_CST) < units) {
  }
  for (uint64_t i = 0; i < 20000; i++) {
    uint64_t own = number;
    for (unsigned j = 0; j < 8; j++)
      own = (own ^ i) * 6364136223846793005;
    mixed = mixed * 6364136223846793005 + own;
  }
  return 0;
}

__dpa_rpc__ uint64_t result(void) { return mixed; }

//--- host.c
#include "host.h"

#include <inttypes.h>
#include <pthread.h>

enum { UNITS = 3 };

flexio_func_t mix, result;

static struct flexio_process *process;

static void *call_mix(void *number) {
  uint64_t none;

  EXPECT_SUCCESS(flexio_process_call(process, mix, &none, (uint64_t)UNITS,
                                     (uint64_t)(uintptr_t)number));
  return NULL;
}

int main(void) {
  pthread_t threads[UNITS];
  uint64_t value = 0;

  process = create_process(open_device());
  for (uintptr_t i = 0; i < UNITS; i++)
    EXPECT(pthread_create(&threads[i], NULL, call_mix, (void *)(i + 1)) == 0);
  for (unsigned i = 0; i < UNITS; i++)
    EXPECT(pthread_join(threads[i], NULL) == 0);
  EXPECT_SUCCESS(flexio_process_call(process, result, &value));
  printf("%016" PRIx64 "\n", value);
  return EXIT_SUCCESS;
}
