// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entries into the ring, events out of it.
#include "emulator/nic/completion-queue.h"

#include "emulator/host/shared-copy.h"

#include <array>
#include <atomic>
#include <bit>

namespace dpa {
namespace {

uint32_t fromBigEndian(uint32_t value) {
  if constexpr (std::endian::native == std::endian::little)
    return __builtin_bswap32(value);
  return value;
}

} // namespace

/// The consumer index is a big-endian word that device code writes.
bool EmulatedCq::isFull() const {
  uint32_t word;
  copyFromShared(&word, record_, sizeof word);
  uint32_t used = (produced_ - fromBigEndian(word)) & indexMask;
  return used >= 1u << settings_.logDepth;
}

/// The word with the owner bit is written last: a reader that sees it sees the
/// others.
void EmulatedCq::write(uint32_t index) {
  std::array<std::byte, entrySize> entry{};
  entry.back() = std::byte(index >> settings_.logDepth & 1);
  uint32_t place =
      settings_.isCollapsed ? 0 : index & ((1u << settings_.logDepth) - 1);
  std::byte *target = ring_ + place * entrySize;
  constexpr size_t lastWord = entrySize - sizeof(uint64_t);
  copyToShared(target, entry.data(), lastWord);
  std::atomic_thread_fence(std::memory_order_release);
  copyToShared(target + lastWord, entry.data() + lastWord, sizeof(uint64_t));
}

EmulatedCq::Push EmulatedCq::pushZero() {
  {
    std::lock_guard guard(lock_);
    if (isBroken_)
      return Push::Broken;
    if (!settings_.ignoresOverrun && isFull()) {
      isBroken_ = true;
      return Push::Overrun;
    }
    write(produced_++);
    if (!isArmed_ && !settings_.isAlwaysArmed)
      return Push::Done;
    isArmed_ = false;
  }
  fire();
  return Push::Done;
}

void EmulatedCq::arm(uint32_t consumerIndex) {
  {
    std::lock_guard guard(lock_);
    uint32_t beyond = (produced_ - consumerIndex) & indexMask;
    bool exist = beyond != 0 && beyond <= indexMask / 2;
    isArmed_ = !exist;
    if (!exist)
      return;
  }
  fire();
}

/// A target that was destroyed receives none.
void EmulatedCq::fire() const {
  if (std::shared_ptr<EventTarget> target = target_.lock())
    target->event();
}

CqModeration EmulatedCq::moderation() const {
  std::lock_guard guard(lock_);
  return moderation_;
}

void EmulatedCq::setModeration(const CqModeration &moderation) {
  std::lock_guard guard(lock_);
  moderation_ = moderation;
}

} // namespace dpa
