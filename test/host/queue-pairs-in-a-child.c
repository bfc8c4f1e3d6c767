// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In the child of a fork() the parent's queue pairs cannot be used: the errors give the reason; they can be
// destroyed there without effect on the parent's. Queue pairs of another device need an extended UAR
// and a protection domain there; all end with their process.
// PROVES: R-QP-04 R-QP-10
// RUN: rm -rf %t && mkdir -p %t
// RUN: %dpacc_bf3 %S/Inputs/queue-pair-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %s %t/app.a %flexio_libs -lmlx5 -o %t/host
// RUN: dpa-run --config=%S/Inputs/two-devices.toml -- %t/host 2>&1 | FileCheck %s
#include "queue-pair.h"

#include <sys/wait.h>
#include <unistd.h>

static struct queue_pair pair;

static void check_child(void) {
  struct flexio_qp_attr attributes = queue_pair_attributes(&pair);
  struct flexio_qp *another = pair.qp;

  // CHECK: flexio_process_get_uar: {{.*}}inherited across fork()
  // CHECK: flexio: error: flexio_qp_get_qp_num: {{0x[0-9a-f]+}}: queue pair handle inherited across fork(); reopen the device in the child
  EXPECT(flexio_qp_get_qp_num(pair.qp) == UINT32_MAX);
  // CHECK-NEXT: flexio_qp_state_get: {{0x[0-9a-f]+}}: queue pair handle inherited across fork()
  EXPECT(flexio_qp_state_get(pair.qp) == FLEXIO_QP_STATE_ERR);
  // CHECK-NEXT: flexio_qp_modify: {{0x[0-9a-f]+}}: queue pair handle inherited across fork()
  EXPECT_FAILED(flexio_qp_modify(pair.qp, &attributes, NULL));
  // CHECK-NEXT: flexio_qp_create: {{0x[0-9a-f]+}}: process handle inherited across fork()
  EXPECT_FAILED(flexio_qp_create(pair.process, NULL, &attributes, &another));
  EXPECT(!another);
  EXPECT_SUCCESS(flexio_qp_destroy(pair.qp));
}

static void check_other_device(struct flexio_qp_attr attributes) {
  struct ibv_context *other = open_device_at(1);
  struct flexio_qp *another = pair.qp;
  struct flexio_uar *extended;

  // CHECK: flexio: error: flexio_qp_create: {{.*}}no UAR is extended to 'mlx5_1'
  EXPECT_FAILED(flexio_qp_create(pair.process, other, &attributes, &another));
  EXPECT(!another);
  EXPECT_SUCCESS(flexio_uar_extend(flexio_process_get_uar(pair.process), other,
                                   &extended));
  // CHECK-NEXT: flexio: error: flexio_qp_create: {{.*}} is not a protection domain of its device
  attributes.pd = flexio_process_get_pd(pair.process);
  EXPECT_FAILED(flexio_qp_create(pair.process, other, &attributes, &another));
  // CHECK-NEXT: flexio: error: flexio_qp_create: {{.*}} is not a protection domain of its device
  attributes.pd = NULL;
  EXPECT_FAILED(flexio_qp_create(pair.process, other, &attributes, &another));
}

int main(void) {
  struct ibv_context *context = open_device();
  struct address self;
  int status = 0;
  pid_t child;

  setvbuf(stdout, NULL, _IOLBF, 0);
  pair = create_queue_pair(create_process(context));
  self = address_of(&pair, context);
  connect_to(&pair, &self);
  child = fork();
  EXPECT(child >= 0);
  if (child == 0) {
    check_child();
    _exit(0);
  }
  EXPECT(waitpid(child, &status, 0) == child && status == 0);
  EXPECT(flexio_qp_state_get(pair.qp) == FLEXIO_QP_STATE_RTS);
  fill(&pair, 0, 100, 1);
  self.memory += 4096;
  expect_sent(&pair, post(&pair, request_of(&pair, &self, WRITE, 0, 100)));
  EXPECT(is_filled(&pair, 4096, 100, 1));
  check_other_device(queue_pair_attributes(&pair));
  EXPECT_SUCCESS(flexio_process_destroy(pair.process));
  // CHECK-NEXT: flexio: error: flexio_qp_get_qp_num: {{0x[0-9a-f]+}} is not a live queue pair handle
  EXPECT(flexio_qp_get_qp_num(pair.qp) == UINT32_MAX);
  puts("done");
  // CHECK-NEXT: done
  return 0;
}
