// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ethernet queues of device code: frames of a file arrive at a receive queue to which a pipe directs them, and are sent
// back with other addresses. The order of calls is that of NVIDIA's programs: doca_flow is initialised before a device is open, memory
// is registered by ibv_reg_mr(), whose rkey is passed as lkey. Rings of the library, and rings of the program; requests
// with several pieces of memory, which take two blocks and go around the end of the ring.
// PROVES: R-VRB-11 R-VRB-12 R-VRB-13
// RUN: rm -rf %t && split-file %s %t && cp %S/../samples/Inputs/packets.py %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa -device-libs="-ldoca_dpa_dev -ldoca_dpa_dev_comm -ldoca_dpa_dev_verbs" -devicecc-options="-I%t -Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc_doca -I%S/Inputs -I%t %t/host.c %t/app.a -ldoca_flow -ldoca_verbs %doca_libs -o %t/host
// RUN: python3 %t/make.py %t/in.pcap
// RUN: dpa-run --port=pcap:%t/in.pcap,out=%t/out.pcap -- %t/host library && python3 %t/check.py %t/out.pcap
// RUN: dpa-run --seed=7 --port=pcap:%t/in.pcap,out=%t/program.pcap -- %t/host program && python3 %t/check.py %t/program.pcap

//--- shared.h
#include <stdint.h>
enum { FRAMES = 32, PLACE = 2048, PIECES = 3, REQUESTS = 8, SENDS = 4 };
struct queues {
  uint64_t rq, received, sq, sent, memory;
  uint32_t key, rqn, sqn;
};

//--- device.c
#include "shared.h"
#include <doca_dpa_dev.h>
#include <doca_dpa_dev_rdma.h>
#include <doca_dpa_dev_verbs.h>

#define EXPECT(condition)                                                      \
  do {                                                                         \
    if (!(condition))                                                          \
      return __LINE__;                                                         \
  } while (0)

typedef doca_dpa_dev_completion_element_t element;

static element next(uint64_t from) {
  element done;
  while (!doca_dpa_dev_get_completion(from, &done))
    ;
  doca_dpa_dev_completion_ack(from, 1);
  return done;
}

static uint32_t big(uint32_t value) { return __builtin_bswap32(value); }

// A frame is received in two pieces; of the list of two in a queue of up to three the end is marked.
static uint32_t post_receive(const struct queues *of, uint32_t frame) {
  uint64_t at = of->memory + (uint64_t)frame * PLACE;
  struct doca_dpa_dev_verbs_sge list[2] = {{at, 14, of->key},
                                           {at + 64, 1600, of->key}};
  struct doca_dpa_dev_verbs_recv_wr request;
  doca_dpa_dev_verbs_recv_wr_set_sg_list(&request, list);
  doca_dpa_dev_verbs_recv_wr_set_sg_num_sge(&request, 2);
  return doca_dpa_dev_verbs_eth_rq_post_recv_wr(of->rq, &request);
}

// The bytes that the card reads.
static uint64_t check_receive(const struct queues *of) {
  uintptr_t ring;
  uint32_t entries, size;
  doca_dpa_dev_verbs_eth_rq_get_wq(of->rq, &ring, &entries, &size);
  const uint32_t *entry = (const uint32_t *)(ring + size);
  uint64_t at = of->memory + PLACE;
  EXPECT(entries == FRAMES && size == 64);
  EXPECT(entry[0] == big(14) && entry[1] == big(of->key));
  EXPECT(entry[2] == big((uint32_t)(at >> 32)) &&
         entry[3] == big((uint32_t)at));
  EXPECT(entry[4] == big(1600) && entry[7] == big((uint32_t)at + 64));
  EXPECT(entry[9] == big(DOCA_DPA_DEV_VERBS_SGE_TERMINATING_LKEY));
  return 0;
}

__dpa_rpc__ uint64_t receive_all(struct queues of) {
  EXPECT(doca_dpa_dev_verbs_eth_rq_get_rqn(of.rq) == of.rqn);
  EXPECT(doca_dpa_dev_verbs_eth_rq_get_user_index(of.rq) == 77);
  for (uint32_t i = 0; i < FRAMES; i++)
    EXPECT(post_receive(&of, i) == i);
  uint64_t line = check_receive(&of);
  if (line)
    return line;
  uint32_t *record = (uint32_t *)doca_dpa_dev_verbs_eth_rq_get_dbr_addr(of.rq);
  EXPECT(*record == 0);
  doca_dpa_dev_verbs_eth_rq_commit_recv(of.rq);
  EXPECT(*record == big(FRAMES));
  uint64_t last = 0;
  for (uint32_t i = 0; i < FRAMES; i++) {
    element done = next(of.received);
    EXPECT(doca_dpa_dev_completion_element_get_wqe_counter(done) == i);
    EXPECT(doca_dpa_dev_get_completion_type(done) ==
           DOCA_DPA_DEV_COMP_RECV_SEND);
    EXPECT(doca_dpa_dev_get_completion_user_data(done) == 77);
    EXPECT(doca_dpa_dev_completion_element_get_received_bytes(done) == 65 + i);
    uint64_t now = doca_dpa_dev_completion_element_get_timestamp(done);
    EXPECT(now >= last && now != 0);
    last = now;
  }
  return 0;
}

// The frame in three pieces: addresses, type, payload. A request of 5 segments takes two blocks.
static uint32_t post_send(const struct queues *of, uint32_t frame) {
  uint64_t at = of->memory + (uint64_t)frame * PLACE;
  struct doca_dpa_dev_verbs_sge list[PIECES] = {{at + PLACE / 2, 12, of->key},
                                                {at + 12, 2, of->key},
                                                {at + 64, 51 + frame, of->key}};
  struct doca_dpa_dev_verbs_send_wr request;
  doca_dpa_dev_verbs_send_wr_set_opcode(&request,
                                        DOCA_DPA_DEV_VERBS_SEND_WR_OPCODE_SEND);
  doca_dpa_dev_verbs_send_wr_set_sg_list(&request, list);
  doca_dpa_dev_verbs_send_wr_set_sg_num_sge(&request, PIECES);
  doca_dpa_dev_verbs_send_wr_set_send_flags(
      &request, DOCA_DPA_DEV_VERBS_SEND_WR_FLAGS_SIGNALED);
  doca_dpa_dev_verbs_send_wr_set_fence_mode(
      &request, DOCA_DPA_DEV_VERBS_SEND_WR_FM_NO_FENCE);
  return doca_dpa_dev_verbs_eth_sq_post_send_wr(of->sq, &request);
}

static uint64_t check_send(const struct queues *of) {
  uintptr_t ring;
  uint32_t blocks;
  doca_dpa_dev_verbs_eth_sq_get_wq(of->sq, &ring, &blocks);
  const uint32_t *entry = (const uint32_t *)ring;
  EXPECT(blocks == 2 * SENDS);
  EXPECT(entry[0] == big(0x0a) && entry[1] == big(of->sqn << 8 | 5));
  EXPECT(entry[2] == big(2 << 2) && entry[3] == 0);
  for (int i = 4; i < 8; i++)
    EXPECT(entry[i] == 0); // no inline headers, no offloads
  EXPECT(entry[8] == big(12) && entry[9] == big(of->key));
  EXPECT(entry[11] == big((uint32_t)of->memory + PLACE / 2));
  EXPECT(entry[12] == big(2) && entry[16] == big(51));
  return 0;
}

__dpa_rpc__ uint64_t send_back(struct queues of) {
  EXPECT(doca_dpa_dev_verbs_eth_sq_get_sqn(of.sq) == of.sqn);
  EXPECT(doca_dpa_dev_verbs_eth_sq_get_user_index(of.sq) == 78);
  for (uint32_t i = 0; i < FRAMES; i++) {
    EXPECT(post_send(&of, i) == 2 * i);
    if (i == 0) {
      uint64_t line = check_send(&of);
      element done;
      if (line)
        return line;
      for (int n = 0; n < 1000; n++)
        EXPECT(!doca_dpa_dev_get_completion(of.sent, &done));
    }
    doca_dpa_dev_verbs_eth_sq_commit_send(of.sq);
    element done = next(of.sent);
    EXPECT(doca_dpa_dev_completion_element_get_wqe_counter(done) == 2 * i);
    EXPECT(doca_dpa_dev_get_completion_type(done) == DOCA_DPA_DEV_COMP_SEND);
    EXPECT(doca_dpa_dev_get_completion_user_data(done) == 78);
    EXPECT(doca_dpa_dev_completion_element_get_timestamp(done) != 0);
  }
  return 0;
}

//--- host.c
#include "shared.h"
#include "verbs-program.h"
#include <doca_flow.h>
#include <doca_uar.h>
#include <doca_umem.h>

extern struct doca_dpa_app *test_app;
doca_dpa_func_t receive_all, send_back;

static uint8_t memory[FRAMES][PLACE] __attribute__((aligned(64)));
static struct doca_dpa_completion *sent, *received;
static struct doca_verbs_eth_sq *sq;
static struct doca_verbs_eth_rq *rq;

// Memory of the program for rings.
static doca_dpa_dev_uintptr_t rings;
static struct doca_umem *umem;
static struct doca_uar *uar;
enum { RQ_RING = FRAMES * 64, SQ_RING = 2 * SENDS * 64, RECORDS = 128 };

static void initialize_flow(void) {
  struct doca_flow_cfg *cfg;
  OK(doca_flow_cfg_create(&cfg));
  INVALID(doca_flow_cfg_set_pipe_queues(cfg, 0));
  OK(doca_flow_cfg_set_pipe_queues(cfg, 1));
  INVALID(doca_flow_init(cfg)); // no mode
  GIVES(DOCA_ERROR_NOT_SUPPORTED, doca_flow_cfg_set_mode_args(cfg, "switch"));
  OK(doca_flow_cfg_set_mode_args(cfg, "vnf"));
  OK(doca_flow_cfg_set_nr_counters(cfg, 1u << 19));
  OK(doca_flow_init(cfg));
  GIVES(DOCA_ERROR_ALREADY_EXIST, doca_flow_init(cfg));
  OK(doca_flow_cfg_destroy(cfg));
}

static struct doca_flow_port *start_port(void) {
  struct doca_flow_port_cfg *cfg;
  struct doca_flow_port *port, *other;
  OK(doca_flow_port_cfg_create(&cfg));
  OK(doca_flow_port_cfg_set_port_id(cfg, 0));
  INVALID(doca_flow_port_start(cfg, &port)); // no device
  OK(doca_flow_port_cfg_set_dev(cfg, dev));
  OK(doca_flow_port_start(cfg, &port));
  GIVES(DOCA_ERROR_ALREADY_EXIST, doca_flow_port_start(cfg, &other));
  OK(doca_flow_port_cfg_destroy(cfg));
  return port;
}

static void allocate_rings(void) {
  size_t size = RQ_RING + SQ_RING + RECORDS;
  OK(doca_dpa_mem_alloc(dpa, size, &rings));
  OK(doca_dpa_memset(dpa, rings, 0, size));
  OK(doca_umem_dpa_create(dpa, rings, size, 1, &umem));
  OK(doca_uar_dpa_create(dpa, &uar));
}

static void create_rq(struct queues *of) {
  struct doca_verbs_eth_rq_init_attr *attr;
  struct doca_verbs_eth_rq *other;
  OK(doca_verbs_eth_rq_init_attr_create(&attr));
  INVALID(doca_verbs_eth_rq_create(context, attr, &rq)); // nothing is set
  OK(doca_verbs_eth_rq_init_attr_set_pd(attr, pd));
  INVALID(doca_verbs_eth_rq_init_attr_set_wr_num(attr, 0));
  OK(doca_verbs_eth_rq_init_attr_set_wr_num(attr, FRAMES - 1));
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_verbs_eth_rq_init_attr_set_max_sges(attr, 33));
  OK(doca_verbs_eth_rq_init_attr_set_max_sges(attr, PIECES));
  OK(doca_verbs_eth_rq_init_attr_set_queue_id(attr, 9));
  OK(doca_verbs_eth_rq_init_attr_set_user_index(attr, 77));
  OK(doca_verbs_eth_rq_init_attr_set_dpa_completion(attr, received));
  INVALID(doca_verbs_eth_rq_create(context, attr, &rq)); // no memory
  OK(doca_verbs_eth_rq_init_attr_set_ts_source_type(
      attr, DOCA_VERBS_TS_SOURCE_FREE_RUNNING));
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_verbs_eth_rq_init_attr_set_ts_source_type(
            attr, DOCA_VERBS_TS_SOURCE_REAL_TIME));
  if (umem) {
    OK(doca_verbs_eth_rq_init_attr_set_external_umem(attr, umem, 0));
    OK(doca_verbs_eth_rq_init_attr_set_external_dbr_umem(attr, umem,
                                                         RQ_RING + SQ_RING));
    INVALID(doca_verbs_eth_rq_create(context, attr, &rq)); // no UAR
    OK(doca_verbs_eth_rq_init_attr_set_external_uar(attr, uar));
  } else {
    OK(doca_verbs_eth_rq_init_attr_set_dpa(attr, dpa));
  }
  GIVES(DOCA_ERROR_NOT_SUPPORTED, doca_verbs_eth_rq_create(context, attr, &rq));
  OK(doca_verbs_eth_rq_init_attr_set_external_datapath_en(attr, 1));
  OK(doca_verbs_eth_rq_create(context, attr, &rq));
  GIVES(DOCA_ERROR_ALREADY_EXIST,
        doca_verbs_eth_rq_create(context, attr, &other)); // the queue id
  OK(doca_verbs_eth_rq_init_attr_destroy(attr));
  OK(doca_verbs_eth_rq_get_dpa_handle(rq, dpa, &of->rq));
  of->rqn = doca_verbs_eth_rq_get_rq_hw_number(rq);
}

static void create_sq(struct queues *of) {
  struct doca_verbs_eth_sq_init_attr *attr;
  OK(doca_verbs_eth_sq_init_attr_create(&attr));
  OK(doca_verbs_eth_sq_init_attr_set_pd(attr, pd));
  OK(doca_verbs_eth_sq_init_attr_set_wr_num(attr, SENDS));
  OK(doca_verbs_eth_sq_init_attr_set_max_sges(attr, PIECES));
  OK(doca_verbs_eth_sq_init_attr_set_queue_id(attr, 0));
  OK(doca_verbs_eth_sq_init_attr_set_user_index(attr, 78));
  OK(doca_verbs_eth_sq_init_attr_set_dpa_completion(attr, sent));
  OK(doca_verbs_eth_sq_init_attr_set_ts_source_type(
      attr, DOCA_VERBS_TS_SOURCE_FREE_RUNNING));
  OK(doca_verbs_eth_sq_init_attr_set_external_datapath_en(attr, 1));
  if (umem) {
    OK(doca_verbs_eth_sq_init_attr_set_external_umem(attr, umem, RQ_RING + 8));
    OK(doca_verbs_eth_sq_init_attr_set_external_dbr_umem(
        attr, umem, RQ_RING + SQ_RING + 64));
    OK(doca_verbs_eth_sq_init_attr_set_external_uar(attr, uar));
    GIVES(DOCA_ERROR_DRIVER,
          doca_verbs_eth_sq_create(context, attr, &sq)); // not aligned
    OK(doca_verbs_eth_sq_init_attr_set_external_umem(attr, umem, RQ_RING));
  } else {
    OK(doca_verbs_eth_sq_init_attr_set_dpa(attr, dpa));
  }
  OK(doca_verbs_eth_sq_create(context, attr, &sq));
  OK(doca_verbs_eth_sq_init_attr_destroy(attr));
  OK(doca_verbs_eth_sq_get_dpa_handle(sq, dpa, &of->sq));
  of->sqn = doca_verbs_eth_sq_get_sq_hw_number(sq);
}

static struct doca_flow_pipe *direct_all(struct doca_flow_port *port) {
  struct doca_flow_match match;
  struct doca_flow_actions actions, *list[] = {&actions};
  uint16_t ids[] = {9};
  struct doca_flow_fwd fwd = {
      .type = DOCA_FLOW_FWD_RSS,
      .rss_type = DOCA_FLOW_RESOURCE_TYPE_NON_SHARED,
      .rss = {.queues_array = ids,
              .nr_queues = 1,
              .outer_flags = DOCA_FLOW_RSS_IPV4 | DOCA_FLOW_RSS_UDP}};
  struct doca_flow_fwd miss = {.type = DOCA_FLOW_FWD_DROP};
  struct doca_flow_pipe_cfg *cfg;
  struct doca_flow_pipe *pipe;
  struct doca_flow_pipe_entry *entry;
  memset(&match, 0, sizeof match);
  memset(&actions, 0, sizeof actions);
  OK(doca_flow_pipe_cfg_create(&cfg, port));
  OK(doca_flow_pipe_cfg_set_name(cfg, "ALL"));
  OK(doca_flow_pipe_cfg_set_type(cfg, DOCA_FLOW_PIPE_BASIC));
  OK(doca_flow_pipe_cfg_set_is_root(cfg, true));
  OK(doca_flow_pipe_cfg_set_match(cfg, &match, NULL));
  OK(doca_flow_pipe_cfg_set_actions(cfg, list, NULL, NULL, 1));
  OK(doca_flow_pipe_create(cfg, &fwd, &miss, &pipe));
  OK(doca_flow_pipe_cfg_destroy(cfg));
  OK(doca_flow_pipe_basic_add_entry(0, pipe, &match, 0, &actions, NULL, NULL,
                                    DOCA_FLOW_ENTRY_FLAGS_NO_WAIT, NULL,
                                    &entry));
  OK(doca_flow_entries_process(port, 0, 10000, 1));
  INVALID(doca_flow_pipe_cfg_destroy(cfg));
  return pipe;
}

static void run(const char *name, doca_dpa_func_t *function, struct queues of) {
  uint64_t line = 1;
  OK(doca_dpa_rpc(dpa, function, &line, of));
  if (line)
    printf("%s: line %lu of device.c\n", name, line);
  HOLDS(line == 0);
}

int main(int count, char **arguments) {
  struct queues of = {.memory = (uintptr_t)memory};
  struct doca_flow_port *port;
  struct doca_flow_pipe *pipe;
  struct ibv_mr *mr;
  initialize_flow();
  open_verbs(test_app);
  port = start_port();
  received = start_completion(FRAMES, &of.received);
  sent = start_completion(FRAMES, &of.sent);
  if (count > 1 && strcmp(arguments[1], "program") == 0)
    allocate_rings();
  create_rq(&of);
  create_sq(&of);
  pipe = direct_all(port);
  mr = ibv_reg_mr(doca_verbs_bridge_verbs_pd_get_ibv_pd(pd), memory,
                  sizeof memory, IBV_ACCESS_LOCAL_WRITE);
  HOLDS(mr && mr->lkey == mr->rkey);
  of.key = mr->rkey;
  run("receive", &receive_all, of);
  for (int i = 0; i < FRAMES; i++) { // source and destination change places
    memcpy(memory[i] + PLACE / 2, memory[i] + 6, 6);
    memcpy(memory[i] + PLACE / 2 + 6, memory[i], 6);
  }
  run("send", &send_back, of);
  HOLDS(ibv_dereg_mr(mr) == 0);
  GIVES(DOCA_ERROR_IN_USE, doca_verbs_eth_rq_destroy(rq)); // of the entry
  doca_flow_pipe_destroy(pipe);
  OK(doca_flow_port_stop(port));
  OK(doca_verbs_eth_rq_destroy(rq));
  OK(doca_verbs_eth_sq_destroy(sq));
  OK(doca_dpa_completion_destroy(received));
  OK(doca_dpa_completion_destroy(sent));
  if (umem) {
    OK(doca_umem_destroy(umem));
    OK(doca_uar_destroy(uar));
    OK(doca_dpa_mem_free(dpa, rings));
  }
  close_verbs();
  doca_flow_destroy();
  return failures != 0;
}

//--- frames.py
from packets import GENERATOR, RECEIVER

def payload(number):
    return bytes((number + i) % 256 for i in range(51 + number))

def sent():
    return [RECEIVER + GENERATOR + b'\x88\xb5' + payload(number) for number in range(32)]

def returned():
    return [GENERATOR + RECEIVER + b'\x88\xb5' + payload(number) for number in range(32)]

//--- make.py
import sys
from frames import sent
from packets import write_pcap
write_pcap(sys.argv[1], sent())

//--- check.py
import sys
from frames import returned
from packets import expect_frames, sent_frames
expect_frames(sent_frames(sys.argv[1]), returned())
