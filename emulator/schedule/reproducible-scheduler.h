// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs all EUs of a device in turns on one thread of its own, so that a run can
// be repeated: the seed decides which EU has the next turn and how long it is,
// and arrivals of the host are admitted between turns only. A recording notes
// their moments, and a replay admits them at the same moments again. With seed 0
// the EUs take turns in order, each with the longest length.
//
// Time is the number of instructions that the device has run; the clocks of the
// host are not used.
#ifndef DPA_EMULATOR_SCHEDULE_REPRODUCIBLE_SCHEDULER_H
#define DPA_EMULATOR_SCHEDULE_REPRODUCIBLE_SCHEDULER_H

#include "emulator/schedule/arrival-queue.h"
#include "emulator/schedule/background-list.h"
#include "emulator/schedule/host-watch.h"
#include "emulator/schedule/queue-scheduler.h"
#include "emulator/schedule/random.h"

#include <atomic>
#include <thread>

namespace dpa {

class ReproducibleScheduler : public QueueScheduler, private PortInputs {
public:
  /// `writer` and `replay` may be null; `patience` is for a replay (HostWatch).
  /// `device`: the number of the device that is opened, ofDevice().
  /// Null, with a message in `error`: no thread could be created.
  static std::shared_ptr<Scheduler>
  create(const Turns &turns, std::shared_ptr<RecordingWriter> writer,
         std::shared_ptr<Replay> replay, std::string &error,
         unsigned patience = HostWatch::patienceDefault, uint64_t device = 0);
  /// All jobs must be over.
  ~ReproducibleScheduler() override;

  std::optional<uint64_t> seed() const override { return seed_; }
  bool startRecording(std::string &error) override;
  bool run(Job &job, const Arrival &arrival) override;
  bool submit(Job &job, const Arrival &arrival) override;
  void cancel(Job &job) override;
  void processEnded(uint64_t process) noexcept override;
  void admit(const Arrival &arrival,
             const std::function<void()> &action) override;
  Awaited isAwaited(const Arrival &arrival) override;
  uint64_t now() noexcept override;
  void post(std::shared_ptr<BackgroundWork> work) noexcept override;
  PortInputs *inputs() override { return this; }

private:
  ReproducibleScheduler(const Turns &turns,
                        std::shared_ptr<RecordingWriter> writer,
                        std::shared_ptr<Replay> replay, unsigned patience);

  bool isReplay() const noexcept override { return arrivals_.isReplay(); }
  bool hasRecordedPort(uint64_t port) override;
  std::string takeRecordedPort() override;
  void openLivePort(uint64_t port, std::string_view text) override;
  void admitFrame(uint64_t port, std::span<const std::byte> frame,
                  PortInputReceiver &receiver) noexcept override;
  void admitLink(uint64_t port, bool isUp,
                 PortInputReceiver &receiver) noexcept override;
  void replayTo(uint64_t port,
                std::weak_ptr<PortInputReceiver> receiver) noexcept override;
  void waitForInputs() noexcept override;
  void noteSent(uint64_t port,
                std::span<const std::byte> frame) noexcept override;

  struct Receiver {
    uint64_t port;
    std::weak_ptr<PortInputReceiver> inputs;
  };
  Receiver *receiverAt(uint64_t port);

  uint64_t deadlineOf(const Job &job) const;
  void add(const PendingArrival &arrival);
  bool replayInput(Guard &guard);
  bool admitNext(Guard &guard);
  void enter(const PendingArrival &arrival, Guard &guard);
  void waitForHost(Guard &guard);

  void work();
  bool hasWork() const;
  void runNext(Guard &guard);
  void passTime(Guard &guard);
  uint64_t waitUntil(uint64_t end, Guard &guard);
  bool choosesWork(size_t readyWorks);
  void runStep(size_t readyWorks, Guard &guard);
  void dropIdleWorks(Guard &guard);
  Job &takeNext();
  bool surelySpins(Job &job) const;
  void runTurn(Guard &guard);
  uint64_t turnLength(const Job &job);
  uint64_t extensionOf(const Job &job, uint64_t length);
  uint64_t extensionAlone();
  uint64_t extensionAmongOthers();
  void endExtension();
  void push(Job &job) override;
  void count(Job &job, uint64_t instructions, bool spins);
  void dispatch() override { changed_.notify_one(); }
  bool isOwnThread() const {
    return std::this_thread::get_id() == worker_.get_id();
  }

  /// The longest turns, soon after an event and long after it: both the quantum, if
  /// there is one.
  const uint64_t shortTurn_;
  const uint64_t longTurn_;
  const uint64_t seed_;
  const bool inOrder_; ///< seed 0

  // Under the lock:
  Random numbers_;
  ArrivalQueue arrivals_;
  BackgroundList works_;
  bool isTurnOfWorks_ = false; ///< with seed 0
  /// Run by the device so far; now() reads it without the lock.
  std::atomic<uint64_t> instructions_ = 0;
  uint64_t progress_ = 0; ///< value of instructions_ when a job last progressed
  /// Had the last turn; null if the host has acted since.
  const Job *last_ = nullptr;
  Job *running_ = nullptr;  ///< has a turn now
  unsigned aloneTurns_ = 0; ///< in a row, while nothing else could run
  /// Set if, since the last turn began, a job or background work became ready, a job
  /// began or ceased to spin, or a step of background work ran.
  bool hasScheduleEvent_ = false;
  uint64_t lastScheduleEvent_ =
      0;                      ///< value of instructions_ at the last of these
  uint32_t inside_ = 0;       ///< threads of the host that wait here
  HostWatch hosts_;           ///< while a replay waits for an arrival
  bool makesInput_ = false;   ///< a receiver of a replayed input is called
  unsigned inputWaiters_ = 0; ///< threads in waitForInputs()
  bool isLive_ = false;       ///< a port of the device, unless it is replayed
  /// Of a replay, for each port.
  ApartVector<Receiver> receivers_;
  bool stopping_ = false;
  std::condition_variable changed_; ///< something for the worker
  std::condition_variable actionsDone_;
  std::thread worker_;
};

} // namespace dpa

#endif
