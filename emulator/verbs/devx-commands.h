// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands of mlx5 firmware as programs pass them to mlx5dv_devx_*: opcodes and the
// places of their fields, after the public programmer's reference manual. Fields are
// big-endian; places are in bits, counted from the most significant bit of the first
// byte. A field beyond the end of a command is 0.
#ifndef DPA_EMULATOR_VERBS_DEVX_COMMANDS_H
#define DPA_EMULATOR_VERBS_DEVX_COMMANDS_H

#include <cstddef>
#include <cstdint>
#include <span>

namespace dpa::verbs::devx {

struct Field {
  uint32_t offset;
  uint32_t bits; ///< up to 64
};

enum class Opcode : uint16_t {
  QueryHcaCap = 0x100,
  CreateMkey = 0x200,
  CreateCq = 0x400,
  QueryCq = 0x402,
  ModifyCq = 0x403,
  CreateQp = 0x500,
  RstToInitQp = 0x502,
  InitToRtrQp = 0x503,
  RtrToRtsQp = 0x504,
  RtsToRtsQp = 0x505,
  SqErrToRtsQp = 0x506,
  ToErrQp = 0x507,
  ToRstQp = 0x50a,
  QueryQp = 0x50b,
  SqdToRtsQp = 0x50c,
  InitToInitQp = 0x50e,
  CreateSrq = 0x700,
  QuerySrq = 0x702,
  ArmRq = 0x703,
  CreateXrcSrq = 0x705,
  AllocPd = 0x800,
  AllocTransportDomain = 0x816,
  CreateTir = 0x900,
  ModifyTir = 0x901,
  CreateSq = 0x904,
  ModifySq = 0x905,
  QuerySq = 0x907,
  CreateRq = 0x908,
  ModifyRq = 0x909,
  QueryRq = 0x90b,
  CreateRmp = 0x90c,
  ModifyRmp = 0x90d,
  QueryRmp = 0x90f,
  CreateTis = 0x912,
  CreateRqt = 0x916,
  ModifyRqt = 0x917,
  AllocFlowCounter = 0x939,
  QueryFlowCounter = 0x93b,
};

/// Of each command and of each answer.
inline constexpr size_t headSize = 16;
inline constexpr Field opcode = {0x00, 16};
inline constexpr Field modifier = {0x30, 16}; ///< of the opcode
inline constexpr Field number = {0x48, 24};   ///< of the new object, in answers

/// First byte of an answer.
enum class Status : uint8_t {
  BadParameter = 0x3,
  BadResource = 0x5, ///< does not exist
  BadResourceState = 0x9,
  BadQueuePairState = 0x10,
  TooManyEntries = 0x40, ///< of a completion queue, for its new size
  BadInputLength = 0x50,
};

namespace counter {
inline constexpr Field bulkLogSize = {0x73, 5}; ///< 2 to this power; 0: unset
inline constexpr Field bulk = {0x78, 8};        ///< bit n: 128 times 2^n
inline constexpr Field allocatedId = {0x40, 32};
// Of the query.
inline constexpr Field mkey = {0x60, 32};
inline constexpr Field clear = {0xc0, 1};
inline constexpr Field dumpsToMemory = {0xc1, 1};
inline constexpr Field count = {0xd0, 16}; ///< 0 is 1
inline constexpr Field id = {0xe0, 32};
inline constexpr size_t resultSize = 16; ///< packets, bytes; after the head
} // namespace counter

namespace tir {
inline constexpr size_t commandSize = 0x200; ///< with its context
inline constexpr Field dispatch = {0x120, 4};
inline constexpr uint64_t toQueue = 0; ///< values of dispatch
inline constexpr uint64_t toTable = 1;
inline constexpr Field tls = {0x124, 1};
inline constexpr Field mergesPackets = {0x194, 4};
inline constexpr Field queue = {0x1e8, 24};
inline constexpr Field symmetric = {0x200, 1};
inline constexpr Field tunnels = {0x202, 1};
inline constexpr Field table = {0x208, 24};
inline constexpr Field hashFunction = {0x220, 4};
inline constexpr uint32_t keyAt = 0x240; ///< 40 bytes
inline constexpr Field isIpv6 = {0x380, 1};
inline constexpr Field isUdp = {0x381, 1};
inline constexpr Field fields = {0x382, 30};
inline constexpr Field innerFields = {0x3a2, 30};
// Bits of a change.
inline constexpr uint64_t changesTable = 2;
inline constexpr uint64_t changesHash = 4;
} // namespace tir

namespace rqt {
inline constexpr Field queueType = {0x1a5, 3};
inline constexpr Field maxSize = {0x1b0, 16};
inline constexpr Field hasVhcaIds = {0x1c0, 1};
inline constexpr Field actualSize = {0x1d0, 16};
inline constexpr size_t listAt = 0x110; ///< bytes
inline constexpr size_t entrySize = 4;
inline constexpr uint64_t changesList = 1;
} // namespace rqt

namespace tis {
inline constexpr Field tls = {0x101, 1};
inline constexpr Field portAffinity = {0x104, 4};
inline constexpr Field transportDomain = {0x228, 24};
} // namespace tis

/// Of commands that change a TIR or RQT.
namespace modify {
inline constexpr Field number = {0x48, 24};
inline constexpr Field bits = {0x80, 64};
} // namespace modify

/// Of commands that change or query a queue pair: its context is at the same place in
/// commands and answers.
namespace qp {
inline constexpr size_t sizeWithContext = 0x110; ///< with its context
inline constexpr Field number = {0x48, 24};
inline constexpr Field optionalMask = {0x80, 32};
inline constexpr Field state = {0xc0, 4};
inline constexpr Field type = {0xc8, 8};
inline constexpr Field migration = {0xd3, 2};
inline constexpr Field mtu = {0x100, 3};
inline constexpr Field logSendSize = {0x111, 4};
inline constexpr Field remoteQp = {0x168, 24};
// Of the primary path.
inline constexpr Field partitionKey = {0x190, 16};
inline constexpr Field ackTimeout = {0x1c0, 5};
inline constexpr Field sourceGid = {0x1c8, 8};
inline constexpr Field hopLimit = {0x1d8, 8};
inline constexpr Field trafficClass = {0x1e4, 8};
inline constexpr Field flowLabel = {0x1ec, 20};
inline constexpr uint32_t remoteGidAt = 0x200; ///< 16 bytes
inline constexpr Field sourcePort = {0x290, 16};
inline constexpr Field port = {0x2a8, 8};
inline constexpr uint32_t remoteMacAt = 0x2b0; ///< 6 bytes
inline constexpr Field logMaxReads = {0x448, 3};
inline constexpr Field retryCount = {0x44d, 3};
inline constexpr Field rnrRetry = {0x450, 3};
inline constexpr Field sendPsn = {0x488, 24};
inline constexpr Field sendCq = {0x4a8, 24};
inline constexpr Field logMaxRemoteReads = {0x548, 3};
inline constexpr Field remoteRead = {0x550, 1};
inline constexpr Field remoteWrite = {0x551, 1};
inline constexpr Field remoteAtomic = {0x552, 1};
inline constexpr Field minRnrTimer = {0x563, 5};
inline constexpr Field receivePsn = {0x568, 24};
inline constexpr Field receiveCq = {0x5a8, 24};
inline constexpr Field queueKey = {0x600, 32};
// Bits of `optional`.
inline constexpr uint32_t setsRemoteRead = 1u << 1;
inline constexpr uint32_t setsRemoteAtomic = 1u << 2;
inline constexpr uint32_t setsRemoteWrite = 1u << 3;
inline constexpr uint32_t setsPartitionKey = 1u << 4;
inline constexpr uint32_t setsQueueKey = 1u << 5;
inline constexpr uint32_t setsMinRnrTimer = 1u << 6;
inline constexpr uint32_t setsPort = 1u << 16;
} // namespace qp

/// Of commands that change or query a receive queue.
namespace rq {
inline constexpr size_t commandSize =
    0x40; ///< with what is read of its context
inline constexpr Field currentState = {0x40, 4};
inline constexpr Field number = {0x48, 24};
// Of its context.
inline constexpr Field scattersFcs = {0x102, 1};
inline constexpr Field keepsVlan = {0x103, 1};
inline constexpr Field state = {0x108, 4};
inline constexpr Field userIndex = {0x128, 24};
inline constexpr Field completionQueue = {0x148, 24};
inline constexpr Field counterSet = {0x160, 8};
inline constexpr Field wqType = {0x280, 4};
inline constexpr Field lowWaterMark = {0x2b0, 16};
inline constexpr Field hardwareCounter = {0x340, 32};
inline constexpr Field softwareCounter = {0x360, 32};
inline constexpr Field logStride = {0x38c, 4};
inline constexpr Field logSize = {0x39b, 5};
inline constexpr size_t answerSize = 0x110;
// Bits of a change.
inline constexpr uint64_t changesLowWaterMark = 1;
inline constexpr uint64_t changesVlan = 2;
inline constexpr uint64_t changesFcs = 4;
inline constexpr uint64_t changesCounterSet = 8;
} // namespace rq

/// Of QUERY_HCA_CAP; fields are those of the answer, but otherFunction is in the command.
namespace capability {
inline constexpr uint64_t general = 0; ///< types
inline constexpr uint64_t ethernet = 1;
/// The DPA. This type and its layout exist in the emulator only.
inline constexpr uint64_t dpa = 0x7f;
inline constexpr Field executionUnits = {0x00, 32};
inline constexpr Field watchdogMilliseconds = {0x20, 32};
inline constexpr Field otherFunction = {0x40, 1};
inline constexpr size_t answerSize = 16 + 0x100;
} // namespace capability

inline uint64_t get(std::span<const std::byte> command, Field field) {
  uint64_t value = 0;
  for (size_t bit = field.offset; bit < field.offset + field.bits; ++bit) {
    const auto byte = bit / 8 < command.size()
                          ? std::to_integer<unsigned>(command[bit / 8])
                          : 0u;
    value = value << 1 | (byte >> (7 - bit % 8) & 1);
  }
  return value;
}

/// The field is inside of the answer and was 0.
inline void set(std::span<std::byte> answer, Field field, uint64_t value) {
  for (uint32_t i = 0; i < field.bits; ++i) {
    const size_t bit = field.offset + i;
    if ((value >> (field.bits - 1 - i) & 1) != 0)
      answer[bit / 8] |= static_cast<std::byte>(0x80 >> bit % 8);
  }
}

} // namespace dpa::verbs::devx

#endif
