// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work requests of queue pairs by verbs, in rings that the library sizes for requests of up to 6 pieces of memory: every operation
// with one and with several pieces, around the end of the ring; completions on demand; solicited events and fences in the bytes that the
// card reads, in the packets, and with delayed packets; completions of errors. In checking mode a commit without a fence is reported.
// PROVES: R-VRB-04 R-VRB-06 R-VRB-08 R-VRB-14 R-VRB-19
// RUN: rm -rf %t && split-file %s %t && cp %S/../samples/Inputs/packets.py %S/Inputs/solicited-packets.py %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa -device-libs="-ldoca_dpa_dev -ldoca_dpa_dev_comm -ldoca_dpa_dev_verbs" -devicecc-options="-I%S/Inputs -I%t -g -Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc_doca -I%S/Inputs -I%t %t/host.c %t/app.a -ldoca_verbs %doca_libs -o %t/host
// RUN: dpa-run --port=loopback,out=%t/frames.pcap -- %t/host operations solicited fences errors
// RUN: dpa-run -- %t/host no_atomics
// RUN: dpa-run --seed=1 --port=loopback,delay=1ms -- %t/host reordered
// RUN: python3 %t/solicited-packets.py %t/frames.pcap
// RUN: dpa-run --check=memory --seed=1 -- %t/host operations fences fenced 2>&1 | FileCheck %s --check-prefix=FENCED --allow-empty
// FENCED-NOT: memory check
// RUN: dpa-run --check=memory --seed=1 -- %t/host unfenced 2>&1 | FileCheck %s --check-prefix=UNFENCED
// UNFENCED: flexio: error: memory check: {{.*}}: network card read a send queue entry: {{.*}}, was not written back; after the write __dpa_thread_memory_writeback() is missing

//--- shared.h
#include <stdint.h>
enum { SIZE = 8192, PLACE = 256, PIECES = 6, REQUESTS = 4 };
struct ends {
  uint64_t from, to, sent, received, memory;
  uint32_t key;
};

//--- device.c
#include "shared.h"
#include "verbs-device.h"
#include <doca_dpa_dev_rdma.h>
#include <dpaintrin.h>

#define EXPECT(condition)                                                      \
  do {                                                                         \
    if (!(condition))                                                          \
      return __LINE__;                                                         \
  } while (0)

typedef doca_dpa_dev_completion_element_t element;
typedef struct doca_dpa_dev_verbs_sge sge;
typedef struct doca_dpa_dev_verbs_send_wr send_wr;
enum {
  WRITE = DOCA_DPA_DEV_VERBS_SEND_WR_OPCODE_WRITE,
  WRITE_IMM = DOCA_DPA_DEV_VERBS_SEND_WR_OPCODE_WRITE_WITH_IMM,
  SEND = DOCA_DPA_DEV_VERBS_SEND_WR_OPCODE_SEND,
  SEND_IMM = DOCA_DPA_DEV_VERBS_SEND_WR_OPCODE_SEND_WITH_IMM,
  READ = DOCA_DPA_DEV_VERBS_SEND_WR_OPCODE_READ,
  ADD = DOCA_DPA_DEV_VERBS_SEND_WR_OPCODE_ATOMIC_FETCH_ADD,
  SIGNALED = DOCA_DPA_DEV_VERBS_SEND_WR_FLAGS_SIGNALED,
  SOLICITED = DOCA_DPA_DEV_VERBS_SEND_WR_FLAGS_SOLICITED
};

static int is_empty(uint64_t from) {
  element done;
  for (int i = 0; i < 1000; i++)
    if (doca_dpa_dev_get_completion(from, &done))
      return 0;
  return 1;
}

static char *place(const struct ends *of, uint32_t number) {
  return (char *)of->memory + number * PLACE;
}

static int is_text(const char *text, const char *expected) {
  for (; *expected; text++, expected++)
    if (*text != *expected)
      return 0;
  return 1;
}

static send_wr make(const struct ends *of, uint32_t opcode, sge *list,
                    uint32_t count, uint32_t target) {
  send_wr request = make_request((enum doca_dpa_dev_verbs_send_wr_opcode)opcode,
                                 list, count, SIGNALED);
  doca_dpa_dev_verbs_send_wr_set_imm_data(&request, 0xabc00000 + target);
  doca_dpa_dev_verbs_send_wr_set_rdma_remote_addr(&request,
                                                  (uint64_t)place(of, target));
  doca_dpa_dev_verbs_send_wr_set_rdma_rkey(&request, of->key);
  doca_dpa_dev_verbs_send_wr_set_atomic_remote_addr(
      &request, (uint64_t)place(of, target));
  doca_dpa_dev_verbs_send_wr_set_atomic_rkey(&request, of->key);
  doca_dpa_dev_verbs_send_wr_set_atomic_compare_add(&request, 5);
  return request;
}

// The text at place 0 in pieces of one byte, the last one with the rest.
static void split(const struct ends *of, sge *list, uint32_t count,
                  const char *text, uint32_t size) {
  for (uint32_t i = 0; i < size; i++)
    place(of, 0)[i] = text[i];
  for (uint32_t i = 0; i < count; i++)
    list[i] = (sge){(uint64_t)place(of, 0) + i,
                    i + 1 < count ? 1 : size - count + 1, of->key};
}

static void post_receive(const struct ends *of, uint32_t at) {
  sge piece = {(uint64_t)place(of, at), PLACE, of->key};
  struct doca_dpa_dev_verbs_recv_wr request;
  doca_dpa_dev_verbs_recv_wr_set_sg_list(&request, &piece);
  doca_dpa_dev_verbs_recv_wr_set_sg_num_sge(&request, 1);
  doca_dpa_dev_verbs_qp_post_recv_wr(of->to, &request);
  doca_dpa_dev_verbs_qp_commit_recv(of->to);
}

// Posts and commits; the completion must be that of the request.
static int is_done(const struct ends *of, send_wr *request, uint32_t type) {
  uint32_t index = doca_dpa_dev_verbs_qp_post_send_wr(of->from, request);
  doca_dpa_dev_verbs_qp_commit_send(of->from);
  element done = next(of->sent);
  return doca_dpa_dev_get_completion_type(done) == type &&
         doca_dpa_dev_completion_element_get_wqe_counter(done) == index;
}

static uint64_t run_messages(const struct ends *of, sge *list, uint32_t count,
                             uint32_t at) {
  element done;
  send_wr request = make(of, SEND, list, count, at);
  post_receive(of, at);
  EXPECT(is_done(of, &request, DOCA_DPA_DEV_COMP_SEND));
  done = next(of->received);
  EXPECT(doca_dpa_dev_get_completion_type(done) == DOCA_DPA_DEV_COMP_RECV_SEND);
  EXPECT(doca_dpa_dev_completion_element_get_received_bytes(done) == 8);
  EXPECT(is_text(place(of, at), "abcdefgh"));
  request = make(of, SEND_IMM, list, count, at);
  post_receive(of, at);
  EXPECT(is_done(of, &request, DOCA_DPA_DEV_COMP_SEND));
  done = next(of->received);
  EXPECT(doca_dpa_dev_get_completion_type(done) ==
         DOCA_DPA_DEV_COMP_RECV_SEND_IMM);
  EXPECT(doca_dpa_dev_get_completion_immediate(done) == 0xabc00000 + at);
  request = make(of, WRITE_IMM, list, count, at + 1);
  post_receive(of, at);
  EXPECT(is_done(of, &request, DOCA_DPA_DEV_COMP_SEND));
  done = next(of->received);
  EXPECT(doca_dpa_dev_get_completion_type(done) ==
         DOCA_DPA_DEV_COMP_RECV_RDMA_WRITE_IMM);
  EXPECT(doca_dpa_dev_get_completion_immediate(done) == 0xabc00001 + at);
  EXPECT(is_text(place(of, at + 1), "abcdefgh"));
  return 0;
}

// All operations with 1 to 6 pieces: 1 or 2 blocks, around the end of the ring of 8.
__dpa_rpc__ uint64_t operations(struct ends of) {
  uint64_t line;
  sge list[PIECES];
  for (uint32_t count = 1; count <= PIECES; count++) {
    uint32_t at = 1 + 3 * (count - 1);
    split(&of, list, count, "abcdefgh", 8);
    send_wr request = make(&of, WRITE, list, count, at + 2);
    EXPECT(is_done(&of, &request, DOCA_DPA_DEV_COMP_SEND));
    EXPECT(is_text(place(&of, at + 2), "abcdefgh"));
    if ((line = run_messages(&of, list, count, at)))
      return line;
    split(&of, list, count, "--------", 8); // a read into the pieces
    request = make(&of, READ, list, count, at + 2);
    EXPECT(is_done(&of, &request, DOCA_DPA_DEV_COMP_SEND));
    EXPECT(is_text(place(&of, 0), "abcdefgh"));
    *(volatile uint64_t *)place(&of, at + 2) = 40 + count;
    sge old = {(uint64_t)place(&of, 0), 8, of.key};
    request = make(&of, ADD, &old, 1, at + 2);
    EXPECT(is_done(&of, &request, DOCA_DPA_DEV_COMP_SEND));
    EXPECT(*(volatile uint64_t *)place(&of, 0) == 40 + count);
    EXPECT(*(volatile uint64_t *)place(&of, at + 2) == 45 + count);
  }
  return 0;
}

// The third word of the entry that is posted next.
static uint32_t control_of(const struct ends *of, send_wr *request) {
  uintptr_t sends, receives;
  uint32_t blocks, entries, size;
  doca_dpa_dev_verbs_qp_get_wq(of->from, &sends, &blocks, &receives, &entries,
                               &size);
  uint32_t index = doca_dpa_dev_verbs_qp_post_send_wr(of->from, request);
  return __builtin_bswap32(
      ((const uint32_t *)(sends + 64 * (index & (blocks - 1))))[2]);
}

// Two messages with a solicited event, of three; the second has no completion.
__dpa_rpc__ uint64_t solicited(struct ends of) {
  static const uint32_t flags[] = {SIGNALED, SOLICITED, SIGNALED | SOLICITED};
  static const uint32_t bits[] = {2 << 2, 1 << 1, 2 << 2 | 1 << 1};
  sge list[1];
  split(&of, list, 1, "solicit", 8);
  for (int i = 0; i < 3; i++) {
    send_wr request = make(&of, SEND, list, 1, 40);
    post_receive(&of, 40);
    doca_dpa_dev_verbs_send_wr_set_send_flags(&request, flags[i]);
    EXPECT(control_of(&of, &request) == bits[i]);
    doca_dpa_dev_verbs_qp_commit_send(of.from);
    next(of.received);
    if (flags[i] & SIGNALED)
      next(of.sent);
    EXPECT(is_empty(of.sent));
  }
  return 0;
}

// Each mode in the bytes, and behind a read, whose data the write sends on.
__dpa_rpc__ uint64_t fences(struct ends of) {
  for (uint32_t mode = 0; mode <= 4; mode++) {
    sge into = {(uint64_t)place(&of, 20), 8, of.key};
    sge from = into;
    *(volatile uint64_t *)place(&of, 21) = 1000 + mode;
    send_wr read = make(&of, READ, &into, 1, 21),
            write = make(&of, WRITE, &from, 1, 22);
    doca_dpa_dev_verbs_send_wr_set_send_flags(&read, 0);
    doca_dpa_dev_verbs_send_wr_set_fence_mode(
        &write, (enum doca_dpa_dev_verbs_send_wr_fm)mode);
    doca_dpa_dev_verbs_qp_post_send_wr(of.from, &read);
    EXPECT(control_of(&of, &write) == (mode << 5 | 2 << 2));
    doca_dpa_dev_verbs_qp_commit_send(of.from);
    EXPECT(doca_dpa_dev_get_completion_type(next(of.sent)) ==
           DOCA_DPA_DEV_COMP_SEND);
    EXPECT(is_empty(of.sent));
    if (mode >= DOCA_DPA_DEV_VERBS_SEND_WR_FM_FENCE)
      EXPECT(*(volatile uint64_t *)place(&of, 22) == 1000 + mode);
  }
  return 0;
}

// Frames are delayed, so that a write without a fence is sent before the data of
// the read before it have arrived.
__dpa_rpc__ uint64_t reordered(struct ends of) {
  for (uint32_t mode = 0; mode <= 4; mode++) {
    sge piece = {(uint64_t)place(&of, 27), 8, of.key};
    *(volatile uint64_t *)place(&of, 27) = 1;
    *(volatile uint64_t *)place(&of, 28) = 2;
    *(volatile uint64_t *)place(&of, 29) = 0;
    send_wr read = make(&of, READ, &piece, 1, 28),
            write = make(&of, WRITE, &piece, 1, 29);
    doca_dpa_dev_verbs_send_wr_set_send_flags(&read, 0);
    doca_dpa_dev_verbs_send_wr_set_fence_mode(
        &write, (enum doca_dpa_dev_verbs_send_wr_fm)mode);
    doca_dpa_dev_verbs_qp_post_send_wr(of.from, &read);
    doca_dpa_dev_verbs_qp_post_send_wr(of.from, &write);
    doca_dpa_dev_verbs_qp_commit_send(of.from);
    next(of.sent);
    EXPECT(*(volatile uint64_t *)place(&of, 27) == 2);
    EXPECT(*(volatile uint64_t *)place(&of, 29) ==
           (mode >= DOCA_DPA_DEV_VERBS_SEND_WR_FM_FENCE ? 2 : 1));
  }
  return 0;
}

// A wrong remote key, without SIGNALED; then everything is flushed.
__dpa_rpc__ uint64_t errors(struct ends of) {
  sge list[1];
  element done;
  split(&of, list, 1, "text", 4);
  send_wr request = make(&of, WRITE, list, 1, 23);
  doca_dpa_dev_verbs_send_wr_set_send_flags(&request, 0);
  doca_dpa_dev_verbs_send_wr_set_rdma_rkey(&request, of.key + 256);
  uint32_t index = doca_dpa_dev_verbs_qp_post_send_wr(of.from, &request);
  doca_dpa_dev_verbs_qp_commit_send(of.from);
  done = next(of.sent);
  EXPECT(doca_dpa_dev_get_completion_type(done) == DOCA_DPA_DEV_COMP_SEND_ERR);
  EXPECT(doca_dpa_dev_completion_element_get_wqe_counter(done) == index);
  EXPECT(doca_dpa_dev_completion_element_get_error_syndrome(done) == 0x13);
  request = make(&of, SEND, list, 1, 23);
  EXPECT(is_done(&of, &request, DOCA_DPA_DEV_COMP_SEND_ERR));
  post_receive(&of, 24);
  done = next(of.received);
  EXPECT(doca_dpa_dev_get_completion_type(done) == DOCA_DPA_DEV_COMP_RECV_ERR);
  EXPECT(doca_dpa_dev_completion_element_get_error_syndrome(done) == 5);
  return 0;
}

// The peer allows writes, but no atomic operations.
__dpa_rpc__ uint64_t no_atomics(struct ends of) {
  sge list[1];
  split(&of, list, 1, "abcdefgh", 8);
  send_wr request = make(&of, WRITE, list, 1, 26);
  EXPECT(is_done(&of, &request, DOCA_DPA_DEV_COMP_SEND));
  request = make(&of, ADD, list, 1, 26);
  EXPECT(is_done(&of, &request, DOCA_DPA_DEV_COMP_SEND_ERR));
  return 0;
}

static uint64_t write_by(const struct ends *of, void (*commit)(uint64_t)) {
  sge list[1];
  split(of, list, 1, "fencing", 8);
  send_wr request = make(of, WRITE, list, 1, 25);
  doca_dpa_dev_verbs_qp_post_send_wr(of->from, &request);
  commit(of->from);
  next(of->sent);
  return 0;
}

__dpa_rpc__ uint64_t fenced(struct ends of) {
  return write_by(&of, doca_dpa_dev_verbs_qp_commit_send);
}

__dpa_rpc__ uint64_t unfenced(struct ends of) {
  return write_by(&of, doca_dpa_dev_verbs_qp_lw_commit_send);
}

//--- host.c
#include "verbs-program.h"

#include "shared.h"

extern struct doca_dpa_app *test_app;
doca_dpa_func_t operations, solicited, fences, errors, fenced, unfenced,
    no_atomics, reordered;

static struct doca_dpa_completion *sent, *received;

static struct doca_verbs_qp *create_pair(uint64_t *handle) {
  struct doca_verbs_qp_init_attr *attr =
      pair_attributes(REQUESTS, sent, received);
  OK(doca_verbs_qp_init_attr_set_rq_wr(attr, REQUESTS));
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_verbs_qp_init_attr_set_send_max_sges(attr, 62));
  INVALID(doca_verbs_qp_init_attr_set_send_dbr_mode(attr, 3));
  OK(doca_verbs_qp_init_attr_set_send_dbr_mode(
      attr, DOCA_VERBS_QP_SEND_DBR_MODE_NO_DBR_INT));
  OK(doca_verbs_qp_init_attr_set_send_max_sges(attr, PIECES));
  OK(doca_verbs_qp_init_attr_set_dpa_ctx(attr, dpa));
  return create_with(attr, handle);
}

static void run(const char *name, const struct ends *ends) {
#define NAMED(function)                                                        \
  {                                                                            \
    #function, &function                                                       \
  }
  const struct {
    const char *name;
    doca_dpa_func_t *function;
  } parts[] = {NAMED(operations), NAMED(solicited), NAMED(fences),
               NAMED(errors),     NAMED(fenced),    NAMED(unfenced),
               NAMED(no_atomics), NAMED(reordered)};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    uint64_t line = 1;
    if (strcmp(parts[i].name, name) != 0)
      continue;
    OK(doca_dpa_rpc(dpa, parts[i].function, &line, *ends));
    if (line)
      printf("%s: line %lu of device.c\n", name, line);
    HOLDS(line == 0);
  }
}

// RTS to RTS; reads in flight are set before.
static void forbid_atomics(struct doca_verbs_qp *qp) {
  struct doca_verbs_qp_attr *attr;
  OK(doca_verbs_qp_attr_create(&attr));
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_verbs_qp_attr_set_atomic_mode(
            attr, DOCA_VERBS_QP_ATOMIC_MODE_UP_TO_16BYTES));
  INVALID(doca_verbs_qp_attr_set_max_rd_atomic(attr, 0));
  INVALID(doca_verbs_qp_attr_set_max_dest_rd_atomic(attr, 17));
  INVALID(doca_verbs_qp_attr_set_pkey_index(attr, 1));
  OK(doca_verbs_qp_attr_set_atomic_mode(attr, DOCA_VERBS_QP_ATOMIC_MODE_NONE));
  OK(doca_verbs_qp_attr_set_next_state(attr, DOCA_VERBS_QP_STATE_RTS));
  INVALID(doca_verbs_qp_modify(
      qp, attr, DOCA_VERBS_QP_ATTR_NEXT_STATE | DOCA_VERBS_QP_ATTR_CC_GROUP));
  OK(doca_verbs_qp_modify(qp, attr,
                          DOCA_VERBS_QP_ATTR_NEXT_STATE |
                              DOCA_VERBS_QP_ATTR_ATOMIC_MODE));
  OK(doca_verbs_qp_attr_destroy(attr));
}

int main(int count, char **arguments) {
  struct ends ends = {};
  open_verbs(test_app);
  struct doca_mmap *mmap = device_memory(SIZE * 2, &ends.memory, &ends.key);
  sent = start_completion(16, &ends.sent);
  received = start_completion(16, &ends.received);
  struct doca_verbs_qp *from = create_pair(&ends.from),
                       *to = create_pair(&ends.to);
  connect_to(from, doca_verbs_qp_get_qpn(to));
  connect_to(to, doca_verbs_qp_get_qpn(from));
  if (count > 1 && strcmp(arguments[1], "no_atomics") == 0)
    forbid_atomics(to);
  for (int i = 1; i < count; i++)
    run(arguments[i], &ends);
  OK(doca_verbs_qp_destroy(from));
  OK(doca_verbs_qp_destroy(to));
  OK(doca_dpa_completion_destroy(sent));
  OK(doca_dpa_completion_destroy(received));
  OK(doca_mmap_destroy(mmap));
  OK(doca_dpa_mem_free(dpa, ends.memory));
  close_verbs();
  return failures != 0;
}
