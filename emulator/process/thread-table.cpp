// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Thread areas and activation ids:
//
//   31            20 19        10 9          0
//   +---------------+------------+------------+
//   |    process    |    uses    |    area    |
//   +---------------+------------+------------+
#include "emulator/process/thread-table.h"

#include <algorithm>

namespace dpa {
namespace {

constexpr unsigned AreaBits = 10;
constexpr unsigned UsesBits = 10;
constexpr uint32_t UsesCount = (1u << UsesBits) - 1; // UINT32_MAX is no id
static_assert(DPA_THREAD_AREA_COUNT <= 1u << AreaBits);

uint32_t makeActivationId(uint32_t process, uint32_t uses, uint32_t area) {
  return process << (UsesBits + AreaBits) | uses % UsesCount << AreaBits | area;
}

} // namespace

std::shared_ptr<EmulatedThread>
ThreadTable::create(EmulatedProcess &owner, uint32_t process,
                    const ThreadSettings &settings) {
  std::lock_guard guard(Lock);
  auto free = std::ranges::find(Areas, nullptr, &Area::thread);
  if (free == Areas.end())
    return nullptr;
  uint32_t slot = First + static_cast<uint32_t>(free - Areas.begin());
  free->thread = std::make_shared<EmulatedThread>(
      owner, slot, makeActivationId(process, free->uses, slot), settings);
  ++free->uses;
  return free->thread;
}

void ThreadTable::remove(const EmulatedThread &thread) {
  std::lock_guard guard(Lock);
  Areas[thread.id() - First].thread = nullptr;
}

std::shared_ptr<EmulatedThread> ThreadTable::find(uint32_t activationId) const {
  uint32_t slot = activationId & ((1u << AreaBits) - 1);
  if (slot < First)
    return nullptr;
  std::lock_guard guard(Lock);
  const auto &thread = Areas[slot - First].thread;
  return thread && thread->activationId() == activationId ? thread : nullptr;
}

std::shared_ptr<EmulatedThread> ThreadTable::at(uint32_t area) const {
  std::lock_guard guard(Lock);
  return Areas[area].thread;
}

} // namespace dpa
