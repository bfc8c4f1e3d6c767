// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions about device memory: allocate, free, fill, copy. The work is
// done by DeviceMemory.
#include "base/enum-value.h"
#include "runtime/host/api/api-call.h"
#include "runtime/host/process/buffer-guards.h"
#include "runtime/host/process/heap-check-report.h"
#include "runtime/host/process/host-place.h"
#include "runtime/host/support/host-writer.h"
#include "runtime/host/support/readable-memory.h"

#include <libflexio/flexio.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <memory>
#include <span>

using namespace dpa;
using namespace dpa::host;

namespace {

flexio_status report(const char *call, const FlexioProcess &process,
                     const Result<void> &done) {
  return statusOf(call,
                  done ? done : done.error().in("process " + process.title()));
}

flexio_status allocate(const char *call, FlexioProcess &process, size_t size,
                       const void *caller, flexio_uintptr_t &address) {
  std::optional<uint64_t> block = allocateGuarded(process, size, caller);
  if (block) {
    address = *block;
    return FLEXIO_STATUS_SUCCESS;
  }
  const HeapUsage usage = process.heap().usage();
  if (size == 0)
    logError(call, "process %s: cannot allocate 0 bytes",
             process.title().c_str());
  else
    logError(call,
             "process %s: the heap has no free block of %zu bytes (of %llu, "
             "buffers use %llu and guard words %llu)",
             process.title().c_str(), size,
             static_cast<unsigned long long>(process.heap().size()),
             static_cast<unsigned long long>(usage.allocated),
             static_cast<unsigned long long>(usage.guards));
  return FLEXIO_STATUS_FAILED;
}

flexio_status free(const char *call, FlexioProcess &process, uint64_t address,
                   const void *caller) {
  auto logBuffer = [&](const char *what) {
    logError(call, "process %s: the buffer at device address %s %s",
             process.title().c_str(), hex(address).c_str(), what);
  };
  if (address == 0)
    return FLEXIO_STATUS_SUCCESS;
  if (process.heap().isHeld(address)) {
    logBuffer("is in use by a queue");
    return FLEXIO_STATUS_FAILED;
  }
  if (process.deviceProcess().windows().recover(address) == Recovery::Lost)
    logBuffer("is lost: the host memory of its mkey is no longer registered or "
              "writable");
  checkGuard(call, process, address);
  if (process.heap().free(address, HeapOwner::Program, caller))
    return FLEXIO_STATUS_SUCCESS;
  if (HeapChecker *checker = process.deviceProcess().heapChecker())
    checker->invalidFree(address, caller);
  else
    logError(call, "process %s: device address %s is not that of a buffer",
             process.title().c_str(), hex(address).c_str());
  return FLEXIO_STATUS_FAILED;
}

// The device tracks DPA memory in blocks of this size.
constexpr size_t memoryBlock = Heap::pageSize;

// The rounded size of a recoverable buffer whose contents fit exactly into the
// key's memory; nothing, with an entry in the log for `call`, if they do not.
std::optional<size_t> recoverableSize(const char *call, FlexioProcess &process,
                                      size_t size, uint32_t mkey) {
  auto refuse = [&](const std::string &why) {
    logError(call, "process %s, mkey %s: %s", process.title().c_str(),
             hex(mkey).c_str(), why.c_str());
    return std::nullopt;
  };
  if (size == 0 || size > process.heap().size())
    return refuse("cannot allocate " + std::to_string(size) +
                  " recoverable bytes");
  size_t rounded = (size + memoryBlock - 1) / memoryBlock * memoryBlock;
  std::optional<HostRegion> region = process.hostMemory().region(mkey);
  if (!region)
    return refuse("is not a key of host memory (expected one of ibv_reg_mr)");
  if (!region->mayWrite)
    return refuse("its memory may not be written (registered without "
                  "IBV_ACCESS_LOCAL_WRITE)");
  if (region->size != rounded)
    return refuse("its memory has " + std::to_string(region->size) +
                  " bytes, expected " + std::to_string(rounded) +
                  " (the buffer's size, rounded up to blocks of " +
                  std::to_string(memoryBlock) + ")");
  return rounded;
}

bool isNullRange(const char *call, const void *address, size_t size) {
  if (address || size == 0)
    return false;
  logError(call, "the host address is NULL, for %zu bytes", size);
  return true;
}

// Copies in pieces through a buffer, in the direction that is correct for
// overlapping ranges. read(offset, bytes) and write(offset, bytes) return a
// Result<void>.
Result<void> copyInPieces(size_t size, bool isBackward, auto read, auto write) {
  constexpr size_t pieceSize = size_t{256} * 1024;
  auto buffer =
      std::make_unique_for_overwrite<std::byte[]>(std::min(size, pieceSize));
  for (size_t done = 0; done < size;) {
    std::span piece(buffer.get(), std::min(size - done, pieceSize));
    size_t offset = isBackward ? size - done - piece.size() : done;
    if (Result<void> got = read(offset, piece); !got)
      return got;
    if (Result<void> put = write(offset, piece); !put)
      return put;
    done += piece.size();
  }
  return {};
}

auto readerOf(FlexioProcess &process, uint64_t from) {
  return [&process, from](size_t offset, std::span<std::byte> piece) {
    return process.memory().read(from + offset, piece.data(), piece.size());
  };
}

Result<void> copyOnDevice(FlexioProcess &process, uint64_t from, uint64_t to,
                          size_t size) {
  // Both ranges are checked whole before anything is written.
  if (Result<void> inside = process.memory().checkRange(to, size); !inside)
    return inside;
  if (Result<void> inside = process.memory().checkRange(from, size); !inside)
    return inside;
  return copyInPieces(size, to > from, readerOf(process, from),
                      [&](size_t offset, std::span<std::byte> piece) {
                        return process.memory().write(to + offset, piece.data(),
                                                      piece.size());
                      });
}

void *hostAddress(const flexio_mem &memory) {
  return std::bit_cast<void *>(memory.haddr);
}

Result<void> copyFromDevice(FlexioProcess &process, uint64_t from, void *to,
                            size_t size) {
  if (Result<void> inside = process.memory().checkEnd(from, size); !inside)
    return inside;
  return copyInPieces(size, false, readerOf(process, from),
                      HostWriter(to, size));
}

Result<void> copyOnHost(const void *from, void *to, size_t size) {
  if (Result<void> readable = checkReadable(from, size); !readable)
    return readable;
  return copyInPieces(
      size, std::less<const void *>()(from, to),
      [&](size_t offset, std::span<std::byte> piece) -> Result<void> {
        memcpy(piece.data(), static_cast<const std::byte *>(from) + offset,
               piece.size());
        return {};
      },
      HostWriter(to, size));
}

Result<void> copy(FlexioProcess &process, const flexio_mem &from,
                  const flexio_mem &to, size_t size) {
  bool isFromDevice = numberOf(from.mem_type) == FLEXIO_MEMTYPE_DPA;
  bool isToDevice = numberOf(to.mem_type) == FLEXIO_MEMTYPE_DPA;
  if (isFromDevice && isToDevice)
    return copyOnDevice(process, from.daddr, to.daddr, size);
  if (isFromDevice)
    return copyFromDevice(process, from.daddr, hostAddress(to), size);
  if (isToDevice)
    return process.memory().write(to.daddr, hostAddress(from), size);
  return copyOnHost(hostAddress(from), hostAddress(to), size);
}

bool isUsable(const char *call, const flexio_mem *memory, size_t size) {
  if (!memory) {
    logError(call, "the source or the destination is NULL");
    return false;
  }
  unsigned kind = numberOf(memory->mem_type);
  if (kind == FLEXIO_MEMTYPE_DPA)
    return true;
  if (kind == FLEXIO_MEMTYPE_HOST)
    return !isNullRange(call, hostAddress(*memory), size);
  logError(call, "unknown kind of memory (expected %d or %d, got %d)",
           FLEXIO_MEMTYPE_DPA, FLEXIO_MEMTYPE_HOST,
           shownNumber(memory->mem_type));
  return false;
}

} // namespace

flexio_status flexio_buf_dev_alloc(flexio_process *process, size_t buff_bsize,
                                   flexio_uintptr_t *dest_daddr_p) {
  const void *caller = __builtin_return_address(0);
  return ApiCall(__func__, Given(process, buff_bsize, dest_daddr_p),
                 ResultPointer(dest_daddr_p), Live(processes, process))
      .status([&](const char *call, const auto &found) {
        return allocate(call, *found, buff_bsize, caller, *dest_daddr_p);
      });
}

flexio_status flexio_recoverable_buf_dev_alloc(flexio_process *process,
                                               size_t buff_bsize, uint32_t mkey,
                                               flexio_uintptr_t *dest_daddr_p) {
  const void *caller = __builtin_return_address(0);
  return ApiCall(__func__, Given(process, buff_bsize, mkey, dest_daddr_p),
                 ResultPointer(dest_daddr_p), Live(processes, process))
      .status([&](const char *call, const auto &found) {
        std::optional<size_t> size =
            recoverableSize(call, *found, buff_bsize, mkey);
        flexio_uintptr_t address = 0;
        if (!size || allocate(call, *found, *size, caller, address) !=
                         FLEXIO_STATUS_SUCCESS)
          return FLEXIO_STATUS_FAILED;
        if (found->deviceProcess().windows().setRecoverable(address, *size,
                                                            mkey)) {
          *dest_daddr_p = address;
          return FLEXIO_STATUS_SUCCESS;
        }
        found->heap().free(address);
        logError(call, "process %s: mkey %s was destroyed meanwhile",
                 found->title().c_str(), hex(mkey).c_str());
        return FLEXIO_STATUS_FAILED;
      });
}

flexio_status flexio_buf_dev_free(flexio_process *process,
                                  flexio_uintptr_t daddr) {
  const void *caller = __builtin_return_address(0);
  return ApiCall(__func__, Given(process, daddr), Live(processes, process))
      .status([&](const char *call, const auto &found) {
        return free(call, *found, daddr, caller);
      });
}

flexio_status flexio_buf_dev_memset(flexio_process *process, int value,
                                    size_t buff_bsize,
                                    flexio_uintptr_t dest_daddr) {
  return ApiCall(__func__, Given(process, value, buff_bsize, dest_daddr),
                 Live(processes, process))
      .status([&](const char *call, const auto &found) {
        return report(call, *found,
                      found->memory().fill(dest_daddr, value, buff_bsize));
      });
}

flexio_status flexio_host2dev_memcpy(flexio_process *process, void *src_haddr,
                                     size_t buff_bsize,
                                     flexio_uintptr_t dest_daddr) {
  return ApiCall(__func__, Given(process, src_haddr, buff_bsize, dest_daddr),
                 Live(processes, process))
      .status([&](const char *call, const auto &found) {
        if (isNullRange(call, src_haddr, buff_bsize))
          return FLEXIO_STATUS_FAILED;
        return report(call, *found,
                      found->memory().write(dest_daddr, src_haddr, buff_bsize));
      });
}

flexio_status flexio_copy_from_host(flexio_process *process, void *src_haddr,
                                    size_t buff_bsize,
                                    flexio_uintptr_t *dest_daddr_p) {
  const void *caller = __builtin_return_address(0);
  return ApiCall(__func__, Given(process, src_haddr, buff_bsize, dest_daddr_p),
                 ResultPointer(dest_daddr_p), Live(processes, process))
      .status([&](const char *call, const auto &found) {
        flexio_uintptr_t address = 0;
        if (isNullRange(call, src_haddr, buff_bsize) ||
            allocate(call, *found, buff_bsize, caller, address) !=
                FLEXIO_STATUS_SUCCESS)
          return FLEXIO_STATUS_FAILED;
        flexio_status status =
            report(call, *found,
                   found->memory().write(address, src_haddr, buff_bsize));
        if (status == FLEXIO_STATUS_SUCCESS)
          *dest_daddr_p = address;
        else
          found->heap().free(address);
        return status;
      });
}

flexio_status flexio_memcpy(flexio_process *process, flexio_mem *src,
                            flexio_mem *dst, size_t buff_bsize) {
  return ApiCall(__func__, Given(process, src, dst, buff_bsize),
                 Live(processes, process))
      .status([&](const char *call, const auto &found) {
        if (!isUsable(call, src, buff_bsize) ||
            !isUsable(call, dst, buff_bsize))
          return FLEXIO_STATUS_FAILED;
        return buff_bsize == 0
                   ? FLEXIO_STATUS_SUCCESS
                   : report(call, *found, copy(*found, *src, *dst, buff_bsize));
      });
}
