// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values of the public enumerations and constants, the order of the fields of the structs, and the
// names of both generations.
// RUN: gcc -std=c11 -Wall -Wextra -Werror -DFLEXIO_ALLOW_EXPERIMENTAL_API -I%sdk/include -fsyntax-only %s
#include <libflexio/flexio.h>
#include <stddef.h>

#define IS(name, value) _Static_assert((name) == (value), #name)
#define FOLLOWS(type, first, second)                                           \
  _Static_assert(offsetof(type, first) < offsetof(type, second), #second)

IS(FLEXIO_STATUS_SUCCESS, 0);
IS(FLEXIO_STATUS_FAILED, 1);
IS(FLEXIO_STATUS_TIMEOUT, 2);
IS(FLEXIO_STATUS_FATAL_ERR, 3);
IS(FLEXIO_AFFINITY_NONE, 0);
IS(FLEXIO_AFFINITY_STRICT, 1);
IS(FLEXIO_AFFINITY_GROUP, 2);
IS(FLEXIO_CMDQ_STATE_PENDING, 0);
IS(FLEXIO_CMDQ_STATE_RUNNING, 1);
IS(FLEXIO_CQ_PERIOD_MODE_EVENT, 0);
IS(FLEXIO_CQ_PERIOD_MODE_CQE, 1);
IS(FLEXIO_CQE_COMP_NONE, 0);
IS(FLEXIO_CQE_COMP_ENABLE, 2);
IS(FLEXIO_CQE_FORMAT_RESP_L3_L4_INFO, 4);
IS(FLEXIO_CQ_ELEMENT_TYPE_DPA_THREAD, 0);
IS(FLEXIO_CQ_ELEMENT_TYPE_EXT_EQ, 2);
IS(FLEXIO_CQ_ELEMENT_TYPE_NON_DPA_CQ, 8);
IS(FLEXIO_CQ_ELEMENT_TYPE_DPA_MSIX_EMULATED_CQ, 9);
IS(FLEXIO_LOG_LVL_ERR, 0);
IS(FLEXIO_LOG_LVL_WARN, 1);
IS(FLEXIO_LOG_LVL_INFO, 2);
IS(FLEXIO_LOG_LVL_DBG, 3);
IS(FLEXIO_MEMTYPE_DPA, 0);
IS(FLEXIO_MEMTYPE_HOST, 1);
IS(FLEXIO_LOG_DEV_SYNC_MODE_SYNC, 0);
IS(FLEXIO_LOG_DEV_SYNC_MODE_ASYNC, 1);
IS(FLEXIO_LOG_DEV_SYNC_MODE_BATCH, 2);
IS(FLEXIO_MSG_DEV_SYNC_MODE_TRACER, 3);
IS(FLEXIO_TRACER_TRANSPORT_QP, 0);
IS(FLEXIO_TRACER_TRANSPORT_WINDOW, 1);
IS(FLEXIO_MSG_TRANSPORT_QP_RC, 0);
IS(FLEXIO_MSG_TRANSPORT_QP_UD, 3);
IS(FLEXIO_QP_WR_RDMA_WRITE, 4);
IS(FLEXIO_QP_WR_RDMA_READ, 8);
IS(FLEXIO_QP_WR_ATOMIC_CMP_AND_SWAP, 16);
IS(FLEXIO_QP_QPC_MTU_BYTES_256, 1);
IS(FLEXIO_QP_QPC_MTU_BYTES_512, 2);
IS(FLEXIO_QP_QPC_MTU_BYTES_1K, 3);
IS(FLEXIO_QP_QPC_MTU_BYTES_2K, 4);
IS(FLEXIO_QP_QPC_MTU_BYTES_4K, 5);
IS(FLEXIO_QP_STATE_RST, 0);
IS(FLEXIO_QP_STATE_INIT, 1);
IS(FLEXIO_QP_STATE_RTR, 2);
IS(FLEXIO_QP_STATE_RTS, 3);
IS(FLEXIO_QP_STATE_ERR, 6);
IS(FLEXIO_QP_QPC_RQ_TYPE_ZERO_SIZE_RQ, 3);
IS(FLEXIO_QPC_ST_RC, 0);
IS(FLEXIO_QPC_ST_UC, 1);
IS(FLEXIO_QPC_ST_UD, 2);
IS(FLEXIO_QPC_ST_XRC, 3);
IS(FLEXIO_QPC_ST_IBL2, 4);
IS(FLEXIO_QPC_ST_DCI, 5);
IS(FLEXIO_QPC_ST_QP0, 7);
IS(FLEXIO_QPC_ST_QP1, 8);
IS(FLEXIO_QPC_ST_RAW_DATAGRAM, 9);
IS(FLEXIO_QPC_ST_REG_UMR, 12);
IS(FLEXIO_QPC_ST_DC_CNAK, 16);
IS(FLEXIO_WQ_END_PAD_NONE, 0);
IS(FLEXIO_WQ_END_PAD_ALIGN, 1);
IS(FLEXIO_WQ_TYPE_LINKED_LIST, 0);
IS(FLEXIO_WQ_TYPE_CYCLIC, 1);
IS(FLEXIO_HW_MODEL_DEF, 0);
IS(FLEXIO_HW_MODEL_CX7, 1);
IS(FLEXIO_HW_MODEL_BF3, 2);
IS(FLEXIO_HW_MODEL_CX8, 3);
IS(FLEXIO_HW_MODEL_CX9, 4);
IS(FLEXIO_HW_MODEL_NA, 0xFFFF);
IS(FLEXIO_MSG_DEV_NO_PRINT, 0);
IS(FLEXIO_MSG_DEV_ALWAYS_PRINT, 1);
IS(FLEXIO_MSG_DEV_ERROR, 2);
IS(FLEXIO_MSG_DEV_WARN, 3);
IS(FLEXIO_MSG_DEV_INFO, 4);
IS(FLEXIO_MSG_DEV_DEBUG, 5);
IS(FLEXIO_MSG_DEV_MAX_STREAMS_AMOUNT, 255);
IS(FLEXIO_MAX_NAME_LEN, 256);
IS(sizeof(flexio_uintptr_t), 8);
IS(sizeof(flexio_uar_device_id), 4);
IS(sizeof(flexio_msg_dev_level), 1);

FOLLOWS(struct flexio_process_attr, pd, en_pcc);
FOLLOWS(struct flexio_process_attr, en_pcc, name);
FOLLOWS(struct flexio_event_handler_attr, thread_local_storage_daddr, affinity);
FOLLOWS(struct flexio_cq_attr, cqe_comp_type, cqe_comp_format);
FOLLOWS(struct flexio_cq_attr, always_armed, cq_ring_qmem);
FOLLOWS(struct flexio_wq_attr, pd, sq);
FOLLOWS(struct flexio_qp_attr, next_state, remote_qp_num);
FOLLOWS(struct flexio_qp_attr, isolate_vl_tc, q_key);
FOLLOWS(struct flexio_app_attr, app_bsize, sig_ptr);
FOLLOWS(flexio_msg_stream_attr_t, level, mgmt_affinity);
_Static_assert(offsetof(flexio_msg_stream_attr_t, tracer_mode) ==
                   offsetof(struct flexio_log_dev_attr, transport_mode),
               "one field, two names");

/* As public programs write them. */
struct flexio_process_attr process_attributes = {NULL, 0, "name"};
struct flexio_mkey_attr mkey_attributes = {NULL, 4096, 4096, 1};
struct flexio_event_handler_attr handler_attributes = {
    NULL, 0, 0, 0, {FLEXIO_AFFINITY_NONE, 0}, NULL};
enum flexio_tracer_transport transport = FLEXIO_TRACER_TRANSPORT_WINDOW;
enum flexio_log_dev_sync_mode mode = FLEXIO_LOG_DEV_SYNC_MODE_SYNC;
flexio_msg_dev_sync_mode same_mode = FLEXIO_MSG_DEV_SYNC_MODE_SYNC;

/* Types that no function of this library uses yet, and one that has two names. */
struct flexio_qp_attr_opt_param_mask mask = {.qp_access_mask = true,
                                             .min_rnr_nak_timer = true};
struct flexio_wq_rq_attr receive = {.wq_type = FLEXIO_WQ_TYPE_CYCLIC,
                                    .end_pad_mode = FLEXIO_WQ_END_PAD_ALIGN};
struct flexio_wq_sq_attr send = {.allow_multi_pkt_send_wqe = 1};
flexio_log_lvl_t level = FLEXIO_LOG_LVL_WARN;
enum flexio_qp_op_types operation = FLEXIO_QP_WR_RDMA_READ;
enum flexio_qp_qpc_mtu mtu = FLEXIO_QP_QPC_MTU_BYTES_4K;
enum flexio_qp_transport_type qp_transport = FLEXIO_QPC_ST_RC;
enum flexio_wq_end_pad_mode padding = FLEXIO_WQ_END_PAD_NONE;
enum flexio_wq_type kind = FLEXIO_WQ_TYPE_LINKED_LIST;
