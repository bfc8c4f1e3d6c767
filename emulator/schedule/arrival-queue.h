// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arrivals that wait for admission in a reproducible run, and which of them
// is next: the oldest admissible one or, in a replay, the one recorded for this
// moment. Writes the recording. Moments are numbers of instructions
// that the device has run. Not thread safe.
#ifndef DPA_EMULATOR_SCHEDULE_ARRIVAL_QUEUE_H
#define DPA_EMULATOR_SCHEDULE_ARRIVAL_QUEUE_H

#include "emulator/schedule/eu-table.h"
#include "emulator/schedule/recording-writer.h"
#include "emulator/schedule/replay.h"

#include <exception>
#include <functional>

namespace dpa {

/// A job or an action that waits for admission.
struct PendingArrival {
  ArrivalKey key;
  Job *job = nullptr;
  EuTable *units = nullptr; ///< of a job: those among which it gets one
  const std::function<void()> *action = nullptr;
  bool *isDone = nullptr;                   ///< of the action
  std::exception_ptr *failure = nullptr;    ///< exception of the action
  std::span<const std::byte> contents = {}; ///< of a frame
  bool hasClaimed = false;                  ///< in a replay: its key
  /// Submitted from a turn, so that repeated runs do the same by themselves.
  bool isOwn = false;
  /// Of a call: the moment when it has waited for an EU for too long.
  uint64_t deadline = UINT64_MAX;
  uint32_t eu = 0; ///< of an admitted job
};

/// An input of a port that a recording has.
struct ReplayedInput {
  uint64_t port = 0;
  bool isFrame = false;
  std::span<const std::byte> frame;
  bool isUp = false; ///< of another input: a change of the link
};

/// An arrival that no longer waits.
struct TakenArrival {
  enum class How : uint8_t {
    Host, ///< admitted
    Own,  ///< admitted; submitted from a turn
    Late, ///< its process has ended: a job is over, an action changes nothing
    TimedOut, ///< a call that has waited for an EU for too long
  };
  How how;
  PendingArrival arrival;
};

class ArrivalQueue {
public:
  /// `writer` and `replay` may be null.
  ArrivalQueue(std::shared_ptr<RecordingWriter> writer,
               std::shared_ptr<Replay> replay);

  void add(const PendingArrival &arrival);
  /// Withdraws a job; false if it does not wait here.
  bool remove(const Job &job);
  /// The next arrival; none while all have to wait. In a replay only the next one
  /// of the recording is admitted, and only at its moment, besides those
  /// submitted from turns.
  std::optional<TakenArrival> take(uint64_t now);
  /// The next input of a replay, if this is its moment.
  std::optional<ReplayedInput> takeInput(uint64_t now);
  /// The next arrival of a replay, if it is the opening of a live port.
  const RecordedArrival *nextPort();
  /// Its text.
  std::string takePort();
  void recordPort(uint64_t port, std::string_view text, uint64_t now);
  /// See Scheduler.
  bool startRecording(std::string &error) {
    return !writer_ || writer_->release(error);
  }
  /// Whether noteSent() is needed.
  bool hasRecording() const { return writer_ || replay_; }
  /// A live port sends a frame with this digest.
  void noteSent(uint64_t port, uint64_t digest, uint64_t now);
  /// No further arrival is taken from this queue.
  void close();

  bool isReplay() const { return replay_ != nullptr; }
  size_t count() const { return waiting_.size(); }
  /// When the next arrival of a replay is due; UINT64_MAX if there is none.
  uint64_t nextMoment() const;

  /// Arrivals at a process that has ended do not change the order of turns, so
  /// that none of them is required or awaited.
  void processEnded(uint64_t process, uint64_t now);

  /// Whether no turn may run until the next arrival; `isIdle`: no job can run.
  bool mustWait(uint64_t now, bool isIdle);
  /// Whether takeInput() has an input at this moment.
  bool hasDueInput(uint64_t now) const;
  /// Whether a replay has a next arrival.
  bool isAwaiting() const { return isReplaying() && replay_->next(); }
  /// Whether the rest of a replay has this one, which does not wait here.
  Awaited isAwaited(const ArrivalKey &key) const {
    return isReplaying() ? replay_->isAwaited(key) : Awaited::Unchecked;
  }
  /// The next arrival of a replay cannot arrive, and why.
  void giveUp(uint64_t now, const char *why) {
    leaveRecording(*replay_->next(), now, why);
  }
  /// The run differs from the recording: all jobs have to end.
  bool hasLeft() const { return replay_ && replay_->isLeft(); }

private:
  /// Allocated apart, because when they arrive differs between runs.
  using Arrivals = ApartVector<PendingArrival>;

  bool isReplaying() const { return replay_ && replay_->isFollowed(); }
  void leaveRecording(const RecordedArrival &next, uint64_t now,
                      const char *what);
  PendingArrival remove(const Arrivals::iterator &which);
  bool hostWaits() const;
  bool isToEndedProcess(const PendingArrival &arrival) const;
  bool canEnter(PendingArrival &arrival);
  Arrivals::iterator nextRecorded(uint64_t now);
  Arrivals::iterator nextOwn(uint64_t now);
  Arrivals::iterator nextTimeout(uint64_t now);
  std::optional<TakenArrival> takeTimedOut(uint64_t now);

  const std::shared_ptr<RecordingWriter> writer_;
  const std::shared_ptr<Replay> replay_;
  Arrivals waiting_;
  ApartVector<uint64_t> ended_; ///< processes that are not destroyed yet
};

} // namespace dpa

#endif
