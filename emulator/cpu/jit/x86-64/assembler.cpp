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
    if (distance >= INT8_MIN) {
      db(shortOpcode);
      db(static_cast<uint8_t>(distance));
      return;
    }
  }
  db(nearOpcode.bytes, nearOpcode.size);
  const auto after = static_cast<uint32_t>(getSize() + displacementSize);
  if (to.place_ != Label::none) {
    dd(to.place_ - after);
    return;
  }
  openLabels_ += to.lastJump_ == Label::none;
  dd(to.lastJump_);
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
