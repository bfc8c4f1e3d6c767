// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// States and attributes of a queue pair: what the state machine does not permit, and attributes that are
// out of range, fail and change nothing. Queue pairs without one of their queues.
// PROVES: R-QP-01 R-QP-02 R-QP-03 R-QP-04 R-QP-10
// RUN: rm -rf %t && mkdir -p %t
// RUN: %dpacc_bf3 %S/Inputs/queue-pair-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %s %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
#include "queue-pair.h"

static struct flexio_process *process;

static void expect_refused(const struct queue_pair *pair,
                           struct flexio_qp_attr attributes,
                           enum flexio_qp_state next) {
  enum flexio_qp_state before = flexio_qp_state_get(pair->qp);

  attributes.next_state = next;
  EXPECT_FAILED(flexio_qp_modify(pair->qp, &attributes, NULL));
  EXPECT(flexio_qp_state_get(pair->qp) == before);
}

static void check_states(void) {
  struct queue_pair pair = create_queue_pair(process);
  struct flexio_qp_attr good = connection_attributes(&pair), bad;

  good.fl = 1;
  good.remote_qp_num = pair.number;
  EXPECT(flexio_qp_state_get(pair.qp) == FLEXIO_QP_STATE_RST);
  // CHECK: flexio_qp_modify: process 'test_app' on 'mlx5_0': queue pair 0x{{[0-9a-f]+}}: queue pair cannot change from RESET to RTR
  expect_refused(&pair, good, FLEXIO_QP_STATE_RTR);
  // CHECK: next_state 4 is not a state
  expect_refused(&pair, good, (enum flexio_qp_state)4);
  bad = good;
  bad.qp_access_mask = 1 << 20;
  // CHECK: qp_access_mask 0x100000 has other rights than
  expect_refused(&pair, bad, FLEXIO_QP_STATE_INIT);
  bad = good;
  bad.vhca_port_num = 9;
  // CHECK: IBV_QP_PORT is out of range
  expect_refused(&pair, bad, FLEXIO_QP_STATE_INIT);
  move(&pair, &good, FLEXIO_QP_STATE_INIT);
  bad = good;
  bad.gid_table_index = 200;
  // CHECK: gid_table_index is 200, but the port has {{[0-9]+}} GIDs
  expect_refused(&pair, bad, FLEXIO_QP_STATE_RTR);
  bad = good;
  bad.path_mtu = (enum flexio_qp_qpc_mtu)6;
  // CHECK: path_mtu is 6 (expected
  expect_refused(&pair, bad, FLEXIO_QP_STATE_RTR);
  bad = good;
  bad.min_rnr_nak_timer = 32;
  // CHECK: min_rnr_nak_timer is 32 (expected 0 to 31)
  expect_refused(&pair, bad, FLEXIO_QP_STATE_RTR);
  bad = good;
  bad.log_rra_max = 5;
  // CHECK: log_rra_max is 5 (expected 0 to 4)
  expect_refused(&pair, bad, FLEXIO_QP_STATE_RTR);
  bad = good;
  bad.fl = 0;
  // CHECK: rgid_or_rip is 0
  expect_refused(&pair, bad, FLEXIO_QP_STATE_RTR);
  bad.rgid_or_rip.raw[15] = 1;
  bad.dest_mac = (uint8_t *)64;
  // CHECK: dest_mac:
  expect_refused(&pair, bad, FLEXIO_QP_STATE_RTR);
  bad = good;
  bad.next_rcv_psn = 1 << 24;
  // CHECK: IBV_QP_RQ_PSN is out of range
  expect_refused(&pair, bad, FLEXIO_QP_STATE_RTR);
  move(&pair, &good, FLEXIO_QP_STATE_RTR);
  bad = good;
  bad.retry_count = 8;
  // CHECK: IBV_QP_RETRY_CNT is out of range
  expect_refused(&pair, bad, FLEXIO_QP_STATE_RTS);
  move(&pair, &good, FLEXIO_QP_STATE_RTS);
  move(&pair, &good, FLEXIO_QP_STATE_RTS);
  // CHECK: queue pair cannot change from RTS to INIT
  expect_refused(&pair, good, FLEXIO_QP_STATE_INIT);
  move(&pair, &good, FLEXIO_QP_STATE_ERR);
  move(&pair, &good, FLEXIO_QP_STATE_RST);
  EXPECT_SUCCESS(flexio_qp_destroy(pair.qp));
}

/* With the own number as the other end, its requests come back to it. */
static void check_loopback(void) {
  struct queue_pair pair = create_queue_pair(process);
  struct flexio_qp_attr attributes = connection_attributes(&pair);
  struct address self = {.number = pair.number};

  attributes.fl = 1;
  connect_with(&pair, &self, attributes);
  fill(&pair, 0, 5000, 9);
  self.memory = pair.memory + 8192;
  self.key = pair.key;
  expect_sent(&pair, post(&pair, request_of(&pair, &self, WRITE, 0, 5000)));
  EXPECT(is_filled(&pair, 8192, 5000, 9));
  EXPECT_SUCCESS(flexio_qp_destroy(pair.qp));
}

/* One end only writes, the other is only written to. */
static void check_missing_queues(void) {
  struct queue_pair writer = create_parts(process),
                    target = create_parts(process);
  struct flexio_qp_attr attributes = queue_pair_attributes(&writer);
  struct address self = {.number = 0}, other = {.number = 0};

  attributes.rq_type = FLEXIO_QP_QPC_RQ_TYPE_ZERO_SIZE_RQ;
  attributes.rq_cqn = 0;
  create_qp(&writer, &attributes);
  attributes = queue_pair_attributes(&target);
  attributes.rq_type = FLEXIO_QP_QPC_RQ_TYPE_ZERO_SIZE_RQ;
  attributes.no_sq = 1;
  attributes.sq_cqn = target.sent.number;
  attributes.rq_cqn = target.sent.number;
  attributes.qp_wq_buff_qmem.daddr = 0;
  create_qp(&target, &attributes);
  self.number = writer.number;
  other.number = target.number;
  other.memory = target.memory;
  other.key = target.key;
  attributes = connection_attributes(&writer);
  attributes.fl = 1;
  connect_with(&writer, &other, attributes);
  connect_with(&target, &self, attributes);
  fill(&writer, 0, 100, 3);
  writer.rings -= 16 << LOG_ENTRIES; /* the send ring is the first */
  expect_sent(&writer,
              post(&writer, request_of(&writer, &other, WRITE, 0, 100)));
  EXPECT(is_filled(&target, 0, 100, 3));
  EXPECT_SUCCESS(flexio_qp_destroy(writer.qp));
  EXPECT_SUCCESS(flexio_qp_destroy(target.qp));
}

static void expect_not_created(struct flexio_qp_attr attributes) {
  struct flexio_qp *qp = (struct flexio_qp *)&attributes;

  EXPECT_FAILED(flexio_qp_create(process, NULL, &attributes, &qp));
  EXPECT(qp == NULL);
}

static void check_creation(void) {
  struct queue_pair parts = create_parts(process);
  struct flexio_qp_attr good = queue_pair_attributes(&parts), bad = good;

  bad.transport_type = FLEXIO_QPC_ST_XRC;
  // CHECK: flexio_qp_create: process 'test_app' on 'mlx5_0': queue pair: transport type 0x3 is not supported
  expect_not_created(bad);
  bad = good;
  bad.rq_type = 2;
  // CHECK: rq_type 2 is not a type of receive queue
  expect_not_created(bad);
  bad.rq_type = FLEXIO_QP_QPC_RQ_TYPE_SRQ_RMP_XRC_SRQ_XRQ;
  bad.rmpqn = 0xabcdef;
  // CHECK: shared receive queue 0xabcdef does not
  expect_not_created(bad);
  bad = good;
  bad.log_sq_depth = -1;
  // CHECK: log_sq_depth is -1 (expected 0 to 15)
  expect_not_created(bad);
  bad = good;
  bad.log_rq_depth = 16;
  // CHECK: log_rq_depth is 16 (expected 0 to 15)
  expect_not_created(bad);
  bad = good;
  bad.sq_cqn = 0xfffff;
  // CHECK: completion queue 0xfffff does not belong to this
  expect_not_created(bad);
  bad = good;
  bad.uar_id = 0x7fffffff;
  // CHECK: UAR 0x7fffffff does not belong to this process
  expect_not_created(bad);
  bad = good;
  bad.user_index = 1 << 24;
  // CHECK: the user index
  expect_not_created(bad);
  bad = good;
  bad.qp_wq_buff_qmem.daddr = 0;
  // CHECK: the rings are at address 0
  expect_not_created(bad);
  bad = good;
  bad.log_sq_depth = 5;
  // CHECK: queue pair: the ring: {{.*}}
  expect_not_created(bad);
  bad = good;
  bad.pd = (struct ibv_pd *)&parts;
  // CHECK: is not a protection domain of its device
  expect_not_created(bad);
}

/* Calls on what is not a queue pair. */
static void check_handles(void) {
  struct flexio_qp_attr attributes = {.next_state = FLEXIO_QP_STATE_ERR};

  // CHECK: flexio_qp_get_qp_num:
  EXPECT(flexio_qp_get_qp_num(NULL) == UINT32_MAX);
  // CHECK: flexio_qp_modify:
  EXPECT_FAILED(flexio_qp_modify(NULL, &attributes, NULL));
  // CHECK: flexio_qp_state_get:
  EXPECT(flexio_qp_state_get(NULL) == FLEXIO_QP_STATE_ERR);
  EXPECT_SUCCESS(flexio_qp_destroy(NULL));
}

int main(void) {
  process = create_process(open_device());
  check_states();
  check_loopback();
  check_missing_queues();
  check_creation();
  check_handles();
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  // CHECK: done
  return 0;
}
