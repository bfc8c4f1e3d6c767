// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A table by guest address of an instruction, that is, by even numbers. Entries
// are found by linear probing and are never removed one by one; references are
// valid until the next insertion.
#ifndef DPA_EMULATOR_CPU_JIT_ADDRESS_MAP_H
#define DPA_EMULATOR_CPU_JIT_ADDRESS_MAP_H

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace dpa::cpu::jit {

template <class Value> class AddressMap {
public:
  AddressMap() : AddressMap(0) {}
  /// With room for `count` values.
  explicit AddressMap(size_t count)
      : slots_(std::max(sizeMin, std::bit_ceil(count * 2))) {}

  const Value *find(uint64_t address) const {
    const Slot &slot = slots_[indexOf(address)];
    return slot.address == address ? &slot.value : nullptr;
  }
  /// The value of the address; a new one if there is none.
  Value &operator[](uint64_t address) {
    size_t index = indexOf(address);
    if (slots_[index].address != address) {
      if ((count_ + 1) * 2 > slots_.size()) {
        grow();
        index = indexOf(address);
      }
      slots_[index].address = address;
      ++count_;
    }
    return slots_[index].value;
  }
  /// Removes all, but keeps the memory for about as many as there were. Does not allocate.
  void clear() {
    slots_.assign(std::max(sizeMin, std::bit_ceil(count_ * 2)), Slot{});
    count_ = 0;
  }
  /// What the entries take, with their share of free slots.
  size_t sizeInBytes() const { return count_ * 2 * sizeof(Slot); }

private:
  static constexpr size_t sizeMin = 64; ///< a power of two
  static constexpr uint64_t noAddress = 1;

  struct Slot {
    uint64_t address = noAddress;
    Value value{};
  };

  /// Of the slot of the address, or of the free one where it would be.
  size_t indexOf(uint64_t address) const {
    constexpr uint64_t goldenRatio = 0x9e3779b97f4a7c15;
    const size_t mask = slots_.size() - 1;
    size_t index = (address * goldenRatio) >> shift();
    while (slots_[index].address != address &&
           slots_[index].address != noAddress)
      index = (index + 1) & mask;
    return index;
  }
  int shift() const { return 64 - std::countr_zero(slots_.size()); }
  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (Slot &slot : old)
      if (slot.address != noAddress)
        slots_[indexOf(slot.address)] = std::move(slot);
  }

  std::vector<Slot> slots_;
  size_t count_ = 0;
};

} // namespace dpa::cpu::jit

#endif
