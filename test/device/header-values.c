// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values of the device library's enumerations and constants; its function types declare and cast
// entry points.
// RUN: %device_cc -c %s -o %t.o
#include <libflexio-dev/flexio_dev.h>
#include <libflexio-dev/flexio_dev_err.h>
#include <libflexio-dev/flexio_dev_queue_access.h>

#define IS(name, value) _Static_assert((name) == (value), #name)

IS(FLEXIO_DEV_STATUS_SUCCESS, 0);
IS(FLEXIO_DEV_STATUS_FAILED, 1);
IS(MLX5_CTRL_SEG_CE_CQE_ON_CQE_ERROR, 0);
IS(MLX5_CTRL_SEG_CE_CQE_ON_FIRST_CQE_ERROR, 1);
IS(MLX5_CTRL_SEG_CE_CQE_ALWAYS, 2);
IS(MLX5_CTRL_SEG_CE_CQE_AND_EQE, 3);
IS(FLEXIO_DEV_NIC_COUNTER_PORT0_RX_BYTES, 0x10);
IS(FLEXIO_DEV_NIC_COUNTER_PORT1_RX_BYTES, 0x11);
IS(FLEXIO_DEV_NIC_COUNTER_PORT2_RX_BYTES, 0x12);
IS(FLEXIO_DEV_NIC_COUNTER_PORT3_RX_BYTES, 0x13);
IS(FLEXIO_DEV_NIC_COUNTER_PORT0_TX_BYTES, 0x20);
IS(FLEXIO_DEV_NIC_COUNTER_PORT1_TX_BYTES, 0x21);
IS(FLEXIO_DEV_NIC_COUNTER_PORT2_TX_BYTES, 0x22);
IS(FLEXIO_DEV_NIC_COUNTER_PORT3_TX_BYTES, 0x23);
IS(FLEXIO_DEV_WINDOW_ENTITY_0, 0);
IS(FLEXIO_DEV_WINDOW_ENTITY_1, 1);
IS(FLEXIO_DEV_WINDOW_ENTITY_NUM, 2);
IS(FLEXIO_DEV_ERROR_ILLEGAL_ERR, 0x42);
IS(FLEXIO_CTRL_SEG_SEND_EN, 0);
IS(FLEXIO_CTRL_SEG_SEND_RC, 1);
IS(FLEXIO_CTRL_SEG_LDMA, 2);
IS(FLEXIO_CTRL_SEG_RDMA_WRITE, 3);
IS(FLEXIO_CTRL_SEG_RDMA_READ, 4);
IS(FLEXIO_CTRL_SEG_ATOMIC_COMPARE_AND_SWAP, 5);
IS(FLEXIO_CTRL_SEG_LSO, 6);
IS(FLEXIO_CTRL_SEG_NOP, 7);
IS(FLEXIO_CTRL_SEG_RDMA_WRITE_IMM, 8);
IS(FLEXIO_CTRL_SEG_TRANSPOSE, 9);
IS(FLEXIO_CTRL_SEG_TYPE_SEND_EN, FLEXIO_CTRL_SEG_SEND_EN);
IS(MLX5_CTRL_SEG_OPCODE_NOP, 0x00);
IS(MLX5_CTRL_SEG_OPCODE_SND_INV, 0x01);
IS(MLX5_CTRL_SEG_OPCODE_RDMA_WRITE, 0x08);
IS(MLX5_CTRL_SEG_OPCODE_RDMA_WRITE_WITH_IMMEDIATE, 0x09);
IS(MLX5_CTRL_SEG_OPCODE_SEND, 0x0a);
IS(MLX5_CTRL_SEG_OPCODE_SEND_WITH_IMMEDIATE, 0x0b);
IS(MLX5_CTRL_SEG_OPCODE_LSO, 0x0e);
IS(MLX5_CTRL_SEG_OPCODE_WAIT, 0x0f);
IS(MLX5_CTRL_SEG_OPCODE_RDMA_READ, 0x10);
IS(MLX5_CTRL_SEG_OPCODE_ATOMIC_COMPARE_AND_SWAP, 0x11);
IS(MLX5_CTRL_SEG_OPCODE_ATOMIC_FETCH_AND_ADD, 0x12);
IS(MLX5_CTRL_SEG_OPCODE_ATOMIC_MASKED_COMPARE_AND_SWAP, 0x14);
IS(MLX5_CTRL_SEG_OPCODE_ATOMIC_MASKED_FETCH_AND_ADD, 0x15);
IS(MLX5_CTRL_SEG_OPCODE_RECEIVE_EN, 0x16);
IS(MLX5_CTRL_SEG_OPCODE_SEND_EN, 0x17);
IS(MLX5_CTRL_SEG_OPCODE_SET_PSV, 0x20);
IS(MLX5_CTRL_SEG_OPCODE_GET_PSV, 0x21);
IS(MLX5_CTRL_SEG_OPCODE_CHECK_PSV, 0x22);
IS(MLX5_CTRL_SEG_OPCODE_DUMP, 0x23);
IS(MLX5_CTRL_SEG_OPCODE_UMR, 0x25);
IS(MLX5_CTRL_SEG_OPCODE_RGET_PSV, 0x26);
IS(MLX5_CTRL_SEG_OPCODE_RCHECK_PSV, 0x27);
IS(MLX5_CTRL_SEG_OPCODE_TAG_MATCHING, 0x28);
IS(MLX5_CTRL_SEG_OPCODE_ENHANCED_MPSW, 0x29);
IS(MLX5_CTRL_SEG_OPCODE_QOS_REMAP, 0x2a);
IS(MLX5_CTRL_SEG_OPCODE_FLOW_TABLE_ACCESS, 0x2c);
IS(MLX5_CTRL_SEG_OPCODE_ACCESS_ASO, 0x2d);
IS(MLX5_CTRL_SEG_OPCODE_MMO, 0x2f);
IS(MLX5_CTRL_SEG_OPCODE_LOAD_REMOTE_MICRO_APP, 0x30);
IS(MLX5_CTRL_SEG_OPCODE_STORE_REMOTE_MICRO_APP, 0x31);
IS(MLX5_CTRL_SEG_OPCODE_LOCAL_MMO, 0x32);
IS(LOG_SQE_NUM_SEGS, 2);
IS(sizeof(union flexio_dev_sqe_seg) << LOG_SQE_NUM_SEGS, 64);

/* Each type is a function type, so a declaration with it declares a function. */
flexio_dev_rpc_handler_t rpc;
flexio_dev_arg_unpack_func_t unpack;
flexio_dev_async_rpc_handler_t task;
flexio_dev_event_handler_t handler;

uint64_t rpc(uint64_t arg) { return arg; }
uint64_t unpack(void *argbuf, void *func) {
  return ((flexio_dev_rpc_handler_t *)func)(*(uint64_t *)argbuf);
}
void task(uint64_t arg) { rpc(arg); }
void handler(uint64_t thread_arg) { task(thread_arg); }

/* The enumerations and the status are distinct types. */
enum cq_ce_mode mode = MLX5_CTRL_SEG_CE_CQE_ALWAYS;
enum flexio_dev_nic_counter_ids counter = FLEXIO_DEV_NIC_COUNTER_PORT0_RX_BYTES;
enum flexio_window_entity entity = FLEXIO_DEV_WINDOW_ENTITY_1;
flexio_dev_error_t error = FLEXIO_DEV_ERROR_ILLEGAL_ERR;
flexio_dev_wqe_eth_seg_cs_swp_flags_t flags = FLEXIO_ETH_SEG_L4CS;
flexio_ctrl_seg_t type = FLEXIO_CTRL_SEG_NOP;
enum flexio_ctrl_seg type_by_tag = FLEXIO_CTRL_SEG_NOP;
flexio_dev_status_t status = FLEXIO_DEV_STATUS_FAILED;

/* A library of the program may mark its own functions as experimental. */
FLEXIO_DEV_EXPERIMENTAL void extension(void);
void extension(void) {}
