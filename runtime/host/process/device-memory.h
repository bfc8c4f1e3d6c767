// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory of one process as its program sees it: the heap, and checked copies
// to and from device memory. Thread safe.
#ifndef DPA_RUNTIME_HOST_PROCESS_DEVICE_MEMORY_H
#define DPA_RUNTIME_HOST_PROCESS_DEVICE_MEMORY_H

#include "base/result.h"
#include "emulator/interface/device.h"
#include "runtime/host/process/heap.h"

namespace dpa::host {

class DeviceMemory {
public:
  explicit DeviceMemory(Process &process)
      : process_(process),
        heap_(process.heap().base, process.heap().size, process.heapChecker()) {
  }

  Heap &heap() { return heap_; }

  /// A range that touches the heap has to lie inside one buffer of the program.
  Result<void> checkRange(uint64_t address, size_t size) const;
  /// The same, and the buffer is not freed while the result lives.
  Result<HeapHold> holdRange(uint64_t address, size_t size);
  /// The same as checkRange, and the range's last byte can be read: a copy in
  /// pieces does not fail half way. `size` is not 0.
  Result<void> checkEnd(uint64_t address, size_t size) const;
  /// For a memory key: the same as checkRange, and not empty, with supported
  /// access rights.
  Result<void> checkKeyRange(uint64_t address, size_t size, int access) const;

  /// Copies to and from device memory. Errors: those of checkRange, or the
  /// range is not all in the process's data, or the source cannot be read.
  Result<void> read(uint64_t address, void *buffer, size_t size);
  Result<void> write(uint64_t address, const void *buffer, size_t size);
  Result<void> fill(uint64_t address, int value, size_t size);

  /// Writes, reads or clears memory that this library has on the heap.
  bool writeOwn(uint64_t address, const void *buffer, size_t size) {
    return process_.write(address, buffer, size);
  }
  bool readOwn(uint64_t address, void *buffer, size_t size) {
    return process_.read(address, buffer, size);
  }
  bool clearOwn(uint64_t address, size_t size) {
    return process_.fill(address, 0, size);
  }

private:
  Process &process_;
  Heap heap_;
};

} // namespace dpa::host

#endif
