// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queue pairs of verbs that firmware commands take from RST to RTS and back: RC, UC and UD, with data
// afterwards; commands from other states, of other sizes and with bits that are not emulated; QUERY_QP.
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror %s -o %t -libverbs -lmlx5
// RUN: dpa-run --port=loopback,out=%t.pcap -- %t > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck --check-prefix=ERR --implicit-check-not=dpa-verbs %s < %t.err
// RUN: tcpdump -nner %t.pcap 2>&1 | FileCheck --check-prefix=WIRE %s
#include "Inputs/verbs-pair.h"

#include <infiniband/mlx5dv.h>

enum {
  RST2INIT = 0x502,
  INIT2RTR = 0x503,
  RTR2RTS = 0x504,
  RTS2RTS = 0x505,
  TO_ERR = 0x507,
  TO_RST = 0x50a,
  QUERY = 0x50b,
  INIT2INIT = 0x50e,
  COMMAND_SIZE = 0x110,
  CONTEXT = 24, /* where the context begins */
  PATH = CONTEXT + 24,
  RIGHTS = 1 << 1 | 1 << 2 | 1 << 3, /* bits of opt_param_mask */
  RNR_TIMER = 1 << 6,
  SOURCE_PORT = 50000,
};

static struct pair pair;
static uint8_t command[COMMAND_SIZE], answer[COMMAND_SIZE];

static void put(int at, uint32_t value) {
  value = htobe32(value);
  memcpy(command + at, &value, 4);
}

static uint32_t word(int at) {
  uint32_t value;

  memcpy(&value, answer + at, 4);
  return be32toh(value);
}

static void begin(uint32_t opcode, uint32_t number) {
  memset(command, 0, sizeof command);
  put(0, opcode << 16);
  put(8, number);
}

static int modify(struct ibv_qp *qp) {
  return mlx5dv_devx_qp_modify(qp, command, sizeof command, answer,
                               sizeof answer);
}

static int to_init_by_command(struct ibv_qp *qp) {
  begin(RST2INIT, qp->qp_num);
  command[PATH + 37] = 1; /* vhca_port_num */
  put(CONTEXT + 146, 0);
  command[CONTEXT + 146] = 7 << 5; /* rre, rwe, rae */
  put(CONTEXT + 168, 0x11111111);  /* q_key */
  return modify(qp);
}

static void to_ready_by_command(struct ibv_qp *qp, uint32_t peer) {
  begin(INIT2RTR, qp->qp_num);
  command[CONTEXT + 8] = 3 << 5; /* mtu: 1024 */
  put(CONTEXT + 20, peer);
  command[PATH + 9] = 1;  /* src_addr_index */
  command[PATH + 11] = 7; /* hop_limit */
  memcpy(command + PATH + 16, pair.gid.raw, 16);
  command[PATH + 34] = SOURCE_PORT >> 8;
  command[PATH + 35] = SOURCE_PORT & 0xff;
  command[PATH + 37] = 1;
  memcpy(command + PATH + 38, "\2\0\0\0\0\x42", 6); /* rmac */
  command[CONTEXT + 145] = 2 << 5;                  /* log_rra_max: 4 */
  command[CONTEXT + 148] = 1;                       /* min_rnr_nak */
  put(CONTEXT + 149 - 1, 1 << 24 | 100);            /* next_rcv_psn */
  CHECK(modify(qp) == 0);
}

static void to_send_by_command(struct ibv_qp *qp) {
  begin(RTR2RTS, qp->qp_num);
  put(CONTEXT + 120, 100);             /* next_send_psn */
  command[PATH + 8] = 14 << 3;         /* ack_timeout */
  command[CONTEXT + 113] = 2 << 5 | 7; /* log_sra_max 4, retry_count */
  command[CONTEXT + 114] = 6 << 5;     /* rnr_retry */
  CHECK(modify(qp) == 0);
}

static void show(const char *what, struct ibv_qp *qp) {
  struct ibv_qp_attr attr;
  struct ibv_qp_init_attr settings;

  CHECK(ibv_query_qp(qp, &attr, 0, &settings) == 0);
  printf("%s: state %d, rights %x, psn %u %u, timeout %d\n", what,
         attr.qp_state, attr.qp_access_flags, attr.rq_psn, attr.sq_psn,
         attr.timeout);
}

static void write_once(void) {
  struct ibv_sge element = {(uintptr_t)pair.memory[0], 6, pair.mr[0]->lkey};
  struct ibv_send_wr *bad,
      request = {.sg_list = &element,
                 .num_sge = 1,
                 .opcode = IBV_WR_RDMA_WRITE,
                 .send_flags = IBV_SEND_SIGNALED,
                 .wr.rdma = {(uintptr_t)pair.memory[1], pair.mr[1]->rkey}};
  struct ibv_wc completion;

  strcpy(pair.memory[0], "hello");
  CHECK(ibv_post_send(pair.qp[0], &request, &bad) == 0);
  while (ibv_poll_cq(pair.cq, 1, &completion) == 0)
    ;
  printf("write: %s, %s\n", ibv_wc_status_str(completion.status),
         pair.memory[1]);
}

static void query(struct ibv_qp *qp) {
  begin(QUERY, qp->qp_num);
  CHECK(mlx5dv_devx_qp_query(qp, command, 16, answer, sizeof answer) == 0);
  printf("query: state %d, type %d, mtu %d, peer %d, rnr_retry %d, key %x\n",
         answer[CONTEXT] >> 4, answer[CONTEXT + 1], answer[CONTEXT + 8] >> 5,
         word(CONTEXT + 20) == pair.qp[1]->qp_num, answer[CONTEXT + 114] >> 5,
         word(CONTEXT + 168));
  CHECK(qp->qp_type == IBV_QPT_UD ||
        memcmp(answer + PATH + 16, pair.gid.raw, 16) == 0);
}

static void wrong_commands(struct ibv_qp *qp) {
  /* In INIT. */
  CHECK(to_init_by_command(qp) == EREMOTEIO && answer[0] == 0x10);
  // ERR: dpa-verbs: error: mlx5dv_devx_qp_modify: queue pair {{[0-9]+}}: current state is not the first state of the command
  begin(INIT2RTR, qp->qp_num);
  CHECK(mlx5dv_devx_qp_modify(qp, command, COMMAND_SIZE - 1, answer,
                              sizeof answer) == EREMOTEIO &&
        answer[0] == 0x50);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_qp_modify: queue pair: the command has 271 bytes (expected 272)
  CHECK(modify(qp) == EREMOTEIO && answer[0] == 3); /* an MTU of 0 */
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_qp_modify: queue pair {{[0-9]+}}: a value of the context is not valid
  begin(INIT2INIT, qp->qp_num);
  put(16, 1); /* alternate path */
  CHECK(modify(qp) == EOPNOTSUPP);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_qp_modify: queue pair: opt_param_mask 1 is not emulated
  begin(INIT2INIT, 0xabcdef);
  CHECK(modify(qp) == EINVAL);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_qp_modify: queue pair {{[0-9]+}}: qpn 11259375 is not that of the queue pair
  begin(QUERY, qp->qp_num);
  CHECK(modify(qp) == EINVAL);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_qp_modify: queue pair {{[0-9]+}}: command 0x50b does not change queue pairs
  CHECK(mlx5dv_devx_qp_modify(qp, command, 15, answer, sizeof answer) ==
        EINVAL);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_qp_modify: the command has 15 bytes and the answer 272 (expected 16 each at least)
}

static void wrong_queries(struct ibv_qp *qp) {
  begin(QUERY, qp->qp_num);
  CHECK(mlx5dv_devx_qp_query(qp, command, 16, answer, COMMAND_SIZE - 1) ==
        EINVAL);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_qp_query: queue pair {{[0-9]+}}: the answer has 271 bytes (expected 272 at least)
  put(8, 0xabcdef);
  CHECK(mlx5dv_devx_qp_query(qp, command, 16, answer, sizeof answer) == EINVAL);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_qp_query: queue pair {{[0-9]+}}: qpn 11259375 is not that of the queue pair
  begin(TO_ERR, qp->qp_num);
  CHECK(mlx5dv_devx_qp_query(qp, command, 16, answer, sizeof answer) == EINVAL);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_qp_query: queue pair {{[0-9]+}}: command 0x507 does not query queue pairs (expected QUERY_QP)
}

static void destroy_both(void) {
  for (int i = 0; i < 2; i++)
    CHECK(ibv_destroy_qp(pair.qp[i]) == 0);
}

static void connected(void) {
  create_queue_pairs(&pair, IBV_QPT_RC, 0);
  for (int i = 0; i < 2; i++)
    CHECK(to_init_by_command(pair.qp[i]) == 0);
  show("init", pair.qp[0]);
  // CHECK: init: state 1, rights e, psn 0 0, timeout 0
  wrong_commands(pair.qp[0]);
  wrong_queries(pair.qp[0]);
  begin(INIT2INIT, pair.qp[0]->qp_num);
  put(16, RIGHTS);
  command[CONTEXT + 146] = 1 << 7; /* rre */
  CHECK(modify(pair.qp[0]) == 0);
  show("changed", pair.qp[0]);
  // CHECK-NEXT: changed: state 1, rights 4, psn 0 0, timeout 0
  for (int i = 0; i < 2; i++) {
    to_ready_by_command(pair.qp[i], pair.qp[1 - i]->qp_num);
    to_send_by_command(pair.qp[i]);
  }
  show("ready", pair.qp[0]);
  // CHECK-NEXT: ready: state 3, rights 4, psn 100 100, timeout 14
  write_once();
  // CHECK-NEXT: write: success, hello
  // WIRE: > 02:00:00:00:00:42, ethertype IPv6 (0x86dd), {{.*}}.50000 > {{.*}}.4791: UDP
  query(pair.qp[0]);
  // CHECK-NEXT: query: state 3, type 0, mtu 3, peer 1, rnr_retry 6, key 0
  begin(RTS2RTS, pair.qp[0]->qp_num);
  put(16, RNR_TIMER);
  command[CONTEXT + 148] = 9;
  CHECK(modify(pair.qp[0]) == 0);
  for (int i = 0; i < 2; i++) {
    begin(TO_ERR, pair.qp[i]->qp_num);
    CHECK(mlx5dv_devx_qp_modify(pair.qp[i], command, 16, answer, 16) == 0);
  }
  show("error", pair.qp[0]);
  // CHECK-NEXT: error: state 6
  begin(TO_RST, pair.qp[0]->qp_num);
  CHECK(mlx5dv_devx_qp_modify(pair.qp[0], command, 16, answer, 16) == 0);
  show("reset", pair.qp[0]);
  // CHECK-NEXT: reset: state 0
  CHECK(to_init_by_command(pair.qp[0]) == 0);
  destroy_both();
}

static void others(enum ibv_qp_type type) {
  create_queue_pairs(&pair, type, 0);
  for (int i = 0; i < 2; i++)
    CHECK(to_init_by_command(pair.qp[i]) == 0);
  for (int i = 0; i < 2; i++) {
    to_ready_by_command(pair.qp[i], pair.qp[1 - i]->qp_num);
    to_send_by_command(pair.qp[i]);
  }
  query(pair.qp[0]);
  destroy_both();
}

int main(void) {
  setbuf(stdout, NULL);
  open_pair(&pair);
  connected();
  others(IBV_QPT_UC);
  // CHECK-NEXT: query: state 3, type 1, mtu 3, peer 1, rnr_retry 0, key 0
  others(IBV_QPT_UD);
  // CHECK-NEXT: query: state 3, type 2,
  puts("done");
  // CHECK-NEXT: done
  return 0;
}
