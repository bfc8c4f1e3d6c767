// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A table by guest address of an instruction, that is, by even numbers: an array for each KiB of
// code. Where most addresses of a range have a value, it is faster and smaller than AddressMap.
#ifndef DPA_EMULATOR_CPU_JIT_ADDRESS_PAGES_H
#define DPA_EMULATOR_CPU_JIT_ADDRESS_PAGES_H

#include "emulator/cpu/jit/address-map.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace dpa::cpu::jit {

template <class Value> class AddressPages {
public:
  /// The value of the address, Value() at first. References are valid until clear().
  Value &operator[](uint64_t address) {
    const uint64_t base = address & -pageBytes;
    if (base != recentBase_) {
      recent_ = &pageAt(base);
      recentBase_ = base;
    }
    return (*recent_)[address % pageBytes / 2];
  }
  /// The same to be read, which takes no memory.
  Value at(uint64_t address) const {
    const uint32_t *number = numbers_.find(address & -pageBytes);
    return number == nullptr || *number == 0
               ? Value()
               : (*pages_[*number - 1])[address % pageBytes / 2];
  }
  size_t sizeInBytes() const {
    return pages_.size() * sizeof(Page) + numbers_.sizeInBytes();
  }
  void clear() {
    pages_.clear();
    numbers_ = {};
    recentBase_ = noBase;
  }

private:
  static constexpr uint64_t pageBytes = 1024; ///< of code
  static constexpr uint64_t noBase = 1;
  using Page = std::array<Value, pageBytes / 2>;

  Page &pageAt(uint64_t base) {
    uint32_t &number = numbers_[base];
    if (number == 0) {
      pages_.push_back(std::make_unique<Page>());
      number = static_cast<uint32_t>(pages_.size());
    }
    return *pages_[number - 1];
  }

  std::vector<std::unique_ptr<Page>> pages_;
  AddressMap<uint32_t> numbers_; ///< of pages, plus one
  uint64_t recentBase_ = noBase;
  Page *recent_ = nullptr; ///< the page at recentBase_
};

} // namespace dpa::cpu::jit

#endif
