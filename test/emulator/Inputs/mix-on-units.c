/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs mix(units, number) of the device code on three execution units at the same time, numbers 1 to 3, then prints what
 * result() returns. */
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
