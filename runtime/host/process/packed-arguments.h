// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host's copy of an argument buffer while it is filled: zeroed and 64-byte
// aligned, on the stack if it is small.
#ifndef DPA_RUNTIME_HOST_PROCESS_PACKED_ARGUMENTS_H
#define DPA_RUNTIME_HOST_PROCESS_PACKED_ARGUMENTS_H

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>

namespace dpa::host {

class PackedArguments {
public:
  explicit PackedArguments(size_t size) : bytes_(size) {
    if (size > sizeof small_)
      large_.reset(static_cast<std::byte *>(operator new(
          size, std::align_val_t{alignment})));
    memset(data(), 0, size);
  }
  PackedArguments(const PackedArguments &) = delete;
  PackedArguments &operator=(const PackedArguments &) = delete;

  void *data() { return large_ ? large_.get() : small_; }
  size_t size() const { return bytes_; }

private:
  static constexpr size_t alignment = 64;
  struct Free {
    void operator()(std::byte *buffer) const {
      operator delete(buffer, std::align_val_t{alignment});
    }
  };

  size_t bytes_;
  std::unique_ptr<std::byte, Free> large_;
  alignas(alignment) std::byte small_[512];
};

} // namespace dpa::host

#endif
