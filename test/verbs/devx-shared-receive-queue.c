// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A shared receive queue by CREATE_SRQ: two queue pairs take its entries in the order of their links; its limit, armed
// by ARM_RQ, raises one event; queries, commands that are rejected. One of XRC cannot be created.
// PROVES: R-STEER-04
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror %s -o %t -libverbs -lmlx5
// RUN: dpa-run -- %t > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck --check-prefix=ERR %s < %t.err
// RUN: dpa-run --seed=7 -- %t 2> /dev/null | FileCheck %s
#include "Inputs/devx-queue-pairs.h"

enum {
  CREATE_SRQ = 0x700,
  QUERY_SRQ = 0x702,
  ARM_RQ = 0x703,
  CREATE_XRC_SRQ = 0x705,
  LOG_ENTRIES = 3,
  ENTRIES = 1 << LOG_ENTRIES,
  ENTRY_SIZE = 32,
  LIMIT_REACHED = 0x14,
};

static struct devx devx;
static struct devx_cq cq;
static struct devx_qp qp[2];
static struct ibv_mr *mr;
static char *memory; /* what is sent at 0, buffers of 64 bytes from 1024 on */

static struct mlx5dv_devx_obj *srq;
static uint32_t srqn;
static size_t ring, record;

static void srq_command(void) {
  begin(CREATE_SRQ);
  put(0x84, 4, LOG_ENTRIES);
  put(0xa5, 3, 1); /* log_rq_stride: 2^1 times 16 bytes */
  put(0x148, 24, devx.pdn);
  put(0xc7, 1, 1); /* dbr_umem_valid, dbr_umem_id, dbr_addr */
  put(0xe0, 32, devx.umem->umem_id);
  put(0x1c0, 64, record);
  put(0x2e0, 1, 1); /* srq_umem_valid, srq_umem_id, srq_umem_offset */
  put(0x2c0, 32, devx.umem->umem_id);
  put(0x280, 64, ring);
}

/* Entries are linked with a distance of 3. */
static void post_entries(unsigned count) {
  for (unsigned i = 0; i < ENTRIES; i++) {
    struct mlx5_wqe_srq_next_seg *entry =
        (struct mlx5_wqe_srq_next_seg *)(devx.rings + ring + ENTRY_SIZE * i);

    entry->next_wqe_index = htobe16((i + 3) % ENTRIES);
    mlx5dv_set_data_seg((struct mlx5_wqe_data_seg *)(entry + 1), 64, mr->lkey,
                        (uintptr_t)memory + 1024 + 64 * i);
  }
  __atomic_store_n((uint32_t *)(devx.rings + record), htobe32(count),
                   __ATOMIC_RELEASE);
}

static void create_pair(struct devx_qp *pair) {
  pair->posted = 0;
  pair->rings = take(&devx, (64 + RECEIVE_STRIDE) << QP_LOG_DEPTH);
  pair->record = take(&devx, 8);
  pair->words = (uint32_t *)(devx.rings + pair->record);
  qp_command(&devx, &cq, pair);
  put(0x625, 3, 1); /* rq_type: SRQ, RMP or XRQ */
  put(0x628, 24, srqn);
  put(0x800, 64, pair->rings + (RECEIVE_STRIDE << QP_LOG_DEPTH));
  CHECK((pair->object = create(&devx, &pair->number)));
}

/* The entry that a message took: the index of its completion. */
static unsigned send_by(struct devx_qp *pair, const char *text) {
  unsigned index = ENTRIES;

  strcpy(memory, text);
  post_entry(&devx, pair, MLX5_OPCODE_SEND,
             (struct devx_work){.from = (uintptr_t)memory,
                                .lkey = mr->lkey,
                                .size = (uint32_t)strlen(text) + 1});
  for (int i = 0; i < 2; i++) {
    struct mlx5_cqe64 *entry = next_entry(&cq);

    if (mlx5dv_get_cqe_opcode(entry) == MLX5_CQE_RESP_SEND)
      index = be16toh(entry->wqe_counter);
    else
      CHECK(mlx5dv_get_cqe_opcode(entry) == MLX5_CQE_REQ);
  }
  CHECK(index < ENTRIES);
  CHECK(strcmp(memory + 1024 + 64 * index, text) == 0);
  return index;
}

static int arm_limit(unsigned limit) {
  begin(ARM_RQ);
  put(0x30, 16, 1); /* op_mod: SRQ */
  put(0x48, 24, srqn);
  put(0x70, 16, limit);
  return modify(srq);
}

static void show(void) {
  CHECK(query(srq, QUERY_SRQ, srqn) == 0);
  printf("state %d, log_srq_size %d, log_rq_stride %d, lwm %d\n",
         (int)field(0x80, 4), (int)field(0x84, 4), (int)field(0xa5, 3),
         (int)field(0x160, 16));
  CHECK(field(0x148, 24) == devx.pdn);
}

/* Eight entries for both; the event when fewer than six are left. */
static void receive(void) {
  struct mlx5dv_devx_event_channel *channel =
      mlx5dv_devx_create_event_channel(devx.context, 0);
  struct {
    struct mlx5dv_devx_async_event_hdr head;
    uint8_t data[64];
  } event;
  uint16_t limit = LIMIT_REACHED;

  CHECK(channel);
  CHECK(mlx5dv_devx_subscribe_devx_event(channel, srq, 2, &limit, 5) == 0);
  post_entries(ENTRIES);
  CHECK(arm_limit(6) == 0);
  show();
  // CHECK: state 0, log_srq_size 3, log_rq_stride 1, lwm 6
  for (int i = 0; i < ENTRIES; i++)
    printf("%u ", send_by(&qp[i % 2], i % 2 ? "odd" : "even"));
  puts("");
  // CHECK-NEXT: 0 3 6 1 4 7 2 5
  CHECK(mlx5dv_devx_get_event(channel, &event.head, sizeof event) ==
        sizeof event);
  printf("cookie %d, event 0x%x\n", (int)event.head.cookie, event.data[1]);
  // CHECK-NEXT: cookie 5, event 0x14
  CHECK(event.data[0x39] == (srqn >> 16 & 0xff) &&
        event.data[0x3a] == (srqn >> 8 & 0xff) &&
        event.data[0x3b] == (srqn & 0xff));
  show();
  // CHECK-NEXT: state 0, log_srq_size 3, log_rq_stride 1, lwm 0
  post_entries(ENTRIES + 1);
  printf("%u\n", send_by(&qp[0], "again"));
  // CHECK-NEXT: 0
  mlx5dv_devx_destroy_event_channel(channel);
}

static void rejected(unsigned place, unsigned bits, uint64_t value, int why) {
  put(place, bits, value);
  CHECK(!create(&devx, NULL));
  CHECK(errno == why);
  CHECK(why != EREMOTEIO || answer[0] == 3);
}

static void wrong_commands(void) {
  srq_command();
  rejected(0xa8, 24, 1, EOPNOTSUPP);
  // ERR: dpa-verbs: error: mlx5dv_devx_obj_create: SRQ: xrcd 1 is not emulated (expected 0)
  srq_command();
  rejected(0x280, 64, UMEM_SIZE - 64, EREMOTEIO);
  // ERR-NEXT: mlx5dv_devx_obj_create: SRQ: the ring at offset {{.*}} exceeds its 65536 bytes
  begin(CREATE_XRC_SRQ);
  rejected(0, 16, CREATE_XRC_SRQ, EOPNOTSUPP);
  // ERR-NEXT: mlx5dv_devx_obj_create: XRC SRQ: queue pairs of type XRC are not emulated (expected CREATE_SRQ or CREATE_RMP)
  CHECK(arm_limit(ENTRIES) == EREMOTEIO && answer[0] == 3);
  // ERR-NEXT: mlx5dv_devx_obj_modify: SRQ: lwm 8 (expected less than the 8 entries of the queue)
  put(0x30, 16, 2);
  CHECK(modify(srq) == EREMOTEIO && answer[0] == 3);
  // ERR-NEXT: mlx5dv_devx_obj_modify: SRQ: op_mod 2 (expected 1 (SRQ))
  put(0x48, 24, srqn + 1);
  CHECK(modify(srq) == EINVAL);
  // ERR-NEXT: mlx5dv_devx_obj_modify: SRQ {{[0-9]+}}: srqn {{[0-9]+}} is not that of the object
  CHECK(query(srq, ARM_RQ, srqn) == EINVAL);
  // ERR-NEXT: mlx5dv_devx_obj_query: SRQ {{[0-9]+}}: wrong function for ARM_RQ (expected mlx5dv_devx_obj_modify)
  CHECK(query(cq.object, QUERY_SRQ, cq.number) == EINVAL);
  // ERR-NEXT: mlx5dv_devx_obj_query: CQ {{[0-9]+}}: wrong kind of object for QUERY_SRQ (expected SRQ)
}

int main(void) {
  open_devx(&devx);
  CHECK((memory = aligned_alloc(4096, 4096)));
  CHECK((mr = ibv_reg_mr(devx.pd, memory, 4096, IBV_ACCESS_LOCAL_WRITE)));
  create_cq(&devx, &cq);
  ring = take(&devx, ENTRIES * ENTRY_SIZE);
  record = take(&devx, 8);
  srq_command();
  CHECK((srq = create(&devx, &srqn)));
  for (int i = 0; i < 2; i++)
    create_pair(&qp[i]);
  for (int i = 0; i < 2; i++)
    to_ready(&devx, &qp[i], qp[1 - i].number);
  receive();
  wrong_commands();
  CHECK(mlx5dv_devx_obj_destroy(srq) == EBUSY);
  for (int i = 0; i < 2; i++)
    CHECK(mlx5dv_devx_obj_destroy(qp[i].object) == 0);
  CHECK(ibv_dereg_mr(mr) == 0);
  CHECK(ibv_dealloc_pd(devx.pd) == EBUSY);
  CHECK(mlx5dv_devx_obj_destroy(srq) == 0);
  CHECK(mlx5dv_devx_obj_destroy(cq.object) == 0);
  close_devx(&devx);
  free(memory);
  puts("done");
  // CHECK-NEXT: done
  return 0;
}
