// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What goes wrong between two reliable queue pairs: memory keys and rights that do not allow an access
// give error completions, both queue pairs are then in the error state and flush what is posted, and no byte is
// written. A message without a receive entry waits for one, or fails after the retries. After RST
// a queue pair works again.
// PROVES: R-QP-05 R-QP-06 R-QP-09 R-MKEY-02
// RUN: rm -rf %t && mkdir -p %t
// RUN: %dpacc_bf3 %S/Inputs/queue-pair-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %s %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --seed=5 -- %t/host 2>&1 | FileCheck %s
#include "queue-pair.h"

enum { SIZE = 3000 };

static struct ibv_context *context;
static struct flexio_process *process;
static struct queue_pair a, b;
static struct address address_a, address_b;

static void create_both(void) {
  a = create_queue_pair(process);
  b = create_queue_pair(process);
  address_a = address_of(&a, context);
  address_b = address_of(&b, context);
}

static void destroy_both(void) {
  EXPECT_SUCCESS(flexio_qp_destroy(a.qp));
  EXPECT_SUCCESS(flexio_qp_destroy(b.qp));
}

/* The request fails, the next one is flushed. */
static void expect_broken(struct queue_pair_request request, uint8_t syndrome) {
  uint32_t index = post(&a, request);

  expect_send_error(&a, index, syndrome);
  EXPECT(flexio_qp_state_get(a.qp) == FLEXIO_QP_STATE_ERR);
  expect_send_error(&a, post(&a, request), MLX5_CQE_SYNDROME_WR_FLUSH_ERR);
}

// CHECK: flexio: warning: {{.*}}send entry 0: the other end's memory key does not allow the access (syndrome 0x13)
static void check_remote_key(void) {
  struct queue_pair_request request;

  create_both();
  connect_to(&a, &address_b);
  connect_to(&b, &address_a);
  post_receive(&b, 0, SIZE);
  request = request_of(&a, &address_b, WRITE, 0, SIZE);
  request.rkey ^= 0x100;
  fill(&a, 0, SIZE, 1);
  expect_broken(request, MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR);
  EXPECT(number_at(&b, 0) == 0);
  while (flexio_qp_state_get(b.qp) != FLEXIO_QP_STATE_ERR)
    ;
  {
    struct mlx5_cqe64 flushed = completion_at(process, b.received, 0);

    EXPECT(mlx5dv_get_cqe_opcode(&flushed) == MLX5_CQE_RESP_ERR);
    EXPECT(error_of(&flushed) == MLX5_CQE_SYNDROME_WR_FLUSH_ERR);
  }
  destroy_both();
}

static void check_range(void) {
  struct queue_pair_request request;

  create_both();
  connect_to(&a, &address_b);
  connect_to(&b, &address_a);
  request = request_of(&a, &address_b, WRITE, 0, SIZE);
  request.raddr += MEMORY_SIZE - SIZE + 1;
  expect_broken(request, MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR);
  destroy_both();
}

// CHECK: flexio: warning: {{.*}}(syndrome 0x04)
static void check_local_key(void) {
  struct queue_pair_request request;

  create_both();
  connect_to(&a, &address_b);
  connect_to(&b, &address_a);
  request = request_of(&a, &address_b, WRITE, 0, SIZE);
  request.key ^= 0x100;
  expect_broken(request, MLX5_CQE_SYNDROME_LOCAL_PROT_ERR);
  EXPECT(number_at(&b, 0) == 0);
  destroy_both();
}

/* The key allows writes, but the queue pair does not. The mask selects the rights of a later change. */
static void check_access(bool is_selected) {
  struct flexio_qp_attr attributes;
  struct flexio_qp_attr_opt_param_mask mask = {.qp_access_mask = is_selected};

  create_both();
  attributes = connection_attributes(&b);
  attributes.qp_access_mask = IBV_ACCESS_REMOTE_READ;
  connect_to(&a, &address_b);
  connect_with(&b, &address_a, attributes);
  attributes.qp_access_mask = ALL_ACCESS;
  attributes.next_state = FLEXIO_QP_STATE_RTS;
  EXPECT_SUCCESS(flexio_qp_modify(b.qp, &attributes, &mask));
  if (is_selected)
    expect_sent(&a, post(&a, request_of(&a, &address_b, WRITE, 0, SIZE)));
  else
    expect_broken(request_of(&a, &address_b, WRITE, 0, SIZE),
                  MLX5_CQE_SYNDROME_REMOTE_INVAL_REQ_ERR);
  destroy_both();
}

static void check_wait_for_receive(void) {
  uint32_t index;

  create_both();
  connect_to(&a, &address_b);
  connect_to(&b, &address_a);
  fill(&a, 0, SIZE, 4);
  index = post(&a, request_of(&a, &address_b, SEND, 0, SIZE));
  EXPECT(!has_completion(process, a.sent, index));
  EXPECT(flexio_qp_state_get(a.qp) == FLEXIO_QP_STATE_RTS);
  post_receive(&b, 0, SIZE);
  expect_sent(&a, index);
  expect_received(&b, 0, MLX5_CQE_RESP_SEND, SIZE);
  EXPECT(is_filled(&b, 0, SIZE, 4));
  destroy_both();
}

// CHECK: flexio: warning: {{.*}}the other end has no receive posted (syndrome 0x16)
static void check_no_receive(void) {
  struct flexio_qp_attr attributes;

  create_both();
  attributes = connection_attributes(&a);
  attributes.retry_count = 1;
  connect_with(&a, &address_b, attributes);
  connect_to(&b, &address_a);
  expect_broken(request_of(&a, &address_b, SEND, 0, SIZE),
                MLX5_CQE_SYNDROME_RNR_RETRY_EXC_ERR);
  EXPECT(flexio_qp_state_get(b.qp) == FLEXIO_QP_STATE_RTS);
  destroy_both();
}

/* The send index begins at 0 again. */
static void restart(struct queue_pair *pair) {
  struct flexio_qp_attr attributes = connection_attributes(pair);

  move(pair, &attributes, FLEXIO_QP_STATE_ERR);
  move(pair, &attributes, FLEXIO_QP_STATE_RST);
  EXPECT_SUCCESS(flexio_buf_dev_memset(process, 0, 8, pair->record));
}

static void check_reset(void) {
  uint32_t before;

  create_both();
  connect_to(&a, &address_b);
  connect_to(&b, &address_a);
  before = post(&a, request_of(&a, &address_b, WRITE, 0, SIZE));
  expect_sent(&a, before);
  restart(&a);
  restart(&b);
  connect_to(&a, &address_b);
  connect_to(&b, &address_a);
  a.index = 0;
  fill(&a, 0, SIZE, 5);
  post(&a, request_of(&a, &address_b, WRITE, 0, SIZE));
  completion_at(process, a.sent, before + 1);
  EXPECT(is_filled(&b, 0, SIZE, 5));
  destroy_both();
}

int main(void) {
  context = open_device();
  process = create_process(context);
  check_remote_key();
  check_range();
  check_local_key();
  check_access(false);
  check_access(true);
  check_wait_for_receive();
  check_no_receive();
  check_reset();
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  // CHECK: done
  return 0;
}
