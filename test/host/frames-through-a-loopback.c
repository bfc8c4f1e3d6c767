// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A frame of a send queue returns through the loopback port to the receive queue that a rule names:
// content and completions of both. A receive queue in the error state completes what is posted and
// receives nothing; an outbox of another UAR cannot ring a send queue.
// PROVES: R-WQ-03 R-WQ-04 R-RQ-03
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %S/Inputs/send-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --seed=5 -- %t/host 2>&1 | FileCheck %s

//--- host.c
#include "frames.h"

enum {
  SIZE = 100,
  POSTED = 4,
  SEND_INDEX = 0x123456,
  RECEIVE_INDEX = 0xabcdef
};

static struct flexio_process *process;
static struct queue sent, received;
static struct flexio_wq_attr send_attributes;
static flexio_uintptr_t frame, buffers;
static uint32_t key;

static uint64_t send_at(uint32_t index, uint32_t number) {
  uint64_t error = 1;

  EXPECT_SUCCESS(flexio_process_call(process, send_frame, &error,
                                     send_attributes.wq_ring_qmem.daddr, index,
                                     number, key, frame, (uint32_t)SIZE));
  return error;
}

static void make_frame(uint8_t *bytes) {
  for (int i = 0; i < SIZE; i++)
    bytes[i] = (uint8_t)i;
  bytes[12] = 0x88;
  bytes[13] = 0xb5;
  EXPECT_SUCCESS(flexio_copy_from_host(process, bytes, SIZE, &frame));
  key = create_key(process, frame, SIZE);
}

static void check_frame(uint32_t sq, uint32_t index, const uint8_t *bytes) {
  struct mlx5_cqe64 done, arrived;
  uint8_t content[SIZE + 1];

  EXPECT(send_at(index, sq) == 0);
  done = completion_at(process, sent, index);
  EXPECT(mlx5dv_get_cqe_opcode(&done) == MLX5_CQE_REQ);
  EXPECT((ntohl(done.sop_drop_qpn) & 0xffffff) == sq);
  EXPECT(ntohs(done.wqe_counter) == index);
  EXPECT((ntohl(done.srqn_uidx) & 0xffffff) == SEND_INDEX);
  arrived = completion_at(process, received, index);
  EXPECT(mlx5dv_get_cqe_opcode(&arrived) == MLX5_CQE_RESP_SEND);
  EXPECT(ntohl(arrived.byte_cnt) == SIZE);
  EXPECT(ntohs(arrived.wqe_counter) == index);
  EXPECT((ntohl(arrived.srqn_uidx) & 0xffffff) == RECEIVE_INDEX);
  read_device(process, buffers + index * FRAME_BUFFER_SIZE, content,
              sizeof content);
  EXPECT(memcmp(content, bytes, SIZE) == 0 && content[SIZE] == 0);
}

static void check_error_state(struct flexio_rq *rq, uint32_t sq,
                              uint32_t index) {
  EXPECT_SUCCESS(flexio_rq_set_err_state(rq));
  for (uint32_t i = index; i < POSTED; i++) {
    struct mlx5_cqe64 flushed = completion_at(process, received, i);

    EXPECT(mlx5dv_get_cqe_opcode(&flushed) == MLX5_CQE_RESP_ERR);
    EXPECT(((struct mlx5_err_cqe *)&flushed)->syndrome ==
           MLX5_CQE_SYNDROME_WR_FLUSH_ERR);
  }
  EXPECT(send_at(index, sq) == 0);
  completion_at(process, sent, index);
  EXPECT(!has_completion(process, received, POSTED));
}

/* The outboxes of a process belong to its own UAR. */
static void check_other_uar(void) {
  struct flexio_wq_attr attributes = send_attributes;
  struct flexio_uar *uar = NULL;
  struct flexio_sq *sq = NULL;

  EXPECT_SUCCESS(flexio_uar_create(process, &uar));
  attributes.uar_id = flexio_uar_get_id(uar);
  EXPECT_SUCCESS(
      flexio_sq_create(process, NULL, sent.number, &attributes, &sq));
  // CHECK: flexio: error: process: 'test_app' on 'mlx5_0': {{.*}}doorbell rejected:
  EXPECT(send_at(0, flexio_sq_get_wq_num(sq)) != 0);
  EXPECT_SUCCESS(flexio_sq_destroy(sq));
}

int main(void) {
  struct ibv_context *context = open_device();
  struct flexio_wq_attr receive_attributes;
  struct flexio_sq *sq = NULL;
  struct flexio_rq *rq = NULL;
  uint8_t bytes[SIZE];
  uint32_t number;

  process = create_process(context);
  sent = create_silent_cq(process);
  received = create_silent_cq(process);
  make_frame(bytes);
  send_attributes = work_queue_attributes(process, false);
  send_attributes.user_index = SEND_INDEX;
  receive_attributes = work_queue_attributes(process, true);
  receive_attributes.user_index = RECEIVE_INDEX;
  EXPECT_SUCCESS(
      flexio_sq_create(process, context, sent.number, &send_attributes, &sq));
  EXPECT_SUCCESS(flexio_rq_create(process, context, received.number,
                                  &receive_attributes, &rq));
  buffers = post_buffers(process, &receive_attributes, POSTED);
  direct_all_to(context, flexio_rq_get_tir(rq));
  number = flexio_sq_get_wq_num(sq);
  check_frame(number, 0, bytes);
  check_frame(number, 1, bytes);
  check_error_state(rq, number, 2);
  check_other_uar();
  EXPECT(flexio_err_status_get(process) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  // CHECK: done
  return 0;
}
