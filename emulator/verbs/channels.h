// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Completion channels: what a program waits on for events of its completion queues.
#ifndef DPA_EMULATOR_VERBS_CHANNELS_H
#define DPA_EMULATOR_VERBS_CHANNELS_H

#include "base/fork-generation.h"
#include "emulator/verbs/event-queue.h"

#include <infiniband/verbs.h>

namespace dpa::verbs {

struct VerbsChannel : ibv_comp_channel {
  VerbsChannel() : ibv_comp_channel() {}
  /// ibv_comp_channel has no handle, by which OfContext could know it.
  uint64_t contextId = 0;
  EventQueue events;
  const uint32_t generation = forkGeneration();
};

/// Counts the completion queues that use it, by `change`.
void useChannel(ibv_comp_channel &channel, int change);

} // namespace dpa::verbs

#endif
