// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hands the execution units (EUs) of a device to jobs and the host's threads to
// EUs. Two kinds: shared (EUs run in parallel on as many host threads as there
// are cores) and reproducible (in turns on one thread, in an order that a seed
// decides). All processes of a device share it. Thread safe; a job's turns are
// run without a lock.
#ifndef DPA_EMULATOR_SCHEDULE_SCHEDULER_H
#define DPA_EMULATOR_SCHEDULE_SCHEDULER_H

#include "emulator/configuration/eu-management.h"
#include "emulator/schedule/admission.h"
#include "emulator/schedule/job.h"

#include <optional>
#include <span>

namespace dpa {

class Scheduler : public Admission {
public:
  virtual uint32_t unitCount() const = 0;
  /// What decides the order of turns; none where there are no turns.
  virtual std::optional<uint64_t> seed() const { return std::nullopt; }

  /// Before the first job.
  virtual void setGroups(std::span<const EuGroup> groups) = 0;
  /// Whether there is an EU that this affinity allows, busy or not.
  virtual bool isPossible(const Affinity &affinity) const = 0;

  /// Runs a job, whose affinity is possible, to its end; the calling thread may
  /// be the one that does. False: cancelled before it got an EU, or it has
  /// waited for one for too long (Job::setPatience()).
  virtual bool run(Job &job, const Arrival &arrival) = 0;

  /// The same without waiting: ended() tells. False, and nothing done: there is
  /// no host thread that could run it. From turns, ended() and actions of
  /// admit() it is no arrival, as what those do is at its place already.
  virtual bool submit(Job &job, const Arrival &arrival) = 0;

  /// Makes a waiting job (TurnEnd::Waits) run on; one that is about to wait
  /// does not. It is no arrival: what the host does in runs that are to be
  /// repeated calls it in an action of admit(), as turns do by themselves.
  virtual void wake(Job &job) = 0;

  /// A job without an EU never gets one, one that waits is woken; the others
  /// notice by themselves what their owner has told them. Like wake().
  virtual void cancel(Job &job) = 0;

  /// A process has ended by itself: what comes to it from here on changes
  /// nothing. From turns.
  virtual void processEnded(uint32_t /*process*/) noexcept {}
};

} // namespace dpa

#endif
