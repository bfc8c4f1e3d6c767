// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pages are probed by system calls that access one word and do nothing else: they
// take a tenth of the time of a copy by the kernel. Where a sandbox answers them
// otherwise, the kernel copies.
#include "emulator/nic/data/host-copy.h"

#include "emulator/host/errno-guard.h"
#include "emulator/host/shared-copy.h"
#include "emulator/nic/data/host-mappings.h"

#include <algorithm>
#include <array>
#include <bit>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

namespace dpa {
namespace {

constexpr uintptr_t probeSize = sizeof(uint64_t);

template <typename Byte> Byte *probedWord(Byte *place) {
  return place - std::bit_cast<uintptr_t>(place) % probeSize;
}

/// The kernel reads the word as a signal mask before it rejects what is to be done
/// with it.
bool isReadable(const std::byte *place) {
  constexpr int noOperation = -1;
  return syscall(SYS_rt_sigprocmask, noOperation, probedWord(place), nullptr,
                 probeSize) == 0 ||
         errno != EFAULT;
}

/// The kernel adds 0 to the word atomically. No thread waits at the first address.
bool isWritable(std::byte *place) {
  static uint32_t unused = 0;
  constexpr int change =
      FUTEX_OP(FUTEX_OP_ADD, 0, FUTEX_OP_CMP_EQ, 0x7ff); // NOLINT(*signed*)
  return syscall(SYS_futex, &unused, FUTEX_WAKE_OP_PRIVATE, 0, nullptr,
                 probedWord(place), change) >= 0 ||
         errno != EFAULT;
}

/// The kernel reads the offset of the files and writes it back before it reports that
/// they do not exist, in a third of the time. Only for words that the caller
/// overwrites: the store of another thread in between would be lost.
bool isWritableWord(std::byte *word) {
  constexpr int noFile = -1;
  return syscall(SYS_sendfile, noFile, noFile, word, 0) >= 0 || errno != EFAULT;
}

uintptr_t hostPageSize() {
  static const auto size = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  return size;
}

size_t leftInPage(const std::byte *place) {
  return hostPageSize() - std::bit_cast<uintptr_t>(place) % hostPageSize();
}

/// The calls that are available to probe a page.
struct Probes {
  bool pages = true; ///< isReadable() and isWritable()
  bool words = true; ///< isWritableWord()
};

Probes findProbes() {
  void *page = mmap(nullptr, hostPageSize(), PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED)
    return {.pages = false, .words = false};
  auto *place = static_cast<std::byte *>(page);
  Probes probes;
  const auto expect = [&](bool isReadableNow, bool isWritableNow) {
    probes.pages &= isReadable(place) == isReadableNow &&
                    isWritable(place) == isWritableNow;
    probes.words &= isWritableWord(place) == isWritableNow;
  };
  expect(true, true);
  if (mprotect(page, hostPageSize(), PROT_READ) == 0)
    expect(true, false);
  if (mprotect(page, hostPageSize(), PROT_NONE) == 0)
    expect(false, false);
  munmap(page, hostPageSize());
  return probes;
}

const Probes &probes() {
  static const Probes found = findProbes();
  return found;
}

/// Whether [place, place + size), which lies in one page and is to be overwritten,
/// permits it.
bool mayOverwrite(std::byte *place, size_t size) {
  const size_t before = -std::bit_cast<uintptr_t>(place) % probeSize;
  return probes().words && before + probeSize <= size
             ? isWritableWord(place + before)
             : isWritable(place);
}

/// access(offset, size) for each page of [memory, memory + size) that permits it.
template <typename Byte, typename Probe, typename Access>
bool forEachPage(Byte *memory, size_t size, Probe isPermitted, Access access) {
  for (size_t done = 0; done < size;) {
    const size_t piece = std::min(leftInPage(memory + done), size - done);
    if (!isPermitted(memory + done, piece))
      return false;
    access(done, piece);
    done += piece;
  }
  return true;
}

bool kernelCopiesFrom(pid_t self, std::span<std::byte> target,
                      const std::byte *source) {
  iovec to{target.data(), target.size()};
  iovec from{const_cast<std::byte *>(source), target.size()};
  return process_vm_readv(self, &to, 1, &from, 1, 0) ==
         static_cast<ssize_t>(target.size());
}

bool kernelCopiesTo(pid_t self, std::byte *target, ByteView source) {
  iovec from{const_cast<std::byte *>(source.data()), source.size()};
  iovec to{target, source.size()};
  return process_vm_writev(self, &from, 1, &to, 1, 0) ==
         static_cast<ssize_t>(source.size());
}

/// The kernel promises nothing about words that change while it copies them: a
/// small copy is repeated until two in a row are equal, a number of times.
bool kernelCopiesWholeFrom(pid_t self, std::span<std::byte> target,
                           const std::byte *source) {
  constexpr int attemptsMax = 8;
  if (!kernelCopiesFrom(self, target, source))
    return false;
  if (target.size() > probeSize)
    return true;
  std::array<std::byte, probeSize> bytes{};
  const std::span<std::byte> again = std::span(bytes).first(target.size());
  for (int attempt = 0; attempt < attemptsMax; ++attempt) {
    if (!kernelCopiesFrom(self, again, source))
      return false;
    if (std::ranges::equal(again, target))
      break;
    std::ranges::copy(again, target.begin());
  }
  return true;
}

/// Without torn words of the source.
void copyPart(std::byte *target, const std::byte *source, size_t size) {
  if ((std::bit_cast<uintptr_t>(target) - std::bit_cast<uintptr_t>(source)) %
          probeSize ==
      0)
    copyBetweenShared(target, source, size);
  else
    copyFromShared(target, source, size);
}

/// Size of the ranges that are probed by one system call.
constexpr size_t directPiece = size_t{256} << 10;

bool isAllPermitted(const DirectCopy &copy) {
  return (!copy.isSourceOfHost ||
          isAnonymousMemory(copy.source, copy.size, false)) &&
         (!copy.isTargetOfHost ||
          isAnonymousMemory(copy.target, copy.size, true));
}

bool isPagePermitted(const DirectCopy &copy) {
  return (!copy.isSourceOfHost || isReadable(copy.source)) &&
         (!copy.isTargetOfHost || mayOverwrite(copy.target, copy.size));
}

/// Where pages cannot be probed. Both sides are checked, whichever is the local one.
size_t kernelCopiesPart(const DirectCopy &copy) {
  iovec from{const_cast<std::byte *>(copy.source), copy.size};
  iovec to{copy.target, copy.size};
  const ssize_t done = process_vm_writev(getpid(), &from, 1, &to, 1, 0);
  return done > 0 ? static_cast<size_t>(done) : 0;
}

DirectCopy partOf(const DirectCopy &copy, size_t offset, size_t size) {
  DirectCopy part = copy;
  part.target += offset;
  part.source += offset;
  part.size = std::min(size, copy.size - offset);
  return part;
}

size_t copyPages(const DirectCopy &copy) {
  size_t done = 0;
  while (done < copy.size) {
    const size_t page = std::min(leftInPage(copy.source + done),
                                 leftInPage(copy.target + done));
    const DirectCopy part = partOf(copy, done, page);
    if (!isPagePermitted(part))
      break;
    copyBetweenShared(part.target, part.source, part.size);
    done += part.size;
  }
  return done;
}

} // namespace

size_t copyDirectly(const DirectCopy &copy) {
  const ErrnoGuard errnoGuard;
  if (!probes().pages)
    return kernelCopiesPart(copy);
  size_t done = 0;
  while (done < copy.size) {
    const DirectCopy part = partOf(copy, done, directPiece);
    if (!isAllPermitted(part))
      return done + copyPages(partOf(copy, done, copy.size));
    copyBetweenShared(part.target, part.source, part.size);
    done += part.size;
  }
  return done;
}

bool copyFromHost(pid_t self, std::span<std::byte> target,
                  const std::byte *source) {
  const ErrnoGuard errnoGuard;
  if (!probes().pages)
    return kernelCopiesWholeFrom(self, target, source);
  return forEachPage(
      source, target.size(),
      [](const std::byte *place, size_t) { return isReadable(place); },
      [&](size_t offset, size_t size) {
        copyPart(target.data() + offset, source + offset, size);
      });
}

bool copyToHost(pid_t self, std::byte *target, ByteView source) {
  const ErrnoGuard errnoGuard;
  if (!probes().pages)
    return kernelCopiesTo(self, target, source);
  return forEachPage(
      target, source.size(), mayOverwrite, [&](size_t offset, size_t size) {
        copyBetweenShared(target + offset, source.data() + offset, size);
      });
}

} // namespace dpa
