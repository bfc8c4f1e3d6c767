/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Host side of generate.c: a flow is a generator of packets and a packet processor that sends them
 * back, on the same device, each with queues of its own. */
#ifndef DPA_TEST_SOAK_FLOW_H
#define DPA_TEST_SOAK_FLOW_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <infiniband/mlx5dv.h>

#include "expect.h"
#include "generator.h"
#include "sample_echo.h"
#include "sample_steering.h"

extern struct flexio_app *test_app;
flexio_func_t generate, process_packets, start_generator;

enum { SEND_LOG_DEPTH = 7 };

struct flow {
  struct sample_counters counters; /* of the processor, the generator */
  struct sample_buffers buffers;   /* of received packets, of both */
  struct sample_buffers packets;   /* to be sent */
  struct sample_echo_handler echo;
  struct flexio_event_handler *handler; /* the generator's */
  struct sample_cq received, sent;
  struct sample_rq receive;
  struct sample_sq send;
  flexio_uintptr_t generator; /* on the device */
  struct sample_rule to_processor, to_generator;
};

/* How a flow is created. */
struct flow_settings {
  uint8_t number;
  uint8_t log_depth; /* of the receive queues */
  uint64_t window;   /* most packets on their way; 0: any number */
  uint64_t seed;
};

static inline void read_memory(const struct sample *sample, uint64_t address,
                               void *to, size_t size) {
  struct flexio_mem from = {FLEXIO_MEMTYPE_DPA, {address}};
  struct flexio_mem place = {FLEXIO_MEMTYPE_HOST, {(uintptr_t)to}};

  EXPECT_SUCCESS(flexio_memcpy(sample->process, &from, &place, size));
}

static inline struct generator read_generator(const struct sample *sample,
                                              const struct flow *flow) {
  struct generator generator;

  read_memory(sample, flow->generator, &generator, sizeof generator);
  return generator;
}

static inline void address_of(uint8_t *address, int number, int role) {
  memset(address, 0, 6);
  address[0] = 2;
  address[4] = (uint8_t)number;
  address[5] = (uint8_t)role;
}

static inline void open_generator(const struct sample *sample,
                                  struct flow *flow,
                                  const struct flow_settings *settings) {
  struct flexio_event_handler_attr attributes = {.host_stub_func = generate,
                                                 .name = "generate"};
  struct flexio_thread *thread;
  size_t entries = (size_t)1 << settings->log_depth;
  struct generator generator = {.window = settings->window,
                                .random = settings->seed};

  EXPECT(
      sample_open_buffers(sample, (size_t)1 << SEND_LOG_DEPTH, &flow->packets));
  EXPECT_SUCCESS(flexio_event_handler_create(sample->process, &attributes,
                                             &flow->handler));
  thread = flexio_event_handler_get_thread(flow->handler);
  EXPECT(sample_open_cq(sample, thread, settings->log_depth, &flow->received));
  EXPECT(sample_open_cq(sample, thread, SEND_LOG_DEPTH, &flow->sent));
  EXPECT(sample_open_rq(sample, &flow->received, &flow->buffers, entries,
                        settings->log_depth, &flow->receive));
  EXPECT(sample_open_sq(sample, &flow->sent, SEND_LOG_DEPTH, &flow->send));
  generator.received = flow->received.ring;
  generator.sent = flow->sent.ring;
  generator.receive = flow->receive.ring;
  generator.send = flow->send.ring;
  generator.counter = sample_counter_of(&flow->counters, 1);
  generator.buffers = flow->packets.address;
  generator.key = flow->packets.key;
  address_of(generator.addresses, settings->number, 0);
  address_of(generator.addresses + 6, settings->number, 1);
  EXPECT_SUCCESS(flexio_copy_from_host(sample->process, &generator,
                                       sizeof generator, &flow->generator));
  EXPECT_SUCCESS(flexio_event_handler_run(flow->handler, flow->generator));
}

/* `table` matches destinations. */
static inline struct sample_rule open_rule(const struct sample *sample,
                                           const struct sample_table *table,
                                           const struct sample_rq *queue,
                                           int number, int role) {
  struct sample_headers value = {0};
  struct sample_rule rule = {0};

  address_of(value.destination, number, role);
  EXPECT(sample_open_rule(
      sample, table, &value,
      mlx5dv_dr_action_create_dest_devx_tir(flexio_rq_get_tir(queue->queue)),
      &rule));
  return rule;
}

static inline void open_processor(const struct sample *sample,
                                  struct flow *flow,
                                  const struct flow_settings *settings) {
  struct sample_echo_settings echo = {.function = process_packets,
                                      .name = "process_packets",
                                      .log_depth = settings->log_depth,
                                      .counters = &flow->counters,
                                      .buffers = &flow->buffers};

  EXPECT(sample_open_echo(sample, &echo, 0, &flow->echo));
}

/* Neither of the two receives anything before sample_post_all(). */
static inline void open_flow(const struct sample *sample,
                             const struct sample_table *table,
                             struct flow *flow,
                             const struct flow_settings *settings) {
  EXPECT(sample_open_counters(sample, 2, &flow->counters));
  EXPECT(sample_open_buffers(sample, (size_t)2 << settings->log_depth,
                             &flow->buffers));
  open_processor(sample, flow, settings);
  open_generator(sample, flow, settings);
  flow->to_processor =
      open_rule(sample, table, &flow->echo.receive, settings->number, 0);
  flow->to_generator =
      open_rule(sample, table, &flow->receive, settings->number, 1);
}

static inline void close_generator(const struct sample *sample,
                                   struct flow *flow) {
  EXPECT(sample_close_sq(sample, &flow->send));
  EXPECT(sample_close_rq(sample, &flow->receive));
  EXPECT(sample_close_cq(sample, &flow->sent));
  EXPECT(sample_close_cq(sample, &flow->received));
  EXPECT_SUCCESS(flexio_event_handler_destroy(flow->handler));
  EXPECT_SUCCESS(flexio_buf_dev_free(sample->process, flow->generator));
  EXPECT(sample_close_buffers(sample, &flow->packets));
}

/* The processor first. */
static inline void close_flow(const struct sample *sample, struct flow *flow) {
  EXPECT(sample_close_rule(sample, &flow->to_processor));
  EXPECT(sample_close_rule(sample, &flow->to_generator));
  EXPECT(sample_close_echo(sample, &flow->echo));
  close_generator(sample, flow);
  EXPECT(sample_close_buffers(sample, &flow->buffers));
  EXPECT(sample_close_counters(sample, &flow->counters));
}

/* Sends `count` more packets. All earlier ones must have left. */
static inline void send_more(const struct sample *sample, struct flow *flow,
                             uint64_t count) {
  struct generator generator = read_generator(sample, flow);
  uint64_t result = 0, wanted = generator.wanted + count;
  uint32_t id = flexio_event_handler_get_activation_id(flow->handler);

  EXPECT(generator.done == generator.wanted);
  EXPECT_SUCCESS(flexio_host2dev_memcpy(
      sample->process, &wanted, sizeof wanted,
      flow->generator + offsetof(struct generator, wanted)));
  EXPECT_SUCCESS(flexio_process_call(sample->process, start_generator, &result,
                                     (uint64_t)id));
}

/* Whether a queue has a completion that was not consumed before `ring` was read. */
static inline bool has_more(const struct sample *sample,
                            const struct sample_cq_ring *ring) {
  struct mlx5_cqe64 entry;
  uint32_t place = ring->index & ((1u << ring->log_depth) - 1);

  read_memory(sample, ring->entries + place * sizeof entry, &entry,
              sizeof entry);
  return mlx5dv_get_cqe_owner(&entry) == (ring->index >> ring->log_depth & 1);
}

/* Waits until all packets have left, the processor has sent back all that it received, and the
 * generator has checked all that arrived. The processor's number of packets is in `processed`. */
static inline struct generator wait_for_flow(const struct sample *sample,
                                             const struct flow *flow,
                                             uint64_t *processed) {
  struct sample_echo echo;
  struct generator generator;

  do
    generator = read_generator(sample, flow);
  while (generator.done != generator.wanted);
  do
    read_memory(sample, flow->echo.echo, &echo, sizeof echo);
  while (echo.done != echo.received.index || has_more(sample, &echo.received));
  do
    generator = read_generator(sample, flow);
  while (generator.returned + generator.changed != generator.received.index ||
         has_more(sample, &generator.received));
  *processed = echo.done;
  return generator;
}

#endif
