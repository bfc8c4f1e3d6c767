// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of a queue's ring: zero, aligned to pages, in the address space of the
// program, where the card reads and writes it.
#ifndef DPA_EMULATOR_VERBS_RING_MEMORY_H
#define DPA_EMULATOR_VERBS_RING_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <new>
#include <sys/mman.h>

namespace dpa::verbs {

class RingMemory {
public:
  /// Throws bad_alloc. A ring of 0 bytes has no memory.
  explicit RingMemory(size_t size) : size_(size) {
    if (size == 0)
      return;
    void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
      throw std::bad_alloc();
    data_ = static_cast<std::byte *>(memory);
  }
  RingMemory(const RingMemory &) = delete;
  RingMemory &operator=(const RingMemory &) = delete;
  ~RingMemory() {
    if (data_)
      munmap(data_, size_);
  }

  std::byte *data() const { return data_; }
  size_t size() const { return size_; }
  uint64_t address() const { return reinterpret_cast<uintptr_t>(data_); }

private:
  std::byte *data_ = nullptr;
  const size_t size_;
};

} // namespace dpa::verbs

#endif
