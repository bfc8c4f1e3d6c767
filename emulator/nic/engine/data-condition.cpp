// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparisons of numbers in memory.
#include "emulator/nic/engine/data-condition.h"

#include "emulator/nic/wire/big-endian.h"

#include <array>
#include <bit>

namespace dpa {
namespace {

/// With wrap-around at the highest bit of the mask: a
/// number is greater than those up to half of the range before it.
bool isCyclicGreater(uint64_t left, uint64_t right, uint64_t mask) {
  const uint64_t half = std::bit_floor(mask);
  const uint64_t distance = (left - right) & mask;
  return distance != 0 && distance < half;
}

bool compare(WaitOnData::Operation operation, uint64_t left, uint64_t right,
             uint64_t mask) {
  switch (operation) {
  case WaitOnData::Operation::Always:
    return true;
  case WaitOnData::Operation::Equal:
    return left == right;
  case WaitOnData::Operation::Greater:
    return left > right;
  case WaitOnData::Operation::Smaller:
    return left < right;
  case WaitOnData::Operation::CyclicGreater:
    return isCyclicGreater(left, right, mask);
  case WaitOnData::Operation::CyclicSmaller:
    return isCyclicGreater(right, left, mask);
  }
  return false;
}

} // namespace

DataCondition::Result DataCondition::evaluate() {
  std::array<std::byte, sizeof(uint64_t)> bytes{};
  std::lock_guard guard(lock_);
  const KeyError error = memory_.read(wait_.lkey, wait_.address, bytes);
  if (error != KeyError::None)
    return {.holds = false, .error = error};
  const uint64_t number = loadBig64(bytes.data());
  return {.holds = compare(wait_.operation, number & wait_.mask,
                           wait_.value & wait_.mask,
                           wait_.mask) != wait_.isInverted};
}

} // namespace dpa
