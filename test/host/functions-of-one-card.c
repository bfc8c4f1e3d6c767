// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two devices are functions of one card: frames pass its embedded switch by address, or as rules of its FDB say.
// The second one is closed at last.
// PROVES: R-PORT-03 R-STEER-02
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 -I%S/Inputs %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run --config=%S/Inputs/two-devices.toml --port=mlx5_1=vport:mlx5_0/1,mac=02:00:00:00:00:a1 --port=mlx5_0=up,mac=02:00:00:00:00:a0,out=%t/uplink.pcap --log=info -- %t/host > %t/output 2>&1
// RUN: FileCheck %t/host.c < %t/output
// RUN: FileCheck %t/host.c --check-prefix=DROPS < %t/output
// RUN: tcpdump -nner %t/uplink.pcap > %t/frames 2>&1 && FileCheck %t/host.c --check-prefix=WIRE < %t/frames
// RUN: dpa-run --config=%S/Inputs/two-devices.toml --port=mlx5_1=vport:mlx5_0/1,mac=02:00:00:00:00:a1 --port=mlx5_0=down,mac=02:00:00:00:00:a0 -- %t/host 2>&1 | FileCheck --check-prefix=DOWN %t/host.c
// RUN: dpa-run --config=%S/Inputs/two-devices.toml --port=mlx5_1=vport:mlx5_0/1,mac=02:00:00:00:00:a1 --port=mlx5_0=up,mac=02:00:00:00:00:a0 --seed=1 --engine=interp -- %t/host 2>&1 | FileCheck %t/host.c

//--- device.c
#include "send-device.c"

//--- host.c
#include "frame-loop.h"

enum { OTHER_MACHINE = 0xb0, SOURCE_PORT = 64 + 6 };

static struct frame_loop loops[2];
static struct ibv_context *contexts[2];
static int seen[2];

static int frames_received(int function) {
  struct frame_loop *loop = &loops[function];
  int before = seen[function];

  while (
      has_completion(loop->process, loop->received, (uint32_t)seen[function]))
    seen[function]++;
  return seen[function] - before;
}

/* Says which functions have received the frame. */
static void send_to(const char *what, int from, uint8_t first, uint8_t last) {
  uint8_t addresses[12] = {first, 0, 0, 0, 0, last, 2};
  struct frame_loop *loop = &loops[from];

  addresses[11] = (uint8_t)(0xa0 + from);
  EXPECT_SUCCESS(flexio_host2dev_memcpy(loop->process, addresses,
                                        sizeof addresses, loop->frame));
  send_in_loop(loop);
  printf("%s: %d", what, frames_received(0));
  if (loops[1].process)
    printf(" %d", frames_received(1));
  puts("");
}

static struct match match_of_source(uint16_t vport) {
  struct match match = {.match.match_sz = sizeof match.bytes};

  match.bytes[SOURCE_PORT] = (uint8_t)(vport >> 8);
  match.bytes[SOURCE_PORT + 1] = (uint8_t)vport;
  return match;
}

static void show_state(int function) {
  struct ibv_port_attr port;

  EXPECT(ibv_query_port(contexts[function], 1, &port) == 0);
  printf("port of %d: %s\n", function,
         port.state == IBV_PORT_ACTIVE ? "active" : "down");
}

static void without_rules(void);
static void with_rules(void);
static void close_second(void);

int main(void) {
  setbuf(stdout, NULL);
  for (int i = 0; i < 2; i++) {
    contexts[i] = open_device_at(i);
    loops[i] = create_loop(create_process(contexts[i]));
    direct_all_to(contexts[i], flexio_rq_get_tir(loops[i].rq));
    show_state(i);
  }
  // CHECK: port of 0: active
  // CHECK: port of 1: active
  // DOWN: port of 0: down
  // DOWN: port of 1: down
  without_rules();
  with_rules();
  close_second();
  return 0;
}

static void without_rules(void) {
  send_to("1 to 0", 1, 2, 0xa0);
  // CHECK: 1 to 0: 1 0
  // DOWN: 1 to 0: 1 0
  send_to("0 to 1", 0, 2, 0xa1);
  // CHECK-NEXT: 0 to 1: 0 1
  send_to("1 to the uplink", 1, 2, OTHER_MACHINE);
  // CHECK-NEXT: 1 to the uplink: 0 0
  // WIRE: 02:00:00:00:00:a1 > 02:00:00:00:00:b0, ethertype Unknown (0x88b5), length 100
  send_to("1 to all", 1, 0xff, 0xff);
  // CHECK-NEXT: 1 to all: 1 0
  // WIRE: 02:00:00:00:00:a1 > ff:00:00:00:00:ff, ethertype Unknown (0x88b5), length 100
}

static void with_rules(void) {
  struct mlx5dv_dr_domain *fdb =
      mlx5dv_dr_domain_create(contexts[0], MLX5DV_DR_DOMAIN_TYPE_FDB);
  struct mlx5dv_dr_action *to_function =
      mlx5dv_dr_action_create_dest_vport(fdb, 0);
  struct mlx5dv_dr_action *to_first =
      mlx5dv_dr_action_create_dest_vport(fdb, 1);
  struct mlx5dv_dr_action *to_uplink =
      mlx5dv_dr_action_create_dest_vport(fdb, 0xffff);
  struct mlx5dv_dr_action *drop = mlx5dv_dr_action_create_drop();
  struct mlx5dv_dr_rule *rule;

  EXPECT(to_function && to_first && to_uplink && drop);
  rule = add_rule(fdb, 2, match_of_source(0xffff), match_of_source(1), 1,
                  &to_function);
  send_to("rule to 0", 1, 2, OTHER_MACHINE);
  // CHECK-NEXT: rule to 0: 1 0
  EXPECT(mlx5dv_dr_rule_destroy(rule) == 0);
  rule = add_rule(fdb, 2, match_of_source(0xffff), match_of_source(1), 1,
                  &to_uplink);
  send_to("rule to the uplink", 1, 2, 0xa0);
  // CHECK-NEXT: rule to the uplink: 0 0
  // WIRE: 02:00:00:00:00:a1 > 02:00:00:00:00:a0, ethertype Unknown (0x88b5), length 100
  // WIRE-NOT: ethertype
  EXPECT(mlx5dv_dr_rule_destroy(rule) == 0);
  rule =
      add_rule(fdb, 2, match_of_source(0xffff), match_of_source(1), 1, &drop);
  send_to("rule to drop", 1, 2, 0xa0);
  // CHECK-NEXT: rule to drop: 0 0
  EXPECT(mlx5dv_dr_rule_destroy(rule) == 0);
  add_rule(fdb, 2, match_of_source(0xffff), match_of_source(0), 1, &to_first);
  send_to("rule to 1", 0, 2, OTHER_MACHINE);
  // CHECK-NEXT: rule to 1: 0 1
  EXPECT(!mlx5dv_dr_action_create_dest_vport(fdb, 2));
  // CHECK: mlx5dv_dr_action_create_dest_vport: vport 2 does not exist (expected 0, 1 or the uplink, 65535)
  EXPECT(!mlx5dv_dr_domain_create(contexts[1], MLX5DV_DR_DOMAIN_TYPE_FDB));
  // CHECK: mlx5dv_dr_domain_create: domain of type FDB: the device is vport 1 of 'mlx5_0', which has the FDB
}

static void close_second(void) {
  EXPECT_SUCCESS(flexio_process_destroy(loops[1].process));
  loops[1].process = NULL;
  EXPECT(ibv_close_device(contexts[1]) == 0);
  send_to("to a device that is closed", 0, 2, 0xa1);
  // CHECK: to a device that is closed: 0
  // DROPS: mlx5_0: dropped 2 frames: 1 by rules, 1 for a vport whose device is not open
}
