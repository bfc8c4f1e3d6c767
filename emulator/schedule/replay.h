// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A recording that is being repeated: which arrival is next, and whether the
// rest of it contains those that are waiting. A program that does something else
// has left the recording. Allocates apart from the program's memory only. Not
// thread safe.
#ifndef DPA_EMULATOR_SCHEDULE_REPLAY_H
#define DPA_EMULATOR_SCHEDULE_REPLAY_H

#include "emulator/configuration/port-settings.h"
#include "emulator/schedule/recording.h"

#include <cstdarg>

namespace dpa {

class Replay {
public:
  explicit Replay(std::shared_ptr<const Recording> recording);

  const Turns &turns() const { return recorded_->turns; }

  /// Whether arrivals have to follow the recording; false after its last
  /// line; recorded ends of processes count as lines.
  bool isFollowed() const {
    return !left_ && (next_ < recorded_->arrivals.size() || endsToCome_ != 0 ||
                      !recorded_->hasEnd);
  }
  /// The arrival that must be next; null at the end of the file.
  const RecordedArrival *next() const {
    return next_ < recorded_->arrivals.size() ? &recorded_->arrivals[next_]
                                              : nullptr;
  }
  std::span<const std::byte> contentsOf(const RecordedArrival &arrival) const {
    return recorded_->contentsOf(arrival);
  }
  /// The inputs before the next other arrival; those of a device that is
  /// closed.
  void skipInputs();
  /// The next one was admitted.
  void advance() {
    const bool hasJoined = next()->key.kind == Arrival::Kind::Join;
    ++next_;
    while (hasJoined && next() && next()->key.kind == Arrival::Kind::Port)
      ++next_; // their texts are taken by their place
    skipOwn();
  }

  /// A device is about to be opened while no other is open: the recording continues with
  /// the next opening. The number of the device that is opened there.
  uint64_t beginSession();
  /// The place of the arrival Join of a device that is opened now, each once; arrivals of
  /// its live ports follow there. None: it has the opening, or is not recorded.
  std::optional<size_t> takeJoin(std::string_view name);
  /// Number of execution units of the device that joins there.
  uint64_t unitsAt(size_t place) const;
  const RecordedArrival *at(size_t place) const {
    return place < recorded_->arrivals.size() ? &recorded_->arrivals[place]
                                              : nullptr;
  }
  /// " of 'mlx5_1'" for numbers of processes and ports of devices that have joined; else
  /// empty.
  struct DeviceText {
    std::array<char, 80> text{}; ///< of a longer name the beginning
  };
  DeviceText ofDeviceText(uint64_t number) const noexcept;

  /// The key of a waiting arrival that is recorded so: a timeout is that of a
  /// call.
  static ArrivalKey waitsAs(ArrivalKey key);

  /// For an arrival that waits. True: the rest of the recording has an equal one,
  /// which is reserved for it. If it has none, the run has left the recording,
  /// except that an arrival at a process that will end may be one that was made
  /// after that end.
  bool claim(const ArrivalKey &key);
  /// Whether claim() would reserve one.
  Awaited isAwaited(const ArrivalKey &key);
  /// The arrival that claimed this is withdrawn before it was admitted.
  void unclaim(const ArrivalKey &key);
  void processEnded(uint64_t process);

  /// A live port sends a frame. Unless it is the next sent frame of the recording, the
  /// run has left the recording. After the last recorded arrival of a device, further
  /// frames are not a difference: how long it stays open is not recorded.
  void compareSent(const RecordedArrival &sent) noexcept;
  /// Before the next arrival is admitted. False: a frame that was sent before it
  /// in the recorded run is missing; the run has left the recording.
  bool checkSent(uint64_t now) noexcept;

  /// From here on the run differs from the recording; reported on standard error.
  /// Does not allocate.
  [[gnu::format(printf, 2, 3)]] void leave(const char *format, ...) noexcept;
  bool isLeft() const { return left_; }

private:
  /// How often an arrival is still expected.
  struct Count {
    ArrivalKey key;
    size_t count;
  };

  /// Null: none before the next device or the end of the file.
  const RecordedArrival *nextSent() noexcept;
  /// The same, with the line of `arrival`.
  [[gnu::format(printf, 3, 4)]] void leaveAt(size_t arrival, const char *format,
                                             ...) noexcept;
  void report(size_t arrival, const char *format, std::va_list values) noexcept;
  static Count *find(ApartVector<Count> &counts, const ArrivalKey &key);
  Count *endOf(uint64_t process) {
    return find(ends_, {Arrival::Kind::Ended, process, 0});
  }

  /// Skips what is never admitted: ends of processes and sent frames.
  void skipOwn() {
    while (next() && (next()->key.kind == Arrival::Kind::Ended ||
                      next()->key.kind == Arrival::Kind::Sent))
      ++next_;
  }

  const std::shared_ptr<const Recording> recorded_;
  size_t next_ = 0;   ///< never the end of a process or a frame that is sent
  size_t sentAt_ = 0; ///< of the frame to be sent next, or before it
  struct SentFrames {
    uint64_t port;
    uint64_t count;
  };
  uint64_t &sentBy(uint64_t port) noexcept;
  /// Frames that each port has sent since the opening; the last is for ports that are not
  /// recorded.
  ApartVector<SentFrames> sent_;
  size_t session_ = 0;             ///< the opening
  bool hasBegun_ = false;          ///< the device of the opening was opened
  ApartVector<size_t> joinsTaken_; ///< of this session
  /// How often each is still expected, without those that wait. Sorted.
  ApartVector<Count> unclaimed_;
  /// How often a process of this number will end; a device that is opened again
  /// restarts the numbers. Sorted.
  ApartVector<Count> ends_;
  size_t endsToCome_ = 0; ///< sum of ends_
  bool left_ = false;
};

} // namespace dpa

#endif
