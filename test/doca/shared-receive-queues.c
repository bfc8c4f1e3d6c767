// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared receive queues: two queue pairs take entries from one, a linked list or a contiguous one, in memory of the library or of
// the program. A list shorter than the maximum ends at its last piece. Entries of a linked list are given back in another order;
// without that the queue runs dry, and messages wait.
// PROVES: R-VRB-11 R-VRB-15 R-VRB-16 R-VRB-17 R-VRB-18 R-VRB-20 R-VRB-21 R-VRB-22
// RUN: rm -rf %t && split-file %s %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa -device-libs="-ldoca_dpa_dev -ldoca_dpa_dev_comm -ldoca_dpa_dev_verbs" -devicecc-options="-I%S/Inputs -I%t -Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc_doca -I%S/Inputs -I%t %t/host.c %t/app.a -ldoca_verbs %doca_libs -o %t/host
// RUN: dpa-run -- %t/host list && dpa-run -- %t/host list program && dpa-run -- %t/host contiguous && dpa-run -- %t/host contiguous program

//--- shared.h
#include <stdint.h>
enum { SIZE = 4096, PLACE = 256, ENTRIES = 4, PIECES = 3, PAIRS = 2 };
struct ends {
  uint64_t srq, sender[PAIRS], receiver[PAIRS], sent, received, memory;
  uint32_t key, srqn, contiguous, qpn[PAIRS];
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

// 4 bytes at a place and the rest 64 behind it.
static uint32_t post(const struct ends *of, uint32_t number) {
  uint64_t at = (uint64_t)place(of, number);
  sge list[2] = {{at, 4, of->key}, {at + 64, 60, of->key}};
  struct doca_dpa_dev_verbs_recv_wr request;
  doca_dpa_dev_verbs_recv_wr_set_sg_list(&request, list);
  doca_dpa_dev_verbs_recv_wr_set_sg_num_sge(&request, 2);
  // Literals, as the guide advises.
  return of->contiguous
             ? doca_dpa_dev_verbs_srq_post_recv_wr(
                   of->srq, DOCA_DPA_DEV_VERBS_SRQ_TYPE_CONTIGUOUS, &request)
             : doca_dpa_dev_verbs_srq_post_recv_wr(
                   of->srq, DOCA_DPA_DEV_VERBS_SRQ_TYPE_LINKED_LIST, &request);
}

// The same entry as bytes; the type in a variable.
static uint32_t post_raw(const struct ends *of, uint32_t number) {
  uint64_t at = (uint64_t)place(of, number);
  uint32_t raw[] = {__builtin_bswap32(4),
                    __builtin_bswap32(of->key),
                    __builtin_bswap32((uint32_t)(at >> 32)),
                    __builtin_bswap32((uint32_t)at),
                    __builtin_bswap32(60),
                    __builtin_bswap32(of->key),
                    __builtin_bswap32((uint32_t)(at >> 32)),
                    __builtin_bswap32((uint32_t)at + 64),
                    0,
                    __builtin_bswap32(DOCA_DPA_DEV_VERBS_SGE_TERMINATING_LKEY),
                    0,
                    0};
  return doca_dpa_dev_verbs_srq_post_recv_raw_wqe(
      of->srq, (enum doca_dpa_dev_verbs_srq_type)of->contiguous, raw,
      sizeof raw);
}

// A message of `size` bytes from sender `from`.
static void send_text(const struct ends *of, int from, const char *text,
                      uint32_t size) {
  char *at = place(of, 15);
  for (uint32_t i = 0; i < size; i++)
    at[i] = text[i];
  sge piece = {(uint64_t)at, size, of->key};
  struct doca_dpa_dev_verbs_send_wr request =
      make_request(DOCA_DPA_DEV_VERBS_SEND_WR_OPCODE_SEND, &piece, 1,
                   DOCA_DPA_DEV_VERBS_SEND_WR_FLAGS_SIGNALED);
  doca_dpa_dev_verbs_qp_post_send_wr(of->sender[from], &request);
  doca_dpa_dev_verbs_qp_commit_send(of->sender[from]);
}

// A message arrived at the receiver by the entry.
static int arrived(const struct ends *of, int at, uint32_t index) {
  element done = next(of->received);
  return doca_dpa_dev_get_completion_type(done) ==
             DOCA_DPA_DEV_COMP_RECV_SEND &&
         doca_dpa_dev_completion_element_get_wqe_counter(done) == index &&
         doca_dpa_dev_completion_element_get_qpn(done) == of->qpn[at];
}

static int has(const char *text, const char *expected) {
  while (*expected)
    if (*text++ != *expected++)
      return 0;
  return 1;
}

// The bytes of the first entry, of a linked list behind the segment with the next one.
static uint64_t check_entry(const struct ends *of) {
  uintptr_t ring;
  uint32_t entries, size;
  doca_dpa_dev_verbs_srq_get_wq(of->srq, &ring, &entries, &size);
  const uint32_t *entry = (const uint32_t *)ring;
  EXPECT(size == 64 && entries == (of->contiguous ? ENTRIES : 2 * ENTRIES));
  if (!of->contiguous) {
    EXPECT(entry[0] == __builtin_bswap32(1)); // the next entry, 16 bits
    entry += 4;
  }
  EXPECT(entry[0] == __builtin_bswap32(4));
  EXPECT(entry[1] == __builtin_bswap32(of->key));
  EXPECT(entry[3] == __builtin_bswap32((uint32_t)(uint64_t)place(of, 0)));
  EXPECT(entry[4] == __builtin_bswap32(60));
  EXPECT(entry[9] ==
         __builtin_bswap32(DOCA_DPA_DEV_VERBS_SGE_TERMINATING_LKEY));
  EXPECT(doca_dpa_dev_verbs_srq_get_srqn(of->srq) == of->srqn);
  return 0;
}

// Four requests for five messages of two queue pairs.
static uint64_t run_dry(const struct ends *of) {
  EXPECT(post(of, 0) == 0 && post(of, 1) == 1 && post_raw(of, 2) == 2);
  uint64_t line = check_entry(of);
  if (line)
    return line;
  send_text(of, 0, "abcdefgh", 8);
  EXPECT(is_empty(of->received)); // nothing was committed
  doca_dpa_dev_verbs_srq_commit_recv(of->srq);
  EXPECT(arrived(of, 0, 0));
  EXPECT(doca_dpa_dev_completion_element_get_wqe_counter(next(of->sent)) == 0);
  EXPECT(has(place(of, 0), "abcd") && has(place(of, 0) + 64, "efgh"));
  send_text(of, 1, "ijklmnop", 8);
  EXPECT(arrived(of, 1, 1));
  next(of->sent);
  EXPECT(has(place(of, 1), "ijkl") && has(place(of, 1) + 64, "mnop"));
  send_text(of, 1, "qrst", 4);
  EXPECT(arrived(of, 1, 2) && has(place(of, 2), "qrst"));
  next(of->sent);
  EXPECT(post(of, 3) == 3);
  __dpa_thread_memory_writeback();
  doca_dpa_dev_verbs_srq_lw_commit_recv(of->srq);
  send_text(of, 0, "uvwx", 4);
  EXPECT(arrived(of, 0, 3) && has(place(of, 3), "uvwx"));
  next(of->sent);
  send_text(of, 0, "late", 4);
  EXPECT(is_empty(of->received) && is_empty(of->sent));
  return 0;
}

// The list has 8 entries, of which 7 can be posted: 3 are left.
static uint64_t give_back(const struct ends *of) {
  EXPECT(post(of, 4) == 4 && post(of, 5) == 5 && post(of, 6) == 6);
  doca_dpa_dev_verbs_srq_commit_recv(of->srq);
  EXPECT(arrived(of, 0, 4) && has(place(of, 4), "late"));
  next(of->sent);
  for (uint32_t i = 5; i < 7; i++) {
    send_text(of, 1, "more", 4);
    EXPECT(arrived(of, 1, i));
    next(of->sent);
  }
  EXPECT(post(of, 7) == 0 && post_raw(of, 7) == 0); // dry
  doca_dpa_dev_verbs_srq_commit_recv(of->srq);
  send_text(of, 1, "last", 4);
  EXPECT(is_empty(of->received));
  doca_dpa_dev_verbs_srq_linked_list_ack_wr(of->srq, 5);
  doca_dpa_dev_verbs_srq_linked_list_ack_wr(of->srq, 2);
  EXPECT(post(of, 7) == 7 && post(of, 8) == 5);
  EXPECT(post(of, 9) == 0); // entry 2 stays as the end
  doca_dpa_dev_verbs_srq_commit_recv(of->srq);
  EXPECT(arrived(of, 1, 7) && has(place(of, 7), "last"));
  next(of->sent);
  send_text(of, 0, "done", 4);
  EXPECT(arrived(of, 0, 5) && has(place(of, 8), "done"));
  next(of->sent);
  return 0;
}

__dpa_rpc__ uint64_t exchange(uint64_t address) {
  const struct ends *of = (const struct ends *)address;
  uint64_t line = run_dry(of);
  if (line || !of->contiguous)
    return line ? line : give_back(of);
  EXPECT(post(of, 4) == 0); // in the place of the first one
  doca_dpa_dev_verbs_srq_commit_recv(of->srq);
  EXPECT(arrived(of, 0, 0) && has(place(of, 4), "late"));
  return 0;
}

//--- host.c
#include "verbs-program.h"

#include "shared.h"
#include <doca_uar.h>
#include <doca_umem.h>

extern struct doca_dpa_app *test_app;
doca_dpa_func_t exchange;

static struct doca_dpa_completion *sent, *received;
static struct doca_verbs_srq *srq;
static doca_dpa_dev_uintptr_t rings;
static struct doca_umem *umem;
enum { RING = 2 * ENTRIES * 64 };

static void place_srq(struct doca_verbs_srq_init_attr *attr, int is_program) {
  if (!is_program) {
    OK(doca_verbs_srq_init_attr_set_dpa_ctx(attr, dpa));
    return;
  }
  OK(doca_dpa_mem_alloc(dpa, RING + 128, &rings));
  OK(doca_dpa_memset(dpa, rings, 0, RING + 128));
  OK(doca_umem_dpa_create(dpa, rings, RING + 128, 1, &umem));
  OK(doca_verbs_srq_init_attr_set_external_umem(attr, umem, 24));
  INVALID(doca_verbs_srq_create(context, attr, &srq)); // no doorbell record
  OK(doca_verbs_srq_init_attr_set_external_dbr_umem(attr, umem, RING + 64));
  GIVES(DOCA_ERROR_DRIVER,
        doca_verbs_srq_create(context, attr, &srq)); // not aligned
  OK(doca_verbs_srq_init_attr_set_external_umem(attr, umem, 0));
  OK(doca_verbs_srq_init_attr_set_dpa(attr, dpa));
  INVALID(doca_verbs_srq_create(context, attr, &srq)); // both modes
  OK(doca_verbs_srq_init_attr_destroy(attr));
}

static void fill_srq(struct doca_verbs_srq_init_attr *attr, int is_contiguous) {
  OK(doca_verbs_srq_init_attr_set_pd(attr, pd));
  INVALID(doca_verbs_srq_init_attr_set_srq_wr(attr, 0));
  OK(doca_verbs_srq_init_attr_set_srq_wr(attr, ENTRIES));
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_verbs_srq_init_attr_set_receive_max_sges(attr, 32));
  OK(doca_verbs_srq_init_attr_set_receive_max_sges(attr, PIECES));
  INVALID(doca_verbs_srq_init_attr_set_type(attr, 2));
  OK(doca_verbs_srq_init_attr_set_type(
      attr, is_contiguous ? DOCA_VERBS_SRQ_TYPE_CONTIGUOUS
                          : DOCA_VERBS_SRQ_TYPE_LINKED_LIST));
}

static void create_srq(struct ends *ends, int is_program) {
  struct doca_verbs_srq_init_attr *attr;
  OK(doca_verbs_srq_init_attr_create(&attr));
  INVALID(doca_verbs_srq_create(context, attr, &srq)); // nothing is set
  fill_srq(attr, (int)ends->contiguous);
  place_srq(attr, is_program);
  if (is_program) {
    OK(doca_verbs_srq_init_attr_create(&attr));
    fill_srq(attr, (int)ends->contiguous);
    OK(doca_verbs_srq_init_attr_set_external_umem(attr, umem, 0));
    OK(doca_verbs_srq_init_attr_set_external_dbr_umem(attr, umem, RING + 64));
  }
  OK(doca_verbs_srq_create(context, attr, &srq));
  OK(doca_verbs_srq_init_attr_destroy(attr));
  OK(doca_verbs_srq_get_dpa_handle(srq, dpa, &ends->srq));
  ends->srqn = doca_verbs_srq_get_srqn(srq);
}

static struct doca_verbs_qp *create_pair(int is_receiver, uint64_t *handle) {
  struct doca_verbs_qp_init_attr *attr = pair_attributes(8, sent, received);
  OK(doca_verbs_qp_init_attr_set_dpa_ctx(attr, dpa));
  if (is_receiver)
    OK(doca_verbs_qp_init_attr_set_srq(attr, srq));
  return create_with(attr, handle);
}

int main(int count, char **arguments) {
  struct ends ends = {.contiguous = strcmp(arguments[1], "list") != 0};
  struct doca_verbs_qp *senders[PAIRS], *receivers[PAIRS];
  doca_dpa_dev_uintptr_t copy;
  uint64_t line = 1;
  open_verbs(test_app);
  struct doca_mmap *mmap = device_memory(SIZE, &ends.memory, &ends.key);
  sent = start_completion(16, &ends.sent);
  received = start_completion(16, &ends.received);
  create_srq(&ends, count > 2);
  for (int i = 0; i < PAIRS; i++) {
    senders[i] = create_pair(0, &ends.sender[i]);
    receivers[i] = create_pair(1, &ends.receiver[i]);
    ends.qpn[i] = doca_verbs_qp_get_qpn(receivers[i]);
    connect_to(senders[i], ends.qpn[i]);
    connect_to(receivers[i], doca_verbs_qp_get_qpn(senders[i]));
  }
  OK(doca_dpa_mem_alloc(dpa, sizeof ends, &copy));
  OK(doca_dpa_h2d_memcpy(dpa, copy, &ends, sizeof ends));
  OK(doca_dpa_rpc(dpa, &exchange, &line, copy));
  if (line)
    printf("line %lu of device.c\n", line);
  HOLDS(line == 0);
  OK(doca_dpa_mem_free(dpa, copy));
  GIVES(DOCA_ERROR_IN_USE, doca_verbs_srq_destroy(srq));
  for (int i = 0; i < PAIRS; i++) {
    OK(doca_verbs_qp_destroy(senders[i]));
    OK(doca_verbs_qp_destroy(receivers[i]));
  }
  OK(doca_verbs_srq_destroy(srq));
  OK(doca_dpa_completion_destroy(sent));
  OK(doca_dpa_completion_destroy(received));
  if (umem) {
    OK(doca_umem_destroy(umem));
    OK(doca_dpa_mem_free(dpa, rings));
  }
  OK(doca_mmap_destroy(mmap));
  OK(doca_dpa_mem_free(dpa, ends.memory));
  close_verbs();
  return failures != 0;
}
