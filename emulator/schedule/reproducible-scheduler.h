// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs all EUs of a device in turns on one thread of its own, so that a run can
// be repeated: the seed decides which EU has the next turn and how long it is,
// and arrivals of the host are admitted between turns only. A recording notes
// their moments, and a replay admits them at the same moments again. With seed 0
// the EUs take turns in order, a full quantum each.
//
// Time is the number of instructions that the device has run; the clocks of the
// host are not used.
#ifndef DPA_EMULATOR_SCHEDULE_REPRODUCIBLE_SCHEDULER_H
#define DPA_EMULATOR_SCHEDULE_REPRODUCIBLE_SCHEDULER_H

#include "emulator/schedule/eu-table.h"
#include "emulator/schedule/host-watch.h"
#include "emulator/schedule/job-queue.h"
#include "emulator/schedule/random.h"
#include "emulator/schedule/recording-writer.h"
#include "emulator/schedule/replay.h"
#include "emulator/schedule/scheduler.h"

#include <exception>
#include <mutex>
#include <thread>

namespace dpa {

class ReproducibleScheduler : public Scheduler {
public:
  /// `writer` and `replay` may be null; `patience` is for a replay (HostWatch).
  /// Null, with a message in `error`: no thread could be created.
  static std::shared_ptr<Scheduler>
  create(const Turns &turns, std::shared_ptr<RecordingWriter> writer,
         std::shared_ptr<Replay> replay, std::string &error,
         unsigned patience = HostWatch::patienceDefault);
  /// All jobs must be over.
  ~ReproducibleScheduler() override;

  uint32_t unitCount() const override { return units_.count(); }
  std::optional<uint64_t> seed() const override { return seed_; }
  void setGroups(std::span<const EuGroup> groups) override {
    units_.setGroups(groups);
  }
  bool isPossible(const Affinity &affinity) const override {
    return units_.isPossible(affinity);
  }
  bool run(Job &job, const Arrival &arrival) override;
  bool submit(Job &job, const Arrival &arrival) override;
  void wake(Job &job) override;
  void cancel(Job &job) override;
  void processEnded(uint32_t process) noexcept override;
  void admit(const Arrival &arrival,
             const std::function<void()> &action) override;

private:
  using Guard = std::unique_lock<std::mutex>;
  /// Waits to be admitted: a job, or an action.
  struct Visitor {
    ArrivalKey key;
    Job *job = nullptr;
    const std::function<void()> *action = nullptr;
    bool *isDone = nullptr;                ///< of the action
    std::exception_ptr *failure = nullptr; ///< exception of the action
    bool hasClaimed = false;               ///< in a replay: its key
    /// Submitted from a turn, so that repeated runs do the same by themselves.
    bool isOwn = false;
    /// Of a call: when it has waited for too long, a value of instructions_.
    uint64_t deadline = UINT64_MAX;
  };
  /// Allocated apart, because when they arrive differs between runs.
  using Visits = ApartVector<Visitor>;

  ReproducibleScheduler(const Turns &turns,
                        std::shared_ptr<RecordingWriter> writer,
                        std::shared_ptr<Replay> replay, unsigned patience);

  uint64_t deadlineOf(const Job &job) const;
  void addVisitor(const Visitor &visitor);
  Visitor turnAway(const Visits::iterator &which);
  bool isReplaying() const { return recorded_ && recorded_->isFollowed(); }
  bool hasLeft() const { return recorded_ && recorded_->isLeft(); }
  void leaveRecording(const RecordedArrival &next, const char *what);
  Visits::iterator nextRecorded();
  Visits::iterator nextOwn();
  bool hostWaits() const;
  bool isToEndedProcess(const Visitor &visitor) const;
  bool canEnter(Visitor &visitor);
  bool admitNext(Guard &guard);
  Visits::iterator nextTimeout();
  bool timeOutNext();
  void enter(const Visitor &visitor, Guard &guard);
  bool mustWait();
  void waitForHost(Guard &guard);

  void work();
  Job &takeNext();
  bool surelySpins(Job &job) const;
  void runTurn(Guard &guard);
  uint64_t turnLength(const Job &job);
  void count(Job &job, uint64_t instructions, bool spins);
  void settle(Job &job, TurnEnd end, Guard &guard);
  void finish(Job &job, Guard &guard);
  bool isOwnThread() const {
    return std::this_thread::get_id() == worker_.get_id();
  }

  const uint64_t quantum_;
  const uint64_t seed_;
  const bool inOrder_; ///< seed 0
  const std::shared_ptr<RecordingWriter> writer_;
  const std::shared_ptr<Replay> recorded_;

  std::mutex lock_; ///< of what follows
  Random numbers_;
  EuTable units_;
  JobQueue queue_;
  Visits visitors_;
  ApartVector<uint32_t> ended_; ///< processes that are not destroyed yet
  uint64_t instructions_ = 0;   ///< that the device has run
  uint64_t progress_ = 0; ///< value of instructions_ when a job last progressed
  /// Had the last turn; null if the host has come since.
  const Job *last_ = nullptr;
  uint32_t inside_ = 0; ///< threads of the host that wait here
  HostWatch hosts_;     ///< while a replay waits for an arrival
  bool stopping_ = false;
  std::condition_variable changed_; ///< something for the worker
  std::condition_variable actionsDone_;
  std::thread worker_;
};

} // namespace dpa

#endif
