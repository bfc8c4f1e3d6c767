/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A send queue, a receive queue and a frame of 100 bytes with another EtherType than 0. Rules
 * with one matcher. */
#ifndef DPA_TEST_FRAME_LOOP_H
#define DPA_TEST_FRAME_LOOP_H

#include "frames.h"

enum { FRAME_SIZE = 100, POSTED_BUFFERS = 8 };

struct frame_loop {
  struct flexio_process *process;
  struct queue sent, received;
  struct flexio_wq_attr send_attributes;
  struct flexio_sq *sq;
  struct flexio_rq *rq;
  flexio_uintptr_t frame;
  uint32_t key, index;
};

static inline struct frame_loop create_loop(struct flexio_process *process) {
  struct frame_loop loop = {.process = process};
  struct flexio_wq_attr receive_attributes =
      work_queue_attributes(process, true);
  uint8_t bytes[FRAME_SIZE] = {[12] = 0x88, [13] = 0xb5};

  loop.sent = create_silent_cq(process);
  loop.received = create_silent_cq(process);
  loop.send_attributes = work_queue_attributes(process, false);
  EXPECT_SUCCESS(
      flexio_copy_from_host(process, bytes, sizeof bytes, &loop.frame));
  loop.key = create_key(process, loop.frame, sizeof bytes);
  EXPECT_SUCCESS(flexio_sq_create(process, NULL, loop.sent.number,
                                  &loop.send_attributes, &loop.sq));
  EXPECT_SUCCESS(flexio_rq_create(process, NULL, loop.received.number,
                                  &receive_attributes, &loop.rq));
  post_buffers(process, &receive_attributes, POSTED_BUFFERS);
  return loop;
}

/* A frame, up to 16 in all. */
static inline void send_in_loop(struct frame_loop *loop) {
  uint64_t error = 1;

  EXPECT_SUCCESS(flexio_process_call(loop->process, send_frame, &error,
                                     loop->send_attributes.wq_ring_qmem.daddr,
                                     loop->index,
                                     flexio_sq_get_wq_num(loop->sq), loop->key,
                                     loop->frame, (uint32_t)FRAME_SIZE));
  EXPECT(error == 0);
  completion_at(loop->process, loop->sent, loop->index++);
}

struct match {
  struct mlx5dv_flow_match_parameters match;
  uint8_t bytes[128];
};

/* misc_parameters.source_vhca_port. */
static inline struct match match_of_port(uint8_t port) {
  struct match match = {.match.match_sz = sizeof match.bytes};

  match.bytes[64] = port;
  return match;
}

/* A rule in a table of its own of level 0. */
static inline struct mlx5dv_dr_rule *
add_rule(struct mlx5dv_dr_domain *domain, uint8_t criteria, struct match mask,
         struct match value, size_t count, struct mlx5dv_dr_action **actions) {
  struct mlx5dv_dr_table *table = mlx5dv_dr_table_create(domain, 0);
  struct mlx5dv_dr_matcher *matcher =
      mlx5dv_dr_matcher_create(table, 0, criteria, &mask.match);
  struct mlx5dv_dr_rule *rule =
      mlx5dv_dr_rule_create(matcher, &value.match, count, actions);

  EXPECT(table && matcher && rule);
  return rule;
}

/* All frames of a domain. */
static inline struct mlx5dv_dr_rule *
add_rule_for_all(struct mlx5dv_dr_domain *domain, size_t count,
                 struct mlx5dv_dr_action **actions) {
  struct match all = {.match.match_sz = sizeof all.bytes};

  return add_rule(domain, 0, all, all, count, actions);
}

#endif
