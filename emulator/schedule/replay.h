// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A recording that is being repeated: which arrival is next, and whether the
// rest of it has the ones that have come. It has none for a program that does
// something else, which has then left the recording. Takes memory apart from
// the program's only. Not thread safe.
#ifndef DPA_EMULATOR_SCHEDULE_REPLAY_H
#define DPA_EMULATOR_SCHEDULE_REPLAY_H

#include "emulator/schedule/recording.h"

namespace dpa {

class Replay {
public:
  explicit Replay(std::shared_ptr<const Recording> recording);

  const Turns &turns() const { return recorded_->turns; }

  /// Whether arrivals have to come as they were recorded; not behind the end,
  /// which is behind the ends of processes, too.
  bool isFollowed() const {
    return !left_ && (next_ < recorded_->arrivals.size() || endsToCome_ != 0 ||
                      !recorded_->hasEnd);
  }
  /// The one that has to come next; null if the file has no further.
  const RecordedArrival *next() const {
    return next_ < recorded_->arrivals.size() ? &recorded_->arrivals[next_]
                                              : nullptr;
  }
  /// The next one has been let in.
  void advance() {
    ++next_;
    skipEnds();
  }

  /// What the host does that ends as this: a timeout has come as a call.
  static ArrivalKey comesAs(ArrivalKey key);

  /// Somebody has come. True: the rest of the recording has one like this, and
  /// has it no more for others. If it has none, the run has left the recording,
  /// except that who comes too early to a process that will end may be one that
  /// came after its end.
  bool claim(const ArrivalKey &key);
  /// Who has claimed this goes away without having been let in.
  void giveBack(const ArrivalKey &key);
  void processEnded(uint32_t process);

  /// What the run does from here on is not what was recorded, for whatever
  /// device; told on standard error. Takes no memory.
  [[gnu::format(printf, 2, 3)]] void leave(const char *format, ...) noexcept;
  bool isLeft() const { return left_; }

private:
  /// How often an arrival is still to come.
  struct Count {
    ArrivalKey key;
    size_t count;
  };

  static Count *find(ApartVector<Count> &counts, const ArrivalKey &key);
  Count *endOf(uint32_t process) {
    return find(ends_, {Arrival::Kind::Ended, process, 0});
  }

  void skipEnds() {
    while (next() && next()->key.kind == Arrival::Kind::Ended)
      ++next_;
  }

  const std::shared_ptr<const Recording> recorded_;
  size_t next_ = 0; ///< no end of a process
  /// How often each will come; less those who wait. In order.
  ApartVector<Count> unclaimed_;
  /// How often a process of this number will end; devices that are opened again
  /// begin anew to count. In order.
  ApartVector<Count> ends_;
  size_t endsToCome_ = 0; ///< sum of Ends
  bool left_ = false;
};

} // namespace dpa

#endif
