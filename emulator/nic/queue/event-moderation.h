// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When the completions of an armed queue raise an event: after a number of them,
// or a time after the last event or the last completion. Moments are nanoseconds.
// Not thread safe.
#ifndef DPA_EMULATOR_NIC_QUEUE_EVENT_MODERATION_H
#define DPA_EMULATOR_NIC_QUEUE_EVENT_MODERATION_H

#include "emulator/interface/nic.h"

namespace dpa {

class EventModeration {
public:
  static constexpr uint64_t never = UINT64_MAX;

  explicit EventModeration(const CqModeration &settings)
      : settings_(settings) {}

  const CqModeration &settings() const { return settings_; }
  void set(const CqModeration &settings) { settings_ = settings; }
  bool usesTime() const {
    return settings_.count != 1 && settings_.period != 0;
  }

  /// A completion that no event has reported yet.
  void completed(uint64_t now) {
    ++pending_;
    lastCompletion_ = now;
  }
  /// From now on, this many are not reported.
  void setPending(uint32_t pending) { pending_ = pending; }
  void raised(uint64_t now) {
    pending_ = 0;
    lastEvent_ = now;
  }

  /// When the event is due without another completion.
  uint64_t due() const {
    constexpr uint64_t nanosecondsInMicrosecond = 1000;
    const auto [count, period, mode] = settings_;
    if (pending_ == 0)
      return never;
    if (count == 1 || (count == 0 && period == 0) ||
        (count != 0 && pending_ >= count))
      return 0;
    if (period == 0)
      return never;
    return (mode == 0 ? lastEvent_ : lastCompletion_) +
           period * nanosecondsInMicrosecond;
  }

private:
  CqModeration settings_;
  uint32_t pending_ = 0;
  uint64_t lastEvent_ = 0;
  uint64_t lastCompletion_ = 0;
};

} // namespace dpa

#endif
