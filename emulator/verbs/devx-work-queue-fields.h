// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reading what commands that create SQ, RQ and RMP have in common.
#ifndef DPA_EMULATOR_VERBS_DEVX_WORK_QUEUE_FIELDS_H
#define DPA_EMULATOR_VERBS_DEVX_WORK_QUEUE_FIELDS_H

#include "emulator/verbs/devx-creation.h"

namespace dpa::verbs::devx {

/// What the contexts of SQ, RQ and RMP have in common.
inline WorkQueueSettings readWorkQueue(CreationReader &reader,
                                       const DomainUse &domain) {
  WorkQueueSettings settings;
  reader.checkUnused(wq::unused);
  settings.logDepth = static_cast<uint8_t>(reader.value(wq::logSize));
  settings.logStride = static_cast<uint8_t>(reader.value(wq::logStride));
  settings.ring = reader.place(wq::ring);
  settings.doorbellRecord = reader.place(wq::record);
  settings.domain = domain.domain();
  settings.startsReset = true;
  return settings;
}

/// Whether the entries are a linked list, not cyclic.
inline bool readLinkedList(CreationReader &reader) {
  const uint64_t type = reader.value(wq::type);
  if (type != wq::linkedList && type != wq::cyclic)
    reader.refuse("wq_type " + std::to_string(type) +
                  " is not emulated (expected 0 (linked list) or 1 (cyclic))");
  return type == wq::linkedList;
}

} // namespace dpa::verbs::devx

#endif
