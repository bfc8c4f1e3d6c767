// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Argument buffers of calls: blocks on the device heap that a process keeps, so
// that a call costs no allocation. The program does not see them in the heap's
// figures. Thread safe.
#ifndef DPA_RUNTIME_HOST_PROCESS_ARGUMENT_BUFFERS_H
#define DPA_RUNTIME_HOST_PROCESS_ARGUMENT_BUFFERS_H

#include "runtime/host/process/heap.h"

#include <cstdint>
#include <mutex>
#include <vector>

namespace dpa::host {

class ArgumentBuffers {
public:
  explicit ArgumentBuffers(Heap &heap) : heap_(heap) {}

  /// A buffer for one call, given back at its end. Address 0: no argument needs
  /// one, or the heap is full.
  class Lease {
  public:
    Lease(ArgumentBuffers &owner, size_t size)
        : owner_(owner), size_(size), where_(owner.take(size)) {}
    ~Lease() { owner_.giveBack(where_, size_); }
    Lease(const Lease &) = delete;
    Lease &operator=(const Lease &) = delete;

    uint64_t address() const { return where_; }

  private:
    ArgumentBuffers &owner_;
    size_t size_;
    uint64_t where_;
  };

private:
  /// Buffers of this size are kept; larger ones, which are rare, are allocated
  /// for each call.
  static constexpr size_t commonSize = 1024;

  uint64_t take(size_t size);
  void giveBack(uint64_t address, size_t size);

  Heap &heap_;
  std::mutex mutex_;
  std::vector<uint64_t> idle_;
};

} // namespace dpa::host

#endif
