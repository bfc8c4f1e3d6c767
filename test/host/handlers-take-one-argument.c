// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The function of an event handler has at most one argument, of at most 8 bytes, that of an error
// handler has two: other functions are rejected. A function of another app is rejected with its
// name.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %dpacc_bf3 %t/other.c -o %t/other.a -app-name=other_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %t/other.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
// CHECK: flexio_event_handler_create: 'two_words' in process 'test_app' on 'mlx5_0' takes 16 bytes of arguments; a handler has one argument of 8 bytes
// CHECK: flexio_event_handler_create: 'two_halves' in process 'test_app' on 'mlx5_0' takes more than one argument; a handler has one
// CHECK: flexio_event_handler_create: 'large' in process 'test_app' on 'mlx5_0' takes 24 bytes of arguments; a handler has one argument of 8 bytes
// CHECK: flexio_event_handler_create: process 'test_app' on 'mlx5_0': app 'test_app' has no function with 'elsewhere', which is of app 'other_app'
// CHECK: flexio_process_error_handler_set: 'large' in process 'test_app' on 'mlx5_0' takes 24 bytes of arguments; an error handler has two arguments of 8 bytes
// CHECK: done

//--- device.c
#include <libflexio-dev/flexio_dev.h>

__dpa_global__ typedef struct {
  uint64_t words[3];
} words_t;
__dpa_global__ typedef struct {
  uint32_t first, second;
} halves_t;

__dpa_global__ void two_words(uint64_t a, uint64_t b) { (void)a, (void)b; }
__dpa_global__ void two_halves(uint32_t a, uint32_t b) { (void)a, (void)b; }
__dpa_global__ void large(words_t words) { (void)words; }
__dpa_global__ void small(halves_t halves) { (void)halves; }
__dpa_global__ void byte(uint8_t value) { (void)value; }
__dpa_global__ void nothing(void) {}

//--- other.c
#include <libflexio-dev/flexio_dev.h>

__dpa_global__ void elsewhere(uint64_t unused) { (void)unused; }

//--- host.c
#include "host.h"

flexio_func_t two_words, two_halves, large, small, byte, nothing, elsewhere;

static struct flexio_process *process;

static flexio_status create(flexio_func_t *function) {
  struct flexio_event_handler_attr attributes = {.host_stub_func = function};
  struct flexio_event_handler *handler = NULL;

  return flexio_event_handler_create(process, &attributes, &handler);
}

int main(void) {
  process = create_process(open_device());
  EXPECT_FAILED(create(two_words));
  EXPECT_FAILED(create(two_halves));
  EXPECT_FAILED(create(large));
  EXPECT_FAILED(create(elsewhere));
  EXPECT_FAILED(flexio_process_error_handler_set(process, large));
  EXPECT_SUCCESS(create(small));
  EXPECT_SUCCESS(create(byte));
  EXPECT_SUCCESS(create(nothing));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  fprintf(stderr, "done\n");
  return 0;
}
