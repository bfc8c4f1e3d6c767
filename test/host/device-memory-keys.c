// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory keys for the process's own memory: numbers, rejected arguments, and that windows do not
// accept them.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

static uint64_t numbers[8];

__dpa_rpc__ uint64_t numbers_at(void) { return (uint64_t)numbers; }

__dpa_rpc__ uint64_t configure(uint64_t window, uint64_t key) {
  return (uint64_t)flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_0,
                                            (uint16_t)window, (uint32_t)key);
}

//--- host.c
#include "registered-memory.h"

flexio_func_t numbers_at, configure;

static void expect_refused(struct flexio_process *process, struct ibv_pd *pd,
                           flexio_uintptr_t address, size_t size, int access) {
  struct flexio_mkey_attr attributes = {pd, address, size, access};
  struct flexio_mkey *key = (struct flexio_mkey *)&attributes;

  EXPECT_FAILED(flexio_device_mkey_create(process, &attributes, &key));
  EXPECT(key == NULL);
}

static void expect_bad_attributes_refused(struct flexio_process *process,
                                          struct ibv_pd *pd,
                                          flexio_uintptr_t buffer,
                                          flexio_uintptr_t numbers) {
  expect_refused(process, pd, buffer, 0, 0);
  // CHECK: flexio_device_mkey_create: process 'test_app' on 'mlx5_0': cannot create a memory key for 0 bytes
  expect_refused(process, pd, buffer, 100000, 0);
  // CHECK: 100000 bytes at device address 0x{{[0-9a-f]+}} are not inside one buffer of the heap
  expect_refused(process, pd, 0x1000, 64, 0);
  // CHECK: 64 bytes at device address 0x1000 are not all in the process's data, or there are no more keys
  expect_refused(process, pd, numbers, 64, IBV_ACCESS_REMOTE_WRITE);
  // CHECK: access rights 0x2 let others write without IBV_ACCESS_LOCAL_WRITE
  expect_refused(process, pd, numbers, 64, 1 << 30);
  // CHECK: access rights 0x40000000 have bits that are not supported here
  expect_refused(process, NULL, numbers, 64, 0);
  // CHECK: the protection domain is NULL
}

int main(void) {
  struct ibv_context *context = open_device();
  struct flexio_process *process = create_process(context);
  struct flexio_process *second = create_process(context);
  struct ibv_pd *pd = flexio_process_get_pd(process);
  struct flexio_mkey *buffer_key, *data_key, *none = NULL;
  struct flexio_window *window;
  flexio_uintptr_t buffer, numbers;
  uint64_t result = 0;

  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, 1000, &buffer));
  EXPECT_SUCCESS(flexio_process_call(process, numbers_at, &numbers));
  struct flexio_mkey_attr attributes = {pd, buffer, 1000,
                                        IBV_ACCESS_LOCAL_WRITE};
  EXPECT_SUCCESS(flexio_device_mkey_create(process, &attributes, &buffer_key));
  attributes = (struct flexio_mkey_attr){pd, numbers, 64, 0};
  EXPECT_SUCCESS(flexio_device_mkey_create(process, &attributes, &data_key));
  uint32_t id = flexio_mkey_get_id(buffer_key);
  EXPECT(id != 0 && id != UINT32_MAX && id != flexio_mkey_get_id(data_key));
  EXPECT(ibv_dealloc_pd(pd) != 0);

  expect_bad_attributes_refused(process, pd, buffer, numbers);
  EXPECT_FAILED(flexio_device_mkey_create(process, NULL, &none));
  EXPECT_FAILED(flexio_device_mkey_create(process, &attributes, NULL));

  uint64_t window_id = create_window(process, pd, &window);
  EXPECT_SUCCESS(flexio_process_call(process, configure, &result, window_id,
                                     (uint64_t)id));
  EXPECT(result == 1);
  // CHECK: window: mkey 0x{{[0-9a-f]+}} for window 1: is a key of device memory (expected one of ibv_reg_mr)

  EXPECT_SUCCESS(flexio_device_mkey_destroy(buffer_key));
  EXPECT_FAILED(flexio_device_mkey_destroy(buffer_key));
  EXPECT_SUCCESS(flexio_device_mkey_destroy(NULL));
  EXPECT(flexio_mkey_get_id(buffer_key) == UINT32_MAX &&
         flexio_mkey_get_id(NULL) == UINT32_MAX);
  // CHECK: flexio_device_mkey_destroy: 0x{{[0-9a-f]+}} is not a live memory key handle

  uint32_t memory = flexio_process_get_dumem_id(process);
  EXPECT(memory != UINT32_MAX && memory != flexio_process_get_dumem_id(second));
  EXPECT(flexio_process_get_dumem_id(NULL) == UINT32_MAX);
  EXPECT_SUCCESS(flexio_process_destroy(second));
  EXPECT_SUCCESS(
      flexio_process_destroy(process)); /* destroys the other key, too */
  EXPECT(flexio_mkey_get_id(data_key) == UINT32_MAX);
  EXPECT(ibv_close_device(context) == 0);
  fprintf(stderr, "done\n");
  // CHECK: done
  return 0;
}
