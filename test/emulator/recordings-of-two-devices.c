// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two devices in one recording have one order of turns: units of both that share host memory interleave in the replay as they did, also
// after one of them was opened again. Traces, captures and numbers of instructions are repeated, too.
// PROVES: R-GEN-08
// REQUIRES: fixed-addresses
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/host
// DEFINE: %{run} = setarch -R dpa-run --config=%src/test/host/Inputs/two-devices.toml
// RUN: %{run} --seed=1 --quantum=97 --record=%t/run --trace=%t/1.json -- %t/host > %t/1.txt
// RUN: FileCheck %s --input-file=%t/run
// RUN: %{run} --replay=%t/run --trace=%t/2.json -- %t/host | diff %t/1.txt -
// RUN: cmp %t/1.json %t/2.json
// RUN: %{run} --replay=%t/run --engine=interp -- %t/host | diff %t/1.txt -
// CHECK: {{^}}0 open 0 0{{$}}
// CHECK: {{^[0-9]+}} join 4294967296 {{[0-9a-f]+}} mlx5_1 256{{$}}
// CHECK: {{^[0-9]+}} call 4294967297
// CHECK: {{^[0-9]+}} join 4294967296 {{[0-9a-f]+}} mlx5_1 256{{$}}
// CHECK: {{^[0-9]+}} join 0 {{[0-9a-f]+}} mlx5_0 256{{$}}
//
// Another device, or another number of units, is not that of the recording.
// RUN: sed 's/mlx5_1/mlx5_2/' %src/test/host/Inputs/two-devices.toml > %t/other.toml
// RUN: not setarch -R dpa-run --config=%t/other.toml --replay=%t/run -- %t/host 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: dpa-emulator: error: {{.*}}/run:{{[0-9]+}}: the run has left the recording: no further 'join' like this one is recorded
// RUN: cp %src/test/host/Inputs/two-devices.toml %t/small.toml && echo 'eus = 16' >> %t/small.toml
// RUN: not setarch -R dpa-run --config=%t/small.toml --replay=%t/run -- %t/host 2>&1 | FileCheck %s --check-prefix=UNITS
// UNITS: dpa-verbs: error: mlx5_1: replay: {{.*}}/run: recording is of a device with 256 execution units (this device has 16)

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

/* Every step depends on what the other units have done meanwhile. */
__dpa_rpc__ uint64_t mix(uint64_t window, uint64_t key, uint64_t address,
                         uint64_t number) {
  flexio_uintptr_t pointer;

  if (flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_0, (uint16_t)window,
                               (uint32_t)key) ||
      flexio_dev_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_0, address,
                                    &pointer))
    return 0;
  volatile uint64_t *mixed = (volatile uint64_t *)pointer;
  for (uint64_t i = 0; i < 20000; i++)
    *mixed = *mixed * 6364136223846793005 + number;
  return __dpa_thread_inst_ret();
}

//--- host.c
#include "registered-memory.h"

#include <inttypes.h>
#include <pthread.h>

enum { CALLS = 3, PAGE = 4096 };

flexio_func_t mix;

static uint64_t memory[PAGE / 8] __attribute__((aligned(PAGE)));
static pthread_mutex_t printing = PTHREAD_MUTEX_INITIALIZER;

/* Calls of a process of its own. */
static void *use(void *context) {
  struct flexio_process *process = create_process(context);
  struct ibv_pd *pd = flexio_process_get_pd(process);
  struct ibv_mr *region = ibv_reg_mr(pd, memory, PAGE, IBV_ACCESS_LOCAL_WRITE);
  struct flexio_window *window = NULL;
  uint64_t id = create_window(process, pd, &window), instructions = 0;

  EXPECT(region);
  for (uint64_t i = 0; i < CALLS; i++) {
    EXPECT_SUCCESS(flexio_process_call(process, mix, &instructions, id,
                                       (uint64_t)region->lkey, (uint64_t)memory,
                                       i));
    EXPECT(instructions > 0);
  }
  EXPECT_SUCCESS(flexio_window_destroy(window));
  EXPECT(ibv_dereg_mr(region) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  pthread_mutex_lock(&printing);
  printf("instructions %" PRIu64 "\n", instructions);
  pthread_mutex_unlock(&printing);
  return NULL;
}

static void use_both(struct ibv_context *devices[2]) {
  pthread_t threads[2];

  for (int i = 0; i < 2; i++)
    EXPECT(pthread_create(&threads[i], NULL, use, devices[i]) == 0);
  for (int i = 0; i < 2; i++)
    EXPECT(pthread_join(threads[i], NULL) == 0);
  printf("%016" PRIx64 "\n", memory[0]);
}

int main(void) {
  struct ibv_context *devices[2] = {open_device_at(0), open_device_at(1)};

  use_both(devices);
  for (int i = 1; i >= 0; i--) {
    EXPECT(ibv_close_device(devices[i]) == 0);
    devices[i] = open_device_at(i);
    use_both(devices);
  }
  for (int i = 0; i < 2; i++)
    EXPECT(ibv_close_device(devices[i]) == 0);
  return EXIT_SUCCESS;
}
