// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether memory of this program can be accessed, asked of the kernel without
// touching it: a program may unmap or protect what it has registered, or pass a
// bad pointer.
#ifndef DPA_BASE_MAPPED_MEMORY_H
#define DPA_BASE_MAPPED_MEMORY_H

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

namespace dpa {

/// Whether the pages in [page, end) are mapped.
inline bool arePagesMapped(uintptr_t page, uintptr_t end, uintptr_t pageSize) {
  std::array<unsigned char, 512> residence; // required, but ignored
  for (uintptr_t pages = 0; page < end; page += pages * pageSize) {
    pages = std::min<uintptr_t>((end - page) / pageSize, residence.size());
    if (mincore(std::bit_cast<void *>(page), pages * pageSize,
                residence.data()) != 0 &&
        errno == ENOMEM)
      return false;
  }
  return true;
}

/// The answer of the kernel to a question about a range; Unknown: it has none.
enum class MemoryAnswer : uint8_t { Yes, No, Unknown };

constexpr uintptr_t futexWord = sizeof(uint32_t);

/// Whether the page of `address` can be read at this moment. The kernel compares a
/// word there with a number, and moves none of its waiters.
inline MemoryAnswer askPageReadable(uintptr_t address) {
  uint32_t noWaiter = 0;
  if (syscall(SYS_futex, address / futexWord * futexWord,
              FUTEX_CMP_REQUEUE | FUTEX_PRIVATE_FLAG, 0, 0, &noWaiter,
              0) >= 0 ||
      errno == EAGAIN)
    return MemoryAnswer::Yes;
  return errno == EFAULT ? MemoryAnswer::No : MemoryAnswer::Unknown;
}

/// The same of two bytes, in four times the time. Also for kernels that restrict futex().
inline MemoryAnswer askReadable(uintptr_t first, uintptr_t last) {
  std::array<std::byte, 2> copies;
  iovec target{copies.data(), copies.size()};
  std::array<iovec, 2> ends{iovec{std::bit_cast<void *>(first), 1},
                            iovec{std::bit_cast<void *>(last), 1}};
  const ssize_t done =
      process_vm_readv(getpid(), &target, 1, ends.data(), ends.size(), 0);
  if (done >= 0)
    return done == 2 ? MemoryAnswer::Yes : MemoryAnswer::No;
  return errno == EFAULT ? MemoryAnswer::No : MemoryAnswer::Unknown;
}

/// Whether all of [memory, memory + size) is mapped and its ends can be read at
/// this moment; `size` is not 0. True also if the kernel does not report it.
/// Rights to write and what other threads do meanwhile are not seen.
inline bool isStillMapped(const void *memory, size_t size) {
  static const auto pageSize = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto first = std::bit_cast<uintptr_t>(memory);
  const uintptr_t last = first + (size - 1);
  const uintptr_t firstPage = first / pageSize * pageSize;
  const uintptr_t lastPage = last / pageSize * pageSize;
  MemoryAnswer answer = askPageReadable(first);
  if (answer == MemoryAnswer::Yes && lastPage != firstPage)
    answer = askPageReadable(last);
  if (answer == MemoryAnswer::Unknown)
    answer = askReadable(first, last);
  if (answer == MemoryAnswer::No)
    return false;
  return answer == MemoryAnswer::Unknown
             ? arePagesMapped(firstPage, lastPage + pageSize, pageSize)
             : arePagesMapped(firstPage + pageSize, lastPage, pageSize);
}

/// Whether the kernel knows MADV_POPULATE_WRITE (Linux 5.14).
inline bool canPopulate(uintptr_t pageSize) {
  const std::byte here{};
  const auto page = std::bit_cast<uintptr_t>(&here) / pageSize * pageSize;
  return madvise(std::bit_cast<void *>(page), pageSize, MADV_POPULATE_WRITE) ==
         0;
}

/// Whether the page of `address` is mapped and may be written at this moment. The
/// kernel does an atomic operation there that changes nothing, in two thirds of the
/// time of madvise().
inline MemoryAnswer askPageWritable(uintptr_t address) {
  // If the word has the compared number, the kernel wakes one thread that waits for the
  // word to change, which costs time but is allowed. So the number is a rare one.
  constexpr int rare = 0x800; // -2048, in 12 bits
  constexpr int change = FUTEX_OP(FUTEX_OP_OR, 0, FUTEX_OP_CMP_EQ, rare);
  uint32_t noWaiter = 0;
  if (syscall(SYS_futex, &noWaiter, FUTEX_WAKE_OP | FUTEX_PRIVATE_FLAG, 0, 0,
              address / futexWord * futexWord, change) >= 0)
    return MemoryAnswer::Yes;
  return errno == EFAULT ? MemoryAnswer::No : MemoryAnswer::Unknown;
}

/// Whether all of [memory, memory + size) is mapped and may be written at this
/// moment; `size` is not 0. Makes the pages present, as a store does, and changes
/// nothing in them.
inline MemoryAnswer askWritable(const void *memory, size_t size) {
  static const auto pageSize = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  static const bool isKnown = canPopulate(pageSize);
  const auto first = std::bit_cast<uintptr_t>(memory);
  const uintptr_t firstPage = first / pageSize * pageSize;
  const uintptr_t lastPage = (first + (size - 1)) / pageSize * pageSize;
  if (firstPage == lastPage)
    if (const MemoryAnswer answer = askPageWritable(first);
        answer != MemoryAnswer::Unknown)
      return answer;
  if (!isKnown)
    return MemoryAnswer::Unknown;
  if (madvise(std::bit_cast<void *>(firstPage), lastPage - firstPage + pageSize,
              MADV_POPULATE_WRITE) == 0)
    return MemoryAnswer::Yes;
  return errno == EINVAL || errno == EFAULT || errno == ENOMEM
             ? MemoryAnswer::No
             : MemoryAnswer::Unknown;
}

/// For memory that is known to be mapped. True also if the kernel has no answer.
inline bool isStillWritable(const void *memory, size_t size) {
  return askWritable(memory, size) != MemoryAnswer::No;
}

/// For any memory. One system call if the kernel has an answer.
inline bool isStillMappedAndWritable(const void *memory, size_t size) {
  const MemoryAnswer answer = askWritable(memory, size);
  return answer == MemoryAnswer::Yes ||
         (answer == MemoryAnswer::Unknown && isStillMapped(memory, size));
}

} // namespace dpa

#endif
