// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Requests that the device libraries write into queue pairs: every opcode of DOCA DPA Verbs and every
// operation of DOCA DPA RDMA reaches the other end; lists of several pieces, and lists that are ended
// early; completions with the index that posting returned, none without SIGNALED; nothing happens
// before a commit; raw entries; entries that are posted again. Fields of requests are those that were
// set.
// PROVES: R-VRB-02 R-VRB-03 R-VRB-04 R-VRB-07 R-VRB-09 R-VRB-10 R-VRB-11 R-VRB-12 R-VRB-13 R-VRB-24
// RUN: rm -rf %t && split-file %s %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -device-libs="-ldoca_dpa_dev -ldoca_dpa_dev_comm -ldoca_dpa_dev_verbs" -I%src -devicecc-options="-Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc_flexio -I%src -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run -- %t/host

//--- device.c
#include "runtime/doca/abi/device-objects.h"

#include <doca_dpa_dev_rdma.h>
#include <doca_dpa_dev_verbs.h>
#include <dpaintrin.h>
#include <string.h>

#define EXPECT(condition)                                                      \
  do {                                                                         \
    if (!(condition))                                                          \
      return __LINE__;                                                         \
  } while (0)

struct __dpa_global__ side {
  uint64_t pair, sent, received, memory;
  uint32_t key, number;
};

typedef doca_dpa_dev_completion_element_t element;
typedef struct doca_dpa_dev_verbs_sge sge;

static element await(uint64_t completion) {
  element found;
  while (!doca_dpa_dev_get_completion(completion, &found)) {
  }
  doca_dpa_dev_completion_ack(completion, 1);
  return found;
}
static int is_empty(uint64_t completion) {
  element found;
  return !doca_dpa_dev_get_completion(completion, &found);
}
static char *text_of(struct side side, unsigned place) {
  return (char *)side.memory + 64 * place;
}

static struct doca_dpa_dev_verbs_send_wr
make(enum doca_dpa_dev_verbs_send_wr_opcode opcode, sge *list, uint32_t count) {
  struct doca_dpa_dev_verbs_send_wr wr;
  memset(&wr, 0xa5, sizeof wr);
  doca_dpa_dev_verbs_send_wr_set_opcode(&wr, opcode);
  doca_dpa_dev_verbs_send_wr_set_sg_list(&wr, list);
  doca_dpa_dev_verbs_send_wr_set_sg_num_sge(&wr, count);
  doca_dpa_dev_verbs_send_wr_set_send_flags(
      &wr, DOCA_DPA_DEV_VERBS_SEND_WR_FLAGS_SIGNALED);
  doca_dpa_dev_verbs_send_wr_set_fence_mode(
      &wr, DOCA_DPA_DEV_VERBS_SEND_WR_FM_NO_FENCE);
  return wr;
}

static uint32_t receive_at(struct side side, unsigned place) {
  sge list = {(uint64_t)text_of(side, place), 64, side.key};
  struct doca_dpa_dev_verbs_recv_wr wr;
  doca_dpa_dev_verbs_recv_wr_set_sg_list(&wr, &list);
  doca_dpa_dev_verbs_recv_wr_set_sg_num_sge(&wr, 1);
  if (doca_dpa_dev_verbs_recv_wr_get_sg_list(&wr) != &list ||
      doca_dpa_dev_verbs_recv_wr_get_sg_num_sge(&wr) != 1)
    return UINT32_MAX;
  return doca_dpa_dev_verbs_qp_post_recv_wr(side.pair, &wr);
}

__dpa_rpc__ uint64_t fields(void) {
  struct doca_dpa_dev_verbs_send_wr wr;
  sge list;
#define FIELD(name, value) doca_dpa_dev_verbs_send_wr_set_##name(&wr, value)
  FIELD(sg_list, &list);
  FIELD(sg_num_sge, 30);
  FIELD(opcode, DOCA_DPA_DEV_VERBS_SEND_WR_OPCODE_ATOMIC_FETCH_ADD);
  FIELD(send_flags, 6);
  FIELD(fence_mode,
        DOCA_DPA_DEV_VERBS_SEND_WR_FM_FENCE_AND_INITIATOR_SMALL_FENCE);
  FIELD(imm_data, 0xf0000001);
  FIELD(invalidate_rkey, 0xf0000002);
  FIELD(rdma_remote_addr, 0xf000000000000003);
  FIELD(rdma_rkey, 0xf0000004);
  FIELD(atomic_remote_addr, 0xf000000000000005);
  FIELD(atomic_compare_add, 0xf000000000000006);
  FIELD(atomic_swap, 0xf000000000000007);
  FIELD(atomic_rkey, 0xf0000008);
#undef FIELD
#define FIELD(name, value)                                                     \
  EXPECT(doca_dpa_dev_verbs_send_wr_get_##name(&wr) == (value))
  FIELD(sg_list, &list);
  FIELD(sg_num_sge, 30);
  FIELD(opcode, DOCA_DPA_DEV_VERBS_SEND_WR_OPCODE_ATOMIC_FETCH_ADD);
  FIELD(send_flags, 6);
  FIELD(fence_mode,
        DOCA_DPA_DEV_VERBS_SEND_WR_FM_FENCE_AND_INITIATOR_SMALL_FENCE);
  FIELD(imm_data, 0xf0000001);
  FIELD(invalidate_rkey, 0xf0000002);
  FIELD(rdma_remote_addr, 0xf000000000000003);
  FIELD(rdma_rkey, 0xf0000004);
  FIELD(atomic_remote_addr, 0xf000000000000005);
  FIELD(atomic_compare_add, 0xf000000000000006);
  FIELD(atomic_swap, 0xf000000000000007);
  FIELD(atomic_rkey, 0xf0000008);
  EXPECT(sizeof(struct doca_dpa_dev_verbs_send_wr) == 64 &&
         sizeof(struct doca_dpa_dev_verbs_recv_wr) == 16 && sizeof(sge) == 16);
  return 0;
}

__dpa_rpc__ uint64_t verbs(struct side a, struct side b) {
  EXPECT(doca_dpa_dev_verbs_qp_get_qpn(a.pair) == a.number);
  uintptr_t sends, receives;
  uint32_t blocks, entries, size;
  doca_dpa_dev_verbs_qp_get_wq(a.pair, &sends, &blocks, &receives, &entries,
                               &size);
  EXPECT(sends == receives + 256 && blocks == 16 && entries == 16 &&
         size == 16);

  /* A write of five pieces, which goes over two blocks. */
  strcpy(text_of(a, 0), "abcdefghij");
  sge pieces[6];
  for (unsigned i = 0; i < 5; i++)
    pieces[i] = (sge){(uint64_t)text_of(a, 0) + 2 * (4 - i), 2, a.key};
  pieces[5] = (sge){0, 0, DOCA_DPA_DEV_VERBS_SGE_TERMINATING_LKEY};
  struct doca_dpa_dev_verbs_send_wr wr =
      make(DOCA_DPA_DEV_VERBS_SEND_WR_OPCODE_WRITE, pieces, 6);
  doca_dpa_dev_verbs_send_wr_set_rdma_remote_addr(&wr, (uint64_t)text_of(b, 0));
  doca_dpa_dev_verbs_send_wr_set_rdma_rkey(&wr, b.key);
  uint32_t index = doca_dpa_dev_verbs_qp_post_send_wr(a.pair, &wr);
  EXPECT(index == 0 && is_empty(a.sent) && text_of(b, 0)[0] == 0);
  doca_dpa_dev_verbs_qp_commit_send(a.pair);
  element done = await(a.sent);
  EXPECT(doca_dpa_dev_completion_element_get_wqe_counter(done) == index);
  EXPECT(doca_dpa_dev_get_completion_type(done) == DOCA_DPA_DEV_COMP_SEND);
  EXPECT(doca_dpa_dev_completion_element_get_qpn(done) == a.number);
  EXPECT(doca_dpa_dev_completion_element_get_swqe_opcode(done) == 8);
  EXPECT(strcmp(text_of(b, 0), "ijghefcdab") == 0);

  /* A read, without a completion. */
  strcpy(text_of(b, 1), "to be read");
  sge one = {(uint64_t)text_of(a, 1), 11, a.key};
  wr = make(DOCA_DPA_DEV_VERBS_SEND_WR_OPCODE_READ, &one, 1);
  doca_dpa_dev_verbs_send_wr_set_send_flags(&wr, 0);
  doca_dpa_dev_verbs_send_wr_set_rdma_remote_addr(&wr, (uint64_t)text_of(b, 1));
  doca_dpa_dev_verbs_send_wr_set_rdma_rkey(&wr, b.key);
  EXPECT(doca_dpa_dev_verbs_qp_post_send_wr(a.pair, &wr) == 2);
  /* Fetch and add, behind the read. */
  *(uint64_t *)text_of(b, 2) = 40;
  one = (sge){(uint64_t)text_of(a, 2), 8, a.key};
  wr = make(DOCA_DPA_DEV_VERBS_SEND_WR_OPCODE_ATOMIC_FETCH_ADD, &one, 1);
  doca_dpa_dev_verbs_send_wr_set_fence_mode(
      &wr, DOCA_DPA_DEV_VERBS_SEND_WR_FM_FENCE);
  doca_dpa_dev_verbs_send_wr_set_atomic_remote_addr(&wr,
                                                    (uint64_t)text_of(b, 2));
  doca_dpa_dev_verbs_send_wr_set_atomic_rkey(&wr, b.key);
  doca_dpa_dev_verbs_send_wr_set_atomic_compare_add(&wr, 2);
  index = doca_dpa_dev_verbs_qp_post_send_wr(a.pair, &wr);
  __dpa_thread_memory_writeback();
  doca_dpa_dev_verbs_qp_lw_commit_send(a.pair);
  EXPECT(doca_dpa_dev_completion_element_get_wqe_counter(await(a.sent)) ==
             index &&
         is_empty(a.sent));
  EXPECT(strcmp(text_of(a, 1), "to be read") == 0);
  EXPECT(*(uint64_t *)text_of(a, 2) == 40 && *(uint64_t *)text_of(b, 2) == 42);

  /* Messages: without and with an immediate, and a write with one. */
  EXPECT(receive_at(b, 3) == 0 && receive_at(b, 4) == 1 &&
         receive_at(b, 5) == 2);
  doca_dpa_dev_verbs_qp_commit_recv(b.pair);
  strcpy(text_of(a, 3), "message");
  one = (sge){(uint64_t)text_of(a, 3), 8, a.key};
  wr = make(DOCA_DPA_DEV_VERBS_SEND_WR_OPCODE_SEND, &one, 1);
  doca_dpa_dev_verbs_qp_post_send_wr(a.pair, &wr);
  wr = make(DOCA_DPA_DEV_VERBS_SEND_WR_OPCODE_SEND_WITH_IMM, &one, 1);
  doca_dpa_dev_verbs_send_wr_set_imm_data(&wr, 0x12345678);
  doca_dpa_dev_verbs_qp_post_send_wr(a.pair, &wr);
  wr = make(DOCA_DPA_DEV_VERBS_SEND_WR_OPCODE_WRITE_WITH_IMM, &one, 1);
  doca_dpa_dev_verbs_send_wr_set_imm_data(&wr, 0x9abcdef0);
  doca_dpa_dev_verbs_send_wr_set_rdma_remote_addr(&wr, (uint64_t)text_of(b, 6));
  doca_dpa_dev_verbs_send_wr_set_rdma_rkey(&wr, b.key);
  doca_dpa_dev_verbs_qp_post_send_wr(a.pair, &wr);
  doca_dpa_dev_verbs_qp_commit_send(a.pair);
  for (int i = 0; i < 3; i++)
    EXPECT(doca_dpa_dev_get_completion_type(await(a.sent)) ==
           DOCA_DPA_DEV_COMP_SEND);
  done = await(b.received);
  EXPECT(doca_dpa_dev_get_completion_type(done) == DOCA_DPA_DEV_COMP_RECV_SEND);
  EXPECT(doca_dpa_dev_completion_element_get_wqe_counter(done) == 0);
  EXPECT(doca_dpa_dev_completion_element_get_received_bytes(done) == 8);
  done = await(b.received);
  EXPECT(doca_dpa_dev_get_completion_type(done) ==
         DOCA_DPA_DEV_COMP_RECV_SEND_IMM);
  EXPECT(doca_dpa_dev_get_completion_immediate(done) == 0x12345678);
  done = await(b.received);
  EXPECT(doca_dpa_dev_get_completion_type(done) ==
         DOCA_DPA_DEV_COMP_RECV_RDMA_WRITE_IMM);
  EXPECT(doca_dpa_dev_get_completion_immediate(done) == 0x9abcdef0);
  EXPECT(doca_dpa_dev_completion_element_get_wqe_counter(done) == 2);
  EXPECT(!strcmp(text_of(b, 3), "message") &&
         !strcmp(text_of(b, 4), "message") &&
         !strcmp(text_of(b, 6), "message"));

  /* A raw entry: the one of the last write again, with another index. */
  uint32_t raw[16];
  memcpy(raw, (void *)(sends + 64 * 6), sizeof raw);
  memset(text_of(b, 6), 0, 64);
  raw[0] = 0x08000000; /* a write, without an immediate; big endian */
  EXPECT(doca_dpa_dev_verbs_qp_post_send_raw_wqe(a.pair, raw) == 7);
  doca_dpa_dev_verbs_qp_commit_send(a.pair);
  EXPECT(doca_dpa_dev_completion_element_get_wqe_counter(await(a.sent)) == 7);
  EXPECT(!strcmp(text_of(b, 6), "message"));
  return 0;
}

__dpa_rpc__ uint64_t rdma(struct side a, struct side b, uint64_t sender,
                          uint64_t receiver, uint64_t event) {
  enum {
    flush = DOCA_DPA_DEV_SUBMIT_FLAG_FLUSH,
    quiet = flush | DOCA_DPA_DEV_SUBMIT_FLAG_OPTIMIZE_REPORTS
  };
  strcpy(text_of(a, 10), "written");
  doca_dpa_dev_rdma_post_write(sender, 0, b.key, (uint64_t)text_of(b, 10),
                               a.key, (uint64_t)text_of(a, 10), 8, quiet);
  doca_dpa_dev_rdma_signal_set(sender, 0, event, 70);
  doca_dpa_dev_rdma_signal_add(sender, 0, event, 7);
  doca_dpa_dev_rdma_post_atomic_fetch_add(sender, 0, b.key,
                                          (uint64_t)text_of(b, 2), 100, quiet);
  doca_dpa_dev_rdma_post_read(sender, 0, a.key, (uint64_t)text_of(a, 11), b.key,
                              (uint64_t)text_of(b, 10), 8, flush);
  element done = await(a.sent);
  EXPECT(doca_dpa_dev_get_completion_type(done) == DOCA_DPA_DEV_COMP_SEND);
  EXPECT(!strcmp(text_of(b, 10), "written") &&
         !strcmp(text_of(a, 11), "written") && is_empty(a.sent));
  EXPECT(*(uint64_t *)text_of(b, 12) == 77 &&
         *(uint64_t *)text_of(b, 2) == 142);

  for (unsigned i = 13; i < 16; i++)
    doca_dpa_dev_rdma_post_receive(receiver, b.key, (uint64_t)text_of(b, i),
                                   64);
  doca_dpa_dev_rdma_post_send(sender, 0, a.key, (uint64_t)text_of(a, 10), 8,
                              quiet);
  /* The data were read when the call returned. */
  text_of(a, 10)[0] = 'W';
  doca_dpa_dev_rdma_post_send_imm(sender, 0, a.key, (uint64_t)text_of(a, 10), 8,
                                  0xcafe, quiet);
  struct doca_dpa_dev_buf from = {(uintptr_t)text_of(a, 10), 8, a.key, {0}},
                          to = {(uintptr_t)text_of(b, 16), 8, b.key, {0}};
  doca_dpa_dev_rdma_post_buf_write_imm(sender, 0, (doca_dpa_dev_buf_t)&to,
                                       (doca_dpa_dev_buf_t)&from, 0xbeef,
                                       flush);
  EXPECT(doca_dpa_dev_get_completion_type(await(a.sent)) ==
             DOCA_DPA_DEV_COMP_SEND &&
         is_empty(a.sent));
  EXPECT(doca_dpa_dev_get_completion_type(await(b.received)) ==
         DOCA_DPA_DEV_COMP_RECV_SEND);
  EXPECT(doca_dpa_dev_get_completion_immediate(await(b.received)) == 0xcafe);
  EXPECT(doca_dpa_dev_get_completion_immediate(await(b.received)) == 0xbeef);
  EXPECT(!strcmp(text_of(b, 13), "written") &&
         !strcmp(text_of(b, 14), "Written") &&
         !strcmp(text_of(b, 16), "Written"));

  /* A wrong key. */
  doca_dpa_dev_rdma_post_write(sender, 0, b.key + 256, (uint64_t)text_of(b, 10),
                               a.key, (uint64_t)text_of(a, 10), 8, quiet);
  done = await(a.sent);
  EXPECT(doca_dpa_dev_get_completion_type(done) == DOCA_DPA_DEV_COMP_SEND_ERR);
  EXPECT(doca_dpa_dev_completion_element_get_error_syndrome(done) ==
         0x13); /* remote access */
  return 0;
}

//--- host.c
#include "queue-pair.h"

#include "runtime/doca/abi/device-objects.h"

extern flexio_func_t fields, verbs, rdma;

struct side {
  uint64_t pair, sent, received, memory;
  uint32_t key, number;
};

static flexio_uintptr_t store(struct flexio_process *process, void *object,
                              size_t size) {
  flexio_uintptr_t address;
  EXPECT_SUCCESS(flexio_copy_from_host(process, object, size, &address));
  return address;
}

static uint64_t completion_of(struct flexio_process *process,
                              struct queue queue) {
  struct doca_abi_completion object = {.ring = queue.ring,
                                       .doorbell_record = queue.record,
                                       .number = queue.number,
                                       .log_depth = 4};
  return store(process, &object, sizeof object);
}

static struct doca_abi_queue_pair object_of(const struct queue_pair *pair) {
  return (struct doca_abi_queue_pair){
      .send = {.ring = pair->rings + (16 << LOG_ENTRIES),
               .number = pair->number,
               .log_depth = LOG_ENTRIES,
               .result = pair->memory + 64 * 100,
               .result_key = pair->key},
      .receive = {.ring = pair->rings,
                  .doorbell_record = pair->record,
                  .number = pair->number,
                  .log_depth = LOG_ENTRIES,
                  .stride = 16}};
}

static struct side side_of(struct flexio_process *process,
                           const struct queue_pair *pair,
                           struct doca_abi_queue_pair *object) {
  *object = object_of(pair);
  return (struct side){.pair = store(process, object, sizeof *object),
                       .sent = completion_of(process, pair->sent),
                       .received = completion_of(process, pair->received),
                       .memory = pair->memory,
                       .key = pair->key,
                       .number = pair->number};
}

/* Two queue pairs that are connected. */
static void connect_both(struct ibv_context *context, struct queue_pair *a,
                         struct queue_pair *b) {
  struct address of_a = address_of(a, context), of_b = address_of(b, context);
  connect_to(a, &of_b);
  connect_to(b, &of_a);
}

int main(void) {
  struct ibv_context *context = open_device();
  struct flexio_process *process = create_process(context);
  uint64_t line = 1;
  EXPECT_SUCCESS(flexio_process_call(process, fields, &line));
  EXPECT(line == 0);

  struct doca_abi_queue_pair objects[2];
  struct queue_pair a = create_queue_pair(process),
                    b = create_queue_pair(process);
  connect_both(context, &a, &b);
  struct side from = side_of(process, &a, &objects[0]),
              to = side_of(process, &b, &objects[1]);
  EXPECT_SUCCESS(flexio_process_call(process, verbs, &line, from, to));
  if (line != 0)
    printf("verbs: line %d of device.c\n", (int)line);
  EXPECT(line == 0);

  struct queue_pair c = create_queue_pair(process),
                    d = create_queue_pair(process);
  connect_both(context, &c, &d);
  from = side_of(process, &c, &objects[0]);
  to = side_of(process, &d, &objects[1]);
  uint64_t value = 142 - 100;
  EXPECT_SUCCESS(
      flexio_host2dev_memcpy(process, &value, sizeof value, d.memory + 64 * 2));
  struct doca_abi_rdma sender = {.connections = from.pair, .count = 1};
  struct doca_abi_rdma receiver = {.receive = objects[1].receive};
  struct doca_abi_remote_event event = {.address = d.memory + 64 * 12,
                                        .key = d.key};
  EXPECT_SUCCESS(flexio_process_call(process, rdma, &line, from, to,
                                     store(process, &sender, sizeof sender),
                                     store(process, &receiver, sizeof receiver),
                                     store(process, &event, sizeof event)));
  if (line != 0)
    printf("rdma: line %d of device.c\n", (int)line);
  EXPECT(line == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
