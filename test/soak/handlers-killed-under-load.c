// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Packet processors that are destroyed or crash while packets arrive, and others in their place: the
// generator, in a process of its own, always gets packets back again, unchanged and in order.
// PROVES: R-RTOS-06
// RUN: rm -rf %t && mkdir -p %t
// RUN: %dpacc_bf3 -I%src/samples/common/device %S/Inputs/generate.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -O2 -I%S/Inputs -I%src/test/host/Inputs -I%src/samples/common/host -I%src/samples/common/device %s %src/samples/common/host/*.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run -- %t/host %{restarts} | FileCheck %s
// CHECK: 0 changed
// CHECK: done
#include "flow.h"

enum { LOG_DEPTH = 5, PACKETS = 20 };

/* How a processor ends. */
enum end { ORDERLY, HANDLER_FIRST, PROCESS_FIRST, CRASH, ENDS };

/* A packet processor with a process of its own. */
struct processor {
  struct sample sample;
  struct flow flow; /* the processor's part */
};

static struct sample sample = {.name = "generator"};
static struct sample_table table;
static struct flow flow; /* the generator's part */

static void open_all(struct processor *processor) {
  struct flow_settings settings = {.log_depth = LOG_DEPTH};

  *processor = (struct processor){.sample = {.name = "processor"}};
  EXPECT(sample_start(&processor->sample, "mlx5_0", test_app));
  EXPECT(
      sample_open_counters(&processor->sample, 1, &processor->flow.counters));
  EXPECT(sample_open_buffers(&processor->sample, 1 << LOG_DEPTH,
                             &processor->flow.buffers));
  open_processor(&processor->sample, &processor->flow, &settings);
  processor->flow.to_processor = open_rule(&processor->sample, &table,
                                           &processor->flow.echo.receive, 0, 0);
  EXPECT(sample_post_all(&processor->sample, &processor->flow.echo.receive));
}

/* The handler finds its completion queue at an address where nothing is. */
static void crash(struct processor *processor) {
  struct sample_echo_handler *echo = &processor->flow.echo;
  uint64_t nowhere = 8;

  EXPECT_SUCCESS(flexio_host2dev_memcpy(
      processor->sample.process, &nowhere, sizeof nowhere,
      echo->echo + offsetof(struct sample_echo, received.entries)));
  while (flexio_err_status_get(processor->sample.process) == 0)
    ;
}

/* What belongs to the process ends with it. */
static void close_process(struct processor *processor) {
  flexio_msg_stream_destroy(processor->sample.stream);
  EXPECT_SUCCESS(flexio_process_destroy(processor->sample.process));
  EXPECT(sample_close_rule(&processor->sample, &processor->flow.to_processor));
  EXPECT(ibv_dereg_mr(processor->flow.counters.window.region) == 0);
  free(processor->flow.counters.window.memory);
  EXPECT(ibv_close_device(processor->sample.device) == 0);
}

static void close_all(struct processor *processor, bool is_handler_first) {
  struct sample *of = &processor->sample;

  if (is_handler_first) {
    EXPECT_SUCCESS(flexio_event_handler_destroy(processor->flow.echo.handler));
    processor->flow.echo.handler = NULL;
  }
  EXPECT(sample_close_rule(of, &processor->flow.to_processor));
  EXPECT(sample_close_echo(of, &processor->flow.echo));
  EXPECT(sample_close_buffers(of, &processor->flow.buffers));
  EXPECT(sample_close_counters(of, &processor->flow.counters));
  EXPECT(sample_stop(of));
}

static void end_processor(struct processor *processor, enum end end) {
  if (end == CRASH)
    crash(processor);
  if (end == CRASH || end == PROCESS_FIRST)
    close_process(processor);
  else
    close_all(processor, end == HANDLER_FIRST);
}

static void open_generator_alone(struct sample_transmit *transmit) {
  struct flow_settings settings = {.log_depth = LOG_DEPTH, .seed = 1};

  EXPECT(sample_open_transmit(&sample, NULL, transmit));
  EXPECT(sample_open_counters(&sample, 2, &flow.counters));
  EXPECT(sample_open_buffers(&sample, (size_t)2 << LOG_DEPTH, &flow.buffers));
  open_generator(&sample, &flow, &settings);
  flow.to_generator = open_rule(&sample, &table, &flow.receive, 0, 1);
  EXPECT(sample_post_all(&sample, &flow.receive));
}

/* Lets it send without end, or what it has made already. */
static void set_wanted(uint64_t wanted) {
  EXPECT_SUCCESS(flexio_host2dev_memcpy(
      sample.process, &wanted, sizeof wanted,
      flow.generator + offsetof(struct generator, wanted)));
}

/* Waits until more packets have returned. */
static void wait_for_packets(void) {
  uint64_t before = read_generator(&sample, &flow).returned;

  while (read_generator(&sample, &flow).returned - before < PACKETS)
    EXPECT(flexio_err_status_get(sample.process) == 0);
}

static void stop_generator(void) {
  struct generator now;

  set_wanted(0);
  do
    now = read_generator(&sample, &flow);
  while (now.done != now.made || has_more(&sample, &now.received));
  printf("%" PRIu64 " changed\n", now.changed);
}

int main(int argc, char **argv) {
  struct sample_headers mask = {.destination = {255, 255, 255, 255, 255, 255}};
  struct mlx5dv_dr_domain *domain = NULL;
  struct sample_transmit transmit = {0};
  struct processor processor;

  EXPECT(argc == 2);
  EXPECT(sample_start(&sample, "mlx5_0", test_app));
  EXPECT(sample_open_domain(&sample, MLX5DV_DR_DOMAIN_TYPE_NIC_RX, &domain));
  EXPECT(sample_open_table(&sample, domain, 0, &mask, &table));
  open_generator_alone(&transmit);
  send_more(&sample, &flow, UINT64_MAX);
  for (int i = 0; i < atoi(argv[1]); i++) {
    open_all(&processor);
    wait_for_packets();
    end_processor(&processor, (enum end)(i % ENDS));
  }
  stop_generator();
  EXPECT(sample_close_rule(&sample, &flow.to_generator));
  close_generator(&sample, &flow);
  EXPECT(sample_close_buffers(&sample, &flow.buffers));
  EXPECT(sample_close_counters(&sample, &flow.counters));
  EXPECT(sample_close_table(&sample, &table));
  EXPECT(sample_close_domain(&sample, domain));
  EXPECT(sample_close_transmit(&sample, &transmit));
  EXPECT(sample_stop(&sample));
  puts("done");
  return 0;
}
