/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Doorbells: stores to the outbox page (runtime/abi/outbox.h), and the
 * selection of the outbox. The machine checks the stores.
 */
#include "runtime/abi/outbox.h"
#include "runtime/device/flexio_dev/device-registers.h"

#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

#define NUMBER_MASK 0xffffff
#define INDEX_MASK 0x3ffffff
#define ADDRESS_MASK 0xffffffc

static void ring(uint64_t reg, uint64_t value) {
  __dpa_thread_outbox_fence(__DPA_W, __DPA_W);
  register_write(DPA_OUTBOX_BASE + reg, value);
}

void(flexio_dev_qp_sq_ring_db)(uint16_t pi, uint32_t qnum) {
  ring(DPA_OUTBOX_SXD_DB, (uint64_t)(qnum & NUMBER_MASK) << 32 | pi);
}

void(flexio_dev_eq_update_ci)(uint32_t ci, uint32_t qnum) {
  ring(DPA_OUTBOX_EQ_DB_REARM,
       (uint64_t)(ci & INDEX_MASK) << 32 | (qnum & NUMBER_MASK));
}

void(flexio_dev_db_ctx_arm)(uint32_t qnum, uint32_t emu_ctx_id) {
  ring(DPA_OUTBOX_EMU_CAP,
       (uint64_t)(emu_ctx_id & INDEX_MASK) << 32 | (qnum & NUMBER_MASK));
}

void(flexio_dev_db_ctx_force_trigger)(uint32_t cqn, uint32_t emu_ctx_id) {
  ring(DPA_OUTBOX_EMU_CAP_TRIGGER,
       (uint64_t)(emu_ctx_id & INDEX_MASK) << 32 | (cqn & NUMBER_MASK));
}

uint32_t flexio_dev_read_db_value(uint64_t emu_ctx_id) {
  ring(DPA_OUTBOX_RXC_RD, emu_ctx_id & ADDRESS_MASK);
  __dpa_thread_outbox_fence(__DPA_W, __DPA_R);
  return (uint32_t)register_read(DPA_OUTBOX_BASE + DPA_OUTBOX_BUFFER);
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

static flexio_dev_status_t select_outbox(uint64_t id) {
  unit_write(DPA_EU_REG_OUTBOX, id);
  return unit_read(DPA_EU_REG_OUTBOX) == 0 ? FLEXIO_DEV_STATUS_SUCCESS
                                           : FLEXIO_DEV_STATUS_FAILED;
}

flexio_dev_status_t
flexio_dev_outbox_config(struct flexio_dev_thread_ctx *dtctx,
                         uint16_t outbox_config_id) {
  (void)dtctx;
  return select_outbox(outbox_config_id);
}

void flexio_dev_outbox_config_fast(struct flexio_dev_thread_ctx *dtctx,
                                   uint16_t outbox_config_id) {
  (void)dtctx;
  unit_write(DPA_EU_REG_OUTBOX_UNCHECKED, outbox_config_id);
}

static int is_device(flexio_uar_device_id device) {
  return device != 0 && device < DPA_OUTBOX_EXTENSION;
}

flexio_dev_status_t
flexio_dev_outbox_config_uar_extension(struct flexio_dev_thread_ctx *dtctx,
                                       flexio_uar_device_id device_id) {
  (void)dtctx;
  return is_device(device_id) ? select_outbox(DPA_OUTBOX_EXTENSION | device_id)
                              : FLEXIO_DEV_STATUS_FAILED;
}

flexio_dev_status_t
flexio_dev_cross_device_ring_db(flexio_uar_device_id device_id, uint32_t qpn,
                                uint32_t pi) {
  if (!is_device(device_id))
    return FLEXIO_DEV_STATUS_FAILED;
  ring(DPA_OUTBOX_SXD_DB_DEVICE, (uint64_t)(qpn & NUMBER_MASK) << 32 |
                                     device_id << DPA_OUTBOX_DEVICE_SHIFT |
                                     (pi & 0xffff));
  return FLEXIO_DEV_STATUS_SUCCESS;
}
