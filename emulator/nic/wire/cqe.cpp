// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fields of completion entries, at the offsets that cqe.h draws.
#include "emulator/nic/wire/cqe.h"

#include "emulator/nic/wire/big-endian.h"

#include <algorithm>
#include <bit>

namespace dpa {
namespace {

constexpr uint32_t numberMask = 0xffffff;
constexpr unsigned topShift = 24;
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

/// An entry as eight big-endian words. Most are written at once, so that the copy to the
/// ring does not wait for bytes in them.
using CqeWords = std::array<uint64_t, DPA_CQE_SIZE / sizeof(uint64_t)>;

constexpr uint64_t join(uint32_t high, uint32_t low) {
  constexpr unsigned halfBits = 32;
  return uint64_t(high) << halfBits | low;
}
constexpr uint32_t join16(uint16_t high, uint16_t low) {
  constexpr unsigned quarterBits = 16;
  return uint32_t(high) << quarterBits | low;
}
constexpr uint16_t join8(uint8_t high, uint8_t low) {
  constexpr unsigned byteBits = 8;
  return static_cast<uint16_t>(high << byteBits | low);
}

/// Bytes 0x00 to 0x27: the header fields of a frame or message.
void writeReceived(CqeWords &words, const Completion &completion) {
  constexpr uint32_t grh = 1U << 28;
  words[1] = swapToBig(join(0, completion.hash));
  words[2] = swapToBig(join(0, join16(completion.checksums, 0)));
  words[3] = swapToBig(
      join((completion.sourceQp & numberMask) | (completion.hasGrh ? grh : 0),
           join16(join8(completion.checksums, headerTypes(completion)),
                  completion.vlan.value_or(0))));
  words[4] =
      swapToBig(join(completion.userIndex & numberMask, completion.immediate));
}

/// Bytes 0x38 to 0x3b.
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
  CqeWords words{};
  if (completion.kind == Completion::Kind::Zero) {
    words[7] = swapToBig(uint64_t(join8(validity, 0)));
    return std::bit_cast<CqeBytes>(words);
  }
  words[4] = swapToBig(join(completion.userIndex & numberMask, 0));
  if (completion.kind == Completion::Kind::Receive)
    writeReceived(words, completion);
  if (isError(completion)) {
    words[6] = swapToBig(
        uint64_t(join8(completion.vendorSyndrome, completion.syndrome)));
  } else {
    words[5] = swapToBig(join(0, completion.byteCount));
    words[6] = swapToBig(completion.timestamp);
  }
  const auto last =
      static_cast<uint8_t>(opcodeOf(completion) << DPA_CQE_OPCODE_SHIFT |
                           (completion.isSolicited ? DPA_CQE_SOLICITED : 0));
  words[7] =
      swapToBig(join(queueWord(completion),
                     join16(completion.wqeIndex, join8(validity, last))));
  return std::bit_cast<CqeBytes>(words);
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
