// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Packets of random sizes in random bursts at random rates through packet processors: none is lost,
// changed, doubled or overtaken while there are never more on their way than the queues can hold.
// PROVES: R-WQ-03 R-RQ-03 R-MEM-10 R-MEM-11
// RUN: rm -rf %t && mkdir -p %t
// RUN: %dpacc_bf3 -I%src/samples/common/device %S/Inputs/generate.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -O2 -I%S/Inputs -I%src/test/host/Inputs -I%src/samples/common/host -I%src/samples/common/device %s %src/samples/common/host/*.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run -- %t/host %{packets} | FileCheck %s
// RUN: dpa-run --seed=3 -- %t/host 500 | FileCheck %s
// CHECK: flow 0: 0 lost, 0 changed
// CHECK: flow 1: 0 lost, 0 changed
// CHECK: done
#include "flow.h"

enum { FLOWS = 2, LOG_DEPTH = 7 };

/* The processor has sent packets back before it posts their buffers again: there may be packets of
 * this number in each of three states. */
enum { WINDOW = (1 << LOG_DEPTH) / 4 };

static struct flow flows[FLOWS];

int main(int argc, char **argv) {
  struct sample sample = {.name = "packets"};
  struct sample_headers mask = {.destination = {255, 255, 255, 255, 255, 255}};
  struct mlx5dv_dr_domain *domain = NULL;
  struct sample_transmit transmit = {0};
  struct sample_table table = {0};
  uint64_t packets;

  EXPECT(argc == 2);
  packets = strtoull(argv[1], NULL, 10) / FLOWS;
  EXPECT(sample_start(&sample, "mlx5_0", test_app));
  EXPECT(sample_open_transmit(&sample, NULL, &transmit));
  EXPECT(sample_open_domain(&sample, MLX5DV_DR_DOMAIN_TYPE_NIC_RX, &domain));
  EXPECT(sample_open_table(&sample, domain, 0, &mask, &table));
  for (uint8_t i = 0; i < FLOWS; i++) {
    struct flow_settings settings = {i, LOG_DEPTH, WINDOW, i + 1};

    open_flow(&sample, &table, &flows[i], &settings);
    EXPECT(sample_post_all(&sample, &flows[i].echo.receive));
    EXPECT(sample_post_all(&sample, &flows[i].receive));
  }
  for (int i = 0; i < FLOWS; i++)
    send_more(&sample, &flows[i], packets);
  for (int i = 0; i < FLOWS; i++) {
    uint64_t processed;
    struct generator end = wait_for_flow(&sample, &flows[i], &processed);

    printf("flow %d: %" PRIu64 " lost, %" PRIu64 " changed\n", i,
           packets - end.returned + end.lost, end.changed);
  }
  for (int i = 0; i < FLOWS; i++)
    close_flow(&sample, &flows[i]);
  EXPECT(sample_close_table(&sample, &table));
  EXPECT(sample_close_domain(&sample, domain));
  EXPECT(sample_close_transmit(&sample, &transmit));
  EXPECT(sample_stop(&sample));
  puts("done");
  return 0;
}
