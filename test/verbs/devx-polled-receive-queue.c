// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With a seed, too, frames of a file reach a receive queue of a program that only polls: it posts buffers
// by its doorbell record and makes no call meanwhile.
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror %s -o %t -libverbs -lmlx5
// RUN: %t %t.pcap
// RUN: dpa-run --port=pcap:%t.pcap -- %t | FileCheck %s
// RUN: dpa-run --seed=7 --port=pcap:%t.pcap -- %t | FileCheck %s
// RUN: dpa-run --seed=0 --port=pcap:%t.pcap -- %t | FileCheck %s
#include "Inputs/devx-work-queues.h"

enum { FRAMES = 100, DEPTH = 1 << WQ_LOG_DEPTH };

static struct devx devx;
static struct devx_cq received;
static struct devx_wq rq;
static struct ibv_mr *mr;
static char *memory; /* buffers of 128 bytes */

static void write_frames(const char *path) {
  const uint32_t head[6] = {0xa1b2c3d4, 4 << 16 | 2, 0, 0, 65535, 1};
  FILE *file = fopen(path, "wb");
  char frame[FRAME_SIZE];

  CHECK(file && fwrite(head, sizeof head, 1, file) == 1);
  for (uint32_t i = 0; i < FRAMES; i++) {
    const uint32_t record[4] = {i, 0, FRAME_SIZE, FRAME_SIZE};

    fill_frame(frame, (char)i);
    CHECK(fwrite(record, sizeof record, 1, file) == 1);
    CHECK(fwrite(frame, FRAME_SIZE, 1, file) == 1);
  }
  CHECK(fclose(file) == 0);
}

static char *buffer_at(unsigned index) {
  return memory + 128 * (index % DEPTH);
}

/* More than the queue has entries. */
static void receive_all(void) {
  for (unsigned i = 0; i < DEPTH / 2; i++)
    post_buffer(&devx, &rq, mr->lkey, buffer_at(i));
  for (unsigned i = 0; i < FRAMES; i++) {
    CHECK(mlx5dv_get_cqe_opcode(next_entry(&received)) == MLX5_CQE_RESP_SEND);
    CHECK(buffer_at(i)[50] == (char)i);
    post_buffer(&devx, &rq, mr->lkey, buffer_at(rq.posted));
  }
  printf("frames: %d\n", FRAMES);
  // CHECK: frames: 100
}

int main(int count, char **arguments) {
  struct mlx5dv_devx_obj *tir;
  struct devx_rule rule;

  if (count == 2) {
    write_frames(arguments[1]);
    return 0;
  }
  open_devx(&devx);
  CHECK((memory = aligned_alloc(4096, 4096)));
  CHECK((mr = ibv_reg_mr(devx.pd, memory, 4096, IBV_ACCESS_LOCAL_WRITE)));
  create_cq(&devx, &received);
  tir = create_receive_queue(&devx, &rq, &received);
  rule = direct_all(&devx, tir);
  receive_all();
  end_rule(&rule);
  CHECK(mlx5dv_devx_obj_destroy(tir) == 0);
  CHECK(mlx5dv_devx_obj_destroy(rq.object) == 0);
  CHECK(mlx5dv_devx_obj_destroy(received.object) == 0);
  CHECK(ibv_dereg_mr(mr) == 0);
  close_devx(&devx);
  free(memory);
  puts("done");
  // CHECK-NEXT: done
  // CHECK-NOT: {{.}}
  return 0;
}
