// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects that queues of firmware commands name cannot be freed before the queues: registered memory, protection domain,
// completion queue; nor can receive queues before TIRs and RQTs. A UAR stays usable. A destroyed memory key makes entries fail, and no byte is touched.
// PROVES: R-STEER-04
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror %s -o %t -libverbs -lmlx5
// RUN: dpa-run -- %t 2>&1 | FileCheck %s
// RUN: dpa-run --seed=7 -- %t 2>&1 | FileCheck %s
#include "Inputs/devx-queue-pairs.h"
#include "Inputs/devx-work-queues.h"

static struct devx devx;
static struct devx_cq cq;
static struct devx_qp qp;
static struct mlx5dv_devx_uar freed; /* of the queues, a copy */
static struct ibv_mr *mr;
static char *memory;

/* Copies 8 bytes; returns the opcode of the completion, the syndrome of an error in *syndrome. */
static int copy(uint32_t lkey, uint64_t from, int *syndrome) {
  struct mlx5_cqe64 *entry;

  post_entry(&devx, &qp, MLX5_OPCODE_RDMA_WRITE,
             (struct devx_work){.from = from,
                                .lkey = lkey,
                                .to = (uintptr_t)memory + 64,
                                .rkey = mr->rkey,
                                .size = 8});
  entry = next_entry(&cq);
  *syndrome = ((struct mlx5_err_cqe *)entry)->syndrome;
  return mlx5dv_get_cqe_opcode(entry);
}

static uint32_t create_key(struct mlx5dv_devx_obj **key, size_t place) {
  uint32_t index;

  begin(CREATE_MKEY);
  put(0x61, 1, 1); /* mkey_umem_valid, mkey_umem_id, mkey_umem_offset */
  put(0x320, 32, devx.umem->umem_id);
  put(0x340, 64, place);
  put(0x92, 4, 0xf); /* rw, rr, lw, lr */
  put(0x96, 2, 1);   /* access_mode_1_0: MTT */
  put(0xa0, 24, 0xffffff);
  put(0xb8, 8, 0x5a);
  put(0xe8, 24, devx.pdn);
  put(0x100, 64, (uintptr_t)(devx.rings + place));
  put(0x140, 64, 4096);
  CHECK((*key = create(&devx, &index)));
  return index << 8 | 0x5a;
}

/* Registered memory, completion queue and protection domain of a queue pair. */
static void used_objects(void) {
  CHECK(mlx5dv_devx_umem_dereg(devx.umem) == EBUSY);
  CHECK(mlx5dv_devx_obj_destroy(cq.object) == EBUSY);
  CHECK(ibv_dealloc_pd(devx.pd) == EBUSY);
  puts("in use");
  // CHECK: in use
}

enum { CREATE_RQT = 0x916, MODIFY_RQT = 0x917, RQT_SIZE = 276 };

/* A command about a table with one receive queue. */
static void table_command(uint8_t *in, unsigned opcode, uint32_t queue) {
  memset(in, 0, RQT_SIZE);
  set(in, 0, 16, opcode);
  set(in, 0x1b0, 16, 1); /* rqt_max_size */
  set(in, 0x1d0, 16, 1); /* rqt_actual_size */
  set(in, 0x880, 32, queue);
}

static struct mlx5dv_devx_obj *create_table(uint32_t queue, uint32_t *number) {
  uint8_t in[RQT_SIZE];
  struct mlx5dv_devx_obj *made;

  table_command(in, CREATE_RQT, queue);
  made = mlx5dv_devx_obj_create(devx.context, in, sizeof in, answer, 16);
  *number = (uint32_t)field(0x48, 24);
  return made;
}

static int change_table(struct mlx5dv_devx_obj *table, uint32_t number,
                        uint32_t queue) {
  uint8_t in[RQT_SIZE];

  table_command(in, MODIFY_RQT, queue);
  set(in, 0x48, 24, number);
  set(in, 0x80, 64, 1); /* the list */
  return mlx5dv_devx_obj_modify(table, in, sizeof in, answer, sizeof answer);
}

/* Receive queues that a TIR or an RQT names, until the table names another one. */
static void used_receive_queues(void) {
  struct devx_wq rq[2];
  struct mlx5dv_devx_obj *table, *tir;
  uint32_t number;

  for (int i = 0; i < 2; i++) {
    place_wq(&devx, &rq[i], 4);
    rq_command(&devx, &rq[i], &cq);
    CHECK((rq[i].object = create(&devx, &rq[i].number)));
  }
  CHECK((table = create_table(rq[0].number, &number)));
  begin(CREATE_TIR);
  put(0x1e8, 24, rq[1].number); /* inline_rqn */
  CHECK((tir = create(&devx, NULL)));
  for (int i = 0; i < 2; i++)
    CHECK(mlx5dv_devx_obj_destroy(rq[i].object) == EBUSY);
  CHECK(change_state(&rq[0], MODIFY_RQ, 0, 1) == 0);
  CHECK(query(rq[0].object, QUERY_RQ, rq[0].number) == 0);
  printf("state %d\n", (int)field(0x108, 4));
  // CHECK-NEXT: state 1
  CHECK(change_table(table, number, rq[1].number) == 0);
  CHECK(mlx5dv_devx_obj_destroy(rq[0].object) == 0);
  CHECK(mlx5dv_devx_obj_destroy(tir) == 0);
  CHECK(mlx5dv_devx_obj_destroy(rq[1].object) == EBUSY);
  CHECK(mlx5dv_devx_obj_destroy(table) == 0);
  CHECK(mlx5dv_devx_obj_destroy(rq[1].object) == 0);
}

/* The queue pair keeps working by the registers of its UAR. Another UAR has another number. */
static void freed_uar(void) {
  struct mlx5dv_devx_uar *other;
  int syndrome;

  freed = *devx.uar;
  mlx5dv_devx_free_uar(devx.uar);
  devx.uar = &freed;
  CHECK(
      (other = mlx5dv_devx_alloc_uar(devx.context, MLX5DV_UAR_ALLOC_TYPE_NC)));
  CHECK(other->page_id != freed.page_id);
  mlx5dv_devx_free_uar(other);
  strcpy(memory, "by UAR");
  printf("opcode %d, ", copy(mr->lkey, (uintptr_t)memory, &syndrome));
  puts(memory + 64);
  // CHECK-NEXT: opcode 0, by UAR
}

static void destroyed_key(void) {
  struct mlx5dv_devx_obj *object;
  size_t place = take(&devx, 4096);
  uint32_t key = create_key(&object, place);
  uint64_t from = (uintptr_t)(devx.rings + place);
  int opcode, syndrome;

  strcpy((char *)devx.rings + place, "by key");
  printf("opcode %d, ", copy(key, from, &syndrome));
  puts(memory + 64);
  // CHECK-NEXT: opcode 0, by key
  CHECK(mlx5dv_devx_obj_destroy(object) == 0);
  strcpy((char *)devx.rings + place, "no key");
  opcode = copy(key, from, &syndrome);
  printf("opcode %d, syndrome %d, %s\n", opcode, syndrome, memory + 64);
  // CHECK: {{^}}opcode 13, syndrome 4, by key
}

/* After its queues, the UAR does not exist. */
static void destroy(void) {
  CHECK(mlx5dv_devx_umem_dereg(devx.umem) == EBUSY);
  CHECK(mlx5dv_devx_obj_destroy(qp.object) == 0);
  CHECK(mlx5dv_devx_umem_dereg(devx.umem) == EBUSY); /* the completion queue */
  CHECK(mlx5dv_devx_obj_destroy(cq.object) == 0);
  cq_command(&devx, &cq);
  CHECK(!create(&devx, NULL) && errno == EREMOTEIO);
  // CHECK: CQ: uar_page {{[0-9]+}} is not a UAR of this program
  CHECK((devx.uar =
             mlx5dv_devx_alloc_uar(devx.context, MLX5DV_UAR_ALLOC_TYPE_NC)));
  CHECK(ibv_dereg_mr(mr) == 0);
  close_devx(&devx);
}

int main(void) {
  setvbuf(stdout, NULL, _IONBF, 0);
  open_devx(&devx);
  CHECK((memory = aligned_alloc(4096, 4096)));
  CHECK((mr = ibv_reg_mr(devx.pd, memory, 4096,
                         IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE)));
  create_cq(&devx, &cq);
  create_qp(&devx, &cq, &qp);
  to_ready(&devx, &qp, qp.number);
  used_objects();
  used_receive_queues();
  freed_uar();
  destroyed_key();
  destroy();
  free(memory);
  puts("done");
  // CHECK: done
  return 0;
}
