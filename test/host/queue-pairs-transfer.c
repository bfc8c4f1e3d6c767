// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two reliable queue pairs of a process: send, write, write with immediate, read and both atomics move
// messages of several packets, also when the port loses, doubles, delays and reorders packets.
// PROVES: R-QP-01 R-QP-03 R-QP-07 R-QP-08 R-DQ-01 R-DQ-11 R-MKEY-01 R-DQ-08
// RUN: rm -rf %t && mkdir -p %t
// RUN: %dpacc_bf3 %S/Inputs/queue-pair-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %s %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --seed=5 -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --port=loopback,loss=0.01,duplicate=0.02,reorder=0.02,delay=20us -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --port=loopback,loss=0.1,seed=7 -- %t/host 2>&1 | FileCheck %s
#include "queue-pair.h"

enum { SIZE = 10000, HALF = MEMORY_SIZE / 2, IMMEDIATE = 0x12345678 };

static struct queue_pair a, b;
static struct address address_a, address_b;

static void check_send(void) {
  fill(&a, 0, SIZE, 1);
  post_receive(&b, HALF, SIZE);
  expect_sent(&a, post(&a, request_of(&a, &address_b, SEND, 0, SIZE)));
  expect_received(&b, 0, MLX5_CQE_RESP_SEND, SIZE);
  EXPECT(is_filled(&b, HALF, SIZE, 1));
}

static void check_write(void) {
  struct queue_pair_request with_immediate =
      request_of(&a, &address_b, WRITE_IMMEDIATE, SIZE, SIZE);
  struct mlx5_cqe64 done;

  fill(&a, 0, 2 * SIZE, 2);
  expect_sent(&a, post(&a, request_of(&a, &address_b, WRITE, 0, SIZE)));
  EXPECT(is_filled(&b, 0, SIZE, 2));
  post_receive(&b, HALF, 0);
  with_immediate.immediate = IMMEDIATE;
  expect_sent(&a, post(&a, with_immediate));
  done = expect_received(&b, 1, MLX5_CQE_RESP_WR_IMM, SIZE);
  EXPECT(ntohl(done.imm_inval_pkey) == IMMEDIATE);
  EXPECT(is_filled(&b, 0, 2 * SIZE, 2));
}

static void check_read(void) {
  fill(&a, 0, SIZE, 3);
  expect_sent(&b, post(&b, request_of(&b, &address_a, READ, 0, SIZE)));
  EXPECT(is_filled(&b, 0, SIZE, 3));
}

/* Operands are in the order of device code. */
static void check_atomics(void) {
  struct queue_pair_request request =
      request_of(&a, &address_b, FETCH_AND_ADD, 0, 8);

  set_number(&b, 0, 40);
  request.swap_add = 2;
  expect_sent(&a, post(&a, request));
  EXPECT(number_at(&a, 0) == 40 && number_at(&b, 0) == 42);
  request.type = COMPARE_AND_SWAP;
  request.swap_add = 7;
  request.compare = 41;
  expect_sent(&a, post(&a, request));
  EXPECT(number_at(&a, 0) == 42 && number_at(&b, 0) == 42);
  request.compare = 42;
  expect_sent(&a, post(&a, request));
  EXPECT(number_at(&a, 0) == 42 && number_at(&b, 0) == 7);
}

int main(void) {
  struct ibv_context *context = open_device();
  struct flexio_process *process = create_process(context);

  a = create_queue_pair(process);
  b = create_queue_pair(process);
  EXPECT(a.number != b.number);
  address_a = address_of(&a, context);
  address_b = address_of(&b, context);
  connect_to(&a, &address_b);
  connect_to(&b, &address_a);
  check_send();
  check_write();
  check_read();
  check_atomics();
  EXPECT_SUCCESS(flexio_qp_destroy(a.qp));
  EXPECT_SUCCESS(flexio_qp_destroy(b.qp));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  // CHECK-NOT: flexio:
  // CHECK: done
  return 0;
}
