// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An event of the timeline as the files show it, and what takes events.
#ifndef DPA_EMULATOR_TRACE_EVENT_H
#define DPA_EMULATOR_TRACE_EVENT_H

#include "emulator/trace/record.h"

#include <span>
#include <string>
#include <string_view>

namespace dpa::trace {

/// A number, or a text if `text` has data.
struct Argument {
  const char *key;
  uint64_t number = 0;
  std::string_view text = {};

  bool isText() const { return text.data() != nullptr; }
};

struct Event {
  enum class Phase : uint8_t {
    Begin,
    End, ///< of the last begin on its track
    Complete,
    Instant,
    Arrow, ///< from `source` at `sourceTime`
  };
  Phase phase = Phase::Instant;
  const char *category = "";
  std::string_view name = {};
  Track track = {};
  uint64_t time = 0; ///< nanoseconds, as all times
  uint64_t duration = 0;
  Track source = {};
  uint64_t sourceTime = 0;
  std::span<const Argument> arguments = {};
};

/// How a track is called: a group, and its name in it.
struct TrackTitle {
  std::string group;
  std::string name;
  uint32_t groupNumber = 0;
};

class Sink {
public:
  virtual ~Sink() = default;
  virtual void add(const Event &event) = 0;
  /// Writes what was added so far; with `atFixedPlaces`, only as far as the bytes of the
  /// file do not depend on when this is called.
  virtual void flush(bool atFixedPlaces) = 0;
  /// Folded stacks, which replace those before.
  virtual void setProfile(std::string_view /*foldedStacks*/) {}
  /// The file is complete. False, with a message in `error`: it is not.
  virtual bool finish(std::string &error) = 0;
};

} // namespace dpa::trace

#endif
