// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The entries of a linked receive queue name the next one: frames are received in the order of the
// list, also when an entry is posted again before others. In the error state the list is flushed.
// PROVES: R-RQ-01 R-DQ-10
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %S/Inputs/send-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run -- %t/host
// RUN: dpa-run --seed=5 -- %t/host

//--- host.c
#include "frames.h"

enum { DEPTH = 8, STRIDE = 32, SIZE = 64 };

/* The list begins with entry 0. */
static const uint16_t order[DEPTH] = {0, 5, 2, 7, 1, 4, 6, 3};

static struct flexio_process *process;
static struct queue sent, received;
static struct flexio_wq_attr send_attributes, receive_attributes;
static flexio_uintptr_t frame, buffers;
static uint32_t frame_key, buffer_key, sq, frames;

struct entry {
  struct mlx5_wqe_srq_next_seg next;
  struct mlx5_wqe_data_seg data;
};

static void write_entry(uint16_t index, uint16_t next) {
  struct entry entry = {.next.next_wqe_index = htons(next)};

  mlx5dv_set_data_seg(&entry.data, FRAME_BUFFER_SIZE, buffer_key,
                      buffers + (uint64_t)index * FRAME_BUFFER_SIZE);
  EXPECT_SUCCESS(flexio_host2dev_memcpy(process, &entry, sizeof entry,
                                        receive_attributes.wq_ring_qmem.daddr +
                                            (uint64_t)index * STRIDE));
}

static void post(uint32_t count) {
  uint32_t posted = htonl(count);

  EXPECT_SUCCESS(flexio_host2dev_memcpy(process, &posted, sizeof posted,
                                        receive_attributes.wq_dbr_qmem.daddr));
}

static void expect_frame_in(uint16_t index) {
  struct mlx5_cqe64 entry;
  uint32_t byte = 0;

  EXPECT_SUCCESS(flexio_process_call(process, send_frame, NULL,
                                     send_attributes.wq_ring_qmem.daddr, frames,
                                     sq, frame_key, frame, (uint32_t)SIZE));
  entry = completion_at(process, received, frames);
  EXPECT(ntohs(entry.wqe_counter) == index);
  EXPECT(ntohl(entry.byte_cnt) == SIZE);
  read_device(process, buffers + (uint64_t)index * FRAME_BUFFER_SIZE + SIZE - 1,
              &byte, 1);
  EXPECT(byte == 0x77);
  frames++;
}

static void expect_flushed(uint32_t completion, uint16_t index) {
  struct mlx5_cqe64 entry = completion_at(process, received, completion);

  EXPECT(mlx5dv_get_cqe_opcode(&entry) == MLX5_CQE_RESP_ERR);
  EXPECT(ntohs(entry.wqe_counter) == index);
}

int main(void) {
  struct ibv_context *context = open_device();
  struct flexio_sq *send_queue;
  struct flexio_rq *rq = NULL;
  uint8_t bytes[SIZE] = {0};

  process = create_process(context);
  sent = create_silent_cq(process);
  received = create_silent_cq(process);
  bytes[12] = 0x88;
  bytes[13] = 0xb5;
  bytes[SIZE - 1] = 0x77;
  EXPECT_SUCCESS(flexio_copy_from_host(process, bytes, SIZE, &frame));
  frame_key = create_key(process, frame, SIZE);
  buffers = create_zeroed(process, DEPTH * FRAME_BUFFER_SIZE);
  buffer_key = create_key(process, buffers, DEPTH * FRAME_BUFFER_SIZE);
  send_attributes = work_queue_attributes(process, false);
  EXPECT_SUCCESS(flexio_sq_create(process, NULL, sent.number, &send_attributes,
                                  &send_queue));
  sq = flexio_sq_get_wq_num(send_queue);
  receive_attributes = work_queue_attributes(process, true);
  receive_attributes.rq.wq_type = FLEXIO_WQ_TYPE_LINKED_LIST;
  receive_attributes.log_wq_depth = 3;
  receive_attributes.log_wq_stride = 5;
  EXPECT_SUCCESS(flexio_rq_create(process, NULL, received.number,
                                  &receive_attributes, &rq));
  direct_all_to(context, flexio_rq_get_tir(rq));

  for (int i = 0; i < DEPTH - 1; i++)
    write_entry(order[i], order[i + 1]);
  post(DEPTH - 1);
  for (int i = 0; i < 4; i++)
    expect_frame_in(order[i]);
  /* Entry 5 again, behind the last one. */
  write_entry(order[DEPTH - 1], 5);
  write_entry(5, 0);
  post(DEPTH + 1);
  for (int i = 4; i < DEPTH - 1; i++)
    expect_frame_in(order[i]);
  EXPECT_SUCCESS(flexio_rq_set_err_state(rq));
  expect_flushed(7, order[DEPTH - 1]);
  expect_flushed(8, 5);
  EXPECT(!has_completion(process, received, 9));
  EXPECT(flexio_err_status_get(process) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
