// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A table by guest address of an instruction, that is, by even numbers: an array for each KiB of
// code. Where many addresses of a range have a value, it is faster and smaller than AddressMap.
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
  AddressPages() = default;
  AddressPages(const AddressPages &) = delete;
  AddressPages &operator=(const AddressPages &) = delete;

  /// The value of an address, Value() at first. References are valid until recycle().
  Value &operator[](uint64_t address) {
    const uint64_t base = address & -pageBytes;
    if (base != recentBase_) {
      recent_ = &pageAt(base);
      recentBase_ = base;
    }
    return (*recent_)[address % pageBytes / 2];
  }
  /// The same, to be read only. Does not allocate.
  Value valueAt(uint64_t address) const {
    const uint32_t *number = numbers_.find(address & -pageBytes);
    return number == nullptr || *number == 0
               ? Value()
               : (*pages_[*number - 1])[address % pageBytes / 2];
  }
  /// Of the pages that are used.
  size_t sizeInBytes() const {
    return used_ * sizeof(Page) + numbers_.sizeInBytes();
  }
  /// All values must be Value() again. Keeps some pages, for any addresses.
  void recycle() {
    recentBase_ = noBase;
    numbers_.clear();
    used_ = 0;
    if (pages_.size() > pagesKept)
      pages_.resize(pagesKept);
  }

private:
  static constexpr uint64_t pageBytes = 1024; ///< of code
  static constexpr size_t pagesKept = 32;
  static constexpr uint64_t noBase = 1; ///< odd, so not that of a page
  using Page = std::array<Value, pageBytes / 2>;

  Page &pageAt(uint64_t base) {
    uint32_t &number = numbers_[base];
    if (number == 0) {
      if (used_ == pages_.size())
        pages_.push_back(std::make_unique<Page>());
      number = ++used_;
    }
    return *pages_[number - 1];
  }

  std::vector<std::unique_ptr<Page>> pages_;
  uint32_t used_ = 0;            ///< of the pages, from the first one
  AddressMap<uint32_t> numbers_; ///< of pages, plus one
  uint64_t recentBase_ = noBase;
  Page *recent_ = nullptr; ///< the page at recentBase_
};

} // namespace dpa::cpu::jit

#endif
