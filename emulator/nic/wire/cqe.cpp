// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fields of completion entries, at the offsets that cqe.h draws.
#include "emulator/nic/wire/cqe.h"

#include "emulator/nic/wire/big-endian.h"

#include <algorithm>

namespace dpa {
namespace {

constexpr uint32_t numberMask = 0xffffff;
constexpr unsigned topShift = 24;
constexpr size_t hashAt = 0x0c;
constexpr size_t checksumsAt = 0x14;
constexpr size_t sourceAt = 0x18;
constexpr size_t headerChecksumsAt = 0x1c;
constexpr size_t headerTypesAt = 0x1d;
constexpr size_t vlanAt = 0x1e;
constexpr size_t userIndexAt = 0x20;
constexpr size_t immediateAt = 0x24;
constexpr size_t byteCountAt = 0x2c;
constexpr size_t timestampAt = 0x30;
constexpr size_t vendorSyndromeAt = 0x36;
constexpr size_t syndromeAt = 0x37;
constexpr size_t queueAt = 0x38;
constexpr size_t wqeIndexAt = 0x3c;
constexpr size_t validityAt = 0x3e;
constexpr size_t lastAt = 0x3f;

uint8_t receiveOpcode(Completion::Message message) {
  switch (message) {
  case Completion::Message::Send:
    return DPA_CQE_RECEIVED;
  case Completion::Message::SendImmediate:
    return DPA_CQE_RECEIVED_IMMEDIATE;
  case Completion::Message::SendInvalidate:
    return DPA_CQE_RECEIVED_INVALIDATE;
  case Completion::Message::WriteImmediate:
    return DPA_CQE_RECEIVED_WRITE_IMMEDIATE;
  }
  __builtin_unreachable();
}

uint8_t opcodeOf(const Completion &completion) {
  switch (completion.kind) {
  case Completion::Kind::Zero:
  case Completion::Kind::Send:
    return DPA_CQE_SEND_DONE; // 0
  case Completion::Kind::Receive:
    return receiveOpcode(completion.message);
  case Completion::Kind::SendError:
    return DPA_CQE_SEND_ERROR;
  case Completion::Kind::ReceiveError:
    return DPA_CQE_RECEIVE_ERROR;
  }
  __builtin_unreachable();
}

uint8_t headerTypes(const Completion &completion) {
  unsigned types = (completion.l3Type & 3U) << DPA_CQE_L3_SHIFT |
                   (completion.l4Type & 7U) << DPA_CQE_L4_SHIFT;
  return static_cast<uint8_t>(types |
                              (completion.vlan ? DPA_CQE_HAS_VLAN : 0U));
}

bool isError(const Completion &completion) {
  return completion.kind == Completion::Kind::SendError ||
         completion.kind == Completion::Kind::ReceiveError;
}

/// The header fields of a frame or message.
void writeReceived(std::byte *at, const Completion &completion) {
  constexpr uint32_t grh = 1U << 28;
  storeBig32(at + hashAt, completion.hash);
  storeBig16(at + checksumsAt, completion.checksums);
  storeBig32(at + sourceAt, (completion.sourceQp & numberMask) |
                                (completion.hasGrh ? grh : 0));
  at[headerChecksumsAt] = std::byte(completion.checksums);
  at[headerTypesAt] = std::byte(headerTypes(completion));
  storeBig16(at + vlanAt, completion.vlan.value_or(0));
  storeBig32(at + immediateAt, completion.immediate);
}

/// The word at queueAt.
uint32_t queueWord(const Completion &completion) {
  bool isReceive = completion.kind == Completion::Kind::Receive ||
                   completion.kind == Completion::Kind::ReceiveError;
  uint32_t number = completion.queueNumber;
  if (isReceive)
    return completion.flowTag.value_or(number) & numberMask;
  return uint32_t{completion.wqeOpcode} << topShift | (number & numberMask);
}

void writeMini(std::byte *at, const Completion &completion,
               MiniCqeFormat format) {
  if (format == MiniCqeFormat::ByteCountHash)
    storeBig32(at, completion.hash);
  else
    storeBig16(at, completion.checksums);
  storeBig32(at + sizeof(uint32_t), completion.byteCount);
}

} // namespace

CqeBytes writeCqe(const Completion &completion, uint8_t validity) {
  CqeBytes bytes{};
  std::byte *at = bytes.data();
  at[validityAt] = std::byte(validity);
  if (completion.kind == Completion::Kind::Zero)
    return bytes;
  if (completion.kind == Completion::Kind::Receive)
    writeReceived(at, completion);
  storeBig32(at + userIndexAt, completion.userIndex & numberMask);
  if (isError(completion)) {
    at[vendorSyndromeAt] = std::byte(completion.vendorSyndrome);
    at[syndromeAt] = std::byte(completion.syndrome);
  } else {
    storeBig32(at + byteCountAt, completion.byteCount);
    storeBig64(at + timestampAt, completion.timestamp);
  }
  storeBig32(at + queueAt, queueWord(completion));
  storeBig16(at + wqeIndexAt, completion.wqeIndex);
  at[lastAt] = std::byte(opcodeOf(completion) << DPA_CQE_OPCODE_SHIFT |
                         (completion.isSolicited ? DPA_CQE_SOLICITED : 0));
  return bytes;
}

CqeBytes writeResizeCqe(uint8_t validity) {
  CqeBytes bytes{};
  bytes[validityAt] = std::byte(validity);
  bytes[lastAt] = std::byte(DPA_CQE_RESIZE << DPA_CQE_OPCODE_SHIFT);
  return bytes;
}

/// Compares the entries that both would be, after the fields that the format
/// contains are made equal. A timestamp is lost with compression.
bool fitsTitle(const Completion &title, const Completion &completion,
               unsigned distance, MiniCqeFormat format) {
  if (title.kind != Completion::Kind::Receive ||
      completion.kind != Completion::Kind::Receive)
    return false;
  Completion expected = title;
  expected.wqeIndex = static_cast<uint16_t>(title.wqeIndex + distance);
  expected.byteCount = completion.byteCount;
  expected.timestamp = completion.timestamp;
  if (format == MiniCqeFormat::ByteCountHash)
    expected.hash = completion.hash;
  else
    expected.checksums = completion.checksums;
  return writeCqe(expected) == writeCqe(completion);
}

CqeBytes writeMiniCqes(std::span<const Completion> completions,
                       MiniCqeFormat format, uint8_t validity) {
  CqeBytes bytes{};
  size_t count = std::clamp<size_t>(completions.size(), 1, DPA_MINI_CQES_MAX);
  for (size_t i = 0; i < std::min(count, completions.size()); ++i)
    writeMini(bytes.data() + i * sizeof(uint64_t), completions[i], format);
  bytes[validityAt] = std::byte(validity);
  bytes[lastAt] = std::byte((count - 1) << DPA_CQE_OPCODE_SHIFT |
                            DPA_CQE_FORMAT_COMPRESSED << DPA_CQE_FORMAT_SHIFT);
  return bytes;
}

} // namespace dpa
