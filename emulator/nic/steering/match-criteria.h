// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads masks and values as programs bring them: any bytes in the layout of
// match parameters (fte_match_param). A bit that cannot be matched is an error
// that names its field.
#ifndef DPA_EMULATOR_NIC_STEERING_MATCH_CRITERIA_H
#define DPA_EMULATOR_NIC_STEERING_MATCH_CRITERIA_H

#include "emulator/interface/steering.h"
#include "emulator/nic/steering/match-image.h"

namespace dpa {

class MatchCriteria {
public:
  /// The mask of a new matcher. `isRoot`: of a table of level 0, where the blocks
  /// that `criteria` does not enable must be 0; elsewhere they are ignored.
  static SteeringResult read(const SteeringMatcher &matcher,
                             SteeringDomain domain, bool isRoot,
                             MatchCriteria &read);

  /// The value of a new rule.
  SteeringResult readValue(std::span<const std::byte> bytes,
                           MatchImage &value) const;

  /// The masked bits.
  const MatchImage &mask() const { return mask_; }

  /// Of the masked part of a frame or of a value.
  uint64_t hash(const MatchImage &frame) const noexcept {
    constexpr uint64_t odd = 0x9e3779b97f4a7c15;
    uint64_t value = 0;
    for (size_t i = 0; i < usedCount_; ++i) {
      const size_t word = used_[i];
      value = (value ^ (frame.words[word] & mask_.words[word])) * odd;
      value ^= value >> 32;
    }
    return value;
  }
  bool matches(const MatchImage &frame,
               const MatchImage &value) const noexcept {
    for (size_t i = 0; i < usedCount_; ++i) {
      const size_t word = used_[i];
      if ((frame.words[word] & mask_.words[word]) != value.words[word])
        return false;
    }
    return true;
  }

private:
  MatchImage mask_;
  std::array<uint8_t, std::tuple_size_v<decltype(MatchImage::words)>> used_{};
  uint8_t usedCount_ = 0; ///< words whose mask is not 0
  uint8_t criteria_ = 0;
  bool isRoot_ = false;
};

} // namespace dpa

#endif
