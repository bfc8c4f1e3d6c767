// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Doorbells had a context until version 24.10: without FLEXIO_DEV_VER_USED the number of arguments
// selects the form. Both forms ring the same doorbell; the old one evaluates the context once and
// returns success.
// RUN: %device_cc -O2 -c %s -o %t.o && llvm-objdump -dr %t.o | FileCheck %s
// RUN: %device_cc -c %s -o %t.o -DFLEXIO_DEV_VER_USED='FLEXIO_DEV_VER(24,4,0)' -DONLY_OF_THREAD
// RUN: %device_cc -c %s -o %t.o -DFLEXIO_DEV_VER_USED='FLEXIO_DEV_VER(24,10,0)' -DONLY_ALONE
// RUN: not %device_cc -c %s -o %t.o -DFLEXIO_DEV_VER_USED='FLEXIO_DEV_VER(24,4,0)' -DONLY_ALONE
// RUN: not %device_cc -c %s -o %t.o -DFLEXIO_DEV_VER_USED='FLEXIO_DEV_VER(24,10,0)' -DONLY_OF_THREAD
#include <libflexio-dev/flexio_dev_queue_access.h>

struct flexio_dev_thread_ctx *next_context(void);

#ifndef ONLY_OF_THREAD
// CHECK-LABEL: <alone>:
// CHECK-COUNT-1: flexio_dev_cq_arm
// CHECK-COUNT-2: flexio_dev_zcqe_gen
// CHECK: flexio_dev_cc_ring_db
// CHECK: flexio_dev_qp_sq_ring_db
// CHECK: flexio_dev_eq_update_ci
// CHECK: flexio_dev_db_ctx_arm
// CHECK: flexio_dev_db_ctx_force_trigger
void alone(void) {
  flexio_dev_cq_arm(1, 2);
  flexio_dev_zcqe_gen(3);
  flexio_dev_msix_send(4);
  flexio_dev_cc_ring_db(5, 6, 7, CC_DB_NEXT_ACT_MULTIPLE);
  flexio_dev_qp_sq_ring_db(1, 2);
  flexio_dev_eq_update_ci(1, 2);
  flexio_dev_db_ctx_arm(1, 2);
  flexio_dev_db_ctx_force_trigger(1, 2);
}
#endif

#ifndef ONLY_ALONE
// CHECK-LABEL: <of_thread>:
// CHECK: next_context
// CHECK: flexio_dev_cq_arm
// CHECK: next_context
// CHECK: flexio_dev_zcqe_gen
// CHECK: next_context
// CHECK: flexio_dev_zcqe_gen
// CHECK: next_context
// CHECK: flexio_dev_cc_ring_db
// CHECK: next_context
// CHECK: flexio_dev_qp_sq_ring_db
// CHECK: next_context
// CHECK: flexio_dev_eq_update_ci
// CHECK: next_context
// CHECK: flexio_dev_db_ctx_arm
// CHECK: next_context
// CHECK: flexio_dev_db_ctx_force_trigger
// CHECK: li a0, 0x0
flexio_dev_status_t of_thread(void) {
  flexio_dev_status_t status = flexio_dev_cq_arm(next_context(), 1, 2);

  if (status == FLEXIO_DEV_STATUS_SUCCESS)
    status = flexio_dev_zcqe_gen(next_context(), 3);
  flexio_dev_msix_send(next_context(), 4);
  if (status != FLEXIO_DEV_STATUS_SUCCESS)
    return status;
  if (flexio_dev_cc_ring_db(next_context(), 5, 6, 7, CC_DB_NEXT_ACT_SINGLE) !=
          FLEXIO_DEV_STATUS_SUCCESS ||
      flexio_dev_qp_sq_ring_db(next_context(), 1, 2) !=
          FLEXIO_DEV_STATUS_SUCCESS ||
      flexio_dev_eq_update_ci(next_context(), 1, 2) !=
          FLEXIO_DEV_STATUS_SUCCESS ||
      flexio_dev_db_ctx_arm(next_context(), 1, 2) != FLEXIO_DEV_STATUS_SUCCESS)
    return FLEXIO_DEV_STATUS_FAILED;
  return flexio_dev_db_ctx_force_trigger(next_context(), 1, 2);
}
#endif

_Static_assert(CC_DB_NEXT_ACT_SINGLE == 0 && CC_DB_NEXT_ACT_MULTIPLE == 1 &&
                   CC_DB_NEXT_ACT_FW == 2,
               "what follows");
flexio_dev_cc_db_next_act_t act = CC_DB_NEXT_ACT_FW;
