// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// More packets than the queues of a packet processor can hold: those that find no entry are dropped
// and counted, exactly, and the others arrive unchanged and in order.
// PROVES: R-RQ-03
// RUN: rm -rf %t && mkdir -p %t
// RUN: %dpacc_bf3 -I%src/samples/common/device %S/Inputs/generate.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -O2 -I%S/Inputs -I%src/test/host/Inputs -I%src/samples/common/host -I%src/samples/common/device %s %src/samples/common/host/*.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run -- %t/host %{packets} 2>&1 | FileCheck %s
// RUN: dpa-run --seed=3 -- %t/host 500 2>&1 | FileCheck %s
// CHECK: changed 0
// CHECK: sent [[#SENT:]] processed [[#PROCESSED:]] returned [[#RETURNED:]]
// CHECK: receive queue 0x{{[0-9a-f]+}} has dropped [[#SENT - PROCESSED]] frames
// CHECK: receive queue 0x{{[0-9a-f]+}} has dropped [[#PROCESSED - RETURNED]] frames
// CHECK: done
#include "flow.h"

/* Bursts are of up to 128 packets. */
enum { LOG_DEPTH = 4, FIRST = 100 };

static struct flow flow;

/* Before anything is posted all are dropped; then those that return are. */
static void begin_without_entries(const struct sample *sample) {
  uint64_t processed;
  struct generator generator;

  send_more(sample, &flow, FIRST);
  generator = wait_for_flow(sample, &flow, &processed);
  EXPECT(processed == 0 && generator.returned == 0);
  EXPECT(sample_post_all(sample, &flow.echo.receive));
  send_more(sample, &flow, FIRST);
  generator = wait_for_flow(sample, &flow, &processed);
  EXPECT(processed > 0 && processed <= FIRST && generator.returned == 0);
  EXPECT(sample_post_all(sample, &flow.receive));
}

int main(int argc, char **argv) {
  struct sample sample = {.name = "packets"};
  struct sample_headers mask = {.destination = {255, 255, 255, 255, 255, 255}};
  struct mlx5dv_dr_domain *domain = NULL;
  struct sample_transmit transmit = {0};
  struct sample_table table = {0};
  struct flow_settings settings = {0, LOG_DEPTH, 0, 1};
  struct generator end;
  uint64_t processed;

  EXPECT(argc == 2);
  EXPECT(sample_start(&sample, "mlx5_0", test_app));
  EXPECT(sample_open_transmit(&sample, NULL, &transmit));
  EXPECT(sample_open_domain(&sample, MLX5DV_DR_DOMAIN_TYPE_NIC_RX, &domain));
  EXPECT(sample_open_table(&sample, domain, 0, &mask, &table));
  open_flow(&sample, &table, &flow, &settings);
  begin_without_entries(&sample);
  send_more(&sample, &flow, strtoull(argv[1], NULL, 10));
  end = wait_for_flow(&sample, &flow, &processed);
  printf("changed %" PRIu64 "\n", end.changed);
  printf("sent %" PRIu64 " processed %" PRIu64 " returned %" PRIu64 "\n",
         end.done, processed, end.returned);
  fflush(stdout);
  close_flow(&sample, &flow);
  EXPECT(sample_close_table(&sample, &table));
  EXPECT(sample_close_domain(&sample, domain));
  EXPECT(sample_close_transmit(&sample, &transmit));
  EXPECT(sample_stop(&sample));
  puts("done");
  return 0;
}
