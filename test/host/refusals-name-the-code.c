// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A refused doorbell, a refused configuration of a window and each refused access of a window name
// function, source line and all callers, with -O0, -O2 and -flto and in both engines.
// RUN: rm -rf %t && split-file %s %t
// RUN: %hostcc_flexio -I%S/Inputs -c %t/host.c -o %t/host.o
// RUN: %dpacc_bf3 -devicecc-options="-g -O0" %t/device.c -o %t/O0.a -app-name=test_app
// RUN: %hostcc_flexio %t/host.o %t/O0.a %flexio_libs -o %t/O0
// RUN: dpa-run -- %t/O0 2>&1 | FileCheck %s
// RUN: dpa-run --engine=interp -- %t/O0 2>&1 | FileCheck %s
// RUN: %dpacc_bf3 -devicecc-options="-g -O2" %t/device.c -o %t/O2.a -app-name=test_app
// RUN: %hostcc_flexio %t/host.o %t/O2.a %flexio_libs -o %t/O2
// RUN: dpa-run -- %t/O2 2>&1 | FileCheck %s
// RUN: dpa-run --engine=interp -- %t/O2 2>&1 | FileCheck %s
// RUN: %dpacc_bf3 -flto -devicecc-options="-g -O2 -flto" %t/device.c -o %t/lto.a -app-name=test_app
// RUN: %hostcc_flexio %t/host.o %t/lto.a %flexio_libs -o %t/lto
// RUN: dpa-run -- %t/lto 2>&1 | FileCheck %s

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_err.h>
#include <libflexio-dev/flexio_dev_queue_access.h>
#include <stdint.h>

/* Not inlined, and with a call that is not its last instruction. */
#define NOINLINE __attribute__((noinline)) static
#define NO_TAIL_CALL __asm__ volatile("")

NOINLINE void ring(uint64_t number) {
  flexio_dev_zcqe_gen((uint32_t)number);
  NO_TAIL_CALL;
}

NOINLINE void configure(uint64_t window, uint64_t key) {
  flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_0, (uint16_t)window,
                           (uint32_t)key);
  NO_TAIL_CALL;
}

NOINLINE volatile uint64_t *acquire(uint64_t window, uint64_t key,
                                    uint64_t address) {
  flexio_uintptr_t pointer = 0;

  if (key)
    flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_0, (uint16_t)window,
                             (uint32_t)key);
  flexio_dev_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_0, address, &pointer);
  return (volatile uint64_t *)pointer;
}

NOINLINE void load(volatile uint64_t *at) {
  (void)*at;
  NO_TAIL_CALL;
}

NOINLINE void store(volatile uint64_t *at) {
  *at = 1;
  NO_TAIL_CALL;
}

NOINLINE void copy(uint64_t to) {
  static uint64_t data[2];
  flexio_dev_multi_window_copy_to_host(FLEXIO_DEV_WINDOW_ENTITY_0, to, data,
                                       sizeof data);
  NO_TAIL_CALL;
}

NOINLINE void request(uint64_t what, uint64_t window, uint64_t key,
                      uint64_t address) {
  switch (what) {
  case 0:
    ring(address);
    break;
  case 1:
    configure(window, key);
    break;
  case 2:
    load(acquire(window, key, address));
    break;
  case 3:
    store(acquire(window, key, address));
    break;
  default:
    acquire(window, key, address);
    copy(address);
  }
  NO_TAIL_CALL;
}

__dpa_rpc__ uint64_t run(uint64_t what, uint64_t window, uint64_t key,
                         uint64_t address) {
  request(what, window, key, address);
  return 0;
}

//--- host.c
#include "registered-memory.h"

flexio_func_t run;

enum { RING, CONFIGURE, LOAD, STORE, COPY };

static struct ibv_context *context;
static struct ibv_pd *pd;

static void request(const char *name, uint64_t what, uint64_t key,
                    const void *address, flexio_status expected) {
  struct flexio_process *process = create_process(context);
  struct flexio_window *window = NULL;
  uint64_t id = create_window(process, pd, &window);

  fprintf(stderr, "%s\n", name);
  EXPECT(flexio_process_call(process, run, NULL, what, id, key,
                             (uint64_t)(uintptr_t)address) == expected);
  EXPECT_SUCCESS(flexio_process_destroy(process));
}

int main(void) {
  const flexio_status ended = FLEXIO_STATUS_FATAL_ERR;

  context = open_device();
  pd = ibv_alloc_pd(context);
  struct ibv_mr *memory = register_memory(pd, 128, IBV_ACCESS_LOCAL_WRITE);
  struct ibv_mr *constant = register_memory(pd, 128, 0);
  char *behind = (char *)memory->addr + 128;

  request("doorbell", RING, 0, (void *)0x123, FLEXIO_STATUS_SUCCESS);
  // CHECK: doorbell
  // CHECK-NEXT: flexio: error: process: 'test_app' on 'mlx5_0': doorbell rejected: the process has no completion queue 0x123, pc 0x4{{[^,]+}}, {{.*}}device.c:12{{.*}}, called from {{.*}}(request+{{[^,]+}}, {{.*}}device.c:54), called from {{.*}}(run+{{.*}}device.c:74), EU 0, thread 0
  request("window key", CONFIGURE, 0x777, NULL, FLEXIO_STATUS_SUCCESS);
  // CHECK: window key
  // CHECK-NEXT: flexio: error: process: 'test_app' on 'mlx5_0': window: mkey 0x777 for window 1: the key does not exist, pc {{.*}}, called from {{.*}}(configure+{{[^,]+}}, {{.*}}device.c:17), called from {{.*}}(request+{{[^,]+}}, {{.*}}device.c:57), called from {{.*}}(run+{{.*}}device.c:74), EU 0, thread 0
  request("not configured", LOAD, 0, memory->addr, ended);
  // CHECK: not configured
  // CHECK-NEXT: load access fault {{.*}}, pc {{[^,]+}} (load+{{[^,]+}}, {{.*}}device.c:34), called from {{.*}}(request+{{[^,]+}}, {{.*}}device.c:60), called from {{.*}}(run+{{.*}}device.c:74), EU 0, thread 0: the window is not configured
  request("outside", LOAD, memory->lkey, behind, ended);
  // CHECK: outside
  // CHECK-NEXT: load access fault {{.*}}, pc {{[^,]+}} (load+{{[^,]+}}, {{.*}}device.c:34), called from {{.*}}(request+{{[^,]+}}, {{.*}}device.c:60), called from {{.*}}(run+{{.*}}device.c:74), EU 0, thread 0: mkey {{.*}} are not inside the region
  request("no right", STORE, constant->lkey, constant->addr, ended);
  // CHECK: no right
  // CHECK-NEXT: store access fault {{.*}}, pc {{[^,]+}} (store+{{[^,]+}}, {{.*}}device.c:39), called from {{.*}}(request+{{[^,]+}}, {{.*}}device.c:63), called from {{.*}}(run+{{.*}}device.c:74), EU 0, thread 0: mkey {{.*}} may not be written
  request("copy", COPY, memory->lkey, behind - 8, ended);
  // CHECK: copy
  // CHECK-NEXT: store access fault {{.*}}, pc {{.*}}, called from {{.*}}(copy+{{[^,]+}}, {{.*}}device.c:45), called from {{.*}}(request+{{[^,]+}}, {{.*}}device.c:67), called from {{.*}}(run+{{.*}}device.c:74), EU 0, thread 0: mkey {{.*}} are not inside the region
  free_memory(memory);
  free_memory(constant);
  fprintf(stderr, "done\n");
  // CHECK: done
  return 0;
}
