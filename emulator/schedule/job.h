// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A job: one activation that needs an execution unit (EU) and then runs on it,
// turn by turn, until it is done. Derived classes define a turn; a scheduler
// decides when, on which EU and on which host thread. A job knows no scheduler
// and never blocks in a turn.
#ifndef DPA_EMULATOR_SCHEDULE_JOB_H
#define DPA_EMULATOR_SCHEDULE_JOB_H

#include "emulator/interface/device.h"

#include <condition_variable>

namespace dpa {

class EuTable;

/// What a job may do in a turn.
struct Turn {
  /// 0, not in the first turn: nothing is run; the job returns whether it will
  /// certainly only spin (Spins) or needs a turn (Used).
  uint64_t instructions = 0;
  /// Further instructions, until endExtension() is called.
  uint64_t extension = 0;
  /// Processor time charged to the job before this turn: its own and, while it
  /// only waited for others in a loop, theirs.
  uint64_t nanoseconds = 0;
  /// The run cannot be repeated as it was recorded: the job has to end.
  bool leftRecording = false;
  /// Other jobs or the host ran between this turn and the one before, and the
  /// scheduler knows of all that do: reservations (lr) are lost.
  bool othersRan = false;
  /// Instructions that the device had run before; in reproducible runs only.
  uint64_t moment = 0;
};

/// How a turn ended.
enum class TurnEnd : uint8_t {
  Used,  ///< its instructions are used up
  Spins, ///< the same, in a loop that waits for others
  Waits, ///< nothing to do until wake()
  Done,  ///< the job is over
};

class Job {
public:
  explicit Job(const Affinity &affinity) : wanted_(affinity) {}
  virtual ~Job() = default;
  Job(const Job &) = delete;
  Job &operator=(const Job &) = delete;

  const Affinity &affinity() const { return wanted_; }

  /// How long a caller of Scheduler::run() waits for an EU, in nanoseconds; 0
  /// (default): for ever. Set before the job is given to a scheduler.
  void setPatience(uint64_t nanoseconds) { patience_ = nanoseconds; }
  /// After run() has returned false: it waited for an EU for too long.
  bool hasTimedOut() const { return state_.timedOut; }

  /// The EU that it was given; valid in turn() and until the job is over.
  uint32_t eu() const { return state_.eu; }

  /// Runs the next turn. On one host thread at a time, not always the same; no
  /// lock of the scheduler is held. Not after it has returned Done.
  virtual TurnEnd turn(const Turn &turn) noexcept = 0;

  /// Called during turn(), on its thread, when something else can run. The turn ends
  /// as soon as its instructions without the extension are used up.
  virtual void endExtension() noexcept {}

  /// Instructions that it has retired so far. Between turns only.
  virtual uint64_t retired() const = 0;

  /// Makes the present turn end after about a thousand more instructions. Called during
  /// turn(), on its thread. False: the turn cannot be shortened.
  virtual bool shortenTurn() noexcept { return false; }

  /// The job is over without a turn, because it has waited too long or the process has
  /// ended. Called in reproducible runs only, by the thread of the scheduler.
  virtual void neverRan() noexcept {}

  /// A submitted job is over, or was cancelled before it got an EU: the last
  /// access of the scheduler to it.
  virtual void ended() noexcept {}

private:
  friend class JobQueue;
  friend class DeviceScheduler;
  friend class FunctionScheduler;
  friend class JoinedScheduler;
  friend class QueueScheduler;
  friend class SharedScheduler;
  friend class ReproducibleScheduler;
  friend class TimeSlice;

  enum class Phase : uint8_t { New, WaitsForUnit, Ready, Runs, Parked, Over };

  /// The scheduler's; under its lock, except by the thread that runs the job.
  struct {
    Phase phase = Phase::New;
    bool hasCaller = false; ///< a thread is in run() for it
    bool handed = false;    ///< that thread is to run it
    bool invited = false;   ///< that thread may run it, if there is a place
    bool hasRun = false;
    bool timedOut = false;
    bool woken = false;     ///< wake() was called before it waited
    bool cancelled = false; ///< before it was submitted
    bool holdsJob = false;  ///< its turn submitted a job, which is held
    bool spins = false;     ///< as the last turn ended
    /// Neighbours among those that spin, by when their waits began.
    Job *before = nullptr;
    Job *behind = nullptr;
    uint8_t vainPeeks = 0;   ///< close looks that found it working
    uint8_t calm = 0;        ///< time slices in a row without spinning
    uint8_t pause = 0;       ///< time slices without a close look
    bool isExamined = false; ///< keeps its place, but cannot be taken
    uint32_t eu = 0;
    EuTable *units = nullptr; ///< of its function; null: those of the scheduler
    /// In the scheduler's measure of time: as Turn has it; since when it spins.
    uint64_t spent = 0;
    uint64_t waited = 0; ///< for an EU, in nanoseconds
    uint64_t spinsSince = 0;
    std::condition_variable changed;
  } state_;
  Affinity wanted_;
  uint64_t patience_ = 0;
};

} // namespace dpa

#endif
