// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Send and receive queues that firmware commands create in memory of the program: frames from a send queue
// with a TIS reach a receive queue behind a TIR, with several send queues of one UAR; states, errors,
// queries, commands that are rejected.
// PROVES: R-STEER-04
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror %s -o %t -libverbs -lmlx5
// RUN: dpa-run --port=loopback,out=%t.pcap -- %t > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck --check-prefix=ERR %s < %t.err
// RUN: tcpdump -nner %t.pcap 2>&1 | FileCheck --check-prefix=WIRE %s
// RUN: dpa-run --seed=7 -- %t 2> /dev/null | FileCheck %s
#include "Inputs/devx-work-queues.h"

enum { SENDERS = 3, ROUNDS = 100 };

static struct devx devx;
static struct devx_cq sent, received;
static struct devx_wq sq[SENDERS], rq;
static struct devx_tis tis;
static struct mlx5dv_devx_obj *tir;
static struct devx_rule rule;
static struct ibv_mr *mr;
static char *memory; /* frames to send, then received ones, 128 bytes each */

static char *received_at(unsigned index) {
  return memory + 4096 + 128 * (index % (1 << WQ_LOG_DEPTH));
}

/* What QUERY_HCA_CAP says of the queues. */
static void show_capabilities(void) {
  enum { CAPABILITIES = 128 }; /* bits before them */

  begin(0x100);
  CHECK(mlx5dv_devx_general_cmd(devx.context, command, 16, answer,
                                sizeof answer) == 0);
  printf(
      "cq_oi %d, cq_resize %d, cq_moderation %d, cqe_compression %d, cyclic "
      "pools %d\n",
      (int)field(CAPABILITIES + 0x220, 1), (int)field(CAPABILITIES + 0x221, 1),
      (int)field(CAPABILITIES + 0x222, 1), (int)field(CAPABILITIES + 0x5bf, 1),
      (int)field(CAPABILITIES + 0x380, 1));
  // CHECK: cq_oi 1, cq_resize 1, cq_moderation 1, cqe_compression 1, cyclic pools 1
  CHECK(field(CAPABILITIES + 0x383, 5) == field(CAPABILITIES + 0x36b, 5));
}

static void create_queues(void) {
  create_cq(&devx, &sent);
  create_cq(&devx, &received);
  for (int i = 0; i < SENDERS; i++) {
    place_wq(&devx, &sq[i], 6);
    sq_command(&devx, &sq[i], &sent, &tis);
    CHECK((sq[i].object = create(&devx, &sq[i].number)));
  }
  tir = create_receive_queue(&devx, &rq, &received);
}

static void post_receive(void) {
  post_buffer(&devx, &rq, mr->lkey, received_at(rq.posted));
}

static char *frame_of(int place, char filling) {
  return fill_frame(memory + 128 * place, filling);
}

static void show(struct devx_wq *wq, unsigned opcode) {
  CHECK(query(wq->object, opcode, wq->number) == 0);
  printf("state %d, log_wq_sz %d, log_wq_stride %d, counters %d %d\n",
         (int)field(0x108, 4), (int)field(0x39b, 5), (int)field(0x38c, 4),
         (int)field(0x340, 32), (int)field(0x360, 32));
}

static void reset_and_reuse(struct devx_wq *wq) {
  // ERR: send queue 0x{{[0-9a-f]+}}, entry 0: {{.*}}the queue is in the error state
  CHECK(change_state(wq, MODIFY_SQ, 3, 1) == EREMOTEIO && answer[0] == 9);
  // ERR: dpa-verbs: error: mlx5dv_devx_obj_modify: SQ {{[0-9]+}}: cannot change from state 3 to 1
  CHECK(change_state(wq, MODIFY_SQ, 3, 0) == 0);
  wq->posted = 0;
  wq->words[1] = 0;
  CHECK(change_state(wq, MODIFY_SQ, 0, 1) == 0);
}

static void states(void) {
  struct mlx5_err_cqe *error;

  show(&sq[0], QUERY_SQ);
  // CHECK-NEXT: state 0, log_wq_sz 4, log_wq_stride 6, counters 0 0
  show(&rq, QUERY_RQ);
  // CHECK-NEXT: state 1, log_wq_sz 4, log_wq_stride 4, counters 0 0
  for (int i = 0; i < SENDERS; i++)
    CHECK(change_state(&sq[i], MODIFY_SQ, 0, 1) == 0);
  send_with(&devx, &sq[0], frame_of(0, 'x'), mr->lkey ^ 0x100);
  error = (struct mlx5_err_cqe *)next_entry(&sent);
  printf("opcode %d, syndrome %d\n", error->op_own >> 4, error->syndrome);
  // CHECK-NEXT: opcode 13, syndrome 4
  show(&sq[0], QUERY_SQ);
  // CHECK-NEXT: state 3, log_wq_sz 4, log_wq_stride 6, counters 1 1
  CHECK(field(0x268, 24) == tis.number && field(0x128, 24) == 0x77);
  reset_and_reuse(&sq[0]);
  CHECK(change_state(&sq[0], MODIFY_SQ, 1, 3) == 0);
  send_with(&devx, &sq[0], frame_of(0, 'x'), mr->lkey);
  error = (struct mlx5_err_cqe *)next_entry(&sent);
  printf("opcode %d, syndrome %d\n", error->op_own >> 4, error->syndrome);
  // CHECK-NEXT: opcode 13, syndrome 5
  reset_and_reuse(&sq[0]);
}

static void send_once(void) {
  struct mlx5_cqe64 *entry;

  post_receive();
  send_with(&devx, &sq[0], frame_of(0, 'x'), mr->lkey);
  entry = next_entry(&sent);
  CHECK((be32toh(entry->sop_drop_qpn) & 0xffffff) == sq[0].number);
  printf("sent: opcode %d\n", mlx5dv_get_cqe_opcode(entry));
  // CHECK-NEXT: sent: opcode 0
  // WIRE: 02:00:00:00:00:02 > 02:00:00:00:00:01, ethertype Unknown (0x88b5), length 100
  entry = next_entry(&received);
  printf("received: opcode %d, %d bytes, same %d\n",
         mlx5dv_get_cqe_opcode(entry), (int)be32toh(entry->byte_cnt),
         memcmp(memory, received_at(0), FRAME_SIZE) == 0);
  // CHECK-NEXT: received: opcode 2, 100 bytes, same 1
}

/* All ring by the same register without a pause. */
static void send_by_all(void) {
  for (int i = 0; i < ROUNDS; i++) {
    unsigned first = rq.posted;

    for (int n = 0; n < SENDERS; n++)
      post_receive();
    for (int n = 0; n < SENDERS; n++)
      send_with(&devx, &sq[n], frame_of(n, (char)('a' + (i + n) % 26)),
                mr->lkey);
    unsigned seen = 0;
    for (int n = 0; n < SENDERS; n++) {
      CHECK(mlx5dv_get_cqe_opcode(next_entry(&sent)) == MLX5_CQE_REQ);
      CHECK(mlx5dv_get_cqe_opcode(next_entry(&received)) == MLX5_CQE_RESP_SEND);
      seen |= 1u << (received_at(first + n)[50] - 'a' - i % 26 + 26) % 26;
    }
    CHECK(seen == (1 << SENDERS) - 1);
  }
  puts("all: no doorbell lost");
  // CHECK-NEXT: all: no doorbell lost
}

static void rejected(unsigned place, unsigned bits, uint64_t value, int why) {
  put(place, bits, value);
  CHECK(!create(&devx, NULL));
  CHECK(errno == why);
  CHECK(why != EREMOTEIO || answer[0] == 3);
}

static void wrong_commands(void) {
  sq_command(&devx, &sq[0], &sent, &tis);
  put(0x268, 24, 0xabcdef);
  CHECK(!create(&devx, NULL) && errno == EREMOTEIO && answer[0] == 5);
  // ERR: dpa-verbs: error: mlx5dv_devx_obj_create: SQ: TIS 11259375 does not exist
  sq_command(&devx, &sq[0], &sent, &tis);
  rejected(0x200, 16, 0, EREMOTEIO);
  // ERR-NEXT: mlx5dv_devx_obj_create: SQ: tis_lst_sz 0 (expected 1)
  sq_command(&devx, &sq[0], &sent, &tis);
  rejected(0x108, 4, 1, EREMOTEIO);
  // ERR-NEXT: SQ: state 1 (expected 0 (RST))
  sq_command(&devx, &sq[0], &sent, &tis);
  rejected(0x10e, 1, 1, EOPNOTSUPP);
  // ERR-NEXT: SQ: hairpin 1 is not emulated (expected 0)
  sq_command(&devx, &sq[0], &sent, &tis);
  rejected(0x38c, 4, 5, EREMOTEIO);
  // ERR-NEXT: SQ: entries of 2^5 bytes (expected 2^6 to 2^6)
  sq_command(&devx, &sq[0], &sent, &tis);
  rejected(0x280, 4, 0, EOPNOTSUPP);
  // ERR-NEXT: SQ: wq_type 0 is not emulated (expected 1 (cyclic))
  rq_command(&devx, &rq, &received);
  rejected(0x104, 4, 1, EOPNOTSUPP);
  // ERR-NEXT: RQ: mem_rq_type 1 is not emulated (expected 0)
  rq_command(&devx, &rq, &received);
  rejected(0x103, 1, 0, EOPNOTSUPP);
  // ERR-NEXT: RQ: vsd 0 (removing VLAN tags) is not emulated (expected 1)
  rq_command(&devx, &rq, &received);
  rejected(0x280, 4, 3, EOPNOTSUPP);
  // ERR-NEXT: RQ: wq_type 3 is not emulated (expected 0 (linked list) or 1 (cyclic))
  rq_command(&devx, &rq, &received);
  rejected(0x39b, 5, 16, EREMOTEIO);
  // ERR-NEXT: RQ: a depth of 2^16 entries is too large (expected at most 2^15)
  begin(CREATE_RMP);
  wq_fields(&devx, 4, WQ_LOG_DEPTH, rq.ring, rq.record);
  rejected(0x108, 4, 0, EREMOTEIO);
  // ERR-NEXT: RMP: state 0 (expected 1 (RDY))
  begin(MODIFY_SQ);
  put(0x48, 24, sq[0].number);
  put(0x80, 64, 1);
  CHECK(modify(sq[0].object) == EOPNOTSUPP);
  // ERR-NEXT: mlx5dv_devx_obj_modify: SQ: modify_bitmask 1 is not emulated (expected 0)
  CHECK(change_state(&sq[1], MODIFY_SQ, 2, 1) == EREMOTEIO && answer[0] == 3);
  // ERR-NEXT: SQ {{[0-9]+}}: state is not valid (expected 0 (RST), 1 (RDY) or 3 (ERR))
}

static void destroy(void) {
  CHECK(mlx5dv_devx_obj_destroy(sent.object) == EBUSY);
  CHECK(mlx5dv_devx_obj_destroy(tis.object) == EBUSY);
  for (int i = 0; i < SENDERS; i++)
    CHECK(mlx5dv_devx_obj_destroy(sq[i].object) == 0);
  CHECK(mlx5dv_devx_obj_destroy(tis.domain) == EBUSY);
  CHECK(mlx5dv_devx_obj_destroy(tis.object) == 0);
  CHECK(mlx5dv_devx_obj_destroy(tis.domain) == 0);
  CHECK(mlx5dv_devx_obj_destroy(sent.object) == 0);
  CHECK(mlx5dv_devx_obj_destroy(received.object) == EBUSY);
  end_rule(&rule);
  CHECK(mlx5dv_devx_obj_destroy(rq.object) == EBUSY);
  CHECK(mlx5dv_devx_obj_destroy(tir) == 0);
  CHECK(mlx5dv_devx_obj_destroy(rq.object) == 0);
  CHECK(mlx5dv_devx_obj_destroy(received.object) == 0);
  CHECK(ibv_dereg_mr(mr) == 0);
  close_devx(&devx);
}

int main(void) {
  open_devx(&devx);
  CHECK((memory = aligned_alloc(4096, 8192)));
  CHECK((mr = ibv_reg_mr(devx.pd, memory, 8192, IBV_ACCESS_LOCAL_WRITE)));
  show_capabilities();
  open_tis(&devx, &tis);
  create_queues();
  rule = direct_all(&devx, tir);
  states();
  send_once();
  send_by_all();
  wrong_commands();
  destroy();
  free(memory);
  puts("done");
  // CHECK-NEXT: done
  return 0;
}
