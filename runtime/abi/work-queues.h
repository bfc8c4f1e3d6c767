/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Numbers in entries of work queues (WQE) and completion queues (CQE) and in doorbell records, as
 * mlx5 cards have them (infiniband/mlx5dv.h): opcodes, modes, flags, syndromes, sizes in bytes.
 * Where they are in an entry: libflexio-dev/flexio_dev_queue_types.h. Macros only.
 */
#ifndef DPA_ABI_WORK_QUEUES_H
#define DPA_ABI_WORK_QUEUES_H

/* --- Sizes */
#define DPA_WQE_SEGMENT 16
#define DPA_WQE_BLOCK 64 /* WQEBB: an index of a send queue counts these */
#define DPA_WQE_LOG_BLOCK 6
#define DPA_WQ_LOG_DEPTH_MAX 15 /* entries of a ring */
#define DPA_RQ_LOG_STRIDE_MIN 4 /* bytes of a receive WQE: one data segment */
#define DPA_RQ_LOG_STRIDE_MAX 9
#define DPA_WQE_MAX_SEGMENTS 63 /* of a send WQE; its size field has 6 bits */
#define DPA_CQE_SIZE 64
#define DPA_MINI_CQES_MAX 7 /* compressed completions in an entry */

/* --- Doorbell records: two big-endian words, by their index */
#define DPA_DBR_RECEIVE 0 /* producer index of a receive queue */
#define DPA_DBR_SEND 1    /* producer index of a send queue */
#define DPA_DBR_CQ_CI 0   /* consumer index of a completion queue, 24 bits */
#define DPA_DBR_CQ_ARM 1  /* not used on the device, which arms by a doorbell */

/* --- Opcodes of send WQEs */
#define DPA_WQE_NOP 0x00
#define DPA_WQE_SEND_INVALIDATE 0x01
#define DPA_WQE_RDMA_WRITE 0x08
#define DPA_WQE_RDMA_WRITE_IMMEDIATE 0x09
#define DPA_WQE_SEND 0x0a
#define DPA_WQE_SEND_IMMEDIATE 0x0b
#define DPA_WQE_LSO 0x0e
#define DPA_WQE_WAIT 0x0f
#define DPA_WQE_RDMA_READ 0x10
#define DPA_WQE_COMPARE_AND_SWAP 0x11
#define DPA_WQE_FETCH_AND_ADD 0x12
#define DPA_WQE_ENHANCED_MPSW 0x29 /* several packets in one WQE */
#define DPA_WQE_LOCAL_MMO 0x32

/* Their modifiers. */
#define DPA_WQE_MMO_TRANSPOSE 0
#define DPA_WQE_MMO_DMA 1
#define DPA_WQE_WAIT_ON_DATA 1

/* Byte of the condition of DPA_WQE_WAIT_ON_DATA: bits 0 to 3 operation. */
#define DPA_WQE_WAIT_OPERATION_MAX 5
#define DPA_WQE_WAIT_INVERTED 0x10

/* --- Control segment: its last byte before the immediate */
#define DPA_WQE_CE_SHIFT 2 /* 2 bits: when a completion is written */
#define DPA_WQE_CE_ON_ERROR 0
#define DPA_WQE_CE_ON_FIRST_ERROR 1
#define DPA_WQE_CE_ALWAYS 2
#define DPA_WQE_CE_ALWAYS_AND_EVENT 3
#define DPA_WQE_SOLICITED 0x02
#define DPA_WQE_FENCE_SHIFT 5 /* 3 bits */

/* --- Ethernet segment: flags */
#define DPA_ETH_L4_CHECKSUM 0x8000
#define DPA_ETH_L3_CHECKSUM 0x4000
#define DPA_ETH_L4_CHECKSUM_INNER 0x2000
#define DPA_ETH_L3_CHECKSUM_INNER 0x1000

/* --- Data segments */
#define DPA_WQE_INLINE                                                         \
  0x80000000u /* in a byte count: the data follow the count */
#define DPA_WQE_LENGTH_OF_ZERO                                                 \
  0x80000000u /* bytes that the byte count 0 of a pointer means */
#define DPA_INVALID_LKEY 0x100 /* ends the list of a receive WQE */

/* --- Address vector of a datagram */
#define DPA_AV_EXTENDED                                                        \
  0x80000000u /* in the word of the destination: two more segments follow */
#define DPA_AV_HAS_GRH 0x40000000u /* in the word of the flow label */

/* --- Completions: opcodes */
#define DPA_CQE_SEND_DONE 0
#define DPA_CQE_RECEIVED_WRITE_IMMEDIATE 1
#define DPA_CQE_RECEIVED 2
#define DPA_CQE_RECEIVED_IMMEDIATE 3
#define DPA_CQE_RECEIVED_INVALIDATE 4
#define DPA_CQE_RESIZE 5 /* the last of a ring; more are in another one */
#define DPA_CQE_SEND_ERROR 13
#define DPA_CQE_RECEIVE_ERROR 14
#define DPA_CQE_INVALID 15 /* not written yet */

/* Last byte: bit 0 owner, bit 1 solicited, bits 2 and 3 format, bits 4 to 7 opcode. */
#define DPA_CQE_OWNER 0x01
#define DPA_CQE_SOLICITED 0x02
#define DPA_CQE_FORMAT_SHIFT 2
#define DPA_CQE_FORMAT_COMPRESSED 3
#define DPA_CQE_OPCODE_SHIFT 4

/* Checksums that are right. */
#define DPA_CQE_L2_OK 1
#define DPA_CQE_L3_OK 2
#define DPA_CQE_L4_OK 4

/* Byte of header types: bit 0 VLAN, bits 2 and 3 L3, bits 4 to 6 L4. */
#define DPA_CQE_HAS_VLAN 0x01
#define DPA_CQE_L3_SHIFT 2
#define DPA_CQE_L3_NONE 0
#define DPA_CQE_L3_IPV6 1
#define DPA_CQE_L3_IPV4 2
#define DPA_CQE_L4_SHIFT 4
#define DPA_CQE_L4_NONE 0
#define DPA_CQE_L4_TCP 1
#define DPA_CQE_L4_UDP 2
#define DPA_CQE_L4_TCP_EMPTY_ACK 3
#define DPA_CQE_L4_TCP_ACK 4

/* Syndromes. */
#define DPA_SYNDROME_LOCAL_LENGTH 0x01
#define DPA_SYNDROME_LOCAL_QP_OPERATION 0x02
#define DPA_SYNDROME_LOCAL_PROTECTION 0x04
#define DPA_SYNDROME_FLUSHED 0x05
#define DPA_SYNDROME_BAD_RESPONSE 0x10
#define DPA_SYNDROME_LOCAL_ACCESS 0x11
#define DPA_SYNDROME_REMOTE_INVALID_REQUEST 0x12
#define DPA_SYNDROME_REMOTE_ACCESS 0x13
#define DPA_SYNDROME_REMOTE_OPERATION 0x14
#define DPA_SYNDROME_RETRIES_EXCEEDED 0x15
#define DPA_SYNDROME_RNR_RETRIES_EXCEEDED 0x16
#define DPA_SYNDROME_REMOTE_ABORTED 0x22

#endif
