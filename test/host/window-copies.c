// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bulk copies through a window, to the host and from it, of any size and alignment; an access that
// is not allowed is a fault that names the memory key, and nothing is copied.
// PROVES: R-DWIN-04 R-DWIN-05
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --seed=1 -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

struct copy {
  uint64_t window, key, host, device, size;
};

static int configure(const struct copy *copy) {
  return flexio_dev_window_config(
             FLEXIO_DEV_WINDOW_ENTITY_1, (uint16_t)copy->window,
             (uint32_t)copy->key) != FLEXIO_DEV_STATUS_SUCCESS;
}

__dpa_rpc__ uint64_t to_host(uint64_t arguments) {
  const struct copy *copy = (const struct copy *)arguments;

  if (configure(copy))
    return 100;
  return (uint64_t)flexio_dev_window_copy_to_host(
      FLEXIO_DEV_WINDOW_ENTITY_1, copy->host, (const void *)copy->device,
      (uint32_t)copy->size);
}

__dpa_rpc__ uint64_t from_host(uint64_t arguments) {
  const struct copy *copy = (const struct copy *)arguments;

  if (configure(copy))
    return 100;
  return (uint64_t)flexio_dev_window_copy_from_host(
      FLEXIO_DEV_WINDOW_ENTITY_1, (void *)copy->device, copy->host,
      (uint32_t)copy->size);
}

__dpa_rpc__ uint64_t wrong_entity(void) {
  char byte;

  return flexio_dev_window_copy_to_host(FLEXIO_DEV_WINDOW_ENTITY_NUM, 0, &byte,
                                        1) == FLEXIO_DEV_STATUS_FAILED &&
         flexio_dev_window_copy_from_host(FLEXIO_DEV_WINDOW_ENTITY_NUM, &byte,
                                          0, 1) == FLEXIO_DEV_STATUS_FAILED;
}

//--- host.c
#include "registered-memory.h"

flexio_func_t to_host, from_host, wrong_entity;

struct copy {
  uint64_t window, key, host, device, size;
};

enum { SIZE = 1 << 20 };

static struct ibv_context *context;

static void run(struct flexio_process *process, flexio_func_t *function,
                const struct copy *copy) {
  flexio_uintptr_t arguments;
  uint64_t result = 7;

  EXPECT_SUCCESS(
      flexio_copy_from_host(process, (void *)copy, sizeof *copy, &arguments));
  EXPECT_SUCCESS(flexio_process_call(process, function, &result, arguments));
  EXPECT(result == 0);
  EXPECT_SUCCESS(flexio_buf_dev_free(process, arguments));
}

/* Copies `size` bytes to the host and back, at given offsets. */
static void round_trip(struct flexio_process *process, struct copy copy,
                       struct ibv_mr *memory, flexio_uintptr_t device,
                       size_t host_offset, size_t device_offset, size_t size) {
  uint8_t *host = memory->addr;
  uint8_t *pattern = malloc(SIZE), *back = malloc(SIZE);
  struct flexio_mem from = {.mem_type = FLEXIO_MEMTYPE_DPA, {.daddr = device}};
  struct flexio_mem to = {.mem_type = FLEXIO_MEMTYPE_HOST, {.daddr = 0}};

  EXPECT(pattern && back);
  for (size_t i = 0; i < SIZE; i++)
    pattern[i] = (uint8_t)(i * 31 + i / 256 + size);
  EXPECT_SUCCESS(flexio_host2dev_memcpy(process, pattern, SIZE, device));
  memset(host, 0xaa, SIZE);
  copy.size = size;
  copy.host = (uint64_t)(host + host_offset);
  copy.device = device + device_offset;
  run(process, to_host, &copy);
  for (size_t i = 0; i < SIZE; i++)
    EXPECT(host[i] == (i - host_offset < size
                           ? pattern[i - host_offset + device_offset]
                           : 0xaa));
  EXPECT_SUCCESS(flexio_buf_dev_memset(process, 0x55, SIZE, device));
  run(process, from_host, &copy);
  to.haddr = (uintptr_t)back;
  EXPECT_SUCCESS(flexio_memcpy(process, &from, &to, SIZE));
  for (size_t i = 0; i < SIZE; i++)
    EXPECT(back[i] == (i - device_offset < size ? pattern[i] : 0x55));
  free(pattern);
  free(back);
}

/* Runs in a process of its own, which the fault ends. */
static void expect_end(const char *what, flexio_func_t *function,
                       struct ibv_mr *memory, size_t offset, uint64_t device,
                       uint64_t size) {
  struct flexio_process *process = create_process(context);
  struct flexio_window *window = NULL;
  struct copy copy = {create_window(process, memory->pd, &window), memory->lkey,
                      (uint64_t)memory->addr + offset, device, size};
  flexio_uintptr_t arguments, buffer;
  uint64_t result;

  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, SIZE, &buffer));
  if (device == 1)
    copy.device = buffer;
  EXPECT_SUCCESS(
      flexio_copy_from_host(process, &copy, sizeof copy, &arguments));
  fprintf(stderr, "%s\n", what);
  EXPECT(flexio_process_call(process, function, &result, arguments) ==
         FLEXIO_STATUS_FATAL_ERR);
  EXPECT_SUCCESS(flexio_process_destroy(process));
}

int main(void) {
  context = open_device();
  struct flexio_process *process = create_process(context);
  struct ibv_pd *pd = ibv_alloc_pd(context);
  struct ibv_mr *memory = register_memory(pd, SIZE, IBV_ACCESS_LOCAL_WRITE);
  struct ibv_mr *constant = register_memory(pd, 4096, 0);
  struct flexio_window *window = NULL;
  struct copy copy = {.window = create_window(process, pd, &window),
                      .key = memory->lkey};
  flexio_uintptr_t device;
  uint64_t result = 0;

  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, SIZE, &device));
  round_trip(process, copy, memory, device, 0, 0, SIZE);
  round_trip(process, copy, memory, device, 0, 0, 0);
  round_trip(process, copy, memory, device, SIZE - 1, 7, 1);
  round_trip(process, copy, memory, device, 64, 4096, 65536);
  for (size_t host = 0; host < 4; host++)
    for (size_t own = 0; own < 9; own += 3)
      round_trip(process, copy, memory, device, 8 + host, 16 + own, 777);
  EXPECT_SUCCESS(flexio_process_call(process, wrong_entity, &result));
  EXPECT(result == 1);

  memset(memory->addr, 0x77, SIZE);
  expect_end("beyond", to_host, memory, 64, 1, SIZE);
  // CHECK: beyond
  // CHECK-NEXT: 'to_host' {{.*}}: store access fault at address 0x5{{[0-9a-f]+}}, pc {{.*}}: mkey 0x{{[0-9a-f]+}}: 1048576 bytes at host address 0x{{[0-9a-f]+}} are not inside the region of 1048576 bytes
  for (size_t i = 0; i < SIZE; i++)
    EXPECT(((uint8_t *)memory->addr)[i] == 0x77);
  expect_end("beyond, loading", from_host, memory, SIZE - 64, 1, 128);
  // CHECK: beyond, loading
  // CHECK-NEXT: 'from_host' {{.*}}: load access fault at address 0x5{{.*}}: mkey
  expect_end("constant", to_host, constant, 64, 1, 64);
  // CHECK: constant
  // CHECK-NEXT: 'to_host' {{.*}}: store access fault at address 0x5{{0*}}[[AT:[1-9a-f][0-9a-f]*]], {{.*}}: mkey 0x{{[0-9a-f]+}}: 64 bytes at host address 0x[[AT]] may not be written
  expect_end("bad device address", to_host, memory, 0, 0x1000, 64);
  // CHECK: bad device address
  // CHECK-NEXT: 'to_host' {{.*}}: load access fault at address 0x1000,
  expect_end("into text", from_host, memory, 0, 0x40000000, 64);
  // CHECK: into text
  // CHECK-NEXT: 'from_host' {{.*}}: store access fault at address 0x40000000,
  expect_end("end of memory", to_host, memory, 0, 0xbfffffc0, 65);
  // CHECK: end of memory
  // CHECK-NEXT: 'to_host' {{.*}}: load access fault at address 0xc0000000,

  EXPECT_SUCCESS(flexio_process_destroy(process));
  free_memory(memory);
  free_memory(constant);
  EXPECT(ibv_dealloc_pd(pd) == 0);
  fprintf(stderr, "done\n");
  // CHECK: done
  return 0;
}
