// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fields of commands that create queues, as in devx-commands.h. Contexts of queues are at
// the same place in commands and in answers to queries.
#ifndef DPA_EMULATOR_VERBS_DEVX_QUEUE_FIELDS_H
#define DPA_EMULATOR_VERBS_DEVX_QUEUE_FIELDS_H

#include "emulator/verbs/devx-commands.h"

namespace dpa::verbs::devx {

/// Of commands that create a queue, and of answers with a context.
inline constexpr size_t queueCommandSize = 0x110;

/// In lists of unused fields: one that must be 0, since its values are not emulated.
struct NamedField {
  Field field;
  const char *name;
};

/// Where a ring or a doorbell record is.
struct PlaceFields {
  NamedField valid; ///< 1; programs may leave it 0, since the kernel sets it
  NamedField umem;
  NamedField offset;
};

namespace mkey {
inline constexpr Field atomic = {0x91, 1};
inline constexpr Field remoteWrite = {0x92, 1};
inline constexpr Field remoteRead = {0x93, 1};
inline constexpr Field localWrite = {0x94, 1};
inline constexpr Field localRead = {0x95, 1};
inline constexpr Field accessMode = {0x96, 2};
inline constexpr Field queuePair = {0xa0, 24};
inline constexpr Field variant = {0xb8, 8}; ///< low byte of the key
inline constexpr Field domain = {0xe8, 24};
inline constexpr Field start = {0x100, 64};
inline constexpr Field length = {0x140, 64};
inline constexpr PlaceFields memory = {{{0x61, 1}, "mkey_umem_valid"},
                                       {{0x320, 32}, "mkey_umem_id"},
                                       {{0x340, 64}, "mkey_umem_offset"}};
inline constexpr uint64_t translated = 1; ///< accessMode: MTT
inline constexpr uint64_t anyQueuePair = 0xffffff;
inline constexpr NamedField unused[] = {
    {{0x60, 1}, "pg_access"},
    {{0x81, 1}, "free"},
    {{0x83, 3}, "access_mode_4_2"},
    {{0x90, 1}, "umr_en"},
    {{0x9a, 2}, "ma_translation_mode"},
    {{0xe0, 1}, "length64"},
    {{0xe1, 1}, "bsf_en"},
};
} // namespace mkey

namespace cq {
inline constexpr Field collapsed = {0x8b, 1};
inline constexpr Field ignoresOverrun = {0x8e, 1};
inline constexpr Field periodMode = {0x8f, 2};
inline constexpr Field compresses = {0x91, 1};
inline constexpr Field miniFormat = {0x92, 2};
inline constexpr Field logSize = {0xe3, 5};
inline constexpr Field uar = {0xe8, 24};
inline constexpr Field period = {0x104, 12};
inline constexpr Field maxCount = {0x110, 16};
inline constexpr Field eventQueue = {0x120, 32};
inline constexpr PlaceFields ring = {{{0x2e0, 1}, "cq_umem_valid"},
                                     {{0x2c0, 32}, "cq_umem_id"},
                                     {{0x280, 64}, "cq_umem_offset"}};
inline constexpr PlaceFields record = {{{0x86, 1}, "dbr_umem_valid"},
                                       {{0xa0, 32}, "dbr_umem_id"},
                                       {{0x240, 64}, "dbr_addr"}};
inline constexpr NamedField unused[] = {
    {{0x87, 1}, "apu_cq"},
    {{0x88, 3}, "cqe_sz"},
    {{0x9e, 2}, "cqe_compression_layout"},
    {{0xd4, 6}, "page_offset"},
};
// Of MODIFY_CQ and QUERY_CQ.
inline constexpr Field number = {0x48, 24};
inline constexpr Field selected = {0x60, 32};
inline constexpr uint64_t changesPeriod = 1;
inline constexpr uint64_t changesCount = 2;
inline constexpr uint64_t changesOverrun = 4;
inline constexpr uint64_t changesPeriodMode = 16;
// Of MODIFY_CQ with this modifier. Offset and size of pages are those of the umem.
inline constexpr uint64_t resizes = 1;
inline constexpr uint64_t changesLogSize = 1;
inline constexpr uint64_t changesPageOffset = 2;
inline constexpr uint64_t changesPageSize = 4;
inline constexpr NamedField unusedInResize[] = {
    {{0x88, 3}, "cqe_sz"},
    {{0xd4, 6}, "page_offset"},
};
} // namespace cq

/// Part of the contexts of SQ, RQ and RMP.
namespace wq {
inline constexpr Field type = {0x280, 4};
inline constexpr Field domain = {0x2c8, 24};
inline constexpr Field uar = {0x2e8, 24};
inline constexpr Field hardwareCounter = {0x340, 32};
inline constexpr Field softwareCounter = {0x360, 32};
inline constexpr Field logStride = {0x38c, 4};
inline constexpr Field logSize = {0x39b, 5};
inline constexpr uint64_t linkedList = 0; ///< values of type
inline constexpr uint64_t cyclic = 1;
inline constexpr PlaceFields ring = {{{0x3a1, 1}, "wq_umem_valid"},
                                     {{0x3e0, 32}, "wq_umem_id"},
                                     {{0x400, 64}, "wq_umem_offset"}};
inline constexpr PlaceFields record = {{{0x3a0, 1}, "dbr_umem_valid"},
                                       {{0x3c0, 32}, "dbr_umem_id"},
                                       {{0x300, 64}, "dbr_addr"}};
inline constexpr NamedField unused[] = {
    {{0x284, 1}, "wq_signature"},      {{0x285, 2}, "end_padding_mode"},
    {{0x287, 1}, "cd_slave"},          {{0x2a0, 1}, "hds_skip_first_sge"},
    {{0x2ab, 5}, "page_offset"},       {{0x2b0, 16}, "lwm"},
    {{0x3b8, 1}, "two_byte_shift_en"}, {{0x460, 1}, "shampo_enable"},
};
} // namespace wq

namespace sq {
inline constexpr Field currentState = {0x40, 4}; ///< of MODIFY_SQ
inline constexpr Field number = {0x48, 24};
inline constexpr Field multiPacket = {0x104, 1};
inline constexpr Field state = {0x108, 4};
inline constexpr Field userIndex = {0x128, 24};
inline constexpr NamedField completionQueue = {{0x148, 24}, "cqn"};
inline constexpr Field tisCount = {0x200, 16};
inline constexpr Field tis = {0x268, 24};
inline constexpr NamedField unused[] = {
    {{0x100, 1}, "rlky"},
    {{0x101, 1}, "cd_master"},
    {{0x10c, 1}, "reg_umr"},
    {{0x10d, 1}, "allow_swp"},
    {{0x10e, 1}, "hairpin"},
    {{0x1f0, 16}, "packet_pacing_rate_limit_index"},
    {{0x210, 16}, "qos_queue_group_id"},
};
} // namespace sq

namespace rq {
inline constexpr NamedField namedCq = {completionQueue, "cqn"};
inline constexpr NamedField unused[] = {
    {{0x100, 1}, "rlky"},        {{0x101, 1}, "delay_drop_en"},
    {{0x102, 1}, "scatter_fcs"}, {{0x104, 4}, "mem_rq_type"},
    {{0x10e, 1}, "hairpin"},     {{0x160, 8}, "counter_set_id"},
};
} // namespace rq

namespace rmp {
inline constexpr Field number = {0x48, 24};
inline constexpr Field state = {0x108, 4};
inline constexpr Field isCyclic = {0x120, 1};    ///< basic_cyclic_rcv_wqe
inline constexpr Field currentState = {0x40, 4}; ///< of MODIFY_RMP
inline constexpr Field lowWaterMark = {0x2b0, 16};
inline constexpr uint64_t ready = 1; ///< of both states
inline constexpr uint64_t changesLowWaterMark = 1;
} // namespace rmp

/// The fields of registered memory are at the places that they have in CREATE_XRC_SRQ.
namespace srq {
inline constexpr Field logSize = {0x84, 4};
inline constexpr Field logStride = {0xa5, 3}; ///< in units of 16 bytes
inline constexpr unsigned strideUnit = 4;     ///< its logarithm
inline constexpr Field domain = {0x148, 24};
inline constexpr Field limit = {0x160, 16};
inline constexpr PlaceFields ring = {{{0x2e0, 1}, "srq_umem_valid"},
                                     {{0x2c0, 32}, "srq_umem_id"},
                                     {{0x280, 64}, "srq_umem_offset"}};
inline constexpr PlaceFields record = {{{0xc7, 1}, "dbr_umem_valid"},
                                       {{0xe0, 32}, "dbr_umem_id"},
                                       {{0x1c0, 64}, "dbr_addr"}};
inline constexpr NamedField unused[] = {
    {{0x80, 4}, "state"},    {{0xa0, 1}, "wq_signature"},
    {{0xa1, 1}, "cont_srq"}, {{0xa3, 1}, "rlky"},
    {{0xa8, 24}, "xrcd"},    {{0xc0, 6}, "page_offset"},
    {{0xc8, 24}, "cqn"},     {{0x160, 16}, "lwm"},
};
// Of QUERY_SRQ and ARM_RQ.
inline constexpr Field number = {0x48, 24};
inline constexpr size_t answerSize = 0x50;
inline constexpr Field newLimit = {0x70, 16};
inline constexpr uint64_t armsShared = 1; ///< op_mod of ARM_RQ
} // namespace srq

namespace qp {
// Of CREATE_QP and QUERY_QP.
inline constexpr Field domain = {0xe8, 24};
inline constexpr Field logReceiveSize = {0x109, 4};
inline constexpr Field logReceiveStride = {0x10d, 3}; ///< in units of 16 bytes
inline constexpr Field hasNoSends = {0x110, 1};
inline constexpr Field uar = {0x128, 24};
inline constexpr Field userIndex = {0x148, 24};
inline constexpr Field receiveType = {0x625, 3};
inline constexpr NamedField sharedQueue = {{0x628, 24}, "srqn_rmpn_xrqn"};
inline constexpr NamedField sendQueueCq = {sendCq, "cqn_snd"};
inline constexpr NamedField receiveQueueCq = {receiveCq, "cqn_rcv"};
// Values of receiveType.
inline constexpr uint64_t receivesFromRing = 0;
inline constexpr uint64_t receivesFromShared = 1;
inline constexpr uint64_t receivesNothing = 3;
/// The receive ring, and behind it the send ring.
inline constexpr PlaceFields rings = {{{0x860, 1}, "wq_umem_valid"},
                                      {{0x840, 32}, "wq_umem_id"},
                                      {{0x800, 64}, "wq_umem_offset"}};
inline constexpr PlaceFields record = {{{0x743, 1}, "dbr_umem_valid"},
                                       {{0x7e0, 32}, "dbr_umem_id"},
                                       {{0x5c0, 64}, "dbr_addr"}};
inline constexpr NamedField unused[] = {
    {{0xc0, 4}, "state"},
    {{0xc4, 4}, "lag_tx_port_affinity"},
    {{0xd8, 4}, "offload_type"},
    {{0xdc, 2}, "end_padding_mode"},
    {{0xe0, 1}, "wq_signature"},
    {{0xe1, 1}, "block_lb_mc"},
    {{0xe2, 1}, "atomic_like_write_en"},
    {{0xe5, 1}, "drain_sigerr"},
    {{0x11b, 1}, "rlky"},
    {{0x11c, 4}, "ulp_stateless_offload_mode"},
    {{0x120, 8}, "counter_set_id"},
    {{0x554, 6}, "page_offset"},
    {{0x55d, 3}, "cd_master, cd_slave_send, cd_slave_receive"},
    {{0x6ef, 1}, "cgs"},
    {{0x6f0, 8}, "cs_req"},
    {{0x6f8, 8}, "cs_res"},
};
} // namespace qp

} // namespace dpa::verbs::devx

#endif
