// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From registers and a stack to addresses: see sample-collector.h.
#include "runtime/host/profile/sample-collector.h"

#include <new>

namespace dpa::host {

/// Of a unit in the firmware, only the function of its activation is known.
SampleCollector::Stack SampleCollector::stackOf(const ProfileSample &sample) {
  Stack stack{
      .eu = sample.eu, .isFirmware = !sample.isUserCode, .addresses = {}};
  if (!sample.isUserCode) {
    stack.addresses = {sample.function};
    return stack;
  }
  if (!information_)
    information_.emplace(image_);
  stack.addresses = {sample.pc};
  for (const uint64_t address : information_->callersOf(
           {.pc = sample.pc, .x = sample.x, .stack = sample.stack}))
    stack.addresses.push_back(address);
  return stack;
}

void SampleCollector::add(const ProfileSample &sample) noexcept {
  const std::lock_guard guard(lock_);
  try {
    stacks_[stackOf(sample)] += {.samples = 1,
                                 .instructions = sample.instructions,
                                 .cycles = sample.cycles};
  } catch (const std::bad_alloc &) {
    ++lost_;
  }
}

SampleCollector::Stacks SampleCollector::stacks() const {
  const std::lock_guard guard(lock_);
  return stacks_;
}

uint64_t SampleCollector::lost() const {
  const std::lock_guard guard(lock_);
  return lost_;
}

} // namespace dpa::host
