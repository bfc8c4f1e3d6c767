// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Entries of a send queue that copy memory, transpose matrices of many sizes, and wait until a number
// in memory has a value: entries behind such a wait are executed when another thread has written it.
// An entry that is not allowed writes nothing and breaks the queue.
// PROVES: R-DQ-12 R-DQ-01 R-DQ-08
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --seed=5 -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

static union flexio_dev_sqe_seg *entry_at(uint64_t ring, uint32_t index) {
  return (union flexio_dev_sqe_seg *)ring +
         ((uint64_t)(index % 16) << LOG_SQE_NUM_SEGS);
}

static void start(union flexio_dev_sqe_seg *entry, uint32_t index,
                  uint32_t number, flexio_ctrl_seg_t type) {
  flexio_dev_swqe_seg_ctrl_set(&entry[0], index, number,
                               MLX5_CTRL_SEG_CE_CQE_ALWAYS, type);
}

static void ring_for(uint32_t index, uint32_t number) {
  __dpa_thread_memory_writeback();
  flexio_dev_qp_sq_ring_db((uint16_t)(index + 1), number);
}

__dpa_rpc__ uint64_t copy(uint64_t ring, uint32_t index, uint32_t number,
                          uint32_t key, uint64_t from, uint64_t to,
                          uint32_t size) {
  union flexio_dev_sqe_seg *entry = entry_at(ring, index);

  start(entry, index, number, FLEXIO_CTRL_SEG_LDMA);
  entry[1] = (union flexio_dev_sqe_seg){0};
  flexio_dev_swqe_seg_mem_ptr_data_set(&entry[2], size, key, from);
  flexio_dev_swqe_seg_mem_ptr_data_set(&entry[3], size, key, to);
  ring_for(index, number);
  return 0;
}

__dpa_rpc__ uint64_t transpose(uint64_t ring, uint32_t index, uint32_t number,
                               uint32_t key, uint64_t from, uint64_t to,
                               uint32_t size, uint32_t columns, uint32_t rows) {
  union flexio_dev_sqe_seg *entry = entry_at(ring, index);
  uint32_t bytes = size * columns * rows;

  start(entry, index, number, FLEXIO_CTRL_SEG_TRANSPOSE);
  flexio_dev_swqe_seg_transpose_set(&entry[1], (uint8_t)size, (uint8_t)columns,
                                    (uint8_t)rows);
  flexio_dev_swqe_seg_mem_ptr_data_set(&entry[2], bytes, key, from);
  flexio_dev_swqe_seg_mem_ptr_data_set(&entry[3], bytes, key, to);
  ring_for(index, number);
  return 0;
}

/* Without a doorbell. */
__dpa_rpc__ uint64_t add_wait(uint64_t ring, uint32_t index, uint32_t number,
                              uint32_t key, uint64_t place, uint32_t operation,
                              uint32_t inverted, uint64_t value,
                              uint64_t mask) {
  union flexio_dev_sqe_seg *entry = entry_at(ring, index);

  start(entry, index, number, FLEXIO_CTRL_SEG_WAIT_ON_DATA);
  flexio_dev_swqe_seg_wait_on_data_set(&entry[1], (uint8_t)operation,
                                       (uint8_t)inverted, key, place, 0);
  flexio_dev_swqe_seg_wait_on_data_data_set(&entry[2], value, mask);
  return 0;
}

__dpa_rpc__ uint64_t store(uint64_t place, uint64_t value) {
  __atomic_store_n((uint64_t *)place, cpu_to_be64(value), __ATOMIC_RELEASE);
  __dpa_thread_memory_writeback();
  return 0;
}

//--- host.c
#include "frames.h"

flexio_func_t copy, transpose, add_wait, store;

enum { SIZE = 127 * 127 * 16, CQ_LOG_DEPTH = 8 };
enum { EQUAL = 1, GREATER, SMALLER, CYCLIC_GREATER };

static struct flexio_process *process;
static struct queue completions;
static struct flexio_wq_attr attributes;
static flexio_uintptr_t source, target, number_place;
static uint32_t sq, key, sent;
static uint8_t *expected, *original, *result;

static struct mlx5_cqe64 wait_for_entry(uint32_t index) {
  struct mlx5_cqe64 entry = completion_at(process, completions, index);

  EXPECT(ntohs(entry.wqe_counter) == index);
  return entry;
}

static void expect_done(uint32_t index) {
  struct mlx5_cqe64 entry = wait_for_entry(index);

  EXPECT(mlx5dv_get_cqe_opcode(&entry) == MLX5_CQE_REQ);
}

static void expect_result(uint32_t size) {
  read_device(process, target, result, size + 1);
  EXPECT(memcmp(result, expected, size) == 0);
  EXPECT(result[size] == 0);
  EXPECT_SUCCESS(flexio_buf_dev_memset(process, 0, size, target));
}

static void check_copy(uint32_t size) {
  EXPECT_SUCCESS(flexio_process_call(process, copy, NULL,
                                     attributes.wq_ring_qmem.daddr, sent, sq,
                                     key, source, target, size));
  expect_done(sent++);
  memcpy(expected, original, size);
  expect_result(size);
}

static void check_transpose(uint32_t size, uint32_t columns, uint32_t rows) {
  EXPECT_SUCCESS(flexio_process_call(process, transpose, NULL,
                                     attributes.wq_ring_qmem.daddr, sent, sq,
                                     key, source, target, size, columns, rows));
  expect_done(sent++);
  for (uint32_t row = 0; row < rows; row++)
    for (uint32_t column = 0; column < columns; column++)
      memcpy(expected + (size_t)(column * rows + row) * size,
             original + (size_t)(row * columns + column) * size, size);
  expect_result(size * columns * rows);
}

/* A copy behind an entry that waits while the number is `before`. */
static void check_wait(uint32_t operation, uint32_t inverted, uint64_t value,
                       uint64_t mask, uint64_t before, uint64_t after) {
  EXPECT_SUCCESS(
      flexio_process_call(process, store, NULL, number_place, before));
  EXPECT_SUCCESS(flexio_process_call(
      process, add_wait, NULL, attributes.wq_ring_qmem.daddr, sent, sq, key,
      number_place, operation, inverted, value, mask));
  EXPECT_SUCCESS(flexio_process_call(process, copy, NULL,
                                     attributes.wq_ring_qmem.daddr, sent + 1,
                                     sq, key, source, target, 100u));
  for (int i = 0; i < 10; i++)
    EXPECT(!has_completion(process, completions, sent));
  EXPECT_SUCCESS(
      flexio_process_call(process, store, NULL, number_place, after));
  expect_done(sent);
  expect_done(sent + 1);
  sent += 2;
  memcpy(expected, original, 100);
  expect_result(100);
}

static void check_errors(void) {
  struct mlx5_cqe64 entry;

  // CHECK: send queue 0x{{[0-9a-f]+}}, entry {{[0-9]+}}: the range is not all inside the memory of the key (syndrome 0x04); the queue is in the error state
  EXPECT_SUCCESS(flexio_process_call(process, copy, NULL,
                                     attributes.wq_ring_qmem.daddr, sent, sq,
                                     key, source, number_place + 8, 100u));
  entry = wait_for_entry(sent);
  EXPECT(mlx5dv_get_cqe_opcode(&entry) == MLX5_CQE_REQ_ERR);
}

static void create_queues(void) {
  struct flexio_sq *made = NULL;

  completions = create_queue(
      process, (struct flexio_cq_attr){.log_cq_depth = CQ_LOG_DEPTH,
                                       .element_type =
                                           FLEXIO_CQ_ELEMENT_TYPE_NON_DPA_CQ});
  attributes = work_queue_attributes(process, false);
  EXPECT_SUCCESS(
      flexio_sq_create(process, NULL, completions.number, &attributes, &made));
  sq = flexio_sq_get_wq_num(made);
}

int main(void) {
  static const uint32_t sizes[] = {1, 2, 3, 4, 8, 16};
  static const uint32_t counts[] = {1, 2, 7, 127};

  process = create_process(open_device());
  create_queues();
  original = malloc(SIZE);
  expected = malloc(SIZE);
  result = malloc(SIZE + 1);
  for (int i = 0; i < SIZE; i++)
    original[i] = (uint8_t)(i * 7 + i / 256);
  source = create_zeroed(process, 2 * SIZE + 64);
  target = source + SIZE;
  number_place = source + 2 * SIZE + 56;
  key = create_key(process, source, 2 * SIZE + 64);
  EXPECT_SUCCESS(flexio_host2dev_memcpy(process, original, SIZE, source));

  check_copy(1);
  check_copy(4096);
  check_copy(100000);
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    for (size_t j = 0; j < sizeof counts / sizeof *counts; j++)
      for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
        check_transpose(sizes[i], counts[j], counts[k]);
  check_wait(EQUAL, 0, 5, UINT64_MAX, 4, 5);
  check_wait(EQUAL, 1, 5, UINT64_MAX, 5, 6);
  check_wait(EQUAL, 0, 0x12, 0xff, 0x1213, 0x1312);
  check_wait(GREATER, 0, 5, UINT64_MAX, 5, UINT64_MAX);
  check_wait(SMALLER, 0, 5, UINT64_MAX, 5, 0);
  check_wait(CYCLIC_GREATER, 0, 0xfff0, 0xffff, 0xfff0, 0x10);
  check_errors();
  EXPECT(flexio_err_status_get(process) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  // CHECK: done
  return 0;
}
