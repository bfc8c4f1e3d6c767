// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entries into the ring, events out of it.
#include "emulator/nic/completion-queue.h"

#include "emulator/host/shared-copy.h"

#include <array>
#include <atomic>
#include <bit>
#include <cstring>

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
  copyFromShared(&word, Record, sizeof word);
  uint32_t used = (Produced - fromBigEndian(word)) & IndexMask;
  return used >= 1u << Settings.logDepth;
}

/// The word with the owner bit comes last: who sees it sees the others.
void EmulatedCq::write(uint32_t index) {
  std::array<std::byte, EntrySize> entry{};
  entry.back() = std::byte(index >> Settings.logDepth & 1);
  uint32_t place =
      Settings.isCollapsed ? 0 : index & ((1u << Settings.logDepth) - 1);
  std::byte *target = Ring + place * EntrySize;
  constexpr size_t LastWord = EntrySize - sizeof(uint64_t);
  copyToShared(target, entry.data(), LastWord);
  std::atomic_thread_fence(std::memory_order_release);
  copyToShared(target + LastWord, entry.data() + LastWord, sizeof(uint64_t));
}

EmulatedCq::Push EmulatedCq::pushZero() {
  {
    std::lock_guard guard(Lock);
    if (IsBroken)
      return Push::Broken;
    if (!Settings.ignoresOverrun && isFull()) {
      IsBroken = true;
      return Push::Overrun;
    }
    write(Produced++);
    if (!IsArmed && !Settings.isAlwaysArmed)
      return Push::Done;
    IsArmed = false;
  }
  fire();
  return Push::Done;
}

void EmulatedCq::arm(uint32_t consumerIndex) {
  {
    std::lock_guard guard(Lock);
    uint32_t beyond = (Produced - consumerIndex) & IndexMask;
    bool exist = beyond != 0 && beyond <= IndexMask / 2;
    IsArmed = !exist;
    if (!exist)
      return;
  }
  fire();
}

/// A thread that is gone gets none.
void EmulatedCq::fire() const {
  if (std::shared_ptr<EmulatedThread> thread = Thread.lock())
    thread->event();
}

CqModeration EmulatedCq::moderation() const {
  std::lock_guard guard(Lock);
  return Moderation;
}

void EmulatedCq::setModeration(const CqModeration &moderation) {
  std::lock_guard guard(Lock);
  Moderation = moderation;
}

} // namespace dpa
