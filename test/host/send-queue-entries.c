// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The segments of send queue entries, as bytes; arguments outside of their ranges write nothing.
// PROVES: R-DQ-10 R-DQ-08
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

static union flexio_dev_sqe_seg *segment_at(uint64_t address) {
  return (union flexio_dev_sqe_seg *)address;
}

__dpa_rpc__ uint64_t set_control(uint64_t address, uint32_t type, uint32_t ce) {
  return flexio_dev_swqe_seg_ctrl_set(segment_at(address), 0x12345, 0xabcdef,
                                      ce, (flexio_ctrl_seg_t)type);
}

// Writes one segment after the other; how many calls failed.
__dpa_rpc__ uint64_t set_others(uint64_t address) {
  union flexio_dev_sqe_seg *segment = segment_at(address);
  uint8_t header[2] = {0x0a, 0x0b};
  uint32_t data[3] = {0x04030201, 0x08070605, 0x0c0b0a09};
  uint8_t bytes[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

  return flexio_dev_swqe_seg_eth_set(segment++,
                                     FLEXIO_ETH_SEG_L4CS | FLEXIO_ETH_SEG_L3CS,
                                     0x1234, 0x0102, header) +
         flexio_dev_swqe_seg_eth_set(segment++, 0, 0, 0, NULL) +
         flexio_dev_swqe_seg_mem_ptr_data_set(segment++, 0x01020304, 0x05060708,
                                              0x090a0b0c0d0e0f10) +
         flexio_dev_swqe_seg_mem_ptr_data_set(segment++, 0x80000000, 1, 2) +
         flexio_dev_swqe_seg_inline_data_set(segment++, 12, data) +
         flexio_dev_swqe_seg_inline_data_set(segment++, 5, data) +
         flexio_dev_swqe_seg_rdma_set(segment++, 0x01020304,
                                      0x05060708090a0b0c) +
         flexio_dev_swqe_seg_atomic_set(segment++, 0x0102030405060708,
                                        0x090a0b0c0d0e0f10) +
         flexio_dev_swqe_seg_shared_receive_set(segment++, 0x0102, 0x03) +
         flexio_dev_swqe_seg_transpose_set(segment++, 0xff, 127, 3) +
         flexio_dev_swqe_seg_wait_on_data_set(segment++, 5, 1, 0x01020304,
                                              0x05060708090a0b08, 7) +
         flexio_dev_swqe_seg_wait_on_data_set(segment++, 1, 0, 2, 8, 0) +
         flexio_dev_swqe_seg_wait_on_data_data_set(
             segment++, 0x0102030405060708, 0x090a0b0c0d0e0f10) +
         flexio_dev_swqe_seg_av1_set(segment++, 0x01020304, 1, 0xff050607, 8, 9,
                                     0x0a0b) +
         flexio_dev_swqe_seg_av1_set(segment++, 1, 0, 2, 0, 0, 0) +
         flexio_dev_swqe_seg_av2_set(segment++, bytes, 0x77, 0x88, 0x40112233) +
         flexio_dev_swqe_seg_av3_set(segment++, bytes);
}

// How many calls with arguments outside of their ranges failed.
__dpa_rpc__ uint64_t set_wrongly(uint64_t address) {
  union flexio_dev_sqe_seg *segment = segment_at(address);
  uint32_t data[4] = {0};

  return flexio_dev_swqe_seg_mem_ptr_data_set(segment, 0x80000001, 1, 2) +
         flexio_dev_swqe_seg_inline_data_set(segment, 13, data) +
         flexio_dev_swqe_seg_transpose_set(segment, 1, 128, 1) +
         flexio_dev_swqe_seg_transpose_set(segment, 1, 1, 128) +
         flexio_dev_swqe_seg_wait_on_data_set(segment, 6, 0, 0, 0, 0) +
         flexio_dev_swqe_seg_wait_on_data_set(segment, 0, 0, 0, 4, 0) +
         flexio_dev_swqe_seg_wait_on_data_set(segment, 0, 0, 0, 0, 8) +
         flexio_dev_swqe_seg_ctrl_set(segment, 0, 0, 4, FLEXIO_CTRL_SEG_NOP) +
         flexio_dev_swqe_seg_ctrl_set(segment, 0, 0, 0, (flexio_ctrl_seg_t)13);
}

// The values differ between versions: the program's own header decides.
__dpa_rpc__ uint64_t type_of(uint32_t index) {
  static const flexio_ctrl_seg_t types[] = {
      FLEXIO_CTRL_SEG_SEND_EN,
      FLEXIO_CTRL_SEG_SEND_RC,
      FLEXIO_CTRL_SEG_SEND_UC,
      FLEXIO_CTRL_SEG_SEND_UD,
      FLEXIO_CTRL_SEG_LDMA,
      FLEXIO_CTRL_SEG_RDMA_WRITE,
      FLEXIO_CTRL_SEG_RDMA_READ,
      FLEXIO_CTRL_SEG_ATOMIC_COMPARE_AND_SWAP,
      FLEXIO_CTRL_SEG_ATOMIC_FETCH_AND_ADD,
      FLEXIO_CTRL_SEG_LSO,
      FLEXIO_CTRL_SEG_NOP,
      FLEXIO_CTRL_SEG_RDMA_WRITE_IMM,
      FLEXIO_CTRL_SEG_TRANSPOSE,
      FLEXIO_CTRL_SEG_WAIT_ON_DATA,
  };

  return types[index];
}

//--- host.c
#include "handler.h"

flexio_func_t set_control, set_others, set_wrongly, type_of;

#define SEGMENTS 17

static flexio_uintptr_t memory;

static void read_back(struct flexio_process *process, uint8_t *bytes,
                      size_t size) {
  struct flexio_mem from = {FLEXIO_MEMTYPE_DPA, {memory}};
  struct flexio_mem to = {FLEXIO_MEMTYPE_HOST, {(uintptr_t)bytes}};

  EXPECT_SUCCESS(flexio_memcpy(process, &from, &to, size));
}

static void check_control(struct flexio_process *process) {
  // Opcode, modifier, segments; in the order of type_of().
  static const uint8_t expected[][3] = {
      {0x0a, 0, 3}, {0x0a, 0, 2}, {0x0a, 0, 2}, {0x0a, 0, 3}, {0x32, 1, 4},
      {0x08, 0, 3}, {0x10, 0, 3}, {0x11, 0, 4}, {0x12, 0, 4}, {0x0e, 0, 4},
      {0x00, 0, 1}, {0x09, 0, 3}, {0x32, 0, 4}, {0x0f, 1, 3}};

  for (uint32_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    uint32_t ce = i % 4;
    uint64_t result = 1;
    uint8_t bytes[16];
    uint8_t wanted[16] = {expected[i][1], 0x23, 0x45, expected[i][0],
                          0xab,           0xcd, 0xef, expected[i][2]};

    wanted[11] = ce << 2;
    EXPECT_SUCCESS(flexio_process_call(process, set_control, &result, memory,
                                       (uint32_t)call1(process, type_of, i),
                                       ce));
    EXPECT(result == 0);
    read_back(process, bytes, sizeof bytes);
    EXPECT(memcmp(bytes, wanted, sizeof bytes) == 0);
  }
}

static void check_others(struct flexio_process *process) {
  static const uint8_t expected[SEGMENTS][16] = {
      {0, 0, 0, 0, 0xc0, 0, 0x12, 0x34, 0, 0, 0, 0, 1, 2, 0x0a, 0x0b},
      {0},
      {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16},
      {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2},
      {0x80, 0, 0, 12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12},
      {0x80, 0, 0, 5, 1, 2, 3, 4, 5, 0, 0, 0, 0, 0, 0, 0},
      {5, 6, 7, 8, 9, 10, 11, 12, 1, 2, 3, 4, 0, 0, 0, 0},
      {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16},
      {0, 0, 1, 2, 3},
      {0, 0, 0, 0xff, 0, 127, 0, 3},
      {0, 0, 0, 0x15, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15},
      {0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 8},
      {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16},
      {1, 2, 3, 4, 0, 0, 0, 0, 0x80, 5, 6, 7, 8, 9, 10, 11},
      {0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0},
      {0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 0x77, 0x88, 0x40, 0x11, 0x22, 0x33},
      {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}};
  uint8_t bytes[SEGMENTS][16];

  EXPECT(call1(process, set_others, memory) == 0);
  read_back(process, bytes[0], sizeof bytes);
  for (int i = 0; i < SEGMENTS; i++)
    if (memcmp(bytes[i], expected[i], 16) != 0) {
      fprintf(stderr, "segment %d differs\n", i);
      exit(1);
    }
}

int main(void) {
  struct flexio_process *process = create_process(open_device());
  uint8_t bytes[16];

  EXPECT_SUCCESS(flexio_buf_dev_alloc(process, SEGMENTS * 16, &memory));
  EXPECT_SUCCESS(flexio_buf_dev_memset(process, 0xee, SEGMENTS * 16, memory));
  EXPECT(call1(process, set_wrongly, memory) == 9);
  read_back(process, bytes, sizeof bytes);
  for (unsigned i = 0; i < sizeof bytes; i++)
    EXPECT(bytes[i] == 0xee);
  check_control(process);
  check_others(process);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
