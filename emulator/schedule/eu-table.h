// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which execution units (EUs) of a device are busy, and the jobs that wait for
// one. A job gets the EU that it asks for, or the idle one with the lowest
// number, whose caches are the likeliest to be warm; the job that has waited
// longest is first. Not thread safe.
#ifndef DPA_EMULATOR_SCHEDULE_EU_TABLE_H
#define DPA_EMULATOR_SCHEDULE_EU_TABLE_H

#include "emulator/configuration/eu-management.h"
#include "emulator/schedule/job.h"

#include <deque>
#include <map>
#include <span>
#include <vector>

namespace dpa {

class EuTable {
public:
  explicit EuTable(uint32_t count) : busy_(count) {}

  uint32_t count() const { return static_cast<uint32_t>(busy_.size()); }

  /// Called before any EU is taken; the EUs of the groups exist.
  void setGroups(std::span<const EuGroup> groups);
  /// Whether there is an EU that this affinity allows, busy or not.
  bool isPossible(const Affinity &affinity) const;

  /// Takes an idle EU that a possible affinity allows.
  std::optional<uint32_t> take(const Affinity &affinity);

  void waitForOne(Job &job) { waiting_.push_back(&job); }
  /// False: it was not waiting.
  bool forget(Job &job);

  /// Returns an EU: the job that has waited for it longest gets it; null if none.
  Job *release(uint32_t eu);

private:
  bool allows(const Affinity &affinity, uint32_t eu) const;
  const std::vector<uint32_t> *group(uint32_t id) const;

  std::vector<bool> busy_;
  std::map<uint32_t, std::vector<uint32_t>> groups_; ///< ascending, by id
  std::deque<Job *> waiting_;
};

} // namespace dpa

#endif
