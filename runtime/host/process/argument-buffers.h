// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the arguments of a call are: packed on the host (PackedArguments), and
// in a block of the device heap (ArgumentBuffers). Blocks are kept from call to
// call, so that a call costs no allocation; the program does not see them in the
// heap's figures. Thread safe.
#ifndef DPA_RUNTIME_HOST_PROCESS_ARGUMENT_BUFFERS_H
#define DPA_RUNTIME_HOST_PROCESS_ARGUMENT_BUFFERS_H

#include "runtime/host/process/heap.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <span>
#include <vector>

namespace dpa::host {

class ArgumentBuffers {
public:
  explicit ArgumentBuffers(Heap &heap) : heap_(heap) {}

  /// A block for one call, given back at its end. Address 0: no argument needs
  /// one, or the heap is full.
  class Lease {
  public:
    Lease(ArgumentBuffers &owner, size_t size)
        : owner_(owner), size_(size), address_(owner.take(size)) {}
    ~Lease() { owner_.giveBack(address_, size_); }
    Lease(const Lease &) = delete;
    Lease &operator=(const Lease &) = delete;

    uint64_t address() const { return address_; }

  private:
    ArgumentBuffers &owner_;
    size_t size_;
    uint64_t address_;
  };

private:
  /// Blocks of this size are kept; larger ones, which are rare, are allocated
  /// for each call.
  static constexpr size_t commonSize = 1024;

  uint64_t take(size_t size) {
    if (size == 0)
      return 0;
    if (size > commonSize)
      return heap_.allocate(size, HeapOwner::Library).value_or(0);
    std::lock_guard lock(mutex_);
    if (idle_.empty())
      return heap_.allocate(commonSize, HeapOwner::Library).value_or(0);
    uint64_t address = idle_.back();
    idle_.pop_back();
    return address;
  }

  void giveBack(uint64_t address, size_t size) {
    if (address == 0)
      return;
    if (size > commonSize) {
      heap_.free(address, HeapOwner::Library);
      return;
    }
    std::lock_guard lock(mutex_);
    idle_.push_back(address);
  }

  Heap &heap_;
  std::mutex mutex_;
  std::vector<uint64_t> idle_;
};

/// The host's copy while it is filled: zeroed and 64-byte aligned, on the stack
/// if it is small.
class PackedArguments {
public:
  explicit PackedArguments(size_t size) : size_(size) {
    if (size > sizeof small_)
      large_.reset(static_cast<std::byte *>(operator new(
          size, std::align_val_t{alignment})));
    memset(data(), 0, size);
  }
  PackedArguments(const PackedArguments &) = delete;
  PackedArguments &operator=(const PackedArguments &) = delete;

  std::byte *data() { return large_ ? large_.get() : small_; }
  std::span<const std::byte> bytes() { return {data(), size_}; }

private:
  static constexpr size_t alignment = 64;
  struct Free {
    void operator()(std::byte *buffer) const {
      operator delete(buffer, std::align_val_t{alignment});
    }
  };

  size_t size_;
  std::unique_ptr<std::byte, Free> large_;
  alignas(alignment) std::byte small_[512];
};

} // namespace dpa::host

#endif
