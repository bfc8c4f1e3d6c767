// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Argument buffers of calls: blocks on the device heap that a process keeps, so
// that a call costs no allocation. The program does not see them in the heap's
// figures. Thread safe.
#ifndef DPA_RUNTIME_HOST_ARGUMENT_BUFFERS_H
#define DPA_RUNTIME_HOST_ARGUMENT_BUFFERS_H

#include "runtime/host/heap.h"

#include <cstdint>
#include <mutex>
#include <vector>

namespace dpa::host {

class ArgumentBuffers {
public:
  explicit ArgumentBuffers(Heap &heap) : heap(heap) {}

  /// A buffer for one call, given back at its end. Address 0: no argument needs
  /// one, or the heap is full.
  class Lease {
  public:
    Lease(ArgumentBuffers &owner, size_t size)
        : owner(owner), size(size), where(owner.take(size)) {}
    ~Lease() { owner.giveBack(where, size); }
    Lease(const Lease &) = delete;
    Lease &operator=(const Lease &) = delete;

    uint64_t address() const { return where; }

  private:
    ArgumentBuffers &owner;
    size_t size;
    uint64_t where;
  };

private:
  /// Buffers of this size are kept; larger ones, which are rare, are allocated
  /// for each call.
  static constexpr size_t commonSize = 1024;

  uint64_t take(size_t size);
  void giveBack(uint64_t address, size_t size);

  Heap &heap;
  std::mutex mutex;
  std::vector<uint64_t> idle;
};

} // namespace dpa::host

#endif
