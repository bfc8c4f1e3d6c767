/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Layouts of queue entries as the NIC reads and writes them (Flex IO SDK API reference, chapter
 * "Flex IO SDK dev queue types"): packed, 8-byte aligned, fields of several bytes are big endian
 * (flexio_dev_endianity.h). Comments give byte offsets where the fields do not. Functions on them
 * are in flexio_dev_queue_access.h.
 */
#ifndef FLEXIO_DEV_QUEUE_TYPES_H
#define FLEXIO_DEV_QUEUE_TYPES_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Types of big-endian fields, from the host's kernel header where there is one. */
#if __has_include(<linux/types.h>)
#include <linux/types.h>
#else
typedef uint16_t __be16;
typedef uint32_t __be32;
typedef uint64_t __be64;
#endif

/** Attributes of every layout here. */
#define FLEXIO_DEV_QUEUE_ENTRY __attribute__((__packed__, __aligned__(8)))

/** A send queue entry (WQEBB, 64 bytes) has 2 to this power segments: entry 5 is segments 20 to
 * 23. */
#define LOG_SQE_NUM_SEGS 2

/** Completion queue entry. */
struct flexio_dev_cqe64 {
  __be32 rsvd00[5];
  __be16 csum_ok; /**< 0x14: bit 0 L2, bit 1 L3, bit 2 L4 */
  uint8_t rsvd22[2];
  __be32 rsvd14[2];
  __be32 srqn_uidx; /**< 0x20: SRQ number or user index */
  __be32 imm_inval_pkey;
  __be32 rsvd;
  __be32 byte_cnt; /**< 0x2c */
  __be32 rsvd48;
  union {
    __be32 err_syndrome; /**< 0x34 */
    struct {             /**< names since version 25.1 */
      uint8_t hw_err_syndrome;
      uint8_t rsvd50;
      uint8_t vendor_err_synd;
      uint8_t syndrome;
    };
  };
  union {
    __be32 qpn; /**< 0x38: number in the lower 24 bits */
    struct {
      uint8_t
          sop_rdrop; /**< opcode of the send entry, or receive drop counter */
      uint8_t qpn24[3];
    };
  };
  __be16 wqe_counter; /**< 0x3c */
  union {
    uint8_t signature;                /**< 0x3e */
    uint8_t validity_iteration_count; /**< queues with compression */
  };
  uint8_t op_own; /**< 0x3f: bit 0 owner, 1 solicited, 2-3 format, 4-7 opcode */
} FLEXIO_DEV_QUEUE_ENTRY;

/** Array of compressed completions in a completion queue entry. */
struct flexio_dev_mini_cqe64 {
  __be64 mini_cqe[7];
  uint8_t rsvd0[6];
  uint8_t validity_iteration_count; /**< 0x3e */
  uint8_t
      num_and_type; /**< 0x3f: bits 4-7 number of completions - 1, 2-3 format */
} FLEXIO_DEV_QUEUE_ENTRY;

/** Event queue entry. */
struct flexio_dev_eqe {
  uint8_t rsvd00;
  uint8_t type;
  uint8_t rsvd02;
  uint8_t sub_type;
  uint8_t rsvd4[28];
  struct {
    __be32 rsvd00[6];
    __be32 cqn; /**< 0x38 of the entry: number in the lower 24 bits */
  } event_data;
  __be16 rsvd3c;
  uint8_t signature; /**< 0x3e */
  uint8_t owner;     /**< 0x3f */
} FLEXIO_DEV_QUEUE_ENTRY;

/** Receive queue entry: a pointer to data. */
struct flexio_dev_wqe_rcv_data_seg {
  __be32 byte_count;
  __be32 lkey;
  __be64 addr;
} FLEXIO_DEV_QUEUE_ENTRY;

/** Send queue: control segment, always first. */
struct flexio_dev_wqe_ctrl_seg {
  __be32 idx_opcode; /**< bits 24-31 opcode modifier, 8-23 index, 0-7 opcode */
  __be32 qpn_ds;     /**< bits 8-31 queue number, 0-5 number of segments */
  __be32 signature_fm_ce_se; /**< bits 24-31 signature, 5-7 fence mode, 2-3
                                completion mode, 1 solicited */
  __be32 general_id;         /**< the immediate, where the opcode has one */
} FLEXIO_DEV_QUEUE_ENTRY;

/** Ethernet segment. */
struct flexio_dev_wqe_eth_seg {
  __be32 rsvd0;
  __be16 cs_swp_flags; /**< flexio_dev_wqe_eth_seg_cs_swp_flags_t */
  __be16 mss;          /**< 0 unless segmentation is offloaded */
  __be32 rsvd2;
  __be16
      inline_hdr_bsz; /**< bytes of headers, over this and the next segment */
  uint8_t inline_hdrs[2];
} FLEXIO_DEV_QUEUE_ENTRY;

/** The rest of the inline headers. */
struct flexio_dev_wqe_inline_data_seg {
  uint8_t inline_data[16];
} FLEXIO_DEV_QUEUE_ENTRY;

/** Pointer to data to send. */
struct flexio_dev_wqe_mem_ptr_send_data_seg {
  __be32 byte_count;
  __be32 lkey;
  __be64 addr;
} FLEXIO_DEV_QUEUE_ENTRY;

/** Data to send, in the entry itself. */
struct flexio_dev_wqe_inline_send_data_seg {
  __be32 byte_count;
  __be32 data_and_padding[3];
} FLEXIO_DEV_QUEUE_ENTRY;

/** Remote memory of an RDMA operation. */
struct flexio_dev_wqe_rdma_seg {
  __be64 raddr;
  __be32 rkey;
  __be32 rsvd0;
} FLEXIO_DEV_QUEUE_ENTRY;

/** Operands of a remote atomic operation; fetch-and-add uses the first only. */
struct flexio_dev_wqe_atomic_seg {
  __be64 swap_or_add_data;
  __be64 compare_data;
} FLEXIO_DEV_QUEUE_ENTRY;

/** Link to the next entry of a shared receive queue. */
struct flexio_dev_wqe_shared_receive_seg {
  uint8_t rsvd0[2];
  __be16 next_wqe_index;
  uint8_t signature;
  uint8_t rsvd1[11];
} FLEXIO_DEV_QUEUE_ENTRY;

/** Shape of a matrix to transpose. */
struct flexio_dev_wqe_transpose_seg {
  uint8_t rsvd0[3];
  uint8_t element_size;
  uint8_t rsvd1;
  uint8_t num_of_cols; /**< 7 bits */
  uint8_t rsvd2;
  uint8_t num_of_rows; /**< 7 bits */
  uint8_t rsvd4[8];
} FLEXIO_DEV_QUEUE_ENTRY;

/** What to wait for: where the number is, and how it is compared. Since version 25.1. */
struct flexio_dev_wqe_wait_on_data_seg {
  uint8_t rsvd0[3];
  uint8_t op; /**< bits 0-3 operation, 4 inverted */
  __be32 lkey;
  __be32 va_hi;
  __be32
      va_lo_fail_action; /**< bits 3-31 address, 0-2 what follows a failure */
} FLEXIO_DEV_QUEUE_ENTRY;

/** What to wait for: the operand. Since version 25.1. */
struct flexio_dev_wqe_wait_on_data_data_seg {
  __be64 data;
  __be64 data_mask;
} FLEXIO_DEV_QUEUE_ENTRY;

/** The destination of a datagram: one of three segments. Since version 25.1. */
union flexio_dev_wqe_adres_vector_seg {
  struct {
    __be32 qkey; /**< with rsvd: the access key of a DC target */
    __be32 rsvd;
    __be32
        ext_dqp; /**< bit 31: two more segments follow; 0-23 destination QP */
    uint8_t stat_rate_sl;
    uint8_t fl_mlid;
    __be16 rlid; /**< RoCE: the UDP source port */
  } av1;
  struct {
    uint8_t rsvd[4];
    uint8_t rmac[6];
    uint8_t tclass;
    uint8_t hop_limit;
    __be32 grh_gid_fl; /**< bit 30 GRH, 20-27 index of the source GID, 0-19 flow
                          label */
  } av2;
  struct {
    uint8_t rgid[16]; /**< or an IP address */
  } av3;
} FLEXIO_DEV_QUEUE_ENTRY;

/** One segment of a send queue entry. */
union flexio_dev_sqe_seg {
  struct flexio_dev_wqe_ctrl_seg ctrl;
  struct flexio_dev_wqe_eth_seg eth;
  struct flexio_dev_wqe_inline_data_seg inline_data;
  struct flexio_dev_wqe_rdma_seg rdma;
  struct flexio_dev_wqe_mem_ptr_send_data_seg mem_ptr_send_data;
  struct flexio_dev_wqe_inline_send_data_seg inline_send_data;
  struct flexio_dev_wqe_atomic_seg atomic;
  struct flexio_dev_wqe_transpose_seg transpose;
  struct flexio_dev_wqe_shared_receive_seg shared_receive;
  struct flexio_dev_wqe_wait_on_data_seg wait_on_data;
  struct flexio_dev_wqe_wait_on_data_data_seg wait_on_data_data;
  union flexio_dev_wqe_adres_vector_seg adres_vector;
};

/** Flags of the Ethernet segment: checksums that the NIC fills in, and
 * software-parsed headers. */
typedef enum {
  FLEXIO_ETH_SEG_L4CS = 0x8000,
  FLEXIO_ETH_SEG_L3CS = 0x4000,
  FLEXIO_ETH_SEG_L4CS_INNER = 0x2000,
  FLEXIO_ETH_SEG_L3CS_INNER = 0x1000,
  FLEXIO_ETH_SEG_TRAILER_ALIGN = 0x0200,
  FLEXIO_ETH_SEG_SWP_OUTER_L4_TYPE = 0x0040,
  FLEXIO_ETH_SEG_SWP_OUTER_L3_TYPE = 0x0020,
  FLEXIO_ETH_SEG_SWP_INNER_L4_TYPE = 0x0002,
  FLEXIO_ETH_SEG_SWP_INNER_L3_TYPE = 0x0001,
} flexio_dev_wqe_eth_seg_cs_swp_flags_t;

#ifdef __cplusplus
}
#endif

#endif
