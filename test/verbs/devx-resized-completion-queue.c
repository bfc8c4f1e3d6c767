// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MODIFY_CQ continues a completion queue in other registered memory: the entry of the command is the last of the old
// ring, the program moves entries that it has not polled, and completions and events go on from the next index. Sizes
// that do not fit; overrun and moderation that are changed.
// PROVES: R-STEER-04
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror %s -o %t -libverbs -lmlx5
// RUN: dpa-run -- %t > %t.out 2> %t.err
// RUN: FileCheck %s < %t.out
// RUN: FileCheck --check-prefix=ERR %s < %t.err
// RUN: dpa-run --seed=7 -- %t 2> /dev/null | FileCheck %s
#include "Inputs/devx-queue-pairs.h"

#include <fcntl.h>
#include <sched.h>

enum { OLD = CQ_LOG_DEPTH, NEW = 2, LARGE = 4 };

static struct devx devx;
static struct devx_cq cq;
static struct devx_qp qp;
static struct ibv_mr *mr;
static char *memory;
static uint8_t *other_rings; /* NEW at 0, LARGE at 4096 */
static struct mlx5dv_devx_umem *other;

/* Null: the card has not written the entry of this index. */
static struct mlx5_cqe64 *entry_at(uint8_t *ring, unsigned log_depth,
                                   uint32_t index) {
  struct mlx5_cqe64 *entry =
      (struct mlx5_cqe64 *)(ring + 64 * (index % (1u << log_depth)));
  uint8_t state = __atomic_load_n(&entry->op_own, __ATOMIC_ACQUIRE);

  return state >> 4 == MLX5_CQE_INVALID ||
                 (state & 1) != (index >> log_depth & 1)
             ? NULL
             : entry;
}

static struct mlx5_cqe64 *await(uint8_t *ring, unsigned log_depth,
                                uint32_t index) {
  time_t end = time(NULL) + 60;
  struct mlx5_cqe64 *entry;

  while (!(entry = entry_at(ring, log_depth, index))) {
    CHECK(time(NULL) < end);
    sched_yield();
  }
  return entry;
}

static void consume(uint32_t index) {
  cq.consumer = index;
  __atomic_store_n(&cq.words[0], htobe32(index & 0xffffff), __ATOMIC_RELEASE);
}

/* Entries of the queue pair are counted in their completions. */
static void write_memory(void) {
  post_entry(&devx, &qp, MLX5_OPCODE_RDMA_WRITE,
             (struct devx_work){.from = (uintptr_t)memory,
                                .lkey = mr->lkey,
                                .to = (uintptr_t)memory + 64,
                                .rkey = mr->rkey,
                                .size = 8});
}

static void resize_command(unsigned log_depth, uint64_t offset) {
  begin(MODIFY_CQ);
  put(0x30, 16, 1); /* op_mod: resize */
  put(0x48, 24, cq.number);
  put(0x60, 32, 7); /* log_cq_size, page_offset, log_page_size */
  put(0xe3, 5, log_depth);
  /* cq_umem_id, cq_umem_offset; cq_umem_valid is left to the kernel */
  put(0x2c0, 32, other->umem_id);
  put(0x280, 64, offset);
}

/* What the program does with entries that it has not consumed, up to that of the command. */
static unsigned move_entries(uint8_t *from, unsigned from_depth, uint8_t *to,
                             unsigned to_depth) {
  uint32_t index = cq.consumer;
  struct mlx5_cqe64 *entry;

  while (mlx5dv_get_cqe_opcode(entry = await(from, from_depth, index)) !=
         MLX5_CQE_RESIZE_CQ) {
    struct mlx5_cqe64 *moved =
        (struct mlx5_cqe64 *)(to + 64 * (++index % (1u << to_depth)));

    *moved = *entry;
    mlx5dv_set_cqe_owner(moved, index >> to_depth & 1);
  }
  consume(cq.consumer + 1);
  return index + 1 - cq.consumer;
}

static void expect(uint8_t *ring, unsigned log_depth, unsigned posted) {
  struct mlx5_cqe64 *entry = await(ring, log_depth, cq.consumer);

  CHECK(mlx5dv_get_cqe_opcode(entry) == MLX5_CQE_REQ);
  CHECK(be16toh(entry->wqe_counter) == posted);
  consume(cq.consumer + 1);
}

static void wrong_sizes(void) {
  resize_command(1, 0);
  CHECK(modify(cq.object) == EREMOTEIO && answer[0] == 0x40);
  // ERR: dpa-verbs: error: mlx5dv_devx_obj_modify: CQ: log_cq_size 1 is too small for the entries that were not consumed
  resize_command(8, 0);
  CHECK(modify(cq.object) == EREMOTEIO && answer[0] == 3);
  // ERR-NEXT: CQ: the ring at offset 0x0 of registered memory 0x{{[0-9a-f]+}} exceeds its 8192 bytes
  resize_command(NEW, 0);
  put(0x2c0, 32, 0x12345);
  CHECK(modify(cq.object) == EREMOTEIO && answer[0] == 5);
  // ERR-NEXT: CQ: cq_umem_id 74565 does not exist
  resize_command(NEW, 0);
  put(0x60, 32, 2);
  CHECK(modify(cq.object) == EOPNOTSUPP);
  // ERR-NEXT: CQ: resize_field_select 2 is not emulated (expected 1 (log_cq_size), with or without 2 (page_offset) and 4 (log_page_size))
  resize_command(NEW, 0);
  put(0x88, 3, 1);
  CHECK(modify(cq.object) == EOPNOTSUPP);
  // ERR-NEXT: CQ: cqe_sz 1 is not emulated (expected 0)
  resize_command(NEW, 0);
  put(0x30, 16, 2);
  CHECK(modify(cq.object) == EOPNOTSUPP);
  // ERR-NEXT: CQ: op_mod 2 is not emulated (expected 0 or 1 (resize))
  CHECK(entry_at(cq.entries, OLD, 5) == NULL);
}

/* Five completions, of which two are polled; then the queue has four entries. */
static void shrink(void) {
  for (int i = 0; i < 5; i++)
    write_memory();
  await(cq.entries, OLD, 4);
  expect(cq.entries, OLD, 0);
  expect(cq.entries, OLD, 1);
  wrong_sizes();
  resize_command(NEW, 0);
  CHECK(modify(cq.object) == 0);
  printf("moved %u\n", move_entries(cq.entries, OLD, other_rings, NEW));
  // CHECK: moved 3
  CHECK(query(cq.object, QUERY_CQ, cq.number) == 0);
  printf("log_cq_size %d\n", (int)field(0xe3, 5));
  // CHECK-NEXT: log_cq_size 2
  memset(cq.entries, 0xff, 64 << OLD);
  for (unsigned i = 2; i < 30; i++) {
    if (i >= 5)
      write_memory();
    expect(other_rings, NEW, i);
  }
  for (int i = 0; i < 64 << OLD; i++)
    CHECK(cq.entries[i] == 0xff);
}

static void invalidate(uint8_t *ring, unsigned log_depth) {
  for (int i = 0; i < 1 << log_depth; i++)
    ring[64 * i + 63] = MLX5_CQE_INVALID << 4;
}

/* A full ring cannot be left; the queue keeps working and grows with one free entry. */
static void grow(void) {
  for (int i = 0; i < 4; i++)
    write_memory();
  await(other_rings, NEW, cq.consumer + 3);
  resize_command(LARGE, 4096);
  CHECK(modify(cq.object) == EREMOTEIO && answer[0] == 9);
  // ERR-NEXT: CQ: the ring is full, without room for the entry of the resize command
  expect(other_rings, NEW, 30);
  resize_command(LARGE, 4096);
  CHECK(modify(cq.object) == 0);
  printf("moved %u\n",
         move_entries(other_rings, NEW, other_rings + 4096, LARGE));
  // CHECK-NEXT: moved 3
  for (unsigned i = 31; i < 100; i++) {
    if (i >= 34)
      write_memory();
    expect(other_rings + 4096, LARGE, i);
  }
}

static void await_taken(void) {
  uint64_t *place = (uint64_t *)((uint8_t *)devx.uar->base_addr + 0x20);

  while (__atomic_load_n(place, __ATOMIC_ACQUIRE) != 0)
    sched_yield();
}

/* The card takes a doorbell when it has finished the one before in the same register; that of a queue
 * which does not exist has no effect. */
static void finish_doorbells(void) {
  await_taken();
  write_register((uint8_t *)devx.uar->base_addr + 0x20, 0, 0x777);
  await_taken();
}

/* Armed before the command, the queue raises an event after the next completion. */
static void event_after_resize(void) {
  struct mlx5dv_devx_event_channel *channel = mlx5dv_devx_create_event_channel(
      devx.context, MLX5DV_DEVX_CREATE_EVENT_CHANNEL_FLAGS_OMIT_EV_DATA);
  struct mlx5dv_devx_async_event_hdr event;
  uint16_t completion = 0;

  CHECK(channel && fcntl(channel->fd, F_SETFL, O_NONBLOCK) == 0);
  CHECK(mlx5dv_devx_subscribe_devx_event(channel, cq.object, 2, &completion,
                                         7) == 0);
  invalidate(other_rings, NEW);
  arm(&devx, &cq, 1);
  finish_doorbells();
  resize_command(NEW, 0);
  CHECK(modify(cq.object) == 0);
  CHECK(move_entries(other_rings + 4096, LARGE, other_rings, NEW) == 0);
  CHECK(mlx5dv_devx_get_event(channel, &event, sizeof event) == -1 &&
        errno == EAGAIN);
  write_memory();
  expect(other_rings, NEW, 100);
  CHECK(fcntl(channel->fd, F_SETFL, 0) == 0);
  CHECK(mlx5dv_devx_get_event(channel, &event, sizeof event) == sizeof event);
  printf("event %d\n", (int)event.cookie);
  // CHECK-NEXT: event 7
  mlx5dv_devx_destroy_event_channel(channel);
}

static void set_field(unsigned select, unsigned place, unsigned bits,
                      unsigned value) {
  begin(MODIFY_CQ);
  put(0x48, 24, cq.number);
  put(0x60, 32, select);
  put(place, bits, value);
}

/* More completions than entries do no harm if overrun is ignored from now on. */
static void ignore_overrun(void) {
  set_field(4, 0x8e, 1, 1);
  CHECK(modify(cq.object) == 0);
  for (int i = 0; i < 9; i++) {
    write_memory();
    await(other_rings, NEW, cq.consumer + i);
  }
  consume(cq.consumer + 8);
  expect(other_rings, NEW, 109);
  CHECK(query(cq.object, QUERY_CQ, cq.number) == 0 && field(0x8e, 1) == 1);
  set_field(4, 0x8e, 1, 0);
  CHECK(modify(cq.object) == 0);
  CHECK(query(cq.object, QUERY_CQ, cq.number) == 0 && field(0x8e, 1) == 0);
  set_field(16, 0x8f, 2, 1);
  CHECK(modify(cq.object) == 0);
  CHECK(query(cq.object, QUERY_CQ, cq.number) == 0);
  printf("cq_period_mode %d\n", (int)field(0x8f, 2));
  // CHECK-NEXT: cq_period_mode 1
  set_field(16, 0x8f, 2, 2);
  CHECK(modify(cq.object) == EREMOTEIO && answer[0] == 3);
  // ERR-NEXT: CQ: cq_period_mode 2 (expected 0 (from the last event) or 1 (from the last completion))
}

int main(void) {
  open_devx(&devx);
  CHECK((memory = aligned_alloc(4096, 4096)));
  memset(memory, 0, 4096);
  CHECK((mr = ibv_reg_mr(devx.pd, memory, 4096,
                         IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE)));
  CHECK((other_rings = aligned_alloc(4096, 8192)));
  memset(other_rings, 0, 8192);
  invalidate(other_rings, NEW);
  invalidate(other_rings + 4096, LARGE);
  CHECK((other = mlx5dv_devx_umem_reg(devx.context, other_rings, 8192,
                                      IBV_ACCESS_LOCAL_WRITE)));
  create_cq(&devx, &cq);
  create_qp(&devx, &cq, &qp);
  to_ready(&devx, &qp, qp.number);
  shrink();
  grow();
  event_after_resize();
  ignore_overrun();
  CHECK(mlx5dv_devx_umem_dereg(other) == EBUSY);
  CHECK(mlx5dv_devx_obj_destroy(qp.object) == 0);
  CHECK(mlx5dv_devx_obj_destroy(cq.object) == 0);
  CHECK(mlx5dv_devx_umem_dereg(other) == 0);
  CHECK(ibv_dereg_mr(mr) == 0);
  close_devx(&devx);
  free(other_rings);
  free(memory);
  puts("done");
  // CHECK-NEXT: done
  return 0;
}
