// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lets the kernel write, which reports what a store would fault on, or asks it first if
// that is faster: see host-writer.h.
#include "runtime/host/support/host-writer.h"

#include "base/bytes.h"
#include "base/mapped-memory.h"

#include <bit>
#include <cerrno>
#include <cstring>
#include <sys/uio.h>
#include <unistd.h>

namespace dpa::host {

namespace {

/// Below this, asking the kernel and copying takes less time than letting it copy.
constexpr size_t askedMax = 4096;

} // namespace

Result<void> HostWriter::operator()(size_t offset,
                                    std::span<const std::byte> piece) const {
  std::byte *to = static_cast<std::byte *>(target_) + offset;
  if (piece.size() - 1 < askedMax &&
      askWritable(to, piece.size()) == MemoryAnswer::Yes) {
    memcpy(to, piece.data(), piece.size());
    return {};
  }
  iovec local{to, piece.size()};
  iovec remote{const_cast<std::byte *>(piece.data()), piece.size()};
  ssize_t done = process_vm_readv(getpid(), &local, 1, &remote, 1, 0);
  if (done == static_cast<ssize_t>(piece.size()))
    return {};
  // A kernel that forbids this call sets another errno than EFAULT.
  if (done < 0 && errno != EFAULT) {
    memcpy(to, piece.data(), piece.size());
    return {};
  }
  return Error{std::to_string(size_) + " bytes at host address " +
               hex(std::bit_cast<uintptr_t>(target_)) +
               " cannot all be written"};
}

} // namespace dpa::host
