// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file descriptor with an owner.
#ifndef DPA_BASE_DESCRIPTOR_H
#define DPA_BASE_DESCRIPTOR_H

#include <unistd.h>
#include <utility>

namespace dpa {

class Descriptor {
public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() {
    if (isOpen())
      close(number_);
  }
  Descriptor(Descriptor &&other) noexcept
      : number_(std::exchange(other.number_, -1)) {}
  Descriptor &operator=(Descriptor &&other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  bool isOpen() const { return number_ >= 0; }
  int number() const { return number_; }
  int release() { return std::exchange(number_, -1); }

private:
  int number_;
};

} // namespace dpa

#endif
