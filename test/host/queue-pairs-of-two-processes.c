// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Queue pairs of two programs on a switch: writes and reads of several packets and messages in both
// directions arrive whole, also when the ports lose packets.
// PROVES: R-QP-07 R-QP-08
// RUN: rm -rf %t && mkdir -p %t
// RUN: %dpacc_bf3 %S/Inputs/queue-pair-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %s %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run --port=unix:%t/switch -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --port=unix:%t/switch,loss=0.01,reorder=0.01 -- %t/host 2>&1 | FileCheck %s
#include "queue-pair.h"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SIZE = 20000, HALF = MEMORY_SIZE / 2, ROUNDS = 6 };

static void exchange(int other, const void *own, void *theirs, size_t size) {
  EXPECT(write(other, own, size) == (ssize_t)size);
  EXPECT(recv(other, theirs, size, MSG_WAITALL) == (ssize_t)size);
}

/* Both ends have done what comes before. */
static void meet(int other) {
  char own = 0, theirs;

  exchange(other, &own, &theirs, 1);
}

/* Each end sends to the other at the same time. */
static void check_messages(struct queue_pair *pair, const struct address *there,
                           uint8_t own, uint8_t theirs) {
  for (uint32_t i = 0; i < ROUNDS; i++) {
    fill(pair, 0, SIZE, (uint8_t)(own + i));
    post_receive(pair, HALF, SIZE);
    expect_sent(pair, post(pair, request_of(pair, there, SEND, 0, SIZE)));
    expect_received(pair, i, MLX5_CQE_RESP_SEND, SIZE);
    EXPECT(is_filled(pair, HALF, SIZE, (uint8_t)(theirs + i)));
  }
}

static void run_end(int other, uint8_t own, uint8_t theirs) {
  struct ibv_context *context = open_device();
  struct flexio_process *process = create_process(context);
  struct queue_pair pair = create_queue_pair(process);
  struct address here = address_of(&pair, context), there;

  exchange(other, &here, &there, sizeof there);
  EXPECT(memcmp(&here.gid, &there.gid, sizeof here.gid) != 0);
  connect_to(&pair, &there);
  meet(other);
  check_messages(&pair, &there, own, theirs);
  meet(other);
  if (own == 1) {
    fill(&pair, 0, SIZE, 99);
    expect_sent(&pair, post(&pair, request_of(&pair, &there, WRITE, 0, SIZE)));
  }
  meet(other);
  EXPECT(is_filled(&pair, 0, SIZE, 99));
  if (own == 1) {
    fill(&pair, 0, SIZE, 77);
    expect_sent(&pair, post(&pair, request_of(&pair, &there, READ, 0, SIZE)));
    EXPECT(is_filled(&pair, 0, SIZE, 99));
  }
  meet(other);
  EXPECT_SUCCESS(flexio_qp_destroy(pair.qp));
  EXPECT_SUCCESS(flexio_process_destroy(process));
}

int main(void) {
  int ends[2], status;
  pid_t child;

  EXPECT(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  child = fork();
  EXPECT(child >= 0);
  run_end(ends[child == 0], child == 0 ? 1 : 50, child == 0 ? 50 : 1);
  if (child == 0)
    return 0;
  EXPECT(waitpid(child, &status, 0) == child && status == 0);
  puts("done");
  // CHECK-NOT: flexio:
  // CHECK: done
  return 0;
}
