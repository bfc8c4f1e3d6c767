/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Segments of send queue entries. Each function checks its arguments, builds
 * the segment and stores it as a whole.
 */
#include "runtime/abi/work-queues.h"

#include <libflexio-dev/flexio_dev_endianity.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

#define NUMBER_MASK 0xffffff

typedef union flexio_dev_sqe_seg segment;

_Static_assert(sizeof(segment) == DPA_WQE_SEGMENT, "size of a segment");
_Static_assert(sizeof(segment) << LOG_SQE_NUM_SEGS == DPA_WQE_BLOCK,
               "size of a block");

/* The public header may not include the table that the emulator reads. */
#define SAME(public_name, name)                                                \
  _Static_assert((int)MLX5_CTRL_SEG_OPCODE_##public_name == DPA_WQE_##name,    \
                 #name)
SAME(NOP, NOP);
SAME(SND_INV, SEND_INVALIDATE);
SAME(RDMA_WRITE, RDMA_WRITE);
SAME(RDMA_WRITE_WITH_IMMEDIATE, RDMA_WRITE_IMMEDIATE);
SAME(SEND, SEND);
SAME(SEND_WITH_IMMEDIATE, SEND_IMMEDIATE);
SAME(LSO, LSO);
SAME(WAIT, WAIT);
SAME(RDMA_READ, RDMA_READ);
SAME(ATOMIC_COMPARE_AND_SWAP, COMPARE_AND_SWAP);
SAME(ATOMIC_FETCH_AND_ADD, FETCH_AND_ADD);
SAME(ENHANCED_MPSW, ENHANCED_MPSW);
SAME(LOCAL_MMO, LOCAL_MMO);

struct entry_type {
  uint8_t opcode, modifier, segments;
};

/* By flexio_ctrl_seg_t. */
static const struct entry_type entry_types[] = {
    [FLEXIO_CTRL_SEG_SEND_EN] = {DPA_WQE_SEND, 0, 3},
    [FLEXIO_CTRL_SEG_SEND_RC] = {DPA_WQE_SEND, 0, 2},
    [FLEXIO_CTRL_SEG_LDMA] = {DPA_WQE_LOCAL_MMO, DPA_WQE_MMO_DMA, 4},
    [FLEXIO_CTRL_SEG_RDMA_WRITE] = {DPA_WQE_RDMA_WRITE, 0, 3},
    [FLEXIO_CTRL_SEG_RDMA_READ] = {DPA_WQE_RDMA_READ, 0, 3},
    [FLEXIO_CTRL_SEG_ATOMIC_COMPARE_AND_SWAP] = {DPA_WQE_COMPARE_AND_SWAP, 0,
                                                 4},
    [FLEXIO_CTRL_SEG_LSO] = {DPA_WQE_LSO, 0, 4},
    [FLEXIO_CTRL_SEG_NOP] = {DPA_WQE_NOP, 0, 1},
    [FLEXIO_CTRL_SEG_RDMA_WRITE_IMM] = {DPA_WQE_RDMA_WRITE_IMMEDIATE, 0, 3},
    [FLEXIO_CTRL_SEG_TRANSPOSE] = {DPA_WQE_LOCAL_MMO, DPA_WQE_MMO_TRANSPOSE, 4},
    [FLEXIO_CTRL_SEG_WAIT_ON_DATA] = {DPA_WQE_WAIT, DPA_WQE_WAIT_ON_DATA, 3},
    [FLEXIO_CTRL_SEG_SEND_UD] = {DPA_WQE_SEND, 0, 3},
    [FLEXIO_CTRL_SEG_ATOMIC_FETCH_AND_ADD] = {DPA_WQE_FETCH_AND_ADD, 0, 4},
};

#define ENTRY_TYPES (sizeof entry_types / sizeof *entry_types)

flexio_dev_status_t
flexio_dev_swqe_seg_ctrl_set(segment *swqe, uint32_t sq_pi, uint32_t sq_number,
                             uint32_t ce, flexio_ctrl_seg_t ctrl_seg_type) {
  const struct entry_type *type;

  if ((uint32_t)ctrl_seg_type >= ENTRY_TYPES ||
      ce > DPA_WQE_CE_ALWAYS_AND_EVENT)
    return FLEXIO_DEV_STATUS_FAILED;
  type = &entry_types[ctrl_seg_type];
  *swqe = (segment){
      .ctrl = {
          .idx_opcode = cpu_to_be32((uint32_t)type->modifier << 24 |
                                    (sq_pi & 0xffff) << 8 | type->opcode),
          .qpn_ds = cpu_to_be32(sq_number << 8 | type->segments),
          .signature_fm_ce_se = cpu_to_be32(ce << DPA_WQE_CE_SHIFT),
      }};
  return FLEXIO_DEV_STATUS_SUCCESS;
}

flexio_dev_status_t
flexio_dev_swqe_seg_eth_set(segment *swqe, uint16_t cs_swp_flags, uint16_t mss,
                            uint16_t inline_hdr_bsz, uint8_t inline_hdrs[2]) {
  segment made = {.eth = {.cs_swp_flags = cpu_to_be16(cs_swp_flags),
                          .mss = cpu_to_be16(mss),
                          .inline_hdr_bsz = cpu_to_be16(inline_hdr_bsz)}};

  if (inline_hdrs) {
    made.eth.inline_hdrs[0] = inline_hdrs[0];
    made.eth.inline_hdrs[1] = inline_hdrs[1];
  }
  *swqe = made;
  return FLEXIO_DEV_STATUS_SUCCESS;
}

flexio_dev_status_t flexio_dev_swqe_seg_mem_ptr_data_set(segment *swqe,
                                                         uint32_t data_sz,
                                                         uint32_t lkey,
                                                         uint64_t data_addr) {
  if (data_sz > DPA_WQE_LENGTH_OF_ZERO)
    return FLEXIO_DEV_STATUS_FAILED;
  *swqe = (segment){.mem_ptr_send_data = {
                        .byte_count = cpu_to_be32(
                            data_sz == DPA_WQE_LENGTH_OF_ZERO ? 0 : data_sz),
                        .lkey = cpu_to_be32(lkey),
                        .addr = cpu_to_be64(data_addr)}};
  return FLEXIO_DEV_STATUS_SUCCESS;
}

flexio_dev_status_t flexio_dev_swqe_seg_inline_data_set(segment *swqe,
                                                        uint32_t data_sz,
                                                        uint32_t *data) {
  segment made = {.inline_send_data = {
                      .byte_count = cpu_to_be32(DPA_WQE_INLINE | data_sz)}};
  uint8_t *place = (uint8_t *)made.inline_send_data.data_and_padding;

  if (data_sz > sizeof made.inline_send_data.data_and_padding)
    return FLEXIO_DEV_STATUS_FAILED;
  for (uint32_t i = 0; i < data_sz; i++)
    place[i] = ((const uint8_t *)data)[i];
  *swqe = made;
  return FLEXIO_DEV_STATUS_SUCCESS;
}

flexio_dev_status_t flexio_dev_swqe_seg_rdma_set(segment *swqe, uint32_t rkey,
                                                 uint64_t raddr) {
  *swqe = (segment){
      .rdma = {.raddr = cpu_to_be64(raddr), .rkey = cpu_to_be32(rkey)}};
  return FLEXIO_DEV_STATUS_SUCCESS;
}

flexio_dev_status_t flexio_dev_swqe_seg_atomic_set(segment *swqe,
                                                   uint64_t swap_or_add_data,
                                                   uint64_t compare_data) {
  *swqe =
      (segment){.atomic = {.swap_or_add_data = cpu_to_be64(swap_or_add_data),
                           .compare_data = cpu_to_be64(compare_data)}};
  return FLEXIO_DEV_STATUS_SUCCESS;
}

flexio_dev_status_t
flexio_dev_swqe_seg_shared_receive_set(segment *swqe, uint16_t next_wqe_index,
                                       uint8_t signature) {
  *swqe = (segment){
      .shared_receive = {.next_wqe_index = cpu_to_be16(next_wqe_index),
                         .signature = signature}};
  return FLEXIO_DEV_STATUS_SUCCESS;
}

flexio_dev_status_t flexio_dev_swqe_seg_transpose_set(segment *swqe,
                                                      uint8_t element_size,
                                                      uint8_t num_of_cols,
                                                      uint8_t num_of_rows) {
  const uint8_t most = 0x7f;

  if (num_of_cols > most || num_of_rows > most)
    return FLEXIO_DEV_STATUS_FAILED;
  *swqe = (segment){.transpose = {.element_size = element_size,
                                  .num_of_cols = num_of_cols,
                                  .num_of_rows = num_of_rows}};
  return FLEXIO_DEV_STATUS_SUCCESS;
}

flexio_dev_status_t
flexio_dev_swqe_seg_wait_on_data_set(segment *swqe, uint8_t op, uint8_t inv,
                                     uint32_t lkey, uint64_t addr,
                                     uint8_t fail_action) {
  if (op > DPA_WQE_WAIT_OPERATION_MAX || addr % sizeof(uint64_t) != 0 ||
      fail_action >= sizeof(uint64_t))
    return FLEXIO_DEV_STATUS_FAILED;
  *swqe = (segment){
      .wait_on_data = {.op = (uint8_t)(op | (inv ? DPA_WQE_WAIT_INVERTED : 0)),
                       .lkey = cpu_to_be32(lkey),
                       .va_hi = cpu_to_be32((uint32_t)(addr >> 32)),
                       .va_lo_fail_action =
                           cpu_to_be32((uint32_t)addr | fail_action)}};
  return FLEXIO_DEV_STATUS_SUCCESS;
}

flexio_dev_status_t flexio_dev_swqe_seg_wait_on_data_data_set(segment *swqe,
                                                              uint64_t data,
                                                              uint64_t mask) {
  *swqe = (segment){.wait_on_data_data = {.data = cpu_to_be64(data),
                                          .data_mask = cpu_to_be64(mask)}};
  return FLEXIO_DEV_STATUS_SUCCESS;
}

flexio_dev_status_t flexio_dev_swqe_seg_av1_set(segment *swqe, uint32_t qkey,
                                                uint8_t ext, uint32_t dqp,
                                                uint8_t stat_rate_sl,
                                                uint8_t fl_mlid,
                                                uint16_t rlid) {
  *swqe = (segment){
      .adres_vector.av1 = {.qkey = cpu_to_be32(qkey),
                           .ext_dqp = cpu_to_be32((ext ? DPA_AV_EXTENDED : 0) |
                                                  (dqp & NUMBER_MASK)),
                           .stat_rate_sl = stat_rate_sl,
                           .fl_mlid = fl_mlid,
                           .rlid = cpu_to_be16(rlid)}};
  return FLEXIO_DEV_STATUS_SUCCESS;
}

flexio_dev_status_t flexio_dev_swqe_seg_av2_set(segment *swqe,
                                                const uint8_t rmac[6],
                                                uint8_t tclass,
                                                uint8_t hop_limit,
                                                uint32_t grh_gid_fl) {
  segment made = {.adres_vector.av2 = {.tclass = tclass,
                                       .hop_limit = hop_limit,
                                       .grh_gid_fl = cpu_to_be32(grh_gid_fl)}};

  for (unsigned i = 0; i < sizeof made.adres_vector.av2.rmac; i++)
    made.adres_vector.av2.rmac[i] = rmac[i];
  *swqe = made;
  return FLEXIO_DEV_STATUS_SUCCESS;
}

flexio_dev_status_t flexio_dev_swqe_seg_av3_set(segment *swqe,
                                                const uint8_t rgid[16]) {
  segment made = {0};

  for (unsigned i = 0; i < sizeof made.adres_vector.av3.rgid; i++)
    made.adres_vector.av3.rgid[i] = rgid[i];
  *swqe = made;
  return FLEXIO_DEV_STATUS_SUCCESS;
}
