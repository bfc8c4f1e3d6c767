// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Queues on another device than the process's need a UAR that is extended to it, with the calls that
// are made for it, which reject the process's own device, and with the others; transport objects of
// another device are rejected.
// PROVES: R-SQ-03 R-RQ-04
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %S/Inputs/handler-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run --config=%S/Inputs/two-devices.toml -- %t/host 2>&1 | FileCheck %s

//--- host.c
#include "work-queue.h"

static struct flexio_process *process;
static struct flexio_wq_attr attributes;
static uint32_t completions;

static void check_cross(struct ibv_context *context) {
  struct flexio_sq *sq = (struct flexio_sq *)8;
  struct flexio_rq *rq = (struct flexio_rq *)8;

  EXPECT_FAILED(flexio_sq_create_cross_dev(process, context, completions,
                                           &attributes, &sq));
  EXPECT_FAILED(flexio_rq_create_cross_dev(process, context, completions,
                                           &attributes, &rq));
  EXPECT(!sq && !rq);
}

int main(void) {
  struct ibv_context *own = open_device_at(0), *same = open_device_at(0),
                     *other = open_device_at(1);
  struct flexio_transport_domain *td = NULL, *other_td = NULL;
  struct flexio_sq_tis *tis = NULL;
  struct flexio_sq *sq = NULL;
  struct flexio_rq *rq = NULL;

  process = create_process(own);
  completions = create_silent_cq(process).number;
  attributes = work_queue_attributes(process, false);

  // CHECK: flexio: error: flexio_sq_create_cross_dev: process 'test_app' on 'mlx5_0': no UAR is extended to 'mlx5_1' (see flexio_uar_extend)
  // CHECK-NEXT: flexio: error: flexio_rq_create_cross_dev: process 'test_app' on 'mlx5_0': no UAR is extended to 'mlx5_1' (see flexio_uar_extend)
  check_cross(other);
  // CHECK-NEXT: flexio: error: flexio_sq_create_cross_dev: process 'test_app' on 'mlx5_0': the context is one of its own device 'mlx5_0' (expected another device)
  // CHECK-NEXT: flexio: error: flexio_rq_create_cross_dev: {{.*}} the context is one of its own device 'mlx5_0'
  check_cross(own);
  // CHECK-NEXT: flexio_sq_create_cross_dev: {{.*}} is one of its own device
  // CHECK-NEXT: flexio_rq_create_cross_dev: {{.*}} is one of its own device
  check_cross(same);
  // CHECK-NEXT: flexio_sq_create_cross_dev: the device context is NULL
  // CHECK-NEXT: flexio_rq_create_cross_dev: the device context is NULL
  check_cross(NULL);
  // CHECK-NEXT: flexio_sq_create: process 'test_app' on 'mlx5_0': no UAR is extended to 'mlx5_1' (see flexio_uar_extend)
  EXPECT_FAILED(
      flexio_sq_create(process, other, completions, &attributes, &sq));
  // CHECK-NEXT: flexio_rq_create: process 'test_app' on 'mlx5_0': no UAR is extended to 'mlx5_1' (see flexio_uar_extend)
  EXPECT_FAILED(
      flexio_rq_create(process, other, completions, &attributes, &rq));

  EXPECT_SUCCESS(flexio_transport_domain_create(own, &td));
  EXPECT_SUCCESS(flexio_transport_domain_create(other, &other_td));
  // CHECK-NEXT: flexio_sq_tis_create: transport domain 0x{{[0-9a-f]+}} belongs to another device than context 0x{{[0-9a-f]+}} ('mlx5_1')
  EXPECT_FAILED(flexio_sq_tis_create(other, td, &tis));
  EXPECT_SUCCESS(flexio_sq_tis_create(other, other_td, &tis));
  attributes.sq.tis = tis;
  // CHECK-NEXT: flexio_sq_create: process 'test_app' on 'mlx5_0': send queue: its TIS belongs to another device
  EXPECT_FAILED(flexio_sq_create(process, own, completions, &attributes, &sq));
  attributes = work_queue_attributes(process, true);
  attributes.rq.td = other_td;
  // CHECK-NEXT: flexio_rq_create: process 'test_app' on 'mlx5_0': receive queue: its transport domain belongs to another device
  EXPECT_FAILED(flexio_rq_create(process, same, completions, &attributes, &rq));
  attributes.rq.td = td;
  EXPECT_SUCCESS(
      flexio_rq_create(process, same, completions, &attributes, &rq));

  EXPECT_SUCCESS(flexio_sq_tis_destroy(tis));
  EXPECT_SUCCESS(flexio_transport_domain_destroy(td));
  EXPECT_SUCCESS(flexio_transport_domain_destroy(other_td));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  EXPECT(ibv_close_device(other) == 0 && ibv_close_device(same) == 0 &&
         ibv_close_device(own) == 0);
  puts("done");
  // CHECK-NEXT: done
  return 0;
}
