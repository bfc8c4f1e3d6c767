// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Queue pairs of two programs on a switch that reorders packets. One program is recorded; its replay
// runs alone, and repeats what it has printed, its frames and the device's time of each.
// PROVES: R-QP-07
// RUN: rm -rf %t && mkdir -p %t
// RUN: %dpacc_bf3 %S/Inputs/queue-pair-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %s %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: python3 %S/Inputs/record-one-end.py %t
// RUN: FileCheck %s --input-file=%t/messages
// RUN: FileCheck --check-prefix=RECORDING %s --input-file=%t/run.rec
// RECORDING: {{^}}0 port 1 {{[0-9a-f]+}} mlx5_0/1 unix:switch,reorder=0.02,mtu=9216,mac=02:
// RECORDING: {{^[0-9]+}} sent 1 {{[0-9a-f]+$}}
// RECORDING: {{^[0-9]+}} frame 1 {{[0-9a-f]+ [0-9a-f]+$}}
// RUN: rm -r %t/switch
// RUN: cd %t && dpa-run --replay=run.rec --port=unix:switch,reorder=0.02,out=replayed.pcap -- ./host 1 50 < input > replayed 2> replayed-messages
// RUN: not test -e %t/switch
// RUN: diff %t/messages %t/replayed-messages
// RUN: cmp %t/output %t/replayed
// RUN: cmp %t/recorded.pcap %t/replayed.pcap
#include "queue-pair.h"

#include <unistd.h>

flexio_func_t count_to;

enum { SIZE = 3000, HALF = MEMORY_SIZE / 2, ROUNDS = 4 };

static void exchange(const void *own, void *theirs, size_t size) {
  EXPECT(write(STDOUT_FILENO, own, size) == (ssize_t)size);
  for (size_t done = 0; done < size;) {
    ssize_t read_now = read(STDIN_FILENO, (char *)theirs + done, size - done);

    EXPECT(read_now > 0);
    done += (size_t)read_now;
  }
}

/* Both ends have done what comes before. */
static void meet(void) {
  char own = 0, theirs;

  exchange(&own, &theirs, 1);
}

static void check_messages(struct queue_pair *pair, const struct address *there,
                           uint8_t own, uint8_t theirs) {
  for (uint32_t i = 0; i < ROUNDS; i++) {
    fill(pair, 0, SIZE, (uint8_t)(own + i));
    post_receive(pair, HALF, SIZE);
    expect_sent(pair, post(pair, request_of(pair, there, SEND, 0, SIZE)));
    expect_received(pair, i, MLX5_CQE_RESP_SEND, SIZE);
    EXPECT(is_filled(pair, HALF, SIZE, (uint8_t)(theirs + i)));
    fprintf(stderr, "message %u\n", i);
  }
}

/* A reordered frame is sent after a millisecond of the device's time at the latest. */
static void wait_for_reordered_frames(struct flexio_process *process) {
  uint64_t result = 1;

  EXPECT_SUCCESS(flexio_process_call(process, count_to, &result, 2000000));
}

/* usage: host OWN THEIRS: seeds of the messages; the other end is at standard input and output */
int main(int argc, char **argv) {
  struct ibv_context *context = open_device();
  struct flexio_process *process = create_process(context);
  struct queue_pair pair = create_queue_pair(process);
  struct address here = address_of(&pair, context), there;

  EXPECT(argc == 3);
  exchange(&here, &there, sizeof there);
  connect_to(&pair, &there);
  meet();
  check_messages(&pair, &there, (uint8_t)atoi(argv[1]), (uint8_t)atoi(argv[2]));
  meet();
  wait_for_reordered_frames(process);
  EXPECT_SUCCESS(flexio_qp_destroy(pair.qp));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  // CHECK-NOT: {{error|flexio:}}
  // CHECK: message 0
  // CHECK: message 3
  // CHECK-NEXT: done
  fprintf(stderr, "done\n");
  return 0;
}
