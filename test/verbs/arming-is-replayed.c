// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// While ibv_req_notify_cq() waits for its recorded moment in a replay, other threads poll the completion queue.
// PROVES: R-GEN-08
// The sanitizer does not see the accesses of this program, which is not instrumented.
// UNSUPPORTED: thread-sanitizer
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror %s -o %t -libverbs -lpthread
// RUN: dpa-run --seed=3 --record=%t.rec -- %t 1 2>&1 | FileCheck %s --match-full-lines --implicit-check-not={{.}}
// RUN: dpa-run --replay=%t.rec -- %t 2 2>&1 | FileCheck %s --match-full-lines --implicit-check-not={{.}}
#define _GNU_SOURCE
#include "Inputs/verbs-pair.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Atomic pid_t arming_thread;

static void *arm(void *queue) {
  arming_thread = gettid();
  CHECK(ibv_req_notify_cq(queue, 0) == 0);
  return NULL;
}

/* Returns when the arming thread waits for another one. */
static void await_arming(void) {
  char name[64], text[32] = "";

  while (!arming_thread)
    sched_yield();
  snprintf(name, sizeof name, "/proc/self/task/%d/syscall", arming_thread);
  do {
    int file = open(name, O_RDONLY);

    sched_yield();
    CHECK(file >= 0 && read(file, text, sizeof text - 1) > 0);
    CHECK(close(file) == 0);
  } while (atoi(text) != SYS_futex);
}

static struct ibv_cq *create(struct ibv_context *context) {
  struct ibv_cq *queue = ibv_create_cq(context, 4, NULL, NULL, 0);

  CHECK(queue);
  return queue;
}

/* Argument 1: another queue is created, then one is armed. 2: it is armed before, polled meanwhile. */
int main(int count, char **arguments) {
  struct ibv_device **list = ibv_get_device_list(NULL);
  struct ibv_context *context = ibv_open_device(list[0]);
  struct ibv_cq *queue, *other = NULL;
  struct ibv_wc completion;
  pthread_t thread;

  CHECK(count == 2 && context);
  queue = create(context);
  if (arguments[1][0] == '1')
    other = create(context);
  CHECK(pthread_create(&thread, NULL, arm, queue) == 0);
  if (arguments[1][0] == '2') {
    await_arming();
    CHECK(ibv_poll_cq(queue, 1, &completion) == 0);
    other = create(context);
  }
  CHECK(pthread_join(thread, NULL) == 0);
  CHECK(ibv_destroy_cq(other) == 0);
  CHECK(ibv_destroy_cq(queue) == 0);
  CHECK(ibv_close_device(context) == 0);
  ibv_free_device_list(list);
  puts("done");
  // CHECK: done
  return 0;
}
