// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses of harts to memory at a device address, for the models of the
// memory-model check.
#ifndef DPA_TEST_UNIT_EMULATOR_MEMORY_MODEL_FIXTURE_H
#define DPA_TEST_UNIT_EMULATOR_MEMORY_MODEL_FIXTURE_H

#include "emulator/cpu/hart.h"
#include "emulator/cpu/observer.h"
#include "runtime/abi/address-map.h"

#include <array>
#include <gtest/gtest.h>

namespace dpa::test {

class NoClock : public cpu::Clock {
public:
  uint64_t cycles(const cpu::Hart &) override { return 0; }
  uint64_t time(const cpu::Hart &) override { return 0; }
};

/// Two harts, and memory at a device address; code addresses are made up.
class ModelTest : public testing::Test {
protected:
  static constexpr uint64_t base = DPA_DATA_BASE;

  cpu::ObservedAccess at(uint32_t eu, uint64_t offset, uint64_t pc,
                         unsigned bytes = 8) {
    return {harts_[eu], pc, first_ + offset, bytes, memory_.data() + offset};
  }
  uint64_t memory(uint64_t offset) {
    uint64_t value = 0;
    __builtin_memcpy(&value, &memory_[offset], sizeof value);
    return value;
  }
  void setMemory(uint64_t offset, uint64_t value) {
    __builtin_memcpy(&memory_[offset], &value, sizeof value);
  }

  uint64_t first_ = base;
  alignas(64) std::array<std::byte, 256> memory_{};

private:
  NoClock clock_;
  cpu::AddressSpace space_;
  std::array<cpu::Hart, 2> harts_{cpu::Hart(space_, {}, 0, clock_),
                                  cpu::Hart(space_, {}, 1, clock_)};
};

} // namespace dpa::test

#endif
