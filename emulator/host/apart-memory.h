// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory outside the program's heap and outside the area where the kernel maps
// by itself. What a run has only because it is recorded, or
// because it repeats another, lies there, so that the program's own buffers
// have the same addresses in both. Each piece is mapped by itself: for a few
// pieces, or large ones. Needs no lock.
#ifndef DPA_EMULATOR_HOST_APART_MEMORY_H
#define DPA_EMULATOR_HOST_APART_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <new>
#include <string>
#include <vector>

namespace dpa {

/// Throws std::bad_alloc.
void *mapApart(size_t bytes);
void unmapApart(void *memory, size_t bytes) noexcept;

/// For containers and std::allocate_shared.
template <typename T> class ApartAllocator {
public:
  using value_type = T;

  ApartAllocator() = default;
  template <typename U> ApartAllocator(const ApartAllocator<U> &) noexcept {}

  T *allocate(size_t count) {
    if (count > SIZE_MAX / sizeof(T))
      throw std::bad_array_new_length();
    return static_cast<T *>(mapApart(count * sizeof(T)));
  }
  void deallocate(T *memory, size_t count) noexcept {
    unmapApart(memory, count * sizeof(T));
  }
  bool operator==(const ApartAllocator &) const = default;
};

template <typename T> using ApartVector = std::vector<T, ApartAllocator<T>>;
using ApartString =
    std::basic_string<char, std::char_traits<char>, ApartAllocator<char>>;

} // namespace dpa

#endif
