// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Jumps to labels. Where code does not fit, nothing is completed: the caller
// gives it up.
#include "emulator/cpu/jit/x86-64/assembler.h"

#include <cstring>

namespace dpa::cpu::jit {
namespace {

constexpr uint32_t displacementSize = 4;

} // namespace

void Assembler::jump(Label &to, uint8_t shortOpcode, NearOpcode nearOpcode) {
  if (to.place_ != Label::none && shortOpcode != 0) {
    const int64_t distance =
        int64_t(to.place_) - static_cast<int64_t>(getSize()) - 2;
    if (distance >= INT8_MIN)
      return append(shortOpcode | static_cast<uint64_t>(distance) << 8, 2);
  }
  const size_t size = nearOpcode.size + displacementSize;
  const auto after = static_cast<uint32_t>(getSize() + size);
  const bool isBound = to.place_ != Label::none;
  const uint64_t displacement = isBound ? to.place_ - after : to.lastJump_;
  append(nearOpcode.bytes | displacement << 8 * nearOpcode.size, size);
  if (isBound)
    return;
  openLabels_ += to.lastJump_ == Label::none;
  to.lastJump_ = after;
}

void Assembler::bind(Label &label) {
  if (Xbyak::GetError() != Xbyak::ERR_NONE)
    return;
  label.place_ = static_cast<uint32_t>(getSize());
  openLabels_ -= label.lastJump_ != Label::none;
  while (label.lastJump_ != Label::none) {
    const uint32_t displacement = label.lastJump_ - displacementSize;
    const uint32_t distance = label.place_ - label.lastJump_;
    std::memcpy(&label.lastJump_, getCode() + displacement, displacementSize);
    rewrite(displacement, distance, displacementSize);
  }
}

} // namespace dpa::cpu::jit
