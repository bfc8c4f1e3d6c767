// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What rules match of a frame: its fields in the layout of match parameters
// (match-fields.def), so that a mask is applied to all fields at once. Fields of
// headers that a frame does not have are 0.
#ifndef DPA_EMULATOR_NIC_STEERING_MATCH_IMAGE_H
#define DPA_EMULATOR_NIC_STEERING_MATCH_IMAGE_H

#include "emulator/nic/wire/frame.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace dpa {

/// The blocks in which fields can be matched. Each has 64 bytes.
enum class MatchBlock : uint8_t { Outer, Misc };
inline constexpr size_t matchBlockCount = 2;
inline constexpr size_t matchBlockWords = 16;

enum class MatchScope : uint8_t { Everywhere, InFdb, NotInReceive, Nowhere };

enum class MatchField : uint8_t {
#define MATCH_FIELD(identifier, block, name, offset, bits, scope) identifier,
#include "emulator/nic/steering/match-fields.def"
#undef MATCH_FIELD
};

struct MatchFieldRow {
  MatchBlock block;
  const char *name;
  uint16_t offset; ///< bits, in the block
  uint8_t bits;
  MatchScope scope;

  constexpr size_t word() const { return offset / 32; }
  constexpr unsigned shift() const { return 32u - offset % 32 - bits; }
  constexpr uint32_t mask() const {
    return static_cast<uint32_t>((uint64_t(1) << bits) - 1) << shift();
  }
};

inline constexpr MatchFieldRow matchFields[] = {
#define MATCH_FIELD(identifier, block, name, offset, bits, scope)              \
  {MatchBlock::block, name, offset, bits, MatchScope::scope},
#include "emulator/nic/steering/match-fields.def"
#undef MATCH_FIELD
};

struct MatchImage {
  /// In the host's byte order.
  std::array<uint32_t, matchBlockCount * matchBlockWords> words{};

  template <MatchField field> void set(uint64_t value) {
    constexpr MatchFieldRow row = matchFields[static_cast<size_t>(field)];
    constexpr size_t word =
        static_cast<size_t>(row.block) * matchBlockWords + row.word();
    words[word] |= static_cast<uint32_t>(value) << row.shift() & row.mask();
  }
  template <MatchField field> uint32_t get() const {
    constexpr MatchFieldRow row = matchFields[static_cast<size_t>(field)];
    constexpr size_t word =
        static_cast<size_t>(row.block) * matchBlockWords + row.word();
    return (words[word] & row.mask()) >> row.shift();
  }
  void add(const MatchImage &other) {
    for (size_t i = 0; i < words.size(); ++i)
      words.at(i) |= other.words.at(i);
  }
  bool operator==(const MatchImage &) const = default;
};

/// Where a frame enters a domain.
struct FrameOrigin {
  uint32_t vport = 0;     ///< matched in the domain Fdb only
  uint32_t sendQueue = 0; ///< 0: not from a send queue
  uint32_t port = 1;      ///< of the card
};

MatchImage imageOf(const FrameHeaders &frame,
                   const FrameOrigin &origin) noexcept;

} // namespace dpa

#endif
