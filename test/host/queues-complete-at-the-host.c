// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Queues of device code complete in a completion queue of the host, which a thread waits for, while
// queues of both sides are in use. A rule delivers exactly the matching frames; a send queue has a
// TIS and a transport domain of the program. A completion queue in use cannot be destroyed.
// PROVES: R-SQ-01 R-SQ-02 R-STEER-01 R-STEER-02 R-GEN-06 R-GEN-12
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %S/Inputs/send-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --seed=5 -- %t/host 2>&1 | FileCheck %s

//--- host.c
#include "frames.h"

#include <errno.h>

enum { SIZE = 100, FRAMES = 6, WANTED = 0xb5, OTHER = 0xb6 };

static struct ibv_context *context;
static struct flexio_process *process;
static struct ibv_comp_channel *channel;
static struct ibv_cq *host_cq;
static struct mlx5dv_cq completions;

static void create_host_queue(void) {
  struct mlx5dv_obj objects = {.cq = {.out = &completions}};

  channel = ibv_create_comp_channel(context);
  EXPECT(channel);
  host_cq = ibv_create_cq(context, 16, NULL, channel, 0);
  EXPECT(host_cq);
  objects.cq.in = host_cq;
  EXPECT(mlx5dv_init_obj(&objects, MLX5DV_OBJ_CQ) == 0);
}

/* Waits until the host's queue has this entry, of this device queue. */
static void expect_host_completion(uint32_t index, uint32_t number) {
  const struct mlx5_cqe64 *entry =
      (const struct mlx5_cqe64 *)completions.buf + index;

  while (mlx5dv_get_cqe_opcode((struct mlx5_cqe64 *)entry) ==
             MLX5_CQE_INVALID ||
         mlx5dv_get_cqe_owner((struct mlx5_cqe64 *)entry) != 0)
    ;
  EXPECT((ntohl(entry->sop_drop_qpn) & 0xffffff) == number);
}

/* Frames of one Ethernet type. */
static void direct_type_to(struct flexio_rq *rq) {
  struct {
    struct mlx5dv_flow_match_parameters match;
    uint8_t bytes[64];
  } mask = {.match.match_sz = 64}, value = mask;
  struct mlx5dv_dr_domain *domain =
      mlx5dv_dr_domain_create(context, MLX5DV_DR_DOMAIN_TYPE_NIC_RX);
  struct mlx5dv_dr_table *table = mlx5dv_dr_table_create(domain, 0);
  struct mlx5dv_dr_action *action =
      mlx5dv_dr_action_create_dest_devx_tir(flexio_rq_get_tir(rq));
  struct mlx5dv_dr_matcher *matcher;

  mask.bytes[6] = mask.bytes[7] = 0xff;
  value.bytes[6] = 0x88;
  value.bytes[7] = WANTED;
  matcher = mlx5dv_dr_matcher_create(table, 0, 1, &mask.match);
  EXPECT(matcher && action);
  EXPECT(mlx5dv_dr_rule_create(matcher, &value.match, 1, &action));
}

static void send_frames(const struct flexio_wq_attr *attributes,
                        uint32_t number) {
  for (uint32_t i = 0; i < FRAMES; i++) {
    uint8_t bytes[SIZE] = {
        [12] = 0x88, [13] = i % 2 ? OTHER : WANTED, [14] = i};
    flexio_uintptr_t frame = 0;
    uint64_t error = 1;

    EXPECT_SUCCESS(flexio_copy_from_host(process, bytes, SIZE, &frame));
    EXPECT_SUCCESS(flexio_process_call(
        process, send_frame, &error, attributes->wq_ring_qmem.daddr, i, number,
        create_key(process, frame, SIZE), frame, (uint32_t)SIZE));
    EXPECT(error == 0);
    expect_host_completion(i, number);
  }
}

static void expect_event(void) {
  struct ibv_cq *which = NULL;
  void *cookie;

  EXPECT(ibv_get_cq_event(channel, &which, &cookie) == 0 && which == host_cq);
  ibv_ack_cq_events(host_cq, 1);
}

int main(void) {
  struct flexio_transport_domain *td = NULL;
  struct flexio_wq_attr send, receive;
  struct flexio_sq_tis *tis = NULL;
  struct flexio_sq *sq = NULL;
  struct flexio_rq *rq = NULL;
  struct queue received;
  flexio_uintptr_t buffers;

  context = open_device();
  process = create_process(context);
  create_host_queue();
  received = create_silent_cq(process);
  EXPECT_SUCCESS(flexio_transport_domain_create(context, &td));
  EXPECT_SUCCESS(flexio_sq_tis_create(context, td, &tis));
  send = work_queue_attributes(process, false);
  send.sq.tis = tis;
  receive = work_queue_attributes(process, true);
  EXPECT_SUCCESS(flexio_sq_create(process, NULL, completions.cqn, &send, &sq));
  EXPECT_SUCCESS(
      flexio_rq_create(process, NULL, received.number, &receive, &rq));
  buffers = post_buffers(process, &receive, FRAMES);
  direct_type_to(rq);
  EXPECT(ibv_req_notify_cq(host_cq, 0) == 0);
  send_frames(&send, flexio_sq_get_wq_num(sq));
  expect_event();
  for (uint32_t i = 0; i < FRAMES / 2; i++) {
    uint8_t bytes[SIZE];

    completion_at(process, received, i);
    read_device(process, buffers + i * FRAME_BUFFER_SIZE, bytes, sizeof bytes);
    EXPECT(bytes[13] == WANTED && bytes[14] == 2 * i);
  }
  EXPECT(!has_completion(process, received, FRAMES / 2));
  EXPECT(ibv_destroy_cq(host_cq) == EBUSY);
  EXPECT_SUCCESS(flexio_sq_destroy(sq));
  EXPECT_SUCCESS(flexio_sq_tis_destroy(tis));
  EXPECT_SUCCESS(flexio_transport_domain_destroy(td));
  EXPECT(ibv_destroy_cq(host_cq) == 0);
  EXPECT(flexio_err_status_get(process) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  // CHECK-NOT: flexio
  // CHECK: done
  return 0;
}
