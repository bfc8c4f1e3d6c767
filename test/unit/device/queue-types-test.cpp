// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layouts of queue entries, as NIC, host and device share them, checked by the
// compiler; and the fence tags of dpaintrin.h compared with those that the
// emulator reads. A wrong one does not compile.
// PROVES: R-DQT-01 R-DQT-02 R-DQT-03 R-DQT-05
#include "runtime/abi/fence-hint.h"

#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev_queue_types.h>

#include <gtest/gtest.h>

namespace {

#define AT(type, field, at) static_assert(offsetof(type, field) == (at))
#define SIZE(type, size)                                                       \
  static_assert(sizeof(type) == (size) && alignof(type) == 8)

SIZE(flexio_dev_cqe64, 64);
AT(flexio_dev_cqe64, rsvd00, 0x00);
AT(flexio_dev_cqe64, csum_ok, 0x14);
AT(flexio_dev_cqe64, rsvd22, 0x16);
AT(flexio_dev_cqe64, rsvd14, 0x18);
AT(flexio_dev_cqe64, srqn_uidx, 0x20);
AT(flexio_dev_cqe64, imm_inval_pkey, 0x24);
AT(flexio_dev_cqe64, rsvd, 0x28);
AT(flexio_dev_cqe64, byte_cnt, 0x2c);
AT(flexio_dev_cqe64, rsvd48, 0x30);
AT(flexio_dev_cqe64, err_syndrome, 0x34);
AT(flexio_dev_cqe64, hw_err_syndrome, 0x34);
AT(flexio_dev_cqe64, vendor_err_synd, 0x36);
AT(flexio_dev_cqe64, syndrome, 0x37);
AT(flexio_dev_cqe64, qpn, 0x38);
AT(flexio_dev_cqe64, sop_rdrop, 0x38);
AT(flexio_dev_cqe64, qpn24, 0x39);
AT(flexio_dev_cqe64, wqe_counter, 0x3c);
AT(flexio_dev_cqe64, signature, 0x3e);
AT(flexio_dev_cqe64, validity_iteration_count, 0x3e);
AT(flexio_dev_cqe64, op_own, 0x3f);

SIZE(flexio_dev_mini_cqe64, 64);
AT(flexio_dev_mini_cqe64, rsvd0, 0x38);
AT(flexio_dev_mini_cqe64, validity_iteration_count, 0x3e);
AT(flexio_dev_mini_cqe64, num_and_type, 0x3f);

SIZE(flexio_dev_eqe, 64);
AT(flexio_dev_eqe, type, 0x01);
AT(flexio_dev_eqe, rsvd02, 0x02);
AT(flexio_dev_eqe, sub_type, 0x03);
AT(flexio_dev_eqe, rsvd4, 0x04);
AT(flexio_dev_eqe, event_data, 0x20);
AT(flexio_dev_eqe, event_data.cqn, 0x38);
AT(flexio_dev_eqe, rsvd3c, 0x3c);
AT(flexio_dev_eqe, signature, 0x3e);
AT(flexio_dev_eqe, owner, 0x3f);

SIZE(flexio_dev_wqe_rcv_data_seg, 16);
AT(flexio_dev_wqe_rcv_data_seg, lkey, 4);
AT(flexio_dev_wqe_rcv_data_seg, addr, 8);

SIZE(flexio_dev_sqe_seg, 16);
SIZE(flexio_dev_wqe_ctrl_seg, 16);
AT(flexio_dev_wqe_ctrl_seg, qpn_ds, 4);
AT(flexio_dev_wqe_ctrl_seg, signature_fm_ce_se, 8);
AT(flexio_dev_wqe_ctrl_seg, general_id, 12);
SIZE(flexio_dev_wqe_eth_seg, 16);
AT(flexio_dev_wqe_eth_seg, cs_swp_flags, 4);
AT(flexio_dev_wqe_eth_seg, mss, 6);
AT(flexio_dev_wqe_eth_seg, rsvd2, 8);
AT(flexio_dev_wqe_eth_seg, inline_hdr_bsz, 12);
AT(flexio_dev_wqe_eth_seg, inline_hdrs, 14);
SIZE(flexio_dev_wqe_inline_data_seg, 16);
SIZE(flexio_dev_wqe_mem_ptr_send_data_seg, 16);
AT(flexio_dev_wqe_mem_ptr_send_data_seg, lkey, 4);
AT(flexio_dev_wqe_mem_ptr_send_data_seg, addr, 8);
SIZE(flexio_dev_wqe_inline_send_data_seg, 16);
AT(flexio_dev_wqe_inline_send_data_seg, data_and_padding, 4);
SIZE(flexio_dev_wqe_rdma_seg, 16);
AT(flexio_dev_wqe_rdma_seg, rkey, 8);
AT(flexio_dev_wqe_rdma_seg, rsvd0, 12);
SIZE(flexio_dev_wqe_atomic_seg, 16);
AT(flexio_dev_wqe_atomic_seg, compare_data, 8);
SIZE(flexio_dev_wqe_shared_receive_seg, 16);
AT(flexio_dev_wqe_shared_receive_seg, next_wqe_index, 2);
AT(flexio_dev_wqe_shared_receive_seg, signature, 4);
SIZE(flexio_dev_wqe_transpose_seg, 16);
AT(flexio_dev_wqe_transpose_seg, element_size, 3);
AT(flexio_dev_wqe_transpose_seg, num_of_cols, 5);
AT(flexio_dev_wqe_transpose_seg, num_of_rows, 7);
SIZE(flexio_dev_wqe_wait_on_data_seg, 16);
AT(flexio_dev_wqe_wait_on_data_seg, op, 3);
AT(flexio_dev_wqe_wait_on_data_seg, lkey, 4);
AT(flexio_dev_wqe_wait_on_data_seg, va_hi, 8);
AT(flexio_dev_wqe_wait_on_data_seg, va_lo_fail_action, 12);
SIZE(flexio_dev_wqe_wait_on_data_data_seg, 16);
AT(flexio_dev_wqe_wait_on_data_data_seg, data_mask, 8);
SIZE(flexio_dev_wqe_adres_vector_seg, 16);
AT(flexio_dev_wqe_adres_vector_seg, av1.ext_dqp, 8);
AT(flexio_dev_wqe_adres_vector_seg, av1.stat_rate_sl, 12);
AT(flexio_dev_wqe_adres_vector_seg, av1.fl_mlid, 13);
AT(flexio_dev_wqe_adres_vector_seg, av1.rlid, 14);
AT(flexio_dev_wqe_adres_vector_seg, av2.rmac, 4);
AT(flexio_dev_wqe_adres_vector_seg, av2.tclass, 10);
AT(flexio_dev_wqe_adres_vector_seg, av2.hop_limit, 11);
AT(flexio_dev_wqe_adres_vector_seg, av2.grh_gid_fl, 12);
AT(flexio_dev_wqe_adres_vector_seg, av3.rgid, 0);

static_assert(FLEXIO_ETH_SEG_L4CS == 0x8000 && FLEXIO_ETH_SEG_L3CS == 0x4000);
static_assert(FLEXIO_ETH_SEG_L4CS_INNER == 0x2000 &&
              FLEXIO_ETH_SEG_L3CS_INNER == 0x1000);
static_assert(FLEXIO_ETH_SEG_TRAILER_ALIGN == 0x200);
static_assert(FLEXIO_ETH_SEG_SWP_OUTER_L4_TYPE == 0x40 &&
              FLEXIO_ETH_SEG_SWP_OUTER_L3_TYPE == 0x20);
static_assert(FLEXIO_ETH_SEG_SWP_INNER_L4_TYPE == 0x02 &&
              FLEXIO_ETH_SEG_SWP_INNER_L3_TYPE == 0x01);

static_assert(__DPA_HEAP == DPA_FENCE_SPACE_HEAP &&
              __DPA_MEMORY == DPA_FENCE_SPACE_MEMORY);
static_assert(__DPA_MMIO == DPA_FENCE_SPACE_MMIO &&
              __DPA_SYSTEM == DPA_FENCE_SPACE_SYSTEM);
static_assert(__DPA_R == DPA_FENCE_READ && __DPA_W == DPA_FENCE_WRITE &&
              __DPA_RW == (DPA_FENCE_READ | DPA_FENCE_WRITE));

// Bits of a big-endian word, where a field's place depends on the byte order.
TEST(QueueTypes, QueueNumberIsTheLower24Bits) {
  flexio_dev_cqe64 entry = {};
  entry.qpn24[0] = 0x12;
  entry.qpn24[1] = 0x34;
  entry.qpn24[2] = 0x56;
  entry.sop_rdrop = 0xff;
  EXPECT_EQ(__builtin_bswap32(entry.qpn), 0xff123456u);
}

} // namespace
