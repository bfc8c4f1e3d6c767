// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of registered memory. Numbers are reused as late as possible.
#include "emulator/nic/data/registered-memory.h"

#include <bit>

namespace dpa {

uint32_t RegisteredMemories::add(std::byte *address, uint64_t size) {
  constexpr uint32_t numberMax = 0xfffffe;
  auto made =
      std::make_shared<const RegisteredMemory>(RegisteredMemory{address, size});
  std::lock_guard guard(lock_);
  if (memories_.size() == numberMax)
    return 0;
  do
    newest_ = newest_ == numberMax ? 1 : newest_ + 1;
  while (!memories_.try_emplace(newest_, made).second);
  return newest_;
}

/// Uses begin under the lock only, or as copies of another use.
bool RegisteredMemories::remove(uint32_t number) {
  std::lock_guard guard(lock_);
  auto found = memories_.find(number);
  if (found == memories_.end() || found->second.use_count() != 1)
    return false;
  memories_.erase(found);
  return true;
}

QueueMemory RegisteredMemories::at(const QueuePlace &place,
                                   const std::string &what, uint64_t size,
                                   uint64_t alignment,
                                   std::string &error) const {
  std::shared_ptr<const RegisteredMemory> memory = find(place.umem);
  const std::string shown = what + " at offset " + hex(place.address) +
                            " of registered memory " + hex(place.umem);
  if (!memory)
    error = "the device has no registered memory " + hex(place.umem);
  else if (!memory->holds(place.address, size))
    error = shown + " exceeds its " + std::to_string(memory->size) + " bytes";
  else if (std::bit_cast<uintptr_t>(memory->address + place.address) %
               alignment !=
           0)
    error = shown + " is not " + std::to_string(alignment) + "-byte aligned";
  else
    return {std::move(memory), place.address};
  return {};
}

std::shared_ptr<std::byte>
RegisteredMemories::use(uint32_t number, uint64_t offset, uint64_t size) const {
  std::shared_ptr<const RegisteredMemory> memory = find(number);
  if (!memory || !memory->holds(offset, size))
    return nullptr;
  std::byte *const place = memory->address + offset;
  return {std::move(memory), place};
}

std::shared_ptr<const RegisteredMemory>
RegisteredMemories::find(uint32_t number) const {
  std::lock_guard guard(lock_);
  auto found = memories_.find(number);
  return found == memories_.end() ? nullptr : found->second;
}

} // namespace dpa
