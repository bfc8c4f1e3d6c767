// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checked access to a process's memory: see device-memory.h.
#include "runtime/host/process/device-memory.h"

#include "base/bytes.h"
#include "runtime/host/support/readable-memory.h"

#include <infiniband/verbs.h>

namespace dpa::host {
namespace {

Result<void> checked(bool isDone, uint64_t address, size_t size) {
  if (isDone)
    return {};
  return Error{std::to_string(size) + " bytes at device address " +
               hex(address) + " are not all in the process's data"};
}

} // namespace

// Ranges outside the heap are checked by the device.
Result<void> DeviceMemory::checkRange(uint64_t address, size_t size) const {
  if (heap_.overlaps(address, size) && !heap_.isInsideBlock(address, size))
    return Error{std::to_string(size) + " bytes at device address " +
                 hex(address) + " are not inside one buffer of the heap"};
  return {};
}

Result<HeapHold> DeviceMemory::holdRange(uint64_t address, size_t size) {
  if (!heap_.overlaps(address, size))
    return HeapHold();
  if (std::optional<uint64_t> start = heap_.hold(address, size))
    return HeapHold(heap_, *start);
  return checkRange(address, size).error();
}

Result<void> DeviceMemory::checkEnd(uint64_t address, size_t size) const {
  if (Result<void> inside = checkRange(address, size); !inside)
    return inside;
  std::byte last;
  return checked(size - 1 <= UINT64_MAX - address &&
                     process_.read(address + size - 1, &last, 1),
                 address, size);
}

Result<void> DeviceMemory::checkKeyRange(uint64_t address, size_t size,
                                         int access) const {
  constexpr auto local = static_cast<unsigned>(IBV_ACCESS_LOCAL_WRITE);
  constexpr auto change =
      static_cast<unsigned>(IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC);
  constexpr auto known =
      local | change | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_OPTIONAL_RANGE;
  const auto rights = static_cast<unsigned>(access);
  if (size == 0)
    return Error{"cannot create a memory key for 0 bytes"};
  if ((rights & ~known) != 0)
    return Error{"access rights " + hex(rights) +
                 " have bits that are not supported here"};
  if ((rights & change) != 0 && (rights & local) == 0)
    return Error{"access rights " + hex(rights) +
                 " let others write without IBV_ACCESS_LOCAL_WRITE"};
  return checkRange(address, size);
}

Result<void> DeviceMemory::read(uint64_t address, void *buffer, size_t size) {
  if (Result<void> inside = checkRange(address, size); !inside)
    return inside;
  return checked(process_.read(address, buffer, size), address, size);
}

Result<void> DeviceMemory::write(uint64_t address, const void *buffer,
                                 size_t size) {
  if (Result<void> inside = checkRange(address, size); !inside)
    return inside;
  if (Result<void> readable = checkReadable(buffer, size); !readable)
    return readable;
  return checked(process_.write(address, buffer, size), address, size);
}

Result<void> DeviceMemory::fill(uint64_t address, int value, size_t size) {
  if (Result<void> inside = checkRange(address, size); !inside)
    return inside;
  return checked(process_.fill(address, value, size), address, size);
}

} // namespace dpa::host
