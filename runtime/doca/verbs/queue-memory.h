// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a queue of device code has its rings and doorbell record: in memory that
// the library allocates on a DPA, or in memory that the program gives.
#ifndef DPA_RUNTIME_DOCA_VERBS_QUEUE_MEMORY_H
#define DPA_RUNTIME_DOCA_VERBS_QUEUE_MEMORY_H

#include "runtime/doca/common/device-memory.h"
#include "runtime/doca/common/dpa-completion.h"
#include "runtime/doca/common/queue-resources.h"

namespace dpa::doca {

constexpr uint64_t ringAlignment = 64;
constexpr uint64_t recordSize = 8;
constexpr uint64_t receiveSegment = 16; // a piece of memory of an entry

/// A part of the program's memory.
struct QueuePlace {
  doca_umem *umem = nullptr;
  uint64_t offset = 0;
};

/// What a program has chosen: `dpa`, or all others.
struct QueueMemoryChoice {
  doca_dpa *dpa = nullptr;
  QueuePlace rings;
  QueuePlace record;
  doca_uar *uar = nullptr;

  /// Why a queue cannot be created there; null if it can. `needsUar` is false
  /// for queues without doorbells.
  const char *problem(uint64_t ringsSize, bool needsUar) const;
  /// Whether all objects that are chosen still exist.
  bool isLive() const;
  /// The DPA of the queue; problem() is null.
  DpaContext *context() const;
};

/// The memory of a queue that exists.
class QueueMemory {
public:
  /// Allocates, or takes what the program has chosen. Once.
  doca_error_t place(const QueueMemoryChoice &choice, uint64_t ringsSize);

  DpaContext *dpa = nullptr;
  uint64_t rings = 0;  ///< device address
  uint64_t record = 0; ///< device address

private:
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

/// Whether a queue can be created there that completes in `completion`.
inline bool isRunning(const QueueMemoryChoice &choice,
                      doca_dpa_completion *completion) {
  const DpaContext *dpa = choice.context();
  return dpa->isStarted && !dpa->hasFailed &&
         completionOf(completion)->isStarted;
}

} // namespace dpa::doca

#endif
