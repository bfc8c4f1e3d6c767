// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A device with two loopback ports: frames of a send queue leave by port 1, or by the port that a
// rule of FDB names; rules of NIC_RX know the port of a frame. Device code samples the counters of
// both ports.
// PROVES: R-PORT-03 R-DCNT-03
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 -I%S/Inputs %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run --port=mlx5_0/2=loopback -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --port=mlx5_0/2=loopback --seed=5 --engine=interp -- %t/host 2>&1 | FileCheck %s
// RUN: not dpa-run -- %t/host 2>&1 | FileCheck --check-prefix=ONE %s
// ONE: NIC counters: unknown counter id (the device has port 0 only)

//--- device.c
#include "send-device.c"

static uint32_t values[4];
static uint32_t ids[4] = {FLEXIO_DEV_NIC_COUNTER_PORT0_TX_BYTES,
                          FLEXIO_DEV_NIC_COUNTER_PORT0_RX_BYTES,
                          FLEXIO_DEV_NIC_COUNTER_PORT1_TX_BYTES,
                          FLEXIO_DEV_NIC_COUNTER_PORT1_RX_BYTES};

__dpa_rpc__ uint64_t configure(void) {
  flexio_dev_nic_counters_config(values, ids, 4);
  return 0;
}

__dpa_rpc__ uint64_t configure_absent(void) {
  ids[3] = FLEXIO_DEV_NIC_COUNTER_PORT2_RX_BYTES;
  flexio_dev_nic_counters_config(values, ids, 4);
  return 0;
}

// 16 bits for each counter.
__dpa_rpc__ uint64_t sample(void) {
  flexio_dev_nic_counters_sample();
  return (uint64_t)values[0] << 48 | (uint64_t)values[1] << 32 |
         (uint64_t)values[2] << 16 | values[3];
}

//--- host.c
#include "frame-loop.h"

flexio_func_t configure, configure_absent, sample;

static void show_counters(struct flexio_process *process, const char *name) {
  uint64_t value = 0;

  EXPECT_SUCCESS(flexio_process_call(process, sample, &value));
  printf("%s: %d %d, %d %d\n", name, (int)(value >> 48),
         (int)(value >> 32 & 0xffff), (int)(value >> 16 & 0xffff),
         (int)(value & 0xffff));
}

static void wrong_port(struct mlx5dv_dr_domain *fdb) {
  EXPECT(!mlx5dv_dr_action_create_dest_ib_port(fdb, 3));
  // CHECK: dpa-verbs: error: mlx5dv_dr_action_create_dest_ib_port: port 3 does not exist (expected 1 to 2)
  EXPECT(!mlx5dv_dr_action_create_dest_ib_port(NULL, 1));
}

int main(void) {
  struct ibv_context *context = open_device();
  struct frame_loop loop = create_loop(create_process(context));
  struct mlx5dv_dr_domain *receiving =
      mlx5dv_dr_domain_create(context, MLX5DV_DR_DOMAIN_TYPE_NIC_RX);
  struct mlx5dv_dr_domain *fdb =
      mlx5dv_dr_domain_create(context, MLX5DV_DR_DOMAIN_TYPE_FDB);
  struct mlx5dv_dr_action *queue =
      mlx5dv_dr_action_create_dest_devx_tir(flexio_rq_get_tir(loop.rq));
  struct mlx5dv_dr_action *second =
      mlx5dv_dr_action_create_dest_ib_port(fdb, 2);
  uint64_t value;

  setbuf(stdout, NULL);
  EXPECT_SUCCESS(flexio_process_call(loop.process, configure, &value));
  wrong_port(fdb);
  EXPECT(second && queue);
  add_rule(receiving, 2, match_of_port(0xf), match_of_port(2), 1, &queue);
  send_in_loop(&loop);
  show_counters(loop.process, "port 1");
  // CHECK: port 1: 100 100, 0 0
  EXPECT(!has_completion(loop.process, loop.received, 0));
  add_rule_for_all(fdb, 1, &second);
  send_in_loop(&loop);
  completion_at(loop.process, loop.received, 0);
  show_counters(loop.process, "port 2");
  // CHECK: port 2: 100 100, 100 100
  EXPECT(flexio_process_call(loop.process, configure_absent, &value) ==
         FLEXIO_STATUS_FATAL_ERR);
  // CHECK: NIC counters: unknown counter id (the device has ports 0 and 1)
  puts("done");
  // CHECK: done
  return 0;
}
