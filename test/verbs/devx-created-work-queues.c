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
#include "Inputs/devx-queues.h"

enum { LOG_DEPTH = 4, SENDERS = 3, ROUNDS = 100, FRAME_SIZE = 100 };

struct devx_wq {
  struct mlx5dv_devx_obj *object;
  uint32_t number;
  uint16_t posted;
  size_t ring, record;
  uint32_t *words;
};

static struct devx devx;
static struct devx_cq sent, received;
static struct devx_wq sq[SENDERS], rq;
static struct mlx5dv_devx_obj *domain, *tis, *tir;
static uint32_t tis_number;
static struct ibv_mr *mr;
static char *memory; /* frames to send, then received ones, 128 bytes each */

static char *received_at(unsigned index) {
  return memory + 4096 + 128 * (index % (1 << LOG_DEPTH));
}

/* What QUERY_HCA_CAP says of the queues. */
static void show_capabilities(void) {
  enum { CAPABILITIES = 128 }; /* bits before them */

  begin(0x100);
  CHECK(mlx5dv_devx_general_cmd(devx.context, command, 16, answer,
                                sizeof answer) == 0);
  printf(
      "cq_oi %d, cq_moderation %d, cqe_compression %d, cyclic pools %d\n",
      (int)field(CAPABILITIES + 0x220, 1), (int)field(CAPABILITIES + 0x222, 1),
      (int)field(CAPABILITIES + 0x5bf, 1), (int)field(CAPABILITIES + 0x380, 1));
  // CHECK: cq_oi 1, cq_moderation 1, cqe_compression 1, cyclic pools 1
  CHECK(field(CAPABILITIES + 0x383, 5) == field(CAPABILITIES + 0x36b, 5));
}

static void open_tis(void) {
  uint32_t number;

  begin(ALLOC_TRANSPORT_DOMAIN);
  CHECK((domain = create(&devx, &number)));
  begin(CREATE_TIS);
  put(0x228, 24, number);
  CHECK((tis = create(&devx, &tis_number)));
}

static void place_wq(struct devx_wq *wq, unsigned log_stride) {
  wq->posted = 0;
  wq->ring = take(&devx, (size_t)1 << (LOG_DEPTH + log_stride));
  wq->record = take(&devx, 8);
  wq->words = (uint32_t *)(devx.rings + wq->record);
}

static void sq_command(struct devx_wq *wq) {
  begin(CREATE_SQ);
  wq_fields(&devx, 6, LOG_DEPTH, wq->ring, wq->record);
  put(0x2e8, 24, devx.uar->page_id);
  put(0x128, 24, 0x77); /* user_index */
  put(0x148, 24, sent.number);
  put(0x200, 16, 1); /* tis_lst_sz */
  put(0x268, 24, tis_number);
}

static void rq_command(struct devx_wq *wq) {
  begin(CREATE_RQ);
  wq_fields(&devx, 4, LOG_DEPTH, wq->ring, wq->record);
  put(0x103, 1, 1); /* vsd */
  put(0x148, 24, received.number);
}

static int change_state(struct devx_wq *wq, unsigned opcode, unsigned from,
                        unsigned to) {
  begin(opcode);
  put(0x40, 4, from);
  put(0x48, 24, wq->number);
  put(0x108, 4, to);
  return modify(wq->object);
}

static void create_queues(void) {
  create_cq(&devx, &sent);
  create_cq(&devx, &received);
  for (int i = 0; i < SENDERS; i++) {
    place_wq(&sq[i], 6);
    sq_command(&sq[i]);
    CHECK((sq[i].object = create(&devx, &sq[i].number)));
  }
  place_wq(&rq, 4);
  rq_command(&rq);
  CHECK((rq.object = create(&devx, &rq.number)));
  CHECK(change_state(&rq, MODIFY_RQ, 0, 1) == 0);
  begin(CREATE_TIR);
  put(0x1e8, 24, rq.number); /* inline_rqn */
  CHECK((tir = create(&devx, NULL)));
}

static void direct_all(void) {
  static struct {
    struct mlx5dv_flow_match_parameters match;
    uint8_t bytes[64];
  } all = {.match.match_sz = 64};
  struct mlx5dv_dr_domain *receiving =
      mlx5dv_dr_domain_create(devx.context, MLX5DV_DR_DOMAIN_TYPE_NIC_RX);
  struct mlx5dv_dr_table *table = mlx5dv_dr_table_create(receiving, 0);
  struct mlx5dv_dr_matcher *matcher =
      mlx5dv_dr_matcher_create(table, 0, 0, &all.match);
  struct mlx5dv_dr_action *action = mlx5dv_dr_action_create_dest_devx_tir(tir);

  CHECK(receiving && table && matcher && action);
  CHECK(mlx5dv_dr_rule_create(matcher, &all.match, 1, &action));
}

static void post_receive(void) {
  struct mlx5_wqe_data_seg *entry =
      (struct mlx5_wqe_data_seg *)(devx.rings + rq.ring) +
      rq.posted % (1 << LOG_DEPTH);

  mlx5dv_set_data_seg(entry, 128, mr->lkey, (uintptr_t)received_at(rq.posted));
  rq.posted++;
  __atomic_store_n(&rq.words[0], htobe32(rq.posted), __ATOMIC_RELEASE);
}

static void send_with(struct devx_wq *wq, char *frame, uint32_t key) {
  uint8_t *entry = devx.rings + wq->ring + 64 * (wq->posted % (1 << LOG_DEPTH));
  uint32_t words[2];

  memset(entry, 0, 64);
  mlx5dv_set_ctrl_seg((struct mlx5_wqe_ctrl_seg *)entry, wq->posted,
                      MLX5_OPCODE_SEND, 0, wq->number, MLX5_WQE_CTRL_CQ_UPDATE,
                      3, 0, 0);
  mlx5dv_set_data_seg((struct mlx5_wqe_data_seg *)(entry + 32), FRAME_SIZE, key,
                      (uintptr_t)frame);
  wq->posted++;
  __atomic_store_n(&wq->words[1], htobe32(wq->posted), __ATOMIC_RELEASE);
  memcpy(words, entry, sizeof words);
  write_register(devx.uar->reg_addr, be32toh(words[0]), be32toh(words[1]));
}

/* A frame of an own Ethernet type, filled with a byte. */
static char *frame_of(int place, char filling) {
  char *frame = memory + 128 * place;

  memset(frame, filling, FRAME_SIZE);
  memcpy(frame, "\2\0\0\0\0\1\2\0\0\0\0\2\x88\xb5", 14);
  return frame;
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
  send_with(&sq[0], frame_of(0, 'x'), mr->lkey ^ 0x100);
  error = (struct mlx5_err_cqe *)next_entry(&sent);
  printf("opcode %d, syndrome %d\n", error->op_own >> 4, error->syndrome);
  // CHECK-NEXT: opcode 13, syndrome 4
  show(&sq[0], QUERY_SQ);
  // CHECK-NEXT: state 3, log_wq_sz 4, log_wq_stride 6, counters 1 1
  CHECK(field(0x268, 24) == tis_number && field(0x128, 24) == 0x77);
  reset_and_reuse(&sq[0]);
  CHECK(change_state(&sq[0], MODIFY_SQ, 1, 3) == 0);
  send_with(&sq[0], frame_of(0, 'x'), mr->lkey);
  error = (struct mlx5_err_cqe *)next_entry(&sent);
  printf("opcode %d, syndrome %d\n", error->op_own >> 4, error->syndrome);
  // CHECK-NEXT: opcode 13, syndrome 5
  reset_and_reuse(&sq[0]);
}

static void send_once(void) {
  struct mlx5_cqe64 *entry;

  post_receive();
  send_with(&sq[0], frame_of(0, 'x'), mr->lkey);
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
      send_with(&sq[n], frame_of(n, (char)('a' + (i + n) % 26)), mr->lkey);
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
  sq_command(&sq[0]);
  rejected(0x268, 24, 0xabcdef, EREMOTEIO);
  // ERR: dpa-verbs: error: mlx5dv_devx_obj_create: SQ: TIS 11259375 does not exist
  sq_command(&sq[0]);
  rejected(0x200, 16, 0, EREMOTEIO);
  // ERR-NEXT: mlx5dv_devx_obj_create: SQ: tis_lst_sz 0 (expected 1)
  sq_command(&sq[0]);
  rejected(0x108, 4, 1, EREMOTEIO);
  // ERR-NEXT: SQ: state 1 (expected 0 (RST))
  sq_command(&sq[0]);
  rejected(0x10e, 1, 1, EOPNOTSUPP);
  // ERR-NEXT: SQ: hairpin 1 is not emulated (expected 0)
  sq_command(&sq[0]);
  rejected(0x38c, 4, 5, EREMOTEIO);
  // ERR-NEXT: SQ: entries of 2^5 bytes (expected 2^6 to 2^6)
  sq_command(&sq[0]);
  rejected(0x280, 4, 0, EOPNOTSUPP);
  // ERR-NEXT: SQ: wq_type 0 is not emulated (expected 1 (cyclic))
  rq_command(&rq);
  rejected(0x104, 4, 1, EOPNOTSUPP);
  // ERR-NEXT: RQ: mem_rq_type 1 is not emulated (expected 0)
  rq_command(&rq);
  rejected(0x103, 1, 0, EOPNOTSUPP);
  // ERR-NEXT: RQ: vsd 0 (removing VLAN tags) is not emulated (expected 1)
  rq_command(&rq);
  rejected(0x280, 4, 3, EOPNOTSUPP);
  // ERR-NEXT: RQ: wq_type 3 is not emulated (expected 0 (linked list) or 1 (cyclic))
  rq_command(&rq);
  rejected(0x39b, 5, 16, EREMOTEIO);
  // ERR-NEXT: RQ: a depth of 2^16 entries is too large (expected at most 2^15)
  begin(CREATE_RMP);
  wq_fields(&devx, 4, LOG_DEPTH, rq.ring, rq.record);
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
  CHECK(mlx5dv_devx_obj_destroy(tis) == EBUSY);
  for (int i = 0; i < SENDERS; i++)
    CHECK(mlx5dv_devx_obj_destroy(sq[i].object) == 0);
  CHECK(mlx5dv_devx_obj_destroy(tis) == 0);
  CHECK(mlx5dv_devx_obj_destroy(domain) == 0);
  CHECK(mlx5dv_devx_obj_destroy(sent.object) == 0);
  CHECK(mlx5dv_devx_obj_destroy(received.object) == EBUSY);
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
  open_tis();
  create_queues();
  direct_all();
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
