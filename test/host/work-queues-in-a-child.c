// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In the child of a fork() the parent's send and receive queues and transport objects cannot be
// used: the errors give the reason; they can be destroyed there without effect on the parent's.
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %S/Inputs/handler-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s

//--- host.c
#include "work-queue.h"

#include <sys/wait.h>
#include <unistd.h>

static struct ibv_context *context;
static struct flexio_process *process;
static struct queue completions;
static struct flexio_sq *sq;
static struct flexio_rq *rq;
static struct flexio_transport_domain *td;
static struct flexio_sq_tis *tis;

static void check_child(void) {
  struct flexio_wq_attr attributes = {0};
  struct flexio_sq *another = sq;
  struct flexio_sq_tis *another_tis = tis;

  // CHECK: flexio: error: flexio_sq_get_wq_num: {{0x[0-9a-f]+}}: send queue handle inherited across fork(); reopen the device in the child
  EXPECT(flexio_sq_get_wq_num(sq) == UINT32_MAX);
  // CHECK-NEXT: flexio_rq_get_wq_num: {{0x[0-9a-f]+}}: receive queue handle inherited across fork()
  EXPECT(flexio_rq_get_wq_num(rq) == UINT32_MAX);
  // CHECK-NEXT: flexio_rq_get_tir: {{0x[0-9a-f]+}}: receive queue handle inherited across fork()
  EXPECT(!flexio_rq_get_tir(rq));
  // CHECK-NEXT: flexio_rq_set_err_state: {{0x[0-9a-f]+}}: receive queue handle inherited across fork()
  EXPECT_FAILED(flexio_rq_set_err_state(rq));
  // CHECK-NEXT: flexio_sq_create: {{0x[0-9a-f]+}}: process handle inherited across fork()
  EXPECT_FAILED(flexio_sq_create(process, NULL, completions.number, &attributes,
                                 &another));
  // CHECK-NEXT: flexio_sq_tis_create: {{0x[0-9a-f]+}}: transport domain handle inherited across fork()
  EXPECT_FAILED(flexio_sq_tis_create(context, td, &another_tis));
  EXPECT(!another && !another_tis);
  EXPECT_SUCCESS(flexio_sq_destroy(sq));
  EXPECT_SUCCESS(flexio_rq_destroy(rq));
  EXPECT_SUCCESS(flexio_sq_tis_destroy(tis));
  EXPECT_SUCCESS(flexio_transport_domain_destroy(td));
  EXPECT_SUCCESS(flexio_process_destroy(process));
}

int main(void) {
  int status = 0;
  pid_t child;
  uint32_t number;

  setvbuf(stdout, NULL, _IOLBF, 0);
  context = open_device();
  process = create_process(context);
  completions = create_silent_cq(process);
  sq = create_sq(process, completions);
  rq = create_rq(process, completions);
  number = flexio_rq_get_wq_num(rq);
  EXPECT_SUCCESS(flexio_transport_domain_create(context, &td));
  EXPECT_SUCCESS(flexio_sq_tis_create(context, td, &tis));
  child = fork();
  EXPECT(child >= 0);
  if (child == 0) {
    check_child();
    _exit(0);
  }
  EXPECT(waitpid(child, &status, 0) == child && status == 0);
  EXPECT(flexio_rq_get_wq_num(rq) == number);
  EXPECT(flexio_sq_get_wq_num(sq) != UINT32_MAX);
  EXPECT_SUCCESS(flexio_sq_destroy(sq));
  EXPECT_SUCCESS(flexio_rq_destroy(rq));
  EXPECT_SUCCESS(flexio_sq_tis_destroy(tis));
  EXPECT_SUCCESS(flexio_transport_domain_destroy(td));
  EXPECT(flexio_err_status_get(process) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  // CHECK-NEXT: done
  return 0;
}
