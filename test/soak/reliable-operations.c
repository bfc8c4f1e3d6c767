// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random operations of reliable connections in both directions while the port loses one frame in a
// hundred: the memory of both sides is always what a model of the operations says.
// RUN: %hostcc -std=gnu11 -O2 -Wall -Wextra -Werror -I%src/test/verbs/Inputs %s -o %t -libverbs
// RUN: dpa-run --port=loopback,loss=0.01 -- %t %{operations} | FileCheck %s
// RUN: dpa-run --port=loopback,loss=0.01,reorder=0.01,duplicate=0.01,seed=2 -- %t 300 | FileCheck %s
// CHECK: all memory as expected
#include "verbs-pair.h"

/* An operation uses the same slot of both sides, so that those of a batch do not depend on each other. */
enum { SLOTS = 32, SLOT_SIZE = MEMORY_SIZE / SLOTS };

static struct pair pair;
static char *model[2];
static uint64_t state = 1;

static uint64_t next_random(void) {
  uint64_t number = state += 0x9e3779b97f4a7c15;

  number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9;
  number = (number ^ number >> 27) * 0x94d049bb133111eb;
  return number ^ number >> 31;
}

/* Small ones are as frequent as large ones. */
static size_t random_size(void) {
  size_t most = (size_t)1 << (next_random() % 15 + 1);

  return 1 + next_random() % (most < SLOT_SIZE ? most : SLOT_SIZE);
}

/* Where an operation of `size` bytes begins in its slot. */
static size_t random_place(size_t slot, size_t size) {
  return slot * SLOT_SIZE + next_random() % (SLOT_SIZE - size + 1);
}

static void fill(int side, size_t place, size_t size) {
  for (size_t i = 0; i < size; i++)
    model[side][place + i] = (char)next_random();
  memcpy(pair.memory[side] + place, model[side] + place, size);
}

static void post(int side, struct ibv_send_wr *wr) {
  struct ibv_send_wr *bad;

  wr->send_flags = IBV_SEND_SIGNALED;
  CHECK(ibv_post_send(pair.qp[side], wr, &bad) == 0);
}

/* The returned number of completions follows. */
static int send_message(int side, size_t slot) {
  size_t size = random_size(), from = random_place(slot, size);
  size_t to = random_place(slot, size), first = next_random() % (size + 1);
  struct ibv_sge parts[] = {element(&pair, side, from, first),
                            element(&pair, side, from + first, size - first)};
  struct ibv_send_wr wr = {
      .opcode = IBV_WR_SEND, .sg_list = parts, .num_sge = 2};

  fill(side, from, size);
  memcpy(model[1 - side] + to, model[side] + from, size);
  post_receive(&pair, 1 - side, 0, to, size);
  post(side, &wr);
  return 2;
}

static int write_memory(int side, size_t slot) {
  size_t size = random_size(), from = random_place(slot, size);
  size_t to = random_place(slot, size);
  struct ibv_sge part = element(&pair, side, from, size);
  struct ibv_send_wr wr = {
      .opcode = IBV_WR_RDMA_WRITE, .sg_list = &part, .num_sge = 1};
  int has_immediate = next_random() % 4 == 0;

  if (has_immediate) {
    post_receive(&pair, 1 - side, 0, 0, 0);
    wr.opcode = IBV_WR_RDMA_WRITE_WITH_IMM;
  }
  wr.wr.rdma.remote_addr = (uintptr_t)pair.memory[1 - side] + to;
  wr.wr.rdma.rkey = pair.mr[1 - side]->rkey;
  fill(side, from, size);
  memcpy(model[1 - side] + to, model[side] + from, size);
  post(side, &wr);
  return 1 + has_immediate;
}

static int read_memory(int side, size_t slot) {
  size_t size = random_size(), from = random_place(slot, size);
  size_t to = random_place(slot, size);
  struct ibv_sge part = element(&pair, side, to, size);
  struct ibv_send_wr wr = {
      .opcode = IBV_WR_RDMA_READ, .sg_list = &part, .num_sge = 1};

  wr.wr.rdma.remote_addr = (uintptr_t)pair.memory[1 - side] + from;
  wr.wr.rdma.rkey = pair.mr[1 - side]->rkey;
  fill(1 - side, from, size);
  memcpy(model[side] + to, model[1 - side] + from, size);
  post(side, &wr);
  return 1;
}

/* Compares with the present value in every other one. */
static int change_word(int side, size_t slot) {
  size_t from = random_place(slot, 8) & ~7ul, to = random_place(slot, 8) & ~7ul;
  uint64_t *target = (uint64_t *)(model[1 - side] + from);
  struct ibv_sge part = element(&pair, side, to, 8);
  struct ibv_send_wr wr = {
      .opcode = IBV_WR_ATOMIC_FETCH_AND_ADD, .sg_list = &part, .num_sge = 1};

  wr.wr.atomic.remote_addr = (uintptr_t)pair.memory[1 - side] + from;
  wr.wr.atomic.rkey = pair.mr[1 - side]->rkey;
  wr.wr.atomic.compare_add = *target + next_random() % 2;
  wr.wr.atomic.swap = next_random();
  memcpy(model[side] + to, target, 8);
  if (next_random() % 2) {
    wr.opcode = IBV_WR_ATOMIC_CMP_AND_SWP;
    if (*target == wr.wr.atomic.compare_add)
      *target = wr.wr.atomic.swap;
  } else {
    *target += wr.wr.atomic.compare_add;
  }
  post(side, &wr);
  return 1;
}

static int (*const operations[])(int, size_t) = {send_message, write_memory,
                                                 read_memory, change_word};

/* Each in a slot of its own. */
static void run_batch(size_t count) {
  int completions = 0;

  for (size_t slot = 0; slot < count; slot++)
    completions += operations[next_random() % 4](next_random() % 2, slot);
  while (completions--) {
    struct ibv_wc wc = next_completion(pair.cq);
    CHECK(wc.status == IBV_WC_SUCCESS);
  }
  for (int side = 0; side < 2; side++)
    CHECK(!memcmp(pair.memory[side], model[side], count * SLOT_SIZE));
}

int main(int argc, char **argv) {
  CHECK(argc == 2);
  open_pair(&pair);
  create_queue_pairs(&pair, IBV_QPT_RC, 0);
  connect_pair(&pair);
  for (int side = 0; side < 2; side++)
    CHECK((model[side] = calloc(1, MEMORY_SIZE)));
  for (size_t left = strtoull(argv[1], NULL, 10); left > 0;) {
    size_t count = 1 + next_random() % SLOTS;

    if (count > left)
      count = left;
    run_batch(count);
    left -= count;
  }
  for (int side = 0; side < 2; side++) {
    CHECK(!memcmp(pair.memory[side], model[side], MEMORY_SIZE));
    free(model[side]);
  }
  close_pair(&pair);
  puts("all memory as expected");
  return 0;
}
