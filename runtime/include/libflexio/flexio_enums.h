/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Enumerations of the Flex IO host interface. A part of libflexio/flexio.h, which is the header to
 * include. Values are those of the manual; renamed ones have both names. C11 and C++.
 */
#ifndef LIBFLEXIO_FLEXIO_ENUMS_H
#define LIBFLEXIO_FLEXIO_ENUMS_H

#include <libflexio/flexio_hw_models.h>

/** Result of a call. */
typedef enum {
  FLEXIO_STATUS_SUCCESS = 0,
  FLEXIO_STATUS_FAILED = 1,
  FLEXIO_STATUS_TIMEOUT = 2,   /**< no answer of the device in time */
  FLEXIO_STATUS_FATAL_ERR = 3, /**< the process is dead */
} flexio_status;

/** How an execution unit is selected. */
enum flexio_affinity_type {
  FLEXIO_AFFINITY_NONE = 0,   /**< any free execution unit (EU) */
  FLEXIO_AFFINITY_STRICT = 1, /**< the EU with the given number */
  FLEXIO_AFFINITY_GROUP = 2,  /**< any EU of the given group */
};

/** State of a command queue. */
enum flexio_cmdq_state {
  FLEXIO_CMDQ_STATE_PENDING = 0, /**< accepts tasks but runs none */
  FLEXIO_CMDQ_STATE_RUNNING = 1,
};

/** Start of the moderation timer of a completion queue. */
enum flexio_cq_period_mode {
  FLEXIO_CQ_PERIOD_MODE_EVENT = 0x0, /**< at the event */
  FLEXIO_CQ_PERIOD_MODE_CQE = 0x1,   /**< at the completion */
};

/** Compression of completions. */
enum flexio_cqe_comp_type {
  FLEXIO_CQE_COMP_NONE = 0x0,
  FLEXIO_CQE_COMP_ENABLE = 0x2,
  /* Names of version 24.01. */
  FLEXIO_CQE_COMP_BASIC = 0x1,
  FLEXIO_CQE_COMP_ENH = FLEXIO_CQE_COMP_ENABLE,
};

/** Layout of the small completions of a compressed block. */
enum flexio_cqe_comp_format {
  FLEXIO_CQE_FORMAT_RESP_BYTECOUNT_HASH = 0,
  FLEXIO_CQE_FORMAT_RESP_BYTECOUNT_CKSUM = 1,
  FLEXIO_CQE_FORMAT_RESP_FLOW_TAG = 2,
  FLEXIO_CQE_FORMAT_RESP_BYTECOUNT_CKSUM_STRIDE_INDEX = 3,
  FLEXIO_CQE_FORMAT_RESP_L3_L4_INFO = 4,
};

/** The receiver of a completion queue's events. */
enum {
  FLEXIO_CQ_ELEMENT_TYPE_DPA_THREAD = 0,
  FLEXIO_CQ_ELEMENT_TYPE_EXT_EQ = 2,
  FLEXIO_CQ_ELEMENT_TYPE_NON_DPA_CQ = 8,
  FLEXIO_CQ_ELEMENT_TYPE_DPA_MSIX_EMULATED_CQ = 9,
};

/** Level of a log entry of the host library, most important first. */
typedef enum flexio_log_lvl {
  FLEXIO_LOG_LVL_ERR = 0,
  FLEXIO_LOG_LVL_WARN = 1,
  FLEXIO_LOG_LVL_INFO = 2,
  FLEXIO_LOG_LVL_DBG = 3,
} flexio_log_lvl_t;

/** Place of memory. */
enum flexio_memtype {
  FLEXIO_MEMTYPE_DPA = 0,
  FLEXIO_MEMTYPE_HOST = 1,
};

/** When a message stream shows its messages; each value has an older and a newer name. */
typedef enum flexio_msg_dev_sync_mode {
  FLEXIO_LOG_DEV_SYNC_MODE_SYNC = 0,   /**< at once */
  FLEXIO_LOG_DEV_SYNC_MODE_ASYNC = 1,  /**< at a flush */
  FLEXIO_LOG_DEV_SYNC_MODE_BATCH = 2,  /**< when half of the buffer is full */
  FLEXIO_LOG_DEV_SYNC_MODE_TRACER = 3, /**< records that the host formats */
  FLEXIO_MSG_DEV_SYNC_MODE_SYNC = FLEXIO_LOG_DEV_SYNC_MODE_SYNC,
  FLEXIO_MSG_DEV_SYNC_MODE_ASYNC = FLEXIO_LOG_DEV_SYNC_MODE_ASYNC,
  FLEXIO_MSG_DEV_SYNC_MODE_BATCH = FLEXIO_LOG_DEV_SYNC_MODE_BATCH,
  FLEXIO_MSG_DEV_SYNC_MODE_TRACER = FLEXIO_LOG_DEV_SYNC_MODE_TRACER,
} flexio_msg_dev_sync_mode;
/** Older name of flexio_msg_dev_sync_mode. */
#define flexio_log_dev_sync_mode flexio_msg_dev_sync_mode

/** Transport of messages to the host; older and newer names. */
enum flexio_msg_transport {
  FLEXIO_TRACER_TRANSPORT_QP = 0,
  FLEXIO_TRACER_TRANSPORT_WINDOW = 1,
  FLEXIO_MSG_TRANSPORT_QP_RC = 0,
  FLEXIO_MSG_TRANSPORT_WINDOW = 1,
  FLEXIO_MSG_TRANSPORT_QP_UC = 2,
  FLEXIO_MSG_TRANSPORT_QP_UD = 3,
};
/** Older name of flexio_msg_transport. */
#define flexio_tracer_transport flexio_msg_transport

/** Operations that a queue pair allows, as bits. */
enum flexio_qp_op_types {
  FLEXIO_QP_WR_RDMA_WRITE = 0x4,
  FLEXIO_QP_WR_RDMA_READ = 0x8,
  FLEXIO_QP_WR_ATOMIC_CMP_AND_SWAP = 0x10,
};

/** Path MTU of a queue pair. */
enum flexio_qp_qpc_mtu {
  FLEXIO_QP_QPC_MTU_BYTES_256 = 0x1,
  FLEXIO_QP_QPC_MTU_BYTES_512 = 0x2,
  FLEXIO_QP_QPC_MTU_BYTES_1K = 0x3,
  FLEXIO_QP_QPC_MTU_BYTES_2K = 0x4,
  FLEXIO_QP_QPC_MTU_BYTES_4K = 0x5,
};

/** State of a queue pair. */
enum flexio_qp_state {
  FLEXIO_QP_STATE_RST = 0x0,
  FLEXIO_QP_STATE_INIT = 0x1,
  FLEXIO_QP_STATE_RTR = 0x2,
  FLEXIO_QP_STATE_RTS = 0x3,
  FLEXIO_QP_STATE_ERR = 0x6,
};

/** Source of a queue pair's receive work. */
enum {
  FLEXIO_QP_QPC_RQ_TYPE_REGULAR = 0x0,
  FLEXIO_QP_QPC_RQ_TYPE_SRQ_RMP_XRC_SRQ_XRQ = 0x1,
  FLEXIO_QP_QPC_RQ_TYPE_ZERO_SIZE_RQ = 0x3,
};

/** Transport of a queue pair. */
enum flexio_qp_transport_type {
  FLEXIO_QPC_ST_RC = 0x0,
  FLEXIO_QPC_ST_UC = 0x1,
  FLEXIO_QPC_ST_UD = 0x2,
  FLEXIO_QPC_ST_XRC = 0x3,
  FLEXIO_QPC_ST_IBL2 = 0x4,
  FLEXIO_QPC_ST_DCI = 0x5,
  FLEXIO_QPC_ST_QP0 = 0x7,
  FLEXIO_QPC_ST_QP1 = 0x8,
  FLEXIO_QPC_ST_RAW_DATAGRAM = 0x9,
  FLEXIO_QPC_ST_REG_UMR = 0xc,
  FLEXIO_QPC_ST_DC_CNAK = 0x10,
};

/** Padding at the end of received packets. */
enum flexio_wq_end_pad_mode {
  FLEXIO_WQ_END_PAD_NONE = 0x0,
  FLEXIO_WQ_END_PAD_ALIGN = 0x1,
};

/** Structure of a receive queue. */
enum flexio_wq_type {
  FLEXIO_WQ_TYPE_LINKED_LIST = 0x0,
  FLEXIO_WQ_TYPE_CYCLIC = 0x1,
};

/* ---- Names of version 24.01 ---- */

/** Results of flexio_err_status_get() in that version. */
enum flexio_err_status {
  FLEXIO_DEV_NO_ERROR = 0,
  FLEXIO_DEV_FATAL_ERROR = 1,
  FLEXIO_DEV_USER_ERROR = 2,
};

/** Cores of the largest device. */
#define PHY_CORES_NUM 16
#define EUS_PER_CORE 16 /**< execution units of a core */
#define EUS_LIMIT (PHY_CORES_NUM * EUS_PER_CORE) /**< all execution units */
#define OS_RESERVED_EUS 2 /**< execution units of the operating system */
/** Execution units for programs. */
#define USER_EUS_LIMIT (EUS_LIMIT - OS_RESERVED_EUS)
#define EU_BITMASK_LEN (EUS_LIMIT / 8) /**< bytes of a set of EUs */

#endif
