// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The threads of a process by thread area. The first areas belong to remote
// calls, one for each execution unit; the others are given to threads, lowest
// first. Assigns activation ids, which later threads of the same area and
// threads of other processes do not share. Thread safe.
#ifndef DPA_EMULATOR_PROCESS_THREAD_TABLE_H
#define DPA_EMULATOR_PROCESS_THREAD_TABLE_H

#include "emulator/process/emulated-thread.h"
#include "runtime/abi/address-map.h"

#include <array>

namespace dpa {

class ThreadTable {
public:
  explicit ThreadTable(std::shared_ptr<ProcessStatistics> statistics)
      : statistics_(std::move(statistics)) {}

  static constexpr uint32_t first = DPA_EU_COUNT_MAX;
  static constexpr uint32_t count = DPA_THREAD_AREA_COUNT - first;

  /// Null: all areas are taken.
  std::shared_ptr<EmulatedThread> create(ActivationHost &host, uint32_t process,
                                         const ThreadSettings &settings);
  void remove(const EmulatedThread &thread);

  /// Null: no such thread.
  std::shared_ptr<EmulatedThread> find(uint32_t activationId) const;
  /// The thread of this area, if any.
  std::shared_ptr<EmulatedThread> inArea(uint32_t slot) const {
    return slot >= first && slot - first < count ? at(slot - first) : nullptr;
  }
  /// visit(thread) for each, without a lock. Does not allocate.
  template <typename Visit> void forEach(Visit visit) const {
    for (uint32_t area = 0; area < count; ++area)
      if (std::shared_ptr<EmulatedThread> thread = at(area))
        visit(*thread);
  }

private:
  struct Area {
    std::shared_ptr<EmulatedThread> thread;
    uint32_t uses = 0; ///< threads that it has had
  };

  std::shared_ptr<EmulatedThread> at(uint32_t area) const;

  const std::shared_ptr<ProcessStatistics> statistics_;
  mutable std::mutex lock_;
  std::array<Area, count> areas_;
};

} // namespace dpa

#endif
