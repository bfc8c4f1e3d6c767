// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assigns the execution units (EUs) of a device to jobs, and host threads to EUs.
// Two kinds: shared (EUs run in parallel on as many host threads as there are
// cores) and reproducible (in turns on one thread, in an order that a seed
// decides). Also runs the background work of the device. All processes of a device
// share it. Thread safe; turns of a job run without a lock.
#ifndef DPA_EMULATOR_SCHEDULE_SCHEDULER_H
#define DPA_EMULATOR_SCHEDULE_SCHEDULER_H

#include "emulator/schedule/arrival.h"
#include "emulator/schedule/background.h"
#include "emulator/schedule/eu-table.h"
#include "emulator/schedule/port-inputs.h"

#include <functional>
#include <optional>
#include <string>

namespace dpa {

class Scheduler : public Background {
public:
  uint32_t unitCount() const { return units_.count(); }
  /// What decides the order of turns; none in the shared kind.
  virtual std::optional<uint64_t> seed() const { return std::nullopt; }

  /// Devices with the same order of turns have the same; only to be compared.
  virtual const Scheduler *order() const { return this; }

  /// Before the first job.
  void setGroups(std::span<const EuGroup> groups) { units_.setGroups(groups); }
  /// Whether there is an EU that this affinity allows, busy or not.
  bool isPossible(const Affinity &affinity) const {
    return units_.isPossible(affinity);
  }

  /// The device is open, with all of its ports: a recording begins. False, with a
  /// message in `error`: it cannot be written.
  virtual bool startRecording(std::string & /*error*/) { return true; }

  /// Runs a job, whose affinity is possible, to its end, possibly on the calling
  /// thread. False: it was cancelled before it got an EU, or has waited for one
  /// for too long (Job::setPatience()).
  virtual bool run(Job &job, const Arrival &arrival) = 0;

  /// The same without waiting: the job's ended() is called. False, and nothing
  /// done: no host thread could be created. From turns, ended() and actions of
  /// admit() it is not an arrival, as those are in order already.
  virtual bool submit(Job &job, const Arrival &arrival) = 0;

  /// Makes a waiting job (TurnEnd::Waits) continue; one that is about to wait
  /// does not wait. Not an arrival: in reproducible runs the host calls it inside
  /// an action of admit().
  virtual void wake(Job &job) = 0;

  /// A job without an EU never gets one, one that waits is woken; the others have
  /// to notice a request of their owner themselves. Like wake(), not an arrival.
  virtual void cancel(Job &job) = 0;

  /// Runs an action of the host that execution units may notice, such as a copy
  /// to their memory: at once, or between turns where runs are reproducible.
  /// Exceptions of the action reach the caller.
  virtual void admit(const Arrival &arrival,
                     const std::function<void()> &action) = 0;

  /// Whether the rest of a replayed recording has such an arrival that is not here yet.
  virtual Awaited isAwaited(const Arrival & /*arrival*/) {
    return Awaited::Unchecked;
  }

  /// How inputs of live ports enter the order of turns; null in the shared kind,
  /// where they arrive at once.
  virtual PortInputs *inputs() { return nullptr; }

  /// A process has ended by itself: later arrivals at it change nothing. From
  /// turns.
  virtual void processEnded(uint64_t /*process*/) noexcept {}

protected:
  explicit Scheduler(uint32_t units) : units_(units) {}

  EuTable units_;
};

} // namespace dpa

#endif
