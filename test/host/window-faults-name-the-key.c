// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A window access that is not allowed is rejected when the window is configured, or ends the
// process; the log names the memory key, the address and the reason, and other processes continue.
// PROVES: R-MEM-16 R-WIN-01 R-WIN-03 R-DWIN-02 R-MEM-17
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run --misaligned=trap -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --misaligned=trap --engine=interp -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

__dpa_rpc__ uint64_t configure(uint64_t entity, uint64_t window, uint64_t key) {
  return (uint64_t)flexio_dev_window_config((enum flexio_window_entity)entity,
                                            (uint16_t)window, (uint32_t)key);
}

__dpa_rpc__ uint64_t configure_key(uint64_t entity, uint64_t key) {
  return (uint64_t)flexio_dev_window_mkey_config(
      (enum flexio_window_entity)entity, (uint32_t)key);
}

/* The previous configuration still works for a load after a rejected one. */
__dpa_rpc__ uint64_t keep_configuration(uint64_t window, uint64_t key,
                                        uint64_t wrong, uint64_t address) {
  flexio_uintptr_t pointer;

  flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_1, (uint16_t)window,
                           (uint32_t)key);
  if (!flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_1, (uint16_t)window,
                                (uint32_t)wrong) ||
      !flexio_dev_window_mkey_config(FLEXIO_DEV_WINDOW_ENTITY_1,
                                     (uint32_t)wrong) ||
      !flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_1, 4711,
                                (uint32_t)key) ||
      flexio_dev_window_mkey_config(FLEXIO_DEV_WINDOW_ENTITY_1, (uint32_t)key))
    return 0;
  flexio_dev_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_1, address, &pointer);
  return *(volatile uint64_t *)pointer;
}

__dpa_rpc__ uint64_t acquire_errors(void) {
  flexio_uintptr_t pointer = 5;

  return !flexio_dev_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_NUM, 0,
                                        &pointer) ||
         !flexio_dev_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_0,
                                        UINT64_C(1) << 60, &pointer) ||
         !flexio_dev_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_0, 0, 0) ||
         pointer != 5;
}

static volatile uint64_t *acquire(uint64_t window, uint64_t key,
                                  uint64_t address) {
  flexio_uintptr_t pointer = 0;

  if (key)
    flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_0, (uint16_t)window,
                             (uint32_t)key);
  flexio_dev_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_0, address, &pointer);
  return (volatile uint64_t *)pointer;
}

__dpa_rpc__ uint64_t load(uint64_t window, uint64_t key, uint64_t address) {
  return *acquire(window, key, address);
}

__dpa_rpc__ uint64_t store(uint64_t window, uint64_t key, uint64_t address) {
  *acquire(window, key, address) = 1;
  return 0;
}

/* Without any window. */
__dpa_rpc__ uint64_t load_directly(uint64_t address) {
  return *(volatile uint64_t *)address;
}

//--- host.c
#include "registered-memory.h"

flexio_func_t configure, configure_key, keep_configuration, acquire_errors,
    load, store, load_directly;

static struct ibv_context *context;
static uint64_t result;
static struct flexio_process *process;
static struct ibv_pd *pd, *other;
static struct ibv_mr *memory, *constant, *foreign;

/* Runs in a process of its own, which the fault ends. */
static void expect_end(const char *what, flexio_func_t *function, uint64_t key,
                       void *address) {
  struct flexio_process *own = create_process(context);
  struct flexio_window *window = NULL;
  uint64_t id = create_window(own, pd, &window);

  fprintf(stderr, "%s\n", what);
  EXPECT(flexio_process_call(own, function, &result, id, key,
                             (uint64_t)(uintptr_t)address) ==
         FLEXIO_STATUS_FATAL_ERR);
  EXPECT_SUCCESS(flexio_process_destroy(own));
}

static void expect_refused(uint64_t entity, uint64_t window, uint64_t key) {
  EXPECT_SUCCESS(
      flexio_process_call(process, configure, &result, entity, window, key));
  EXPECT(result == 1);
}

static uint64_t check_handles(void) {
  struct flexio_window *destroyed = NULL;
  uint64_t destroyed_id = create_window(process, pd, &destroyed);

  EXPECT_SUCCESS(flexio_window_destroy(destroyed));
  EXPECT_FAILED(flexio_window_destroy(destroyed));
  EXPECT(flexio_window_get_id(NULL) == UINT32_MAX);
  EXPECT_FAILED(flexio_window_create(process, NULL, &destroyed));
  EXPECT_FAILED(
      flexio_window_create(process, (struct ibv_pd *)expect_end, &destroyed));
  EXPECT(destroyed == NULL);
  // CHECK: flexio_window_destroy: 0x{{[0-9a-f]+}} is not a live window handle
  // CHECK: flexio_window_get_id: the window is NULL
  // CHECK: flexio_window_create: process 'test_app' on 'mlx5_0': the protection domain is NULL
  // CHECK: flexio_window_create: process 'test_app' on 'mlx5_0': 0x{{[0-9a-f]+}} is not a protection domain of its device
  return destroyed_id;
}

static void check_refusals(uint64_t id, uint64_t destroyed_id) {
  struct ibv_mr *short_one = ibv_reg_mr(pd, memory->addr, 63, 0);
  struct ibv_mr *crooked = ibv_reg_mr(pd, (char *)memory->addr + 8, 64, 0);
  struct ibv_mr *gone = ibv_reg_mr(pd, memory->addr, 128, 0);
  uint32_t gone_key = gone->lkey;

  EXPECT(ibv_dereg_mr(gone) == 0);
  fprintf(stderr, "keys are %x %x\n", foreign->lkey, short_one->lkey);
  // CHECK: keys are [[FOREIGN:[0-9a-f]+]] [[SHORT:[0-9a-f]+]]
  expect_refused(2, id, memory->lkey);
  // CHECK-NEXT: flexio: error: process: 'test_app' on 'mlx5_0': window: entity 2 does not exist
  EXPECT_SUCCESS(flexio_process_call(process, configure_key, &result,
                                     UINT64_C(3), (uint64_t)memory->lkey));
  EXPECT(result == 1);
  // CHECK-NEXT: window: entity 3 does not exist
  expect_refused(0, 99, memory->lkey);
  // CHECK: 'test_app' on 'mlx5_0': window: window 99 does not exist
  expect_refused(0, destroyed_id, memory->lkey);
  // CHECK: window: window 2 does not exist
  expect_refused(0, id, 0);
  expect_refused(0, id, gone_key);
  // CHECK: window: mkey 0x0 for window 1: the key does not exist
  // CHECK: window: mkey 0x{{[0-9a-f]+}} for window 1: the key does not exist
  expect_refused(0, id, foreign->lkey);
  // CHECK: window: mkey 0x[[FOREIGN]] for window 1: belongs to another protection domain than the window
  expect_refused(0, id, short_one->lkey);
  // CHECK: window: mkey 0x[[SHORT]] for window 1: the region at host address 0x{{[0-9a-f]+}} of 63 bytes is not aligned (address and size have to be multiples of 64)
  expect_refused(0, id, crooked->lkey);
  // CHECK: window: mkey 0x{{[0-9a-f]+}} for window 1: the region at host address 0x{{[0-9a-f]+}}8 of 64 bytes is not aligned
  EXPECT(ibv_dereg_mr(short_one) == 0 && ibv_dereg_mr(crooked) == 0);
}

static void check_configuration(uint64_t id) {
  EXPECT_SUCCESS(flexio_process_call(process, configure_key, &result,
                                     UINT64_C(0), (uint64_t)memory->lkey));
  EXPECT(result == 1);
  // CHECK: window: entity 0 has no window to set the key of, and the thread has no default window
  ((uint64_t *)memory->addr)[1] = 4321;
  EXPECT_SUCCESS(flexio_process_call(
      process, keep_configuration, &result, id, (uint64_t)memory->lkey,
      (uint64_t)foreign->lkey, (uint64_t)memory->addr + 8));
  EXPECT(result == 4321);
  EXPECT_SUCCESS(flexio_process_call(process, acquire_errors, &result));
  EXPECT(result == 0);
  EXPECT(flexio_err_status_get(process) == 0);
}

static void check_accesses(void) {
  fprintf(stderr, "memory %x at %p\n", memory->lkey, memory->addr);
  // CHECK: memory [[KEY:[0-9a-f]+]] at 0x[[AT:[0-9a-f]+]]
  expect_end("after the end", load, memory->lkey, (char *)memory->addr + 128);
  // CHECK: after the end
  // CHECK-NEXT: 'load' in process 'test_app' on 'mlx5_0' did not return: load access fault at address 0x4{{[0-9a-f]+}}, pc {{.*}}: mkey 0x[[KEY]]: 8 bytes at host address 0x{{[0-9a-f]+}} are not inside the region of 128 bytes at host address 0x[[AT]]
  expect_end("before the beginning", store, memory->lkey,
             (char *)memory->addr - 8);
  // CHECK: before the beginning
  // CHECK-NEXT: 'store' {{.*}}: store access fault {{.*}}: mkey 0x[[KEY]]: 8 bytes at host address 0x{{[0-9a-f]+}} are not inside the region
  expect_end("no right", store, constant->lkey, constant->addr);
  // CHECK: no right
  // CHECK-NEXT: 'store' {{.*}}: store access fault {{.*}}: mkey 0x{{[0-9a-f]+}}: 8 bytes at host address 0x{{[0-9a-f]+}} may not be written (registered without IBV_ACCESS_LOCAL_WRITE)
  expect_end("not configured", load, 0, memory->addr);
  // CHECK: not configured
  // CHECK-NEXT: 'load' {{.*}}: load access fault {{.*}}: the window is not configured
  expect_end("another domain", load, foreign->lkey, foreign->addr);
  // CHECK: another domain
  // CHECK: 'load' {{.*}}: load access fault {{.*}}: the window is not configured
  expect_end("misaligned", load, memory->lkey, (char *)memory->addr + 4);
  // CHECK: misaligned
  // CHECK-NEXT: 'load' {{.*}}: misaligned load at address 0x4
}

static void check_direct_access(void) {
  struct flexio_process *direct = create_process(context);
  EXPECT(flexio_process_call(direct, load_directly, &result,
                             (uint64_t)memory->addr) ==
         FLEXIO_STATUS_FATAL_ERR);
  // CHECK: 'load_directly' {{.*}}: load access fault at address 0x[[AT]],
  EXPECT_SUCCESS(flexio_process_destroy(direct));
}

int main(void) {
  struct flexio_window *window = NULL;

  context = open_device();
  process = create_process(context);
  pd = ibv_alloc_pd(context);
  other = ibv_alloc_pd(context);
  memory = register_memory(pd, 128, IBV_ACCESS_LOCAL_WRITE);
  constant = register_memory(pd, 8192, 0);
  foreign = register_memory(other, 64, IBV_ACCESS_LOCAL_WRITE);
  uint64_t id = create_window(process, pd, &window);

  check_refusals(id, check_handles());
  check_configuration(id);
  check_accesses();
  check_direct_access();
  EXPECT_SUCCESS(flexio_process_call(process, load, &result, id,
                                     (uint64_t)memory->lkey,
                                     (uint64_t)memory->addr + 8));
  EXPECT(result == 4321);
  EXPECT(ibv_dealloc_pd(pd) != 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  free_memory(memory);
  free_memory(constant);
  free_memory(foreign);
  EXPECT(ibv_dealloc_pd(pd) == 0 && ibv_dealloc_pd(other) == 0);
  EXPECT(ibv_close_device(context) == 0);
  fprintf(stderr, "done\n");
  // CHECK: done
  return 0;
}
