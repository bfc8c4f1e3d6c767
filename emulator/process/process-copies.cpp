// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host's copies from and to the memory of a process.
#include "emulator/process/emulated-process.h"

#include "emulator/host/shared-copy.h"

namespace dpa {

bool EmulatedProcess::read(uint64_t address, void *buffer, size_t size) {
  const std::byte *source = memory_->hostData(address, size);
  if (source)
    admit(copyArrival(Arrival::Kind::Read, address, size),
          [&] { copyFromShared(buffer, source, size); });
  return source != nullptr;
}

bool EmulatedProcess::write(uint64_t address, const void *buffer, size_t size) {
  std::byte *target = memory_->hostData(address, size);
  Arrival arrival = copyArrival(Arrival::Kind::Write, address, size);
  arrival.data = buffer;
  if (target)
    admit(arrival, [&] { copyToShared(target, buffer, size); });
  return target != nullptr;
}

bool EmulatedProcess::fill(uint64_t address, int value, size_t size) {
  std::byte *target = memory_->hostData(address, size);
  Arrival arrival = copyArrival(Arrival::Kind::Fill, address, size);
  arrival.arg0 = static_cast<uint8_t>(value);
  if (target)
    admit(arrival, [&] { fillShared(target, value, size); });
  return target != nullptr;
}

Arrival EmulatedProcess::copyArrival(Arrival::Kind kind, uint64_t address,
                                     size_t size) const {
  return {
      .kind = kind, .process = context_.id, .address = address, .size = size};
}

} // namespace dpa
