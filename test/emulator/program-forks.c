// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fork() in the host program, with idle execution units and while they run on other threads: what
// the parent has opened belongs to it, so a call in the child fails with an error, and the child
// can release it, open the device again, call and exit. The parent continues.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%src/test/host/Inputs %t/host.c %t/app.a %flexio_libs -lpthread -o %t/host
// RUN: env DPA_ENGINE=interp dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: env DPA_ENGINE=jit dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --threads=1 -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --seed=1 -- %t/host 2>&1 | FileCheck %s
// CHECK: flexio_process_call: {{0x[0-9a-f]+}}: process handle inherited across fork(); reopen the device in the child
// CHECK: flexio_process_create: context {{0x[0-9a-f]+}} of 'mlx5_0' is not open in this child of fork(); open the device again
// CHECK: idle: child: 42
// CHECK: idle: parent: 46
// CHECK: process handle inherited across fork(); reopen the device in the child
// CHECK: is not open in this child of fork(); open the device again
// CHECK: busy: child: 42
// CHECK: busy: parent: 46

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

static uint64_t here;
static uint64_t leave;

__dpa_rpc__ uint64_t twice(uint64_t value) { return 2 * value; }

__dpa_rpc__ uint64_t wait_for_leave(void) {
  __atomic_fetch_add(&here, 1, __ATOMIC_SEQ_CST);
  while (!__atomic_load_n(&leave, __ATOMIC_SEQ_CST)) {
  }
  return 0;
}

__dpa_rpc__ uint64_t running(void) {
  return __atomic_load_n(&here, __ATOMIC_SEQ_CST);
}

__dpa_rpc__ uint64_t let_go(void) {
  __atomic_store_n(&leave, 1, __ATOMIC_SEQ_CST);
  return 0;
}

//--- host.c
#include "host.h"

#include <errno.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

enum { UNITS = 6, PATIENCE = 120 };

flexio_func_t twice, wait_for_leave, running, let_go;

static struct ibv_context *context;
static struct flexio_process *process;
static struct ibv_pd *domain;
static struct ibv_mr *region;

static uint64_t call(struct flexio_process *in, flexio_func_t *function,
                     uint64_t argument) {
  uint64_t result = 0;

  EXPECT_SUCCESS(flexio_process_call(in, function, &result, argument));
  return result;
}

static void say(const char *units, const char *who, uint64_t result) {
  printf("%s: %s: %d\n", units, who, (int)result);
  fflush(stdout);
}

static void be_child(const char *units) {
  struct flexio_process *none = NULL;
  struct ibv_context *own;
  uint64_t result;

  alarm(PATIENCE); /* ends a child that waits for ever */
  EXPECT_FAILED(flexio_process_call(process, twice, &result, UINT64_C(21)));
  EXPECT_FAILED(flexio_process_create(context, test_app, NULL, &none));
  EXPECT(!ibv_alloc_pd(context) && errno == ENODEV);
  EXPECT(!ibv_reg_mr(domain, &result, sizeof result, 0) && errno == ENODEV);
  EXPECT(ibv_dereg_mr(region) == 0);
  EXPECT(ibv_dealloc_pd(domain) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  EXPECT(ibv_close_device(context) == 0);
  own = open_device();
  process = create_process(own);
  say(units, "child", call(process, twice, 21));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  EXPECT(ibv_close_device(own) == 0);
  exit(EXIT_SUCCESS);
}

static void fork_and_go_on(const char *units) {
  int status = -1;
  pid_t child = fork();

  EXPECT(child >= 0);
  if (child == 0)
    be_child(units);
  EXPECT(waitpid(child, &status, 0) == child);
  EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS);
  say(units, "parent", call(process, twice, 23));
}

static void *call_waiting(void *argument) {
  (void)argument;
  call(process, wait_for_leave, 0);
  return NULL;
}

int main(void) {
  pthread_t threads[UNITS];

  context = open_device();
  EXPECT((domain = ibv_alloc_pd(context)));
  EXPECT((region = ibv_reg_mr(domain, threads, sizeof threads, 0)));
  process = create_process(context);
  call(process, twice, 1);
  fork_and_go_on("idle");
  for (unsigned i = 0; i < UNITS; i++)
    EXPECT(pthread_create(&threads[i], NULL, call_waiting, NULL) == 0);
  while (call(process, running, 0) < UNITS) {
  }
  fork_and_go_on("busy");
  call(process, let_go, 0);
  for (unsigned i = 0; i < UNITS; i++)
    EXPECT(pthread_join(threads[i], NULL) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  EXPECT(ibv_dealloc_pd(domain) == EBUSY);
  EXPECT(ibv_dereg_mr(region) == 0);
  EXPECT(ibv_dealloc_pd(domain) == 0);
  EXPECT(ibv_close_device(context) == 0);
  return EXIT_SUCCESS;
}
