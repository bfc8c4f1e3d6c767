// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pipes direct frames of a file to Ethernet queues: by a field that each entry gives, with entries that drop, pipes that lead to
// others, and what no entry matches; or by a hash of headers (the values that Microsoft publishes). Errors of the host's functions.
// RUN: rm -rf %t && split-file %s %t && cp %S/../samples/Inputs/packets.py %S/Inputs/flow-frames.py %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa -device-libs="-ldoca_dpa_dev -ldoca_dpa_dev_comm -ldoca_dpa_dev_verbs" -devicecc-options="-I%t -Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc_doca -I%S/Inputs -I%t %t/host.c %t/app.a -ldoca_flow -ldoca_verbs %doca_libs -o %t/host
// RUN: python3 %t/flow-frames.py %t
// RUN: dpa-run --port=pcap:%t/fields.pcap -- %t/host fields 2>%t/err | FileCheck %t/host.c --check-prefix=FIELDS
// RUN: FileCheck %t/host.c --check-prefix=ERR < %t/err
// RUN: dpa-run --port=pcap:%t/hash.pcap -- %t/host hash | FileCheck %t/host.c --check-prefix=HASH

//--- shared.h
#include <stdint.h>
enum { QUEUES = 3, FRAMES = 16, PLACE = 256 };
struct queues {
  uint64_t rq[QUEUES], received, memory, seen;
  uint32_t key, count;
};

//--- device.c
#include "shared.h"
#include <doca_dpa_dev.h>
#include <doca_dpa_dev_rdma.h>
#include <doca_dpa_dev_verbs.h>

// Posts requests to all queues; stores the queue (user index) and the request of each of `count` frames.
__dpa_rpc__ uint64_t collect(struct queues of) {
  uint32_t *seen = (uint32_t *)of.seen;
  for (uint32_t i = 0; i < QUEUES * FRAMES; i++) {
    struct doca_dpa_dev_verbs_sge piece = {of.memory + (uint64_t)i * PLACE,
                                           PLACE, of.key};
    struct doca_dpa_dev_verbs_recv_wr request;
    doca_dpa_dev_verbs_recv_wr_set_sg_list(&request, &piece);
    doca_dpa_dev_verbs_recv_wr_set_sg_num_sge(&request, 1);
    doca_dpa_dev_verbs_eth_rq_post_recv_wr(of.rq[i / FRAMES], &request);
    doca_dpa_dev_verbs_eth_rq_commit_recv(of.rq[i / FRAMES]);
  }
  for (uint32_t i = 0; i < of.count; i++) {
    doca_dpa_dev_completion_element_t done;
    while (!doca_dpa_dev_get_completion(of.received, &done))
      ;
    seen[2 * i] = doca_dpa_dev_get_completion_user_data(done);
    seen[2 * i + 1] = doca_dpa_dev_completion_element_get_wqe_counter(done);
    doca_dpa_dev_completion_ack(of.received, 1);
  }
  return 0;
}

//--- host.c
#include "verbs-program.h"

#include "shared.h"
#include <arpa/inet.h>
#include <doca_flow.h>

extern struct doca_dpa_app *test_app;
doca_dpa_func_t collect;

static uint8_t memory[QUEUES * FRAMES][PLACE] __attribute__((aligned(64)));
static struct doca_verbs_eth_rq *rqs[QUEUES];
static struct doca_dpa_completion *received;
static struct doca_flow_port *port;

static void create_queues(struct queues *of) {
  struct doca_verbs_eth_rq_init_attr *attr;
  received = start_completion(QUEUES * FRAMES, &of->received);
  for (uint16_t i = 0; i < QUEUES; i++) {
    OK(doca_verbs_eth_rq_init_attr_create(&attr));
    OK(doca_verbs_eth_rq_init_attr_set_pd(attr, pd));
    OK(doca_verbs_eth_rq_init_attr_set_wr_num(attr, FRAMES));
    OK(doca_verbs_eth_rq_init_attr_set_queue_id(attr, (uint16_t)(11 + i)));
    OK(doca_verbs_eth_rq_init_attr_set_user_index(attr, 11u + i));
    OK(doca_verbs_eth_rq_init_attr_set_dpa(attr, dpa));
    OK(doca_verbs_eth_rq_init_attr_set_dpa_completion(attr, received));
    OK(doca_verbs_eth_rq_init_attr_set_external_datapath_en(attr, 1));
    OK(doca_verbs_eth_rq_create(context, attr, &rqs[i]));
    OK(doca_verbs_eth_rq_init_attr_destroy(attr));
    OK(doca_verbs_eth_rq_get_dpa_handle(rqs[i], dpa, &of->rq[i]));
  }
}

static void start_flow(void) {
  struct doca_flow_cfg *cfg;
  struct doca_flow_port_cfg *port_cfg;
  OK(doca_flow_port_cfg_create(&port_cfg));
  OK(doca_flow_port_cfg_set_port_id(port_cfg, 0));
  OK(doca_flow_port_cfg_set_dev(port_cfg, dev));
  GIVES(DOCA_ERROR_NOT_PERMITTED, doca_flow_port_start(port_cfg, &port));
  OK(doca_flow_cfg_create(&cfg));
  OK(doca_flow_cfg_set_pipe_queues(cfg, 2));
  OK(doca_flow_cfg_set_mode_args(cfg, "vnf,hws"));
  OK(doca_flow_init(cfg));
  OK(doca_flow_cfg_destroy(cfg));
  OK(doca_flow_port_start(port_cfg, &port));
  OK(doca_flow_port_cfg_destroy(port_cfg));
}

static struct doca_flow_fwd to_queue(uint16_t *id) {
  return (struct doca_flow_fwd){.type = DOCA_FLOW_FWD_RSS,
                                .rss_type = DOCA_FLOW_RESOURCE_TYPE_NON_SHARED,
                                .rss = {.queues_array = id, .nr_queues = 1}};
}

static struct doca_flow_fwd to_pipe(struct doca_flow_pipe *pipe) {
  return (struct doca_flow_fwd){.type = DOCA_FLOW_FWD_PIPE, .next_pipe = pipe};
}

static struct doca_flow_pipe *create_pipe(const char *name, bool is_root,
                                          const struct doca_flow_match *match,
                                          const struct doca_flow_fwd *fwd,
                                          const struct doca_flow_fwd *miss) {
  struct doca_flow_pipe_cfg *cfg;
  struct doca_flow_pipe *pipe;
  OK(doca_flow_pipe_cfg_create(&cfg, port));
  OK(doca_flow_pipe_cfg_set_name(cfg, name));
  OK(doca_flow_pipe_cfg_set_is_root(cfg, is_root));
  OK(doca_flow_pipe_cfg_set_match(cfg, match, NULL));
  OK(doca_flow_pipe_create(cfg, fwd, miss, &pipe));
  OK(doca_flow_pipe_cfg_destroy(cfg));
  return pipe;
}

static void add_entry(uint16_t pipe_queue, struct doca_flow_pipe *pipe,
                      const struct doca_flow_match *match,
                      const struct doca_flow_fwd *fwd, uint32_t flags) {
  struct doca_flow_pipe_entry *entry;
  OK(doca_flow_pipe_basic_add_entry(pipe_queue, pipe, match, 0, NULL, NULL, fwd,
                                    flags, NULL, &entry));
}

// Frames of IPv4 go to a pipe for ports of UDP, and its others to a third one.
static void direct_by_fields(void) {
  uint16_t ids[] = {11, 12, 13};
  struct doca_flow_match none = {0}, ip4 = {0}, udp = {0}, of_entry = {0};
  struct doca_flow_fwd drop = {.type = DOCA_FLOW_FWD_DROP};
  struct doca_flow_fwd each = {.type = DOCA_FLOW_FWD_CHANGEABLE};
  struct doca_flow_fwd fwd = to_queue(&ids[2]);
  struct doca_flow_pipe *rest = create_pipe("REST", false, &none, &fwd, NULL);
  add_entry(0, rest, NULL, NULL, DOCA_FLOW_NO_WAIT);
  udp.outer.l3_type = DOCA_FLOW_L3_TYPE_IP4;
  udp.outer.l4_type_ext = DOCA_FLOW_L4_TYPE_EXT_UDP;
  udp.outer.udp.l4_port.dst_port = 0xffff; // each entry has one
  fwd = to_pipe(rest);
  struct doca_flow_pipe *ports = create_pipe("PORTS", false, &udp, &each, &fwd);
  for (uint16_t i = 0; i < 2; i++) {
    fwd = to_queue(&ids[i]);
    of_entry.outer.udp.l4_port.dst_port = htons((uint16_t)(1000 * (i + 1)));
    add_entry(1, ports, &of_entry, &fwd, DOCA_FLOW_WAIT_FOR_BATCH);
  }
  of_entry.outer.udp.l4_port.dst_port = htons(4000);
  add_entry(1, ports, &of_entry, &drop, DOCA_FLOW_WAIT_FOR_BATCH);
  OK(doca_flow_entries_process(port, 0, 0, 0)); // the other queue
  OK(doca_flow_entries_process(port, 1, 0, 1));
  OK(doca_flow_entries_process(port, 1, 1000, 0));
  ip4.outer.l3_type = DOCA_FLOW_L3_TYPE_IP4;
  fwd = to_pipe(ports);
  struct doca_flow_pipe *root = create_pipe("ROOT", true, &ip4, &fwd, &drop);
  add_entry(0, root, &ip4, NULL, DOCA_FLOW_NO_WAIT);
  doca_flow_pipe_destroy(ports); // is used by the root
}
// ERR-DAG: doca_flow_pipe_destroy] flow pipe is used by other objects (destroy first: flow pipe)

// TCP by addresses and ports, other IPv4 by addresses, others to the first queue.
static void direct_by_hash(void) {
  uint16_t ids[] = {11, 12};
  struct doca_flow_match none = {0};
  struct doca_flow_fwd fwd = to_queue(ids);
  fwd.rss.nr_queues = 2;
  fwd.rss.outer_flags = DOCA_FLOW_RSS_IPV4 | DOCA_FLOW_RSS_TCP;
  struct doca_flow_pipe *root = create_pipe("ROOT", true, &none, &fwd, NULL);
  add_entry(0, root, &none, NULL, DOCA_FLOW_NO_WAIT);
}

static void check_pipes(void) {
  uint16_t id = 99;
  struct doca_flow_match none = {0}, inner = {0}, mixed = {0};
  struct doca_flow_actions actions = {.flags = 1}, *list[] = {&actions};
  struct doca_flow_monitor monitor = {.counter_type = 1};
  struct doca_flow_fwd missing = to_queue(&id),
                       other = {.type = DOCA_FLOW_FWD_PORT};
  struct doca_flow_pipe_cfg *cfg;
  struct doca_flow_pipe *pipe, *second;
  struct doca_flow_pipe_entry *entry;
  OK(doca_flow_pipe_cfg_create(&cfg, port));
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_flow_pipe_cfg_set_type(cfg, DOCA_FLOW_PIPE_LPM));
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_flow_pipe_cfg_set_actions(cfg, list, NULL, NULL, 1));
  inner.inner.l3_type = DOCA_FLOW_L3_TYPE_IP4;
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_flow_pipe_cfg_set_match(cfg, &inner, NULL));
  mixed.outer.ip4.src_ip = 1; // without l3_type
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_flow_pipe_cfg_set_match(cfg, &mixed, NULL));
  OK(doca_flow_pipe_cfg_set_match(cfg, &none, NULL));
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_flow_pipe_create(cfg, &other, NULL, &pipe));
  OK(doca_flow_pipe_cfg_set_is_root(cfg, true));
  OK(doca_flow_pipe_create(cfg, NULL, NULL, &pipe));
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_flow_pipe_create(cfg, NULL, NULL, &second)); // a second root
  OK(doca_flow_pipe_cfg_destroy(cfg));
#define ADD(queue, monitor, fwd)                                               \
  doca_flow_pipe_basic_add_entry(queue, pipe, &none, 0, NULL, monitor, fwd,    \
                                 DOCA_FLOW_NO_WAIT, NULL, &entry)
  INVALID(ADD(0, NULL, NULL)); // no forward
  INVALID(ADD(0, NULL, &missing));
  // ERR-DAG: doca_flow_pipe_basic_add_entry] mlx5_0 does not have an Ethernet receive queue with queue id 99
  INVALID(ADD(2, NULL, NULL)); // pipe queue
  GIVES(DOCA_ERROR_NOT_SUPPORTED, ADD(0, &monitor, NULL));
  add_entry(1, pipe, &none, &missing, DOCA_FLOW_WAIT_FOR_BATCH);
  OK(doca_flow_entries_process(port, 0, 0, 0));
  INVALID(doca_flow_entries_process(port, 1, 0, 0));
  OK(doca_flow_entries_process(port, 1, 0, 0));
  doca_flow_pipe_destroy(pipe);
  INVALID(ADD(0, NULL, NULL));
}

static void run(struct queues *of, unsigned count) {
  uint64_t result = 1;
  uint32_t seen[2 * FRAMES];
  struct ibv_mr *mr = ibv_reg_mr(doca_verbs_bridge_verbs_pd_get_ibv_pd(pd),
                                 memory, sizeof memory, IBV_ACCESS_LOCAL_WRITE);
  of->memory = (uintptr_t)memory;
  of->key = mr->lkey;
  of->count = count;
  OK(doca_dpa_mem_alloc(dpa, sizeof seen, &of->seen));
  OK(doca_dpa_rpc(dpa, &collect, &result, *of));
  OK(doca_dpa_d2h_memcpy(dpa, seen, of->seen, sizeof seen));
  for (unsigned i = 0; i < count; i++)
    printf("%.4s: %u\n",
           (char *)memory[(seen[2 * i] - 11) * FRAMES + seen[2 * i + 1]] + 60,
           seen[2 * i]);
  OK(doca_dpa_mem_free(dpa, of->seen));
  HOLDS(ibv_dereg_mr(mr) == 0);
}
// FIELDS: 1000: 11
// FIELDS-NEXT: 2000: 12
// FIELDS-NEXT: 3000: 13
// FIELDS-NEXT: tcp0: 13
// FIELDS-NEXT: last: 11
// FIELDS-NOT: {{.}}
// HASH: tcp0: 11
// HASH-NEXT: tcp1: 12
// HASH-NEXT: udp1: 11
// HASH-NEXT: udp2: 12
// HASH-NEXT: none: 11
// HASH-NOT: {{.}}

int main(int count, char **arguments) {
  struct queues of = {};
  open_verbs(test_app);
  create_queues(&of);
  start_flow();
  check_pipes();
  if (count > 1 && strcmp(arguments[1], "fields") == 0)
    direct_by_fields();
  else
    direct_by_hash();
  run(&of, 5);
  GIVES(DOCA_ERROR_IN_USE, doca_verbs_eth_rq_destroy(rqs[0]));
  GIVES(DOCA_ERROR_IN_USE, doca_verbs_pd_destroy(pd));
  doca_flow_destroy(); // stops the port
  INVALID(doca_flow_port_stop(port));
  for (int i = 0; i < QUEUES; i++)
    OK(doca_verbs_eth_rq_destroy(rqs[i]));
  OK(doca_dpa_completion_destroy(received));
  close_verbs();
  return failures != 0;
}
