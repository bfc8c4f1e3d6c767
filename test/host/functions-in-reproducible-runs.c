// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three functions of one card forward frames from the uplink to each other and back: one order of turns holds for all of them.
// The same seed and file give the same frames at the same moments, the same number of instructions and the same
// timeline; another seed gives others. A recording with a live uplink is replayed.
// The only thread of the program is blocked in a call of the device meanwhile.
// PROVES: R-PORT-03 R-STEER-02 R-GEN-08
// REQUIRES: fixed-addresses
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t && cp %src/test/samples/Inputs/packets.py %src/test/samples/Inputs/port_peer.py %t
// RUN: %dpacc_bf3 -I%src/samples/common/device %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs -I%src/samples/common/host -I%src/samples/common/device %t/host.c %src/samples/common/host/*.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: cd %t && python3 -c "import packets; packets.write_pcap('in', [packets.frame(b'%%08d' %% i * 3) for i in range(50)])"
// DEFINE: %{run} = setarch -R dpa-run --config=three.toml
// RUN: cd %t && %{run} --seed=7 --port=mlx5_0=pcap:in,mac=02:00:00:00:00:a0,out=0.pcap --port=mlx5_1=vport:mlx5_0/1,mac=02:00:00:00:00:a1,out=1.pcap --port=mlx5_2=vport:mlx5_0/9,mac=02:00:00:00:00:a2,out=2.pcap --trace=trace.json -- ./host > first
// RUN: cd %t && %{run} --seed=7 --port=mlx5_0=pcap:in,mac=02:00:00:00:00:a0,out=0b.pcap --port=mlx5_1=vport:mlx5_0/1,mac=02:00:00:00:00:a1,out=1b.pcap --port=mlx5_2=vport:mlx5_0/9,mac=02:00:00:00:00:a2,out=2b.pcap --trace=again.json -- ./host > second
// RUN: cd %t && FileCheck host.c < first && diff first second && cmp trace.json again.json
// RUN: cd %t && cmp 0.pcap 0b.pcap && cmp 1.pcap 1b.pcap && cmp 2.pcap 2b.pcap && python3 check.py 0.pcap 1.pcap 2.pcap
// RUN: cd %t && %{run} --seed=8 --port=mlx5_0=pcap:in,mac=02:00:00:00:00:a0,out=other.pcap --port=mlx5_1=vport:mlx5_0/1,mac=02:00:00:00:00:a1 --port=mlx5_2=vport:mlx5_0/9,mac=02:00:00:00:00:a2 -- ./host > other
// RUN: cd %t && FileCheck host.c < other && not diff first other && not cmp 0.pcap other.pcap
//
// The device's time of each frame is in the capture of the last function.
// RUN: cd %t && python3 port_peer.py fifo %{run} --seed=7 --record=run.rec --port=mlx5_0=PORT,mac=02:00:00:00:00:a0 --port=mlx5_1=vport:mlx5_0/1,mac=02:00:00:00:00:a1 --port=mlx5_2=vport:mlx5_0/9,mac=02:00:00:00:00:a2,out=2.pcap -- ./host > recorded
// RUN: cd %t && python3 port_peer.py none %{run} --replay=run.rec --port=mlx5_0=PORT,mac=02:00:00:00:00:a0 --port=mlx5_1=vport:mlx5_0/1,mac=02:00:00:00:00:a1 --port=mlx5_2=vport:mlx5_0/9,mac=02:00:00:00:00:a2,out=2b.pcap -- ./host > replayed
// RUN: cd %t && FileCheck host.c < recorded && diff recorded replayed && cmp 2.pcap 2b.pcap && FileCheck %s --check-prefix=RECORDING < run.rec
// RECORDING: {{^}}0 port 1 {{[0-9a-f]+}} mlx5_0/1 pcap:fifo
// RECORDING: {{^[0-9]+}} call 1
// RECORDING: {{^[0-9]+}} frame 1
// RECORDING: {{^[0-9]+}} destroy 1
// RECORDING: {{^[0-9]+}} destroy 65537
// RECORDING: {{^[0-9]+}} destroy 589825

//--- device.c
#include <libflexio-dev/flexio_dev.h>

#include "sample_echo.h"

enum { FRAMES = 50, FIRST = 0xa0, LAST = 0xa2, OTHER_MACHINE = 0xb0 };

static uint8_t own; // last byte of the address of the function
static volatile uint32_t returned;
static uint64_t digest;

// To the next function; from the last one to the first one, and out.
static void change(uint8_t *packet, uint32_t size, uint32_t number) {
  uint8_t next = own == LAST ? OTHER_MACHINE : own + 1;

  (void)size;
  (void)number;
  if (own == FIRST && packet[11] == LAST) {
    next = OTHER_MACHINE;
    digest = digest * 31 + __dpa_thread_inst_ret() + packet[49];
    returned++;
  }
  for (int i = 0; i < 12; i++)
    packet[i] = i % 6 ? 0 : 2;
  packet[5] = next;
  packet[11] = own;
}

static void recycle(struct sample_echo *echo) {
  while (sample_next_completion(&echo->sent))
    sample_receive_again(&echo->receive);
  sample_return(&echo->sent);
}

__dpa_global__ void forward(uint64_t argument) {
  struct sample_echo *echo = (struct sample_echo *)argument;

  sample_echo_received(echo, change);
  recycle(echo);
  sample_arm(&echo->received);
  sample_arm(&echo->sent);
  flexio_dev_thread_reschedule();
}

static void post(struct sample_echo *echo) {
  *(uint32_t *)echo->receive.record =
      __builtin_bswap32(1u << echo->receive.log_depth);
  __dpa_thread_memory_writeback();
}

__dpa_rpc__ uint64_t prepare(uint64_t echo, uint64_t address) {
  own = (uint8_t)address;
  if (own != FIRST)
    post((struct sample_echo *)echo);
  return 0;
}

// The host waits on the device, so that nothing but the seed decides. Returns after a pause in which all handlers end.
__dpa_rpc__ uint64_t run(uint64_t echo) {
  uint64_t turns = 0; // of the loop: how the others were interleaved with it

  post((struct sample_echo *)echo);
  while (returned < FRAMES)
    turns++;
  for (volatile int i = 0; i < 100000; i++)
    ;
  return digest ^ turns;
}

//--- host.c
#include "expect.h"
#include "sample_echo.h"
#include "sample_steering.h"

#include <inttypes.h>
#include <stdio.h>

extern struct flexio_app *test_app;
flexio_func_t forward, prepare, run;

enum { FUNCTIONS = 3, LOG_DEPTH = 7, SOURCE_PORT = 64 + 6, LAST_VPORT = 9 };

struct function {
  struct sample sample;
  struct sample_counters counters;
  struct sample_buffers buffers;
  struct sample_echo_handler echo;
};

static struct function functions[FUNCTIONS];

static void open_function(struct function *function, const char *device,
                          uint64_t address) {
  struct sample *sample = &function->sample;
  struct sample_echo_settings settings = {.function = forward,
                                          .name = "forward",
                                          .log_depth = LOG_DEPTH,
                                          .counters = &function->counters,
                                          .buffers = &function->buffers};
  struct mlx5dv_dr_domain *domain;
  struct sample_table table = {0};
  struct sample_rule rule = {0};
  uint64_t result;

  sample->name = device;
  EXPECT(sample_start(sample, device, test_app));
  EXPECT(sample_open_counters(sample, 1, &function->counters));
  EXPECT(sample_open_buffers(sample, 1 << LOG_DEPTH, &function->buffers));
  EXPECT(sample_open_echo(sample, &settings, 0, &function->echo));
  EXPECT(sample_open_domain(sample, MLX5DV_DR_DOMAIN_TYPE_NIC_RX, &domain));
  EXPECT(sample_open_table(sample, domain, 0, NULL, &table));
  EXPECT(sample_open_rule(sample, &table, NULL,
                          mlx5dv_dr_action_create_dest_devx_tir(
                              flexio_rq_get_tir(function->echo.receive.queue)),
                          &rule));
  EXPECT_SUCCESS(flexio_process_call(sample->process, prepare, &result,
                                     function->echo.echo, address));
}

/* What the last function sends to another machine reaches the first one. */
static void open_switch_rule(struct ibv_context *device) {
  struct {
    struct mlx5dv_flow_match_parameters match;
    uint8_t bytes[128];
  } mask = {.match.match_sz = 128}, value = {.match.match_sz = 128};
  struct mlx5dv_dr_domain *fdb =
      mlx5dv_dr_domain_create(device, MLX5DV_DR_DOMAIN_TYPE_FDB);
  struct mlx5dv_dr_table *table = mlx5dv_dr_table_create(fdb, 0);
  struct mlx5dv_dr_action *to_first =
      mlx5dv_dr_action_create_dest_vport(fdb, 0);
  struct mlx5dv_dr_matcher *matcher;

  mask.bytes[SOURCE_PORT] = mask.bytes[SOURCE_PORT + 1] = 0xff;
  value.bytes[SOURCE_PORT + 1] = LAST_VPORT;
  matcher = mlx5dv_dr_matcher_create(table, 0, 2, &mask.match);
  EXPECT(matcher && to_first);
  EXPECT(mlx5dv_dr_rule_create(matcher, &value.match, 1, &to_first));
}

int main(void) {
  static const char *const names[] = {"mlx5_0", "mlx5_1", "mlx5_2"};
  uint64_t digest = 0;

  for (int i = FUNCTIONS; i-- > 0;)
    open_function(&functions[i], names[i], 0xa0 + (uint64_t)i);
  open_switch_rule(functions[0].sample.device);
  EXPECT_SUCCESS(flexio_process_call(functions[0].sample.process, run, &digest,
                                     functions[0].echo.echo));
  printf("digest %" PRIx64 "\n", digest);
  // CHECK: digest {{[1-9a-f][0-9a-f]+$}}
  for (int i = 0; i < FUNCTIONS; i++)
    EXPECT_SUCCESS(flexio_process_destroy(functions[i].sample.process));
  return 0;
}

// clang-format off
//--- three.toml
[[device]]
name = "mlx5_0"

[[device]]
name = "mlx5_1"

[[device]]
name = "mlx5_2"

//--- check.py
import sys

from packets import frame, read_pcap

MAC = [bytes([2, 0, 0, 0, 0, last]) for last in (0xa0, 0xa1, 0xa2, 0xb0)]


def numbers(path, source, destination):
    """Of the frames with these addresses, which have the bytes that were sent."""
    found = [data for data in read_pcap(path) if data[:12] == MAC[destination] + MAC[source]]
    for data in found:
        assert data[12:] == frame(data[42:])[12:], data
    return [int(data[42:50]) for data in found]


order = numbers(sys.argv[1], 0, 3)
assert sorted(order) == list(range(50)), order
assert sorted(numbers(sys.argv[2], 1, 2)) == list(range(50))
assert sorted(numbers(sys.argv[3], 2, 3)) == list(range(50))
