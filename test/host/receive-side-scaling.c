// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A TIR with a receive queue table (RQT) spreads frames over two queues by their Toeplitz hash, whose
// values are those that Microsoft publishes. RQT and TIR are changed while a rule uses them. Also TISs, and
// capabilities of the device.
// PROVES: R-STEER-02 R-STEER-04
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %S/Inputs/send-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run --port=loopback,out=%t/frames.pcap -- %t/host > %t/out 2> %t/err
// RUN: FileCheck %t/host.c < %t/out
// RUN: FileCheck --check-prefix=ERR --implicit-check-not=dpa-verbs %t/host.c < %t/err
// RUN: tcpdump -nr %t/frames.pcap 2>&1 | FileCheck --check-prefix=WIRE %t/host.c
// RUN: dpa-run --seed=5 --engine=interp -- %t/host 2>/dev/null | FileCheck %t/host.c

//--- host.c
#include "frame-loop.h"

#include <errno.h>

enum {
  QUERY_HCA_CAP = 0x100,
  ALLOC_TRANSPORT_DOMAIN = 0x816,
  CREATE_TIR = 0x900,
  MODIFY_TIR = 0x901,
  CREATE_TIS = 0x912,
  CREATE_RQT = 0x916,
  MODIFY_RQT = 0x917,
  CONTEXT = 32, /* where contexts begin */
  ADDRESSES = 3,
  ALL_FIELDS = 15
};

static struct ibv_context *context;
static struct frame_loop loops[2];
static uint32_t seen[2];

/* Source, destination, ports. */
static const uint8_t flows[][12] = {
    {66, 9, 149, 187, 161, 142, 100, 80, 2794 >> 8, 2794 & 0xff, 1766 >> 8,
     1766 & 0xff},
    {38, 27, 205, 30, 209, 142, 163, 6, 48228 >> 8, 48228 & 0xff, 2217 >> 8,
     2217 & 0xff},
    {153, 39, 163, 191, 202, 188, 127, 2, 44251 >> 8, 44251 & 0xff, 1303 >> 8,
     1303 & 0xff}};

static void put(uint8_t *at, uint32_t value) {
  value = htonl(value);
  memcpy(at, &value, 4);
}

static uint32_t number_in(const uint8_t *out) {
  uint32_t number;

  memcpy(&number, out + 8, 4);
  return ntohl(number) & 0xffffff;
}

static struct mlx5dv_devx_obj *create(uint32_t opcode, uint8_t *in, size_t size,
                                      uint32_t *number) {
  uint8_t out[16];

  put(in, opcode << 16);
  struct mlx5dv_devx_obj *object =
      mlx5dv_devx_obj_create(context, in, size, out, sizeof out);
  if (object)
    *number = number_in(out);
  return object;
}

static void fill_queues(uint8_t *in, int first, int second) {
  put(in + CONTEXT + 20, 4); /* rqt_max_size */
  put(in + CONTEXT + 24, 2); /* rqt_actual_size */
  put(in + 272, flexio_rq_get_wq_num(loops[first].rq));
  put(in + 276, flexio_rq_get_wq_num(loops[second].rq));
}

static void fill_hash(uint8_t *in, uint32_t table, uint32_t fields) {
  static const uint8_t key[40] = {
      0x6d, 0x5a, 0x56, 0xda, 0x25, 0x5b, 0x0e, 0xc2, 0x41, 0x67,
      0x25, 0x3d, 0x43, 0xa3, 0x8f, 0xb0, 0xd0, 0xca, 0x2b, 0xcb,
      0xae, 0x7b, 0x30, 0xb4, 0x77, 0xcb, 0x2d, 0xa3, 0x80, 0x30,
      0xf2, 0x0c, 0x6a, 0x42, 0xb7, 0x3b, 0xbe, 0xac, 0x01, 0xfa};

  in[CONTEXT + 4] = 1 << 4; /* disp_type: indirect */
  put(in + CONTEXT + 32, table);
  in[CONTEXT + 36] = 2 << 4; /* rx_hash_fn: Toeplitz */
  memcpy(in + CONTEXT + 40, key, sizeof key);
  put(in + CONTEXT + 80, fields); /* IPv4, TCP */
}

static void send_flow(const char *what, int flow) {
  uint8_t header[54] = {[12] = 8,  [14] = 0x45,        [17] = 86,
                        [22] = 64, [23] = IPPROTO_TCP, [46] = 0x50};
  uint32_t received[2];

  memcpy(header + 26, flows[flow], sizeof flows[flow]);
  EXPECT_SUCCESS(flexio_host2dev_memcpy(loops[0].process, header, sizeof header,
                                        loops[0].frame));
  send_in_loop(&loops[0]);
  for (int i = 0; i < 2; i++) {
    received[i] = seen[i];
    while (has_completion(loops[i].process, loops[i].received, seen[i]))
      seen[i]++;
    received[i] = seen[i] - received[i];
  }
  printf("%s: %u %u\n", what, received[0], received[1]);
}

static int modify(struct mlx5dv_devx_obj *object, uint32_t opcode,
                  uint32_t number, uint8_t bits, uint8_t *in, size_t size) {
  uint8_t out[16];

  put(in, opcode << 16);
  put(in + 8, number);
  in[23] = bits;
  return mlx5dv_devx_obj_modify(object, in, size, out, sizeof out);
}

static void change(struct mlx5dv_devx_obj *rqt, uint32_t table,
                   struct mlx5dv_devx_obj *tir, uint32_t number);
static void create_tis(void);
static void query_capabilities(void);

int main(void) {
  struct flexio_process *process;
  uint8_t queues[280] = {0}, hash[272] = {0};
  uint32_t table = 0, number = 0;
  struct mlx5dv_devx_obj *rqt, *tir;
  struct mlx5dv_dr_action *action;
  struct mlx5dv_dr_rule *rule;

  context = open_device();
  process = create_process(context);
  loops[0] = create_loop(process);
  loops[1] = create_loop(process);
  fill_queues(queues, 0, 1);
  rqt = create(CREATE_RQT, queues, sizeof queues, &table);
  fill_hash(hash, table, ALL_FIELDS);
  tir = create(CREATE_TIR, hash, sizeof hash, &number);
  EXPECT(rqt && tir);
  action = mlx5dv_dr_action_create_dest_devx_tir(tir);
  EXPECT(action);
  rule = add_rule_for_all(
      mlx5dv_dr_domain_create(context, MLX5DV_DR_DOMAIN_TYPE_NIC_RX), 1,
      &action);
  send_flow("0x51ccc178", 0);
  // CHECK: 0x51ccc178: 1 0
  // WIRE: IP 66.9.149.187.2794 > 161.142.100.80.1766:
  send_flow("0xafc7327f", 1);
  // CHECK-NEXT: 0xafc7327f: 0 1
  // WIRE: IP 38.27.205.30.48228 > 209.142.163.6.2217:
  change(rqt, table, tir, number);
  create_tis();
  query_capabilities();
  EXPECT(mlx5dv_devx_obj_destroy(rqt) == EBUSY);
  EXPECT(mlx5dv_devx_obj_destroy(tir) == EBUSY);
  EXPECT(mlx5dv_dr_rule_destroy(rule) == 0);
  EXPECT(mlx5dv_dr_action_destroy(action) == 0);
  EXPECT(mlx5dv_devx_obj_destroy(tir) == 0);
  EXPECT(mlx5dv_devx_obj_destroy(rqt) == 0);
  puts("done");
  return 0;
}

static void change(struct mlx5dv_devx_obj *rqt, uint32_t table,
                   struct mlx5dv_devx_obj *tir, uint32_t number) {
  uint8_t queues[280] = {0}, hash[272] = {0};

  fill_queues(queues, 1, 0);
  EXPECT(modify(rqt, MODIFY_RQT, table, 1, queues, sizeof queues) == 0);
  send_flow("changed table", 0);
  // CHECK-NEXT: changed table: 0 1
  fill_hash(hash, table, ADDRESSES);
  EXPECT(modify(tir, MODIFY_TIR, number, 4, hash, sizeof hash) == 0);
  send_flow("changed hash", 1);
  // CHECK-NEXT: changed hash: 0 1
  send_flow("changed hash", 2);
  // CHECK-NEXT: changed hash: 1 0
  EXPECT(modify(tir, MODIFY_TIR, number, 1, hash, sizeof hash) == EOPNOTSUPP);
  // ERR: dpa-verbs: error: mlx5dv_devx_obj_modify: TIR: changing anything but hash and indirect_table is not emulated
  EXPECT(modify(tir, MODIFY_TIR, number + 1, 4, hash, sizeof hash) == EINVAL);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_obj_modify: TIR {{[0-9]+}}: tirn {{[0-9]+}} is not that of the object
  EXPECT(modify(rqt, MODIFY_RQT, table + 1, 1, queues, sizeof queues) ==
         EINVAL);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_obj_modify: RQT {{[0-9]+}}: rqtn {{[0-9]+}} is not that of the object
  EXPECT(modify(rqt, MODIFY_RQT, table, 1, queues, 276) == EINVAL);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_obj_modify: RQT: the command has 276 bytes (expected 280 for 2 receive queues)
  EXPECT(!create(CREATE_RQT, queues, 276, &number) && errno == EINVAL);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: RQT: the command has 276 bytes (expected 280 for 2 receive queues)
  EXPECT(!create(CREATE_TIR, hash, 255, &number) && errno == EINVAL);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: TIR: the command has 255 bytes (expected 256 at least)
  put(queues + 276, 0xabcdef);
  EXPECT(modify(rqt, MODIFY_RQT, table, 1, queues, sizeof queues) == EREMOTEIO);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_obj_modify: RQT: entry 1: receive queue 11259375 does not exist
}

static void create_tis(void) {
  uint8_t in[192] = {0};
  uint32_t domain, number;
  struct mlx5dv_devx_obj *owner, *tis;

  EXPECT(!create(CREATE_TIS, in, sizeof in, &number) && errno == EREMOTEIO);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_obj_create: TIS: transport domain 0 does not exist
  owner = create(ALLOC_TRANSPORT_DOMAIN, in, 16, &domain);
  EXPECT(owner);
  put(in + CONTEXT + 36, domain);
  tis = create(CREATE_TIS, in, sizeof in, &number);
  EXPECT(tis && number != 0);
  EXPECT(mlx5dv_devx_obj_destroy(tis) == 0);
  EXPECT(mlx5dv_devx_obj_destroy(owner) == 0);
}

static void query_capabilities(void) {
  uint8_t in[16] = {QUERY_HCA_CAP >> 8};
  uint8_t out[16 + 4096];

  EXPECT(mlx5dv_devx_general_cmd(context, in, sizeof in, out, sizeof out) == 0);
  printf("ports %d, log of a table's queues %d\n", out[16 + 0x1b8 / 8],
         out[16 + 0x390 / 8] & 31);
  // CHECK-NEXT: ports 1, log of a table's queues 12
  in[7] = 7 << 1; /* flow tables */
  EXPECT(mlx5dv_devx_general_cmd(context, in, sizeof in, out, sizeof out) ==
         EOPNOTSUPP);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_general_cmd: QUERY_HCA_CAP: capabilities of type 7 are not emulated
  EXPECT(mlx5dv_devx_general_cmd(context, in, sizeof in, out, 32) == EINVAL);
  // ERR-NEXT: dpa-verbs: error: mlx5dv_devx_general_cmd: QUERY_HCA_CAP: the answer has 32 bytes (expected 272 at least)
}
// CHECK-NEXT: done
