// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pieces go upwards from an address that neither programs, libraries nor the
// kernel choose. Only a wish: where a host has no such address, or something
// lies there, the kernel takes another.
#include "emulator/host/apart-memory.h"

#include <atomic>
#include <sys/mman.h>

namespace dpa {
namespace {

constexpr uintptr_t firstPlace = 0x300000000000;
/// A multiple of every page size.
constexpr size_t granule = 65536;

std::atomic<uintptr_t> nextPlace{firstPlace};

} // namespace

void *mapApart(size_t bytes) {
  size_t room = (bytes / granule + 1) * granule;
  // NOLINTNEXTLINE(performance-no-int-to-ptr): nothing lies there yet
  auto *place = reinterpret_cast<void *>(nextPlace.fetch_add(room));
  void *memory = mmap(place, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    throw std::bad_alloc();
  return memory;
}

void unmapApart(void *memory, size_t bytes) noexcept {
  munmap(memory, bytes);
}

} // namespace dpa
