// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Firmware commands change the state of a receive queue (RDY, ERR, RST, RDY) and query it: entries are
// flushed, frames are dropped, and after a reset the queue receives again.
// PROVES: R-RQ-02 R-RQ-03
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %S/Inputs/send-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run -- %t/host > %t/out 2> %t/err
// RUN: FileCheck %t/host.c < %t/out
// RUN: FileCheck --check-prefix=ERR --implicit-check-not=dpa-verbs %t/host.c < %t/err
// RUN: dpa-run --seed=5 --engine=interp -- %t/host 2>/dev/null | FileCheck %t/host.c

//--- host.c
#include "frame-loop.h"

#include <errno.h>

enum {
  MODIFY_RQ = 0x909,
  QUERY_RQ = 0x90b,
  RST = 0,
  RDY = 1,
  ERR = 3,
  CONTEXT = 32,
  WQ = CONTEXT + 48,
  COMMAND_SIZE = 0x110
};

static struct frame_loop loop;
static struct mlx5dv_devx_obj *object;
static uint8_t command[COMMAND_SIZE], answer[COMMAND_SIZE];
static uint32_t seen;

static void put(int at, uint32_t value) {
  value = htonl(value);
  memcpy(command + at, &value, 4);
}

static uint32_t word(int at) {
  uint32_t value;

  memcpy(&value, answer + at, 4);
  return ntohl(value);
}

static int change_by(int from, int to, uint32_t bits, uint8_t options) {
  memset(command, 0, sizeof command);
  put(0, MODIFY_RQ << 16);
  put(8, (uint32_t)from << 28 | flexio_rq_get_wq_num(loop.rq));
  put(20, bits);
  command[CONTEXT] = options;
  command[CONTEXT + 1] = (uint8_t)(to << 4);
  return mlx5dv_devx_obj_modify(object, command, sizeof command, answer,
                                sizeof answer);
}

static int change(int from, int to) { return change_by(from, to, 0, 0); }

static void show_state(const char *what) {
  memset(command, 0, sizeof command);
  put(0, QUERY_RQ << 16);
  put(8, flexio_rq_get_wq_num(loop.rq));
  EXPECT(mlx5dv_devx_obj_query(object, command, 16, answer, sizeof answer) ==
         0);
  EXPECT((word(CONTEXT + 8) & 0xffffff) == loop.received.number);
  printf("%s: state %d, taken %u, posted %u, depth 2^%u\n", what,
         answer[CONTEXT + 1] >> 4, word(WQ + 24), word(WQ + 28),
         word(WQ + 32) & 31);
}

/* Completions that have arrived: of frames, with an error. */
static void show_completions(const char *what) {
  uint32_t frames = 0, flushed = 0;

  while (has_completion(loop.process, loop.received, seen)) {
    struct mlx5_cqe64 entry =
        completion_at(loop.process, loop.received, seen++);

    if (mlx5dv_get_cqe_opcode(&entry) == MLX5_CQE_RESP_ERR)
      flushed++;
    else
      frames++;
  }
  printf("%s: %u received, %u flushed\n", what, frames, flushed);
}

static void wrong_changes(void) {
  EXPECT(change(RST, RDY) == EREMOTEIO && answer[0] == 9);
  // ERR: dpa-verbs: error: mlx5dv_devx_obj_modify: RQ {{[0-9]+}}: cannot change from RST to RDY (expected its current state, and RST between ERR and RDY)
  EXPECT(change(RDY, 2) == EREMOTEIO && answer[0] == 3);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_obj_modify: RQ {{[0-9]+}}: state is not valid (expected 0 (RST), 1 (RDY) or 3 (ERR))
  EXPECT(mlx5dv_devx_obj_modify(object, command, 63, answer, 16) == EREMOTEIO &&
         answer[0] == 0x50);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_obj_modify: RQ {{[0-9]+}}: the command has 63 bytes (expected 64 at least)
  EXPECT(change_by(RDY, RDY, 2, 1 << 4) == 0); /* vsd */
  EXPECT(change_by(RDY, RDY, 2, 0) == EOPNOTSUPP);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_obj_modify: RQ: vsd 0 (removing VLAN tags) is not emulated
  EXPECT(change_by(RDY, RDY, 4, 1 << 5) == EOPNOTSUPP);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_obj_modify: RQ: scatter_fcs (the check sequence of frames) is not emulated
  EXPECT(change_by(RDY, RDY, 16, 0) == EOPNOTSUPP);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_obj_modify: RQ: other bits of modify_bitmask than 0 to 3 are not emulated
  put(8, 1u << 28 | 0xabcdef); /* another queue */
  EXPECT(mlx5dv_devx_obj_modify(object, command, sizeof command, answer, 16) ==
         EINVAL);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_obj_modify: RQ {{[0-9]+}}: rqn 11259375 is not that of the object
  put(0, QUERY_RQ << 16);
  EXPECT(mlx5dv_devx_obj_query(object, command, 16, answer, sizeof answer) ==
         EINVAL);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_obj_query: RQ {{[0-9]+}}: rqn 11259375 is not that of the object
  put(8, flexio_rq_get_wq_num(loop.rq));
  EXPECT(mlx5dv_devx_obj_query(object, command, 16, answer,
                               sizeof answer - 1) == EINVAL);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_obj_query: RQ {{[0-9]+}}: the answer has 271 bytes (expected 272 at least)
}

int main(void) {
  struct flexio_wq_attr attributes;
  uint64_t zero = 0;

  setbuf(stdout, NULL);
  struct ibv_context *context = open_device();
  loop = create_loop(create_process(context));
  attributes = work_queue_attributes(loop.process, true);
  flexio_rq_destroy(loop.rq);
  EXPECT_SUCCESS(flexio_rq_create(loop.process, NULL, loop.received.number,
                                  &attributes, &loop.rq));
  post_buffers(loop.process, &attributes, 4);
  object = flexio_rq_get_object(loop.rq);
  direct_all_to(context, flexio_rq_get_tir(loop.rq));
  show_state("created");
  // CHECK: created: state 1, taken 0, posted 4, depth 2^6
  send_in_loop(&loop);
  show_completions("ready");
  // CHECK-NEXT: ready: 1 received, 0 flushed
  wrong_changes();
  EXPECT(change(RDY, ERR) == 0);
  send_in_loop(&loop);
  show_completions("error");
  // CHECK-NEXT: error: 0 received, 3 flushed
  show_state("error");
  // CHECK-NEXT: error: state 3, taken 4, posted 4
  EXPECT(change(ERR, RDY) == EREMOTEIO && answer[0] == 9);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_obj_modify: RQ {{[0-9]+}}: cannot change from ERR to RDY (expected its current state, and RST between ERR and RDY)
  EXPECT(change(ERR, RST) == 0);
  EXPECT_SUCCESS(flexio_host2dev_memcpy(loop.process, &zero, sizeof zero,
                                        attributes.wq_dbr_qmem.daddr));
  show_state("reset");
  // CHECK-NEXT: reset: state 0, taken 0, posted 0
  post_buffers(loop.process, &attributes, 2);
  send_in_loop(&loop);
  show_completions("reset");
  // CHECK-NEXT: reset: 0 received, 0 flushed
  EXPECT(change(RST, RDY) == 0);
  send_in_loop(&loop);
  show_completions("ready again");
  // CHECK-NEXT: ready again: 1 received, 0 flushed
  show_state("ready again");
  // CHECK-NEXT: ready again: state 1, taken 1, posted 2
  EXPECT_SUCCESS(flexio_rq_destroy(loop.rq));
  EXPECT(mlx5dv_devx_obj_query(object, command, 16, answer, sizeof answer) ==
         EINVAL);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_obj_query: 0x{{[0-9a-f]+}} is not a live DevX object
  puts("done");
  // CHECK-NEXT: done
  return 0;
}
