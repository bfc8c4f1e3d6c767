/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Entries of send queues: functions that fill one segment (16 bytes) each. A part of
 * flexio_dev_queue_access.h, which is the header to include.
 *
 * An entry (WQE) is a control segment and the segments that its type needs, in the order below; it
 * begins at a multiple of 64 bytes (LOG_SQE_NUM_SEGS). Each function writes the whole segment,
 * reserved fields as 0, and returns FLEXIO_DEV_STATUS_SUCCESS; for an argument outside of its range
 * it writes nothing and returns FLEXIO_DEV_STATUS_FAILED. The network card reads the entry after
 * flexio_dev_qp_sq_ring_db(). "Manual" is the Flex IO SDK API reference, chapter "Flex IO SDK dev
 * queue access".
 */
#ifndef FLEXIO_DEV_SEND_ENTRIES_H
#define FLEXIO_DEV_SEND_ENTRIES_H

#include "flexio_dev.h"
#include "flexio_dev_queue_types.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Types of entries, with the segments that flexio_dev_swqe_seg_ctrl_set() counts for them. A program
 * that uses more or fewer segments changes the lower 6 bits of ctrl.qpn_ds (big endian). The values
 * are those of versions up to 24.10; they are not part of an entry. Manual: flexio_ctrl_seg_t.
 */
typedef enum flexio_ctrl_seg {
  FLEXIO_CTRL_SEG_SEND_EN = 0, /**< control, Ethernet, data */
  FLEXIO_CTRL_SEG_SEND_RC = 1, /**< control, data */
  FLEXIO_CTRL_SEG_SEND_UC = FLEXIO_CTRL_SEG_SEND_RC, /**< since version 25.1 */
  FLEXIO_CTRL_SEG_LDMA = 2,       /**< control, reserved, source, destination */
  FLEXIO_CTRL_SEG_RDMA_WRITE = 3, /**< control, RDMA, data */
  FLEXIO_CTRL_SEG_RDMA_READ = 4,  /**< control, RDMA, data */
  FLEXIO_CTRL_SEG_ATOMIC_COMPARE_AND_SWAP =
      5,                   /**< control, RDMA, atomic, data */
  FLEXIO_CTRL_SEG_LSO = 6, /**< control, Ethernet, inline headers, data */
  FLEXIO_CTRL_SEG_NOP = 7, /**< control */
  FLEXIO_CTRL_SEG_RDMA_WRITE_IMM = 8, /**< control, RDMA, data */
  FLEXIO_CTRL_SEG_TRANSPOSE = 9, /**< control, transpose, source, destination */
  FLEXIO_CTRL_SEG_WAIT_ON_DATA =
      10, /**< control, both wait-on-data segments; since version 25.1 */
  FLEXIO_CTRL_SEG_SEND_UD =
      11, /**< control, first address vector, data; since version 25.1 */
  FLEXIO_CTRL_SEG_ATOMIC_FETCH_AND_ADD =
      12, /**< control, RDMA, atomic, data; since version 25.1 */

  /* The name of version 26.1. */
  FLEXIO_CTRL_SEG_TYPE_SEND_EN = FLEXIO_CTRL_SEG_SEND_EN,
} flexio_ctrl_seg_t;

/** Opcodes of entries, bits 0 to 7 of ctrl.idx_opcode. */
enum {
  MLX5_CTRL_SEG_OPCODE_NOP = 0x00,
  MLX5_CTRL_SEG_OPCODE_SND_INV = 0x01,
  MLX5_CTRL_SEG_OPCODE_RDMA_WRITE = 0x08,
  MLX5_CTRL_SEG_OPCODE_RDMA_WRITE_WITH_IMMEDIATE = 0x09,
  MLX5_CTRL_SEG_OPCODE_SEND = 0x0a,
  MLX5_CTRL_SEG_OPCODE_SEND_WITH_IMMEDIATE = 0x0b,
  MLX5_CTRL_SEG_OPCODE_LSO = 0x0e,
  MLX5_CTRL_SEG_OPCODE_WAIT = 0x0f,
  MLX5_CTRL_SEG_OPCODE_RDMA_READ = 0x10,
  MLX5_CTRL_SEG_OPCODE_ATOMIC_COMPARE_AND_SWAP = 0x11,
  MLX5_CTRL_SEG_OPCODE_ATOMIC_FETCH_AND_ADD = 0x12,
  MLX5_CTRL_SEG_OPCODE_ATOMIC_MASKED_COMPARE_AND_SWAP = 0x14,
  MLX5_CTRL_SEG_OPCODE_ATOMIC_MASKED_FETCH_AND_ADD = 0x15,
  MLX5_CTRL_SEG_OPCODE_RECEIVE_EN = 0x16,
  MLX5_CTRL_SEG_OPCODE_SEND_EN = 0x17,
  MLX5_CTRL_SEG_OPCODE_SET_PSV = 0x20,
  MLX5_CTRL_SEG_OPCODE_GET_PSV = 0x21,
  MLX5_CTRL_SEG_OPCODE_CHECK_PSV = 0x22,
  MLX5_CTRL_SEG_OPCODE_DUMP = 0x23,
  MLX5_CTRL_SEG_OPCODE_UMR = 0x25,
  MLX5_CTRL_SEG_OPCODE_RGET_PSV = 0x26,
  MLX5_CTRL_SEG_OPCODE_RCHECK_PSV = 0x27,
  MLX5_CTRL_SEG_OPCODE_TAG_MATCHING = 0x28,
  MLX5_CTRL_SEG_OPCODE_ENHANCED_MPSW = 0x29,
  MLX5_CTRL_SEG_OPCODE_QOS_REMAP = 0x2a,
  MLX5_CTRL_SEG_OPCODE_FLOW_TABLE_ACCESS = 0x2c,
  MLX5_CTRL_SEG_OPCODE_ACCESS_ASO = 0x2d,
  MLX5_CTRL_SEG_OPCODE_MMO = 0x2f,
  MLX5_CTRL_SEG_OPCODE_LOAD_REMOTE_MICRO_APP = 0x30,
  MLX5_CTRL_SEG_OPCODE_STORE_REMOTE_MICRO_APP = 0x31,
  MLX5_CTRL_SEG_OPCODE_LOCAL_MMO = 0x32,
};

/**
 * The control segment, always the first: producer index of the entry (its first block of 64 bytes;
 * the lower 16 bits count), number of the queue (24 bits), completion mode (enum cq_ce_mode, 0 to
 * 3), type. Immediate data are 0: for FLEXIO_CTRL_SEG_RDMA_WRITE_IMM the program stores them in
 * ctrl.general_id afterwards. Manual: flexio_dev_swqe_seg_ctrl_set.
 */
FLEXIO_DEV_STABLE flexio_dev_status_t flexio_dev_swqe_seg_ctrl_set(
    union flexio_dev_sqe_seg *swqe, uint32_t sq_pi, uint32_t sq_number,
    uint32_t ce, flexio_ctrl_seg_t ctrl_seg_type);

/**
 * The Ethernet segment: flags (flexio_dev_wqe_eth_seg_cs_swp_flags_t); for LSO the TCP payload bytes
 * of a packet, otherwise 0; bytes of inline headers, here and in the next segments; the first two of
 * these bytes (NULL: zeros). Manual: flexio_dev_swqe_seg_eth_set.
 */
FLEXIO_DEV_STABLE flexio_dev_status_t flexio_dev_swqe_seg_eth_set(
    union flexio_dev_sqe_seg *swqe, uint16_t cs_swp_flags, uint16_t mss,
    uint16_t inline_hdr_bsz, uint8_t inline_hdrs[2]);

/** A pointer to data: bytes (up to 2^31; 0 also means 2^31), memory key, address. Manual:
 * flexio_dev_swqe_seg_mem_ptr_data_set. */
FLEXIO_DEV_STABLE flexio_dev_status_t flexio_dev_swqe_seg_mem_ptr_data_set(
    union flexio_dev_sqe_seg *swqe, uint32_t data_sz, uint32_t lkey,
    uint64_t data_addr);

/** Data in the entry: bytes (0 to 12) and the data, which are sent as they are in memory. Manual:
 * flexio_dev_swqe_seg_inline_data_set. */
FLEXIO_DEV_STABLE flexio_dev_status_t flexio_dev_swqe_seg_inline_data_set(
    union flexio_dev_sqe_seg *swqe, uint32_t data_sz, uint32_t *data);

/** Remote memory: key and address. Manual: flexio_dev_swqe_seg_rdma_set. */
FLEXIO_DEV_STABLE flexio_dev_status_t flexio_dev_swqe_seg_rdma_set(
    union flexio_dev_sqe_seg *swqe, uint32_t rkey, uint64_t raddr);

/** Operands of an atomic operation; fetch-and-add does not use `compare_data`. Manual:
 * flexio_dev_swqe_seg_atomic_set. */
FLEXIO_DEV_STABLE flexio_dev_status_t flexio_dev_swqe_seg_atomic_set(
    union flexio_dev_sqe_seg *swqe, uint64_t swap_or_add_data,
    uint64_t compare_data);

/** The first segment of an entry of a shared receive queue: index of the next entry, signature.
 * Manual: flexio_dev_swqe_seg_shared_receive_set. */
FLEXIO_DEV_STABLE flexio_dev_status_t flexio_dev_swqe_seg_shared_receive_set(
    union flexio_dev_sqe_seg *swqe, uint16_t next_wqe_index, uint8_t signature);

/** A matrix to transpose: bytes of an element, columns and rows (up to 127). Manual:
 * flexio_dev_swqe_seg_transpose_set. */
FLEXIO_DEV_STABLE flexio_dev_status_t flexio_dev_swqe_seg_transpose_set(
    union flexio_dev_sqe_seg *swqe, uint8_t element_size, uint8_t num_of_cols,
    uint8_t num_of_rows);

/**
 * The place to wait for: operation (0 always, 1 equal, 2 greater, 3 smaller, 4 and 5 greater and
 * smaller with wrap-around), whether it is inverted, memory key and address (a multiple of 8) of the
 * number, action after a failure (0 to 7). Since version 25.1.
 */
FLEXIO_DEV_STABLE flexio_dev_status_t flexio_dev_swqe_seg_wait_on_data_set(
    union flexio_dev_sqe_seg *swqe, uint8_t op, uint8_t inv, uint32_t lkey,
    uint64_t addr, uint8_t fail_action);

/** The number to compare with, and the bits that are compared. Since version 25.1. */
FLEXIO_DEV_STABLE flexio_dev_status_t flexio_dev_swqe_seg_wait_on_data_data_set(
    union flexio_dev_sqe_seg *swqe, uint64_t data, uint64_t mask);

/** The destination of a datagram: key, whether two more segments follow, number of the destination
 * QP (24 bits), static rate and service level, loopback and path bits, LID (RoCE: UDP source port).
 * Since version 25.1. */
FLEXIO_DEV_STABLE flexio_dev_status_t flexio_dev_swqe_seg_av1_set(
    union flexio_dev_sqe_seg *swqe, uint32_t qkey, uint8_t ext, uint32_t dqp,
    uint8_t stat_rate_sl, uint8_t fl_mlid, uint16_t rlid);

/** Its second segment: MAC address, traffic class, hop limit, word of GRH (bit 30), index of the
 * source GID (20 to 27) and flow label. Since version 25.1. */
FLEXIO_DEV_STABLE flexio_dev_status_t flexio_dev_swqe_seg_av2_set(
    union flexio_dev_sqe_seg *swqe, const uint8_t rmac[6], uint8_t tclass,
    uint8_t hop_limit, uint32_t grh_gid_fl);

/** Its third segment: the destination's GID. Since version 25.1. */
FLEXIO_DEV_STABLE flexio_dev_status_t flexio_dev_swqe_seg_av3_set(
    union flexio_dev_sqe_seg *swqe, const uint8_t rgid[16]);

#ifdef __cplusplus
}
#endif

#endif
