// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A device with two ports that a switch joins: attributes, GIDs and counters of each port; a queue
// pair of port 1 and one of port 2 exchange messages over the switch, as those of two devices.
// PROVES: R-PORT-01 R-PORT-02
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror %s -o %t -libverbs
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: dpa-run --port=unix:switch,mac=02:00:00:00:00:01 --port=mlx5_0/2=unix:switch,mac=02:00:00:00:00:02,mtu=700,ip=10.0.0.2,out=two.pcap -- %t | FileCheck %s
// RUN: printf '[[device]]\nname = "mlx5_0"\nport = ["unix:switch,mac=02:00:00:00:00:01", "unix:switch,mac=02:00:00:00:00:02,mtu=700,ip=10.0.0.2"]\n' >two.toml
// RUN: dpa-run --config=two.toml -- %t | FileCheck %s
// What cannot be opened is named with the number of its port.
// RUN: not dpa-run --port=mlx5_0/2=pcap:missing -- %t 2>&1 | FileCheck --check-prefix=BAD %s
// BAD: mlx5_0/2: {{.*}}missing
// A recorded run has the inputs of both ports in their order; its replay joins no switch.
// RUN: dpa-run --seed=1 --record=run.rec --port=unix:switch,mac=02:00:00:00:00:01,out=1.pcap --port=mlx5_0/2=unix:switch,mac=02:00:00:00:00:02,mtu=700,ip=10.0.0.2,out=2.pcap -- %t | FileCheck %s
// RUN: FileCheck --check-prefix=RECORDING --input-file=run.rec %s
// RECORDING: {{^}}0 port 1 {{[0-9a-f]+}} mlx5_0/1 unix:switch,
// RECORDING-NEXT: {{^}}0 port 2 {{[0-9a-f]+}} mlx5_0/2 unix:switch,
// RECORDING: {{^[0-9]+}} sent 1 {{[0-9a-f]+$}}
// RECORDING: {{^[0-9]+}} frame 2 {{[0-9a-f]+ [0-9a-f]+$}}
// RECORDING: {{^[0-9]+}} sent 2 {{[0-9a-f]+$}}
// RECORDING: {{^[0-9]+}} frame 1 {{[0-9a-f]+ [0-9a-f]+$}}
// RUN: dpa-run --replay=run.rec --port=unix:switch,mac=02:00:00:00:00:01,out=1-again.pcap --port=mlx5_0/2=unix:switch,mac=02:00:00:00:00:02,mtu=700,ip=10.0.0.2,out=2-again.pcap -- %t > replayed 2> messages
// RUN: FileCheck %s --input-file=replayed
// RUN: count 0 < messages
// RUN: cmp 1.pcap 1-again.pcap
// RUN: cmp 2.pcap 2-again.pcap
// RUN: not test -e switch
// RUN: not dpa-run --replay=run.rec --port=unix:switch,mac=02:00:00:00:00:01 -- %t 2>&1 | FileCheck --check-prefix=MISSING %s
// MISSING: run.rec: recording is of port 'mlx5_0/2 unix:switch,{{.*}}' (this device has 1 port)
// RUN: not dpa-run --replay=run.rec --port=unix:switch,mac=02:00:00:00:00:01 --port=mlx5_0/2=loopback -- %t 2>&1 | FileCheck --check-prefix=CHANGED %s
// CHANGED: run.rec: recording is of port 'mlx5_0/2 unix:switch,{{.*}}' (this device has 'mlx5_0/2 loopback')
#include "Inputs/verbs-pair.h"

// Public, but not declared by a header.
int ibv_read_sysfs_file(const char *folder, const char *name, char *buffer,
                        size_t size);

static struct pair pair;
static union ibv_gid gids[2];

static void queries(void) {
  struct ibv_device_attr device;
  struct ibv_device_attr_ex extended;
  struct ibv_port_attr port;
  struct ibv_gid_entry entries[8];
  struct ibv_gid_entry entry;
  uint16_t pkey;

  CHECK(ibv_query_device(pair.context, &device) == 0);
  CHECK(ibv_query_device_ex(pair.context, NULL, &extended) == 0);
  printf("ports %d %d\n", device.phys_port_cnt, extended.phys_port_cnt_ex);
  // CHECK: ports 2 2
  for (uint8_t i = 1; i <= 3; i++) {
    int result = ibv_query_port(pair.context, i, &port);
    printf("port %d: %d", i, result == EINVAL);
    if (result == 0)
      printf(" %s %d mtu %d gids %d", ibv_port_state_str(port.state),
             port.phys_state, port.active_mtu, port.gid_tbl_len);
    printf(" pkey %d\n", ibv_query_pkey(pair.context, i, 0, &pkey));
  }
  // CHECK: port 1: 0 active 5 mtu 5 gids 2 pkey 0
  // CHECK: port 2: 0 active 5 mtu 2 gids 4 pkey 0
  // CHECK: port 3: 1 pkey -1
  ssize_t count = ibv_query_gid_table(pair.context, entries, 8, 0);
  printf("table %zd:", count);
  for (ssize_t i = 0; i < count; i++)
    printf(" %u/%u", entries[i].port_num, entries[i].gid_index);
  printf("\n");
  // CHECK: table 6: 1/0 1/1 2/0 2/1 2/2 2/3
  CHECK(ibv_query_gid_ex(pair.context, 2, 3, &entry, 0) == 0);
  printf("entry %u/%u %d.%d.%d.%d\n", entry.port_num, entry.gid_index,
         entry.gid.raw[12], entry.gid.raw[13], entry.gid.raw[14],
         entry.gid.raw[15]);
  // CHECK: entry 2/3 10.0.0.2
  CHECK(ibv_query_gid_ex(pair.context, 1, 3, &entry, 0) == EINVAL);
  for (int i = 0; i < 2; i++)
    CHECK(ibv_query_gid(pair.context, (uint8_t)(i + 1), 1, &gids[i]) == 0);
  printf("addresses %02x %02x\n", gids[0].raw[15], gids[1].raw[15]);
  // CHECK: addresses 01 02
}

/* A path leaves by the port of its queue pair, whose MTU it has. */
static void wrong_paths(struct ibv_qp *qp) {
  struct ibv_qp_attr attr = {
      .qp_state = IBV_QPS_RTR,
      .path_mtu = IBV_MTU_1024,
      .dest_qp_num = 1,
      .max_dest_rd_atomic = 4,
      .min_rnr_timer = 1,
      .ah_attr = {.is_global = 1,
                  .port_num = 1,
                  .grh = {.dgid = gids[0], .sgid_index = 1, .hop_limit = 1}}};
  int mask = IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN |
             IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;

  printf("other port %d", ibv_modify_qp(qp, &attr, mask) == EINVAL);
  attr.ah_attr.port_num = 2;
  printf(" large %d", ibv_modify_qp(qp, &attr, mask) == EINVAL);
  attr.path_mtu = IBV_MTU_512;
  attr.ah_attr.grh.sgid_index = 4;
  printf(" gid %d\n", ibv_modify_qp(qp, &attr, mask) == EINVAL);
  // CHECK: other port 1 large 1 gid 1
}

static unsigned long counter(int port, const char *name) {
  char path[128];
  char text[64];

  snprintf(path, sizeof path, "ports/%d/counters/%s", port, name);
  CHECK(ibv_read_sysfs_file(pair.context->device->ibdev_path, path, text,
                            sizeof text) > 0);
  return strtoul(text, NULL, 10);
}

static void connect_over_the_switch(void) {
  create_queue_pairs(&pair, IBV_QPT_RC, 1);
  for (int i = 0; i < 2; i++)
    to_init_on(pair.qp[i], (uint8_t)(i + 1));
  wrong_paths(pair.qp[1]);
  for (int i = 0; i < 2; i++)
    to_ready_as(pair.qp[i], pair.qp[1 - i]->qp_num, gids[1 - i],
                (struct ready){.port = (uint8_t)(i + 1),
                               .mtu = IBV_MTU_512,
                               .timeout = 14});
}

static void send_from(int side) {
  struct ibv_sge sge = element(&pair, side, 4096, 100);
  struct ibv_send_wr wr = {
      .wr_id = 1, .opcode = IBV_WR_SEND, .sg_list = &sge, .num_sge = 1};
  struct ibv_send_wr *bad;
  struct ibv_wc wc;

  memset(pair.memory[side] + 4096, 'a' + side, 100);
  post_receive(&pair, 1 - side, 2, 0, 100);
  CHECK(ibv_post_send(pair.qp[side], &wr, &bad) == 0);
  for (int i = 0; i < 2; i++) {
    wc = next_completion(pair.cq);
    CHECK(wc.status == IBV_WC_SUCCESS);
  }
  printf("received %c\n", pair.memory[1 - side][99]);
}

int main(void) {
  open_pair(&pair);
  queries();
  connect_over_the_switch();
  send_from(0);
  // CHECK: received a
  send_from(1);
  // CHECK: received b
  for (int port = 1; port <= 2; port++)
    printf("port %d: sent %d received %d bytes %d errors %lu\n", port,
           counter(port, "port_xmit_packets") >= 2,
           counter(port, "port_rcv_packets") >= 2,
           counter(port, "port_rcv_data") * 4 >= 2 * 60,
           counter(port, "port_rcv_errors"));
  // CHECK: port 1: sent 1 received 1 bytes 1 errors 0
  // CHECK: port 2: sent 1 received 1 bytes 1 errors 0
  close_pair(&pair);
  return 0;
}
