// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands that create completion queues, queue pairs and memory keys with wrong fields, or with values that are not
// emulated: each fails with field and value in the log, and leaves nothing.
// PROVES: R-STEER-04
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror %s -o %t -libverbs -lmlx5
// RUN: dpa-run -- %t 2>&1 | FileCheck %s --implicit-check-not=dpa-verbs
#include "Inputs/devx-queues.h"

static struct devx devx;
static struct devx_cq cq;
static struct devx_qp qp;

static void rejected(unsigned place, unsigned bits, uint64_t value, int why) {
  put(place, bits, value);
  CHECK(!create(&devx, NULL));
  CHECK(errno == why);
  CHECK(why != EREMOTEIO || answer[0] == 3);
}

/* A number of an object that does not exist. */
static void missing(unsigned place, unsigned bits, uint64_t value) {
  put(place, bits, value);
  CHECK(!create(&devx, NULL));
  CHECK(errno == EREMOTEIO && answer[0] == 5);
}

static void wrong_cqs(void) {
  cq_command(&devx, &cq);
  rejected(0x88, 3, 1, EOPNOTSUPP);
  // CHECK: dpa-verbs: error: mlx5dv_devx_obj_create: CQ: cqe_sz 1 is not emulated (expected 0)
  cq_command(&devx, &cq);
  rejected(0x87, 1, 1, EOPNOTSUPP);
  // CHECK-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: CQ: apu_cq 1 is not emulated (expected 0)
  cq_command(&devx, &cq);
  rejected(0xe3, 5, 23, EREMOTEIO);
  // CHECK-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: CQ: a depth of 2^23 entries is too large (expected at most 2^22)
  cq_command(&devx, &cq);
  rejected(0xe3, 5, 15, EREMOTEIO);
  // CHECK-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: CQ: the ring at offset {{.*}} exceeds its 65536 bytes
  cq_command(&devx, &cq);
  missing(0xe8, 24, devx.uar->page_id + 1);
  // CHECK-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: CQ: uar_page {{[0-9]+}} is not a UAR of this program
  cq_command(&devx, &cq);
  missing(0x120, 32, 4711);
  // CHECK-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: CQ: c_eqn 4711 (expected {{[0-9]+}}, of mlx5dv_devx_query_eqn)
  cq_command(&devx, &cq);
  missing(0x2c0, 32, 0);
  // CHECK-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: CQ: cq_umem_id 0 does not exist
  cq_command(&devx, &cq);
  missing(0xa0, 32, 999);
  // CHECK-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: CQ: dbr_umem_id 999 does not exist
  CHECK(!mlx5dv_devx_obj_create(devx.context, command, COMMAND_SIZE - 1, answer,
                                16) &&
        errno == EREMOTEIO && answer[0] == 0x50);
  // CHECK-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: CQ: the command has 271 bytes (expected 272 at least)
}

static void wrong_qps(void) {
  qp_command(&devx, &cq, &qp);
  rejected(0xc8, 8, 9, EOPNOTSUPP);
  // CHECK-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: QP: st 9 is not emulated (expected 0 (RC), 1 (UC) or 2 (UD))
  qp_command(&devx, &cq, &qp);
  missing(0xe8, 24, 0xabcdef);
  // CHECK-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: QP: pd 11259375 does not exist
  qp_command(&devx, &cq, &qp);
  missing(0x4a8, 24, 0xabcdef);
  // CHECK-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: QP: cqn_snd 11259375 does not exist
  qp_command(&devx, &cq, &qp);
  rejected(0x800, 64, UINT64_MAX, EREMOTEIO);
  // CHECK-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: QP: wq_umem_offset is out of range
  qp_command(&devx, &cq, &qp);
  rejected(0x111, 4, 15, EREMOTEIO);
  // CHECK-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: QP: the send ring at offset {{.*}} exceeds its 65536 bytes
  qp_command(&devx, &cq, &qp);
  rejected(0x5c0, 64, qp.record + 1, EREMOTEIO);
  // CHECK-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: QP: the doorbell record at offset {{.*}} is not 4-byte aligned
  qp_command(&devx, &cq, &qp);
  rejected(0x6f8, 8, 1, EOPNOTSUPP);
  // CHECK-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: QP: cs_res 1 is not emulated (expected 0)
  qp_command(&devx, &cq, &qp);
  put(0x625, 3, 1);
  missing(0x628, 24, 5);
  // CHECK-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: QP: srqn_rmpn_xrqn 5 does not exist
}

static void wrong_wqs(void) {
  begin(0x90c); /* CREATE_RMP */
  put(0x108, 4, 1);
  put(0x2c8, 24, devx.pdn);
  put(0x3a0, 2, 3); /* dbr_umem_valid, wq_umem_valid */
  missing(0x3e0, 32, 0x12345);
  // CHECK-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: RMP: wq_umem_id 74565 does not exist
  begin(CREATE_RQ);
  put(0x103, 1, 1); /* vsd */
  put(0x280, 4, 1); /* wq_type: cyclic */
  put(0x2c8, 24, devx.pdn);
  put(0x3a0, 2, 3);
  put(0x3c0, 32, devx.umem->umem_id);
  put(0x3e0, 32, devx.umem->umem_id);
  missing(0x148, 24, 0xabcdef);
  // CHECK-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: RQ: cqn 11259375 does not exist
}

static void mkey_command(void) {
  begin(CREATE_MKEY);
  put(0x61, 1, 1);
  put(0x320, 32, devx.umem->umem_id);
  put(0x95, 1, 1); /* lr */
  put(0x96, 2, 1); /* access_mode_1_0: MTT */
  put(0xa0, 24, 0xffffff);
  put(0xe8, 24, devx.pdn);
  put(0x140, 64, 4096);
}

static void wrong_keys(void) {
  mkey_command();
  rejected(0x96, 2, 3, EOPNOTSUPP);
  // CHECK-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: MKEY: access_mode_1_0 3 is not emulated (expected 1 (MTT))
  mkey_command();
  rejected(0x92, 1, 1, EREMOTEIO);
  // CHECK-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: MKEY: rw or a without lw
  mkey_command();
  rejected(0x340, 64, UMEM_SIZE - 4095, EREMOTEIO);
  // CHECK-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: MKEY: registered memory {{[0-9]+}} has no 4096 bytes at offset 61441
  mkey_command();
  missing(0x320, 32, 999);
  // CHECK-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: MKEY: mkey_umem_id 999 does not exist
  mkey_command();
  rejected(0x140, 64, 0, EREMOTEIO);
  // CHECK-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: MKEY: len 0 is out of range
  mkey_command();
  rejected(0x100, 64, 100, EOPNOTSUPP);
  // CHECK-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: MKEY: start_addr with another offset in its page than the registered memory is not emulated
  mkey_command();
  missing(0xe8, 24, 0xabcdef);
  // CHECK-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: MKEY: pd 11259375 does not exist
}

int main(void) {
  open_devx(&devx);
  create_cq(&devx, &cq);
  create_qp(&devx, &cq, &qp);
  wrong_cqs();
  wrong_qps();
  wrong_wqs();
  wrong_keys();
  CHECK(mlx5dv_devx_obj_destroy(qp.object) == 0);
  CHECK(mlx5dv_devx_obj_destroy(cq.object) == 0);
  close_devx(&devx);
  puts("done");
  // CHECK-NEXT: done
  return 0;
}
