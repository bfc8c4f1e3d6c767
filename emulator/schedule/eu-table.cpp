// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks for idle EUs and for who may have one.
#include "emulator/schedule/eu-table.h"

#include <algorithm>

namespace dpa {

std::optional<uint32_t> EuTable::take(const Affinity &affinity) {
  auto idle = Busy.end();
  if (affinity.kind == Affinity::Kind::Strict) {
    if (!Busy[affinity.id])
      idle = Busy.begin() + affinity.id;
  } else {
    idle = std::find(Busy.begin(), Busy.end(), false);
  }
  if (idle == Busy.end())
    return std::nullopt;
  *idle = true;
  return static_cast<uint32_t>(idle - Busy.begin());
}

bool EuTable::forget(Job &job) {
  return std::erase(Waiting, &job) != 0;
}

Job *EuTable::release(uint32_t eu) {
  auto next = std::find_if(Waiting.begin(), Waiting.end(), [&](Job *job) {
    return job->affinity().kind != Affinity::Kind::Strict ||
           job->affinity().id == eu;
  });
  if (next == Waiting.end()) {
    Busy[eu] = false;
    return nullptr;
  }
  Job *job = *next;
  Waiting.erase(next);
  return job;
}

} // namespace dpa
