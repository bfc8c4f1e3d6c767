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

constexpr unsigned areaBits = 10;
constexpr unsigned usesBits = 10;
constexpr uint32_t usesCount = (1u << usesBits) - 1; // UINT32_MAX is not an id
static_assert(DPA_THREAD_AREA_COUNT <= 1u << areaBits);

uint32_t makeActivationId(uint32_t process, uint32_t uses, uint32_t area) {
  return process << (usesBits + areaBits) | uses % usesCount << areaBits | area;
}

} // namespace

std::shared_ptr<EmulatedThread>
ThreadTable::create(ActivationHost &host, uint32_t process,
                    const ThreadSettings &settings) {
  std::lock_guard guard(lock_);
  auto free = std::ranges::find(areas_, nullptr, &Area::thread);
  if (free == areas_.end())
    return nullptr;
  uint32_t slot = first + static_cast<uint32_t>(free - areas_.begin());
  auto thread = std::make_shared<EmulatedThread>(
      host, slot, makeActivationId(process, free->uses, slot), settings);
  statistics_->addThread(slot, settings.label);
  free->thread = std::move(thread);
  ++free->uses;
  return free->thread;
}

void ThreadTable::remove(const EmulatedThread &thread) {
  std::lock_guard guard(lock_);
  statistics_->removeThread(thread.id());
  areas_[thread.id() - first].thread = nullptr;
}

std::shared_ptr<EmulatedThread> ThreadTable::find(uint32_t activationId) const {
  uint32_t slot = activationId & ((1u << areaBits) - 1);
  if (slot < first)
    return nullptr;
  std::lock_guard guard(lock_);
  const auto &thread = areas_[slot - first].thread;
  return thread && thread->activationId() == activationId ? thread : nullptr;
}

std::shared_ptr<EmulatedThread> ThreadTable::at(uint32_t area) const {
  std::lock_guard guard(lock_);
  return areas_[area].thread;
}

} // namespace dpa
