// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An outbox reaches the queues of its process that were created with its UAR, and no others; a
// configured outbox is used until the end of the activation. A rejected doorbell is reported, sets
// the thread's errno, and affects nothing else. Outboxes with en_pcc keep the values of congestion
// control's doorbells, others do not.
// PROVES: R-OBX-01 R-OBX-02 R-OBX-03 R-OBX-05 R-UAR-01 R-PROC-06 R-DOBX-01 R-DOBX-02 R-DERR-01 R-DPCC-01 R-DQ-14
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: env DPA_EUS=1 dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: env DPA_EUS=1 DPA_SEED=4 dpa-run -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_err.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

static struct flexio_dev_thread_ctx *context(void) {
  struct flexio_dev_thread_ctx *context;

  flexio_dev_get_thread_ctx(&context);
  return context;
}

// The errors of a ring: read first, then cleared.
__dpa_rpc__ uint64_t ring(uint32_t number) {
  flexio_dev_zcqe_gen(number);
  uint64_t seen = flexio_dev_get_errno(context());
  if (flexio_dev_get_and_rst_errno(context()) != seen ||
      flexio_dev_get_errno(context()) != 0)
    return 99;
  return seen;
}

__dpa_rpc__ uint64_t arm(uint32_t number) {
  flexio_dev_cq_arm(0, number);
  uint64_t seen = flexio_dev_get_errno(context());
  flexio_dev_rst_errno(context());
  return seen + flexio_dev_get_errno(context());
}

__dpa_rpc__ uint64_t configure_and_ring(uint32_t outbox, uint32_t number) {
  if (flexio_dev_outbox_config(context(), outbox) != FLEXIO_DEV_STATUS_SUCCESS)
    return 50 + ring(number);
  return ring(number);
}

__dpa_rpc__ uint64_t configure_fast_and_ring(uint32_t outbox, uint32_t number) {
  flexio_dev_outbox_config_fast(context(), outbox);
  return ring(number);
}

__dpa_rpc__ uint64_t congestion(uint32_t outbox) {
  volatile uint64_t *page = (volatile uint64_t *)0xC0000000;
  volatile uint64_t *table = (uint64_t *)flexio_dev_get_pcc_table_base(3);
  flexio_dev_cc_db_next_act_t action = CC_DB_NEXT_ACT_FW;

  if (table[0]++ > 1 || (uint64_t)table == flexio_dev_get_pcc_table_base(4) ||
      CC_DB_NEXT_ACT_SINGLE != 0 || CC_DB_NEXT_ACT_MULTIPLE != 1)
    return 1;

  flexio_dev_outbox_config(context(), outbox);
  flexio_dev_cc_ring_db(5, 0x1234, 1, action);
  flexio_dev_cc_ring_db_high64bit(0x77);
  uint64_t kept = page[0x340 / 8] + page[0x348 / 8];
  flexio_dev_cc_ring_db_low64bit(0);
  flexio_dev_cc_ring_db_high64bit(0);
  return kept;
}

__dpa_rpc__ uint64_t other_devices(void) {
  return flexio_dev_outbox_config_uar_extension(context(), 1) ==
             FLEXIO_DEV_STATUS_FAILED &&
         flexio_dev_cross_device_ring_db(0, 2, 3) == FLEXIO_DEV_STATUS_FAILED &&
         flexio_dev_cross_device_ring_db(1, 2, 3) == FLEXIO_DEV_STATUS_SUCCESS;
}

// The doorbells of objects that do not exist, in both forms.
__dpa_rpc__ uint64_t ring_absent(uint32_t which, uint32_t number) {
  struct flexio_dev_thread_ctx *dtctx = context();
  uint32_t other = 0xff000777;

  switch (which) {
  case 0:
    flexio_dev_qp_sq_ring_db(7, number);
    break;
  case 1:
    flexio_dev_qp_sq_ring_db(dtctx, 7, number);
    break;
  case 2:
    flexio_dev_eq_update_ci(other, number);
    break;
  case 3:
    flexio_dev_db_ctx_arm(other, number);
    break;
  case 4:
    flexio_dev_db_ctx_force_trigger(other, number);
    break;
  default:
    if (flexio_dev_read_db_value(number) != 0)
      return 99;
  }
  return flexio_dev_get_and_rst_errno(dtctx);
}

//--- host.c
#include "handler.h"

flexio_func_t ring, arm, configure_and_ring, configure_fast_and_ring,
    congestion, other_devices, ring_absent;

static uint64_t call2(struct flexio_process *process, flexio_func_t *function,
                      uint32_t first, uint32_t second) {
  uint64_t result = 0;

  EXPECT_SUCCESS(
      flexio_process_call(process, function, &result, first, second));
  return result;
}

static struct flexio_outbox *create_outbox(struct flexio_process *process,
                                           uint32_t en_pcc) {
  struct flexio_outbox_attr attributes = {NULL, en_pcc};
  struct flexio_outbox *outbox = NULL;

  EXPECT_SUCCESS(flexio_outbox_create(process, &attributes, &outbox));
  EXPECT(flexio_outbox_get_uar(outbox) == flexio_process_get_uar(process));
  return outbox;
}

static void check_errors(struct flexio_process *process) {
  struct flexio_outbox *outbox = (void *)8;
  struct flexio_uar *extended = (void *)8;

  EXPECT(!flexio_process_get_uar(NULL));
  EXPECT(flexio_uar_get_id(NULL) == UINT32_MAX);
  EXPECT(flexio_outbox_get_id(NULL) == UINT32_MAX);
  EXPECT(!flexio_outbox_get_uar(NULL));
  EXPECT_FAILED(flexio_outbox_create(process, NULL, &outbox));
  EXPECT(!outbox);
  EXPECT_SUCCESS(flexio_outbox_destroy(NULL));
  EXPECT_SUCCESS(flexio_uar_destroy(NULL));
  EXPECT_FAILED(flexio_uar_destroy(flexio_process_get_uar(process)));
  EXPECT_FAILED(
      flexio_uar_extend(flexio_process_get_uar(process), NULL, &extended));
  EXPECT(!extended);
  EXPECT(flexio_uar_get_extended_id(flexio_process_get_uar(process)) ==
         UINT32_MAX);
}

int main(void) {
  struct ibv_context *context = open_device();
  struct flexio_process *process = create_process(context);
  struct flexio_process *other = create_process(context);
  struct flexio_cq_attr attributes = {
      .log_cq_depth = 4, .element_type = FLEXIO_CQ_ELEMENT_TYPE_NON_DPA_CQ};
  uint32_t own = create_queue(process, attributes).number;
  uint32_t others = create_queue(other, attributes).number, outside;
  struct flexio_outbox *outbox = create_outbox(process, 0);
  struct flexio_outbox *others_outbox = create_outbox(other, 0);
  struct flexio_outbox *pcc = create_outbox(process, 1);
  uint32_t id = flexio_outbox_get_id(outbox);
  struct flexio_uar *uar;

  EXPECT_SUCCESS(flexio_uar_create(process, &uar));
  attributes.uar_id = flexio_uar_get_id(uar);
  EXPECT(attributes.uar_id !=
         flexio_uar_get_id(flexio_process_get_uar(process)));
  outside = create_queue(process, attributes).number;

  EXPECT(call1(process, ring, own) == 0);
  EXPECT(call1(process, arm, own) == 0);
  // CHECK: flexio: error: process: 'test_app' on 'mlx5_0': doorbell rejected: the process has no completion queue 0x{{[0-9a-f]+}}
  EXPECT(call1(process, ring, others) == 2);
  // CHECK: doorbell rejected: completion queue 0x{{[0-9a-f]+}} belongs to UAR 0x{{[0-9a-f]+}}, the outbox to 0x
  EXPECT(call1(process, ring, outside) == 2);
  // CHECK: doorbell rejected: completion queue 0x{{[0-9a-f]+}} belongs to UAR
  EXPECT(call1(process, arm, outside) == 2);
  EXPECT(call1(other, ring, others) == 0);
  EXPECT(call2(process, configure_and_ring, id, own) == 0);
  // The configuration has not changed: it still rings through the default outbox.
  EXPECT(call2(process, configure_and_ring, flexio_outbox_get_id(others_outbox),
               own) == 50);
  EXPECT(call2(process, configure_fast_and_ring, id, own) == 0);
  // CHECK: doorbell rejected: the process has no outbox
  EXPECT(call2(process, configure_fast_and_ring,
               flexio_outbox_get_id(others_outbox), own) == 2);
  // Each activation begins with the default outbox.
  EXPECT(call1(process, ring, own) == 0);
  // CHECK: doorbell rejected: the process has no send queue or queue pair 0x123
  EXPECT(call2(process, ring_absent, 0, 0x123) == 2);
  // CHECK: doorbell rejected: the process has no send queue or queue pair 0x124
  EXPECT(call2(process, ring_absent, 1, 0x124) == 2);
  // CHECK: doorbell rejected: the process has no event queue 0x125
  EXPECT(call2(process, ring_absent, 2, 0x125) == 2);
  // CHECK: doorbell rejected: the process has no emulation context 0x1000126
  EXPECT(call2(process, ring_absent, 3, 0x1000126) == 2);
  // CHECK: doorbell rejected: the process has no emulation context 0x127
  EXPECT(call2(process, ring_absent, 4, 0x127) == 2);
  // CHECK: doorbell rejected: the process has no emulation context 0x1000128
  EXPECT(call2(process, ring_absent, 5, 0x1000128) == 2);
  EXPECT(call1(process, congestion, id) == 0);
  EXPECT(call1(process, congestion, flexio_outbox_get_id(pcc)) ==
         0x0005000900001234u + 0x77);
  // CHECK: doorbell rejected: the process has no outbox 65537
  EXPECT(call0(process, other_devices) == 1);
  check_errors(process);
  EXPECT_SUCCESS(flexio_outbox_destroy(outbox));
  EXPECT_FAILED(flexio_outbox_destroy(outbox));
  EXPECT(call2(process, configure_and_ring, id, own) == 50);
  EXPECT_SUCCESS(flexio_uar_destroy(uar));
  EXPECT(flexio_err_status_get(process) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(other));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  puts("done");
  // CHECK: done
  return 0;
}
