/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Doorbells: stores to the outbox page (runtime/abi/outbox.h), and the
 * selection of the outbox. The machine checks the stores.
 */
#include "runtime/abi/address-map.h"
#include "runtime/abi/outbox.h"
#include "runtime/device/flexio_dev/message.h"
#include "runtime/device/flexio_dev/system-call.h"

#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

#define NUMBER_MASK 0xffffff

static void ring(uint64_t reg, uint64_t value) {
  __dpa_thread_outbox_fence(__DPA_W, __DPA_W);
  *(volatile uint64_t *)(DPA_OUTBOX_BASE + reg) = value;
}

void(flexio_dev_cq_arm)(uint32_t ci, uint32_t qnum) {
  ring(DPA_OUTBOX_CQ_DB,
       (uint64_t)(ci & NUMBER_MASK) << 32 | (qnum & NUMBER_MASK));
}

void(flexio_dev_zcqe_gen)(uint32_t cqn) {
  ring(DPA_OUTBOX_RXT_DB, cqn & NUMBER_MASK);
}

void(flexio_dev_cc_ring_db)(uint16_t ccq_id, uint32_t rate, uint32_t rtt_req,
                            flexio_dev_cc_db_next_act_t next_act) {
  flexio_dev_cc_ring_db_low64bit(rate | (uint64_t)(rtt_req & 1) << 32 |
                                 (uint64_t)(next_act & 3) << 34 |
                                 (uint64_t)ccq_id << 48);
}

void flexio_dev_cc_ring_db_low64bit(uint64_t value) {
  ring(DPA_OUTBOX_CC_DB, value);
}

void flexio_dev_cc_ring_db_high64bit(uint64_t value) {
  ring(DPA_OUTBOX_CC_DB_MSB, value);
}

/* One for all functions (vHCAs) whose numbers have the same low 8 bits. */
static uint64_t pcc_tables[256][2];

uint64_t flexio_dev_get_pcc_table_base(uint16_t vhca_id) {
  return (uint64_t)pcc_tables[vhca_id & 0xff];
}

flexio_dev_status_t
flexio_dev_outbox_config(struct flexio_dev_thread_ctx *dtctx,
                         uint16_t outbox_config_id) {
  (void)dtctx;
  return system_call(DPA_SYS_OUTBOX_CONFIG, outbox_config_id, 0, 0) == 0
             ? FLEXIO_DEV_STATUS_SUCCESS
             : FLEXIO_DEV_STATUS_FAILED;
}

void flexio_dev_outbox_config_fast(struct flexio_dev_thread_ctx *dtctx,
                                   uint16_t outbox_config_id) {
  (void)dtctx;
  system_call(DPA_SYS_OUTBOX_CONFIG, outbox_config_id, 1, 0);
}

static flexio_dev_status_t refuse_other_device(const char *call,
                                               flexio_uar_device_id device) {
  message_to_log("%s: device %u: queues of other devices are not supported yet",
                 call, device);
  return FLEXIO_DEV_STATUS_FAILED;
}

flexio_dev_status_t
flexio_dev_outbox_config_uar_extension(struct flexio_dev_thread_ctx *dtctx,
                                       flexio_uar_device_id device_id) {
  (void)dtctx;
  return refuse_other_device(__func__, device_id);
}

flexio_dev_status_t
flexio_dev_cross_device_ring_db(flexio_uar_device_id device_id, uint32_t qpn,
                                uint32_t pi) {
  (void)qpn;
  (void)pi;
  return refuse_other_device(__func__, device_id);
}
