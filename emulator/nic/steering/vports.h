// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The other functions of a card, by the numbers of their vports and their MAC addresses: where the
// embedded switch sends a frame without a rule. Set before frames are routed; then
// constant.
#ifndef DPA_EMULATOR_NIC_STEERING_VPORTS_H
#define DPA_EMULATOR_NIC_STEERING_VPORTS_H

#include "emulator/interface/roce-path.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace dpa {

/// As in FrameHeaders: the first byte is the highest of 48 bits.
using MacNumber = uint64_t;

constexpr MacNumber macNumberOf(const MacAddress &mac) {
  MacNumber number = 0;
  for (uint8_t byte : mac)
    number = number << 8 | byte;
  return number;
}

class Vports {
public:
  struct Vport {
    uint32_t number = 0;
    MacNumber mac = 0;
  };
  /// Of the device's own function.
  static constexpr uint32_t function = 0;

  /// `own`: addresses of the function. `others`: their numbers differ.
  void set(std::vector<MacNumber> own, std::vector<Vport> others) {
    own_ = std::move(own);
    others_ = std::move(others);
  }
  /// Whether there are vports beside function and uplink.
  bool areAny() const { return !others_.empty(); }
  std::span<const Vport> others() const { return others_; }
  bool has(uint32_t number) const {
    return number == function ||
           std::ranges::find(others_, number, &Vport::number) != others_.end();
  }
  bool isOfFunction(MacNumber mac) const {
    return std::ranges::find(own_, mac) != own_.end();
  }
  /// Null: the address belongs to none of the others.
  const Vport *find(MacNumber mac) const {
    auto found = std::ranges::find(others_, mac, &Vport::mac);
    return found == others_.end() ? nullptr : &*found;
  }
  /// "0, 1".
  std::string numbers() const {
    std::string text = std::to_string(function);
    for (const Vport &each : others_)
      text += ", " + std::to_string(each.number);
    return text;
  }

private:
  std::vector<MacNumber> own_;
  std::vector<Vport> others_;
};

} // namespace dpa

#endif
