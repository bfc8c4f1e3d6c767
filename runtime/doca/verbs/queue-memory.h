// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rings and doorbell record of a queue of device code, in device memory that is
// allocated by the library or by the program.
#ifndef DPA_RUNTIME_DOCA_VERBS_QUEUE_MEMORY_H
#define DPA_RUNTIME_DOCA_VERBS_QUEUE_MEMORY_H

#include "runtime/doca/common/device-memory.h"
#include "runtime/doca/common/dpa-completion.h"
#include "runtime/doca/common/queue-resources.h"

namespace dpa::doca {

constexpr uint64_t ringAlignment = 64;
constexpr uint64_t recordSize = 8;
constexpr uint64_t receiveSegment = 16; // size of a scatter/gather entry

/// A range of a umem.
struct QueuePlace {
  doca_umem *umem = nullptr;
  uint64_t offset = 0;
};

/// The choice of the program: `dpa`, or all others.
struct QueueMemoryChoice {
  doca_dpa *dpa = nullptr;
  QueuePlace rings;
  QueuePlace record;
  doca_uar *uar = nullptr;

  /// An error message if the choice is not valid, otherwise null. `needsUar` is false
  /// for queues without doorbells.
  const char *problem(uint64_t ringsSize, bool needsUar) const;
  /// Whether all chosen objects are live.
  bool isLive() const;
  /// The DPA of the queue. Requires that problem() is null.
  DpaContext *context() const;
};

/// The memory of an existing queue.
class QueueMemory {
public:
  /// `user`: the kind of the queue.
  explicit QueueMemory(const char *user)
      : user_(user), rings_(user), record_(user) {}

  /// Allocates the memory, or uses that of the program. Called once.
  doca_error_t place(const QueueMemoryChoice &choice, uint64_t ringsSize);

  DpaContext *dpa = nullptr;
  uint64_t rings = 0;  ///< device address
  uint64_t record = 0; ///< device address

private:
  const char *user_;
  Use ringsUse_;
  Use recordUse_;
  Use uarUse_;
  DeviceMemory rings_;
  DeviceMemory record_;
};

/// Whether the handle is null or live.
inline bool isLiveOrNull(const void *handle, const char *kind) {
  return !handle || liveness(handle, kind) == Liveness::Live;
}

/// Whether DPA and completion context can be used by a new queue.
inline bool isRunning(const QueueMemoryChoice &choice,
                      doca_dpa_completion *completion) {
  const DpaContext *dpa = choice.context();
  return dpa->isStarted && !dpa->hasFailed &&
         completionOf(completion)->isStarted;
}

} // namespace dpa::doca

#endif
