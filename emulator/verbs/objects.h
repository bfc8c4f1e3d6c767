// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the objects of the libibverbs stand-in have in common: a handle, the
// context that made them, and, for queues, a part on the card. That part ends with
// the context; in the child of a fork() it is never touched.
#ifndef DPA_EMULATOR_VERBS_OBJECTS_H
#define DPA_EMULATOR_VERBS_OBJECTS_H

#include "emulator/verbs/device-list.h"

#include <atomic>
#include <mutex>
#include <set>

namespace dpa::verbs {

/// Numbers of objects, only for the program to look at.
inline uint32_t newHandle() {
  static std::atomic<uint32_t> next = 1;
  return next++;
}

/// A verbs object with the context that it was made by.
template <typename Public> struct OfContext : Public {
  explicit OfContext(ibv_context *context)
      : Public(), contextId(contextOf(context).id) {
    this->context = context;
    this->handle = newHandle();
  }
  const uint64_t contextId;
};

struct VerbsDomain : OfContext<ibv_pd> {
  using OfContext::OfContext;
  /// Queue pairs, shared receive queues and address handles in it.
  std::atomic<uint32_t> users = 0;
};

struct VerbsRegion : OfContext<ibv_mr> {
  using OfContext::OfContext;
  unsigned access = 0; ///< enum ibv_access_flags
  std::mutex lock;     ///< of what follows
  /// Keys of windows that were bound to it; some may be bound elsewhere now.
  std::set<uint32_t> windows;
};

/// Permissions of a peer on memory or a queue pair.
constexpr unsigned remoteRights =
    IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC;

/// Counts an object in its protection domain, by `change`.
inline void useDomain(ibv_pd *pd, int change) {
  static_cast<VerbsDomain *>(pd)->users += static_cast<uint32_t>(change);
}

/// Null if the object's context is no longer open in this program.
template <typename Object>
std::shared_ptr<Device> deviceOf(const Object &object) {
  return deviceOf(object.context, object.contextId);
}

/// The card for a new object of this context; null, with errno, if the context is
/// not open or its device has no card. The device is kept by the context.
HostNic *cardOf(ibv_context *context);

/// The same for a new object in a protection domain, which may be null.
HostNic *cardOf(const ibv_pd *pd);

} // namespace dpa::verbs

#endif
