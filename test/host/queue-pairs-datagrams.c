// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Datagrams (UD) of device code: an entry names its destination; the receiver's buffer begins with the
// global route header; another queue key is dropped. An unreliable connection (UC) writes and sends.
// PROVES: R-QP-03
// RUN: rm -rf %t && mkdir -p %t
// RUN: %dpacc_bf3 %S/Inputs/queue-pair-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %s %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --port=loopback,out=%t/frames.pcap -- %t/host 2>&1 | FileCheck %s
#include "queue-pair.h"

enum { SIZE = 700, GRH = 40, Q_KEY = 0x11111111, HALF = MEMORY_SIZE / 2 };

static struct ibv_context *context;
static struct flexio_process *process;

static struct queue_pair create_of_type(uint32_t type) {
  struct queue_pair pair = create_parts(process);
  struct flexio_qp_attr attributes = queue_pair_attributes(&pair);

  attributes.transport_type = type;
  create_qp(&pair, &attributes);
  return pair;
}

/* The MAC address is part of the link-local GID: modified EUI-64. */
static struct queue_pair_request datagram_to(const struct queue_pair *from,
                                             const struct address *to) {
  struct queue_pair_request request =
      request_of(from, to, SEND_DATAGRAM, 0, SIZE);
  const uint8_t *gid = to->gid.raw;
  const uint8_t mac[6] = {gid[8] ^ 2, gid[9],  gid[10],
                          gid[13],    gid[14], gid[15]};

  memcpy(request.mac, mac, sizeof mac);
  memcpy(request.gid, gid, sizeof request.gid);
  request.remote_number = to->number;
  request.q_key = Q_KEY;
  return request;
}

static void check_datagrams(void) {
  struct queue_pair a = create_of_type(FLEXIO_QPC_ST_UD),
                    b = create_of_type(FLEXIO_QPC_ST_UD);
  struct address there = address_of(&b, context);
  struct queue_pair_request request = datagram_to(&a, &there);
  struct flexio_qp_attr attributes = connection_attributes(&a);
  struct mlx5_cqe64 done;

  attributes.q_key = Q_KEY;
  connect_with(&a, &there, attributes);
  connect_with(&b, &there, attributes);
  fill(&a, 0, SIZE, 1);
  post_receive(&b, HALF, GRH + SIZE);
  request.q_key = Q_KEY + 1;
  post(&a, request);
  completion_at(process, a.sent, 0);
  request.q_key = Q_KEY;
  post(&a, request);
  completion_at(process, a.sent, 1);
  done = expect_received(&b, 0, MLX5_CQE_RESP_SEND, GRH + SIZE);
  EXPECT((ntohl(done.flags_rqpn) & 0xffffff) == a.number);
  EXPECT(is_filled(&b, HALF + GRH, SIZE, 1));
  EXPECT(!has_completion(process, b.received, 1));
  EXPECT_SUCCESS(flexio_qp_destroy(a.qp));
  EXPECT_SUCCESS(flexio_qp_destroy(b.qp));
}

static void check_unreliable_connection(void) {
  struct queue_pair a = create_of_type(FLEXIO_QPC_ST_UC),
                    b = create_of_type(FLEXIO_QPC_ST_UC);
  struct address here = address_of(&a, context),
                 there = address_of(&b, context);

  connect_to(&a, &there);
  connect_to(&b, &here);
  fill(&a, 0, 5000, 2);
  post_receive(&b, HALF, 5000);
  expect_sent(&a, post(&a, request_of(&a, &there, WRITE, 0, 5000)));
  expect_sent(&a, post(&a, request_of(&a, &there, SEND, 0, 5000)));
  expect_received(&b, 0, MLX5_CQE_RESP_SEND, 5000);
  EXPECT(is_filled(&b, 0, 5000, 2) && is_filled(&b, HALF, 5000, 2));
  EXPECT_SUCCESS(flexio_qp_destroy(a.qp));
  EXPECT_SUCCESS(flexio_qp_destroy(b.qp));
}

int main(void) {
  context = open_device();
  process = create_process(context);
  check_datagrams();
  check_unreliable_connection();
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  // CHECK-NOT: flexio:
  // CHECK: done
  return 0;
}
