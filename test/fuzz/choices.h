// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The bytes of an input as choices of a fuzz target.
#ifndef DPA_TEST_FUZZ_CHOICES_H
#define DPA_TEST_FUZZ_CHOICES_H

#include <cstddef>
#include <cstdint>
#include <span>

namespace dpa::test {

/// Takes one byte after the other; 0 after their end.
class Choices {
public:
  Choices(const uint8_t *data, size_t size) : left_(data, size) {}

  bool isAtEnd() const { return left_.empty(); }
  uint8_t next() {
    if (left_.empty())
      return 0;
    const uint8_t value = left_.front();
    left_ = left_.subspan(1);
    return value;
  }

private:
  std::span<const uint8_t> left_;
};

} // namespace dpa::test

#endif
