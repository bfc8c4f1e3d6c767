// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// When an execution unit is sampled: so many times in a second of its clock while
// it is busy, at any instruction. The distance is counted in instructions, adapted
// to the clock after each sample and drawn at random around that, so that it does
// not follow a loop. With a clock of instructions it is the same in every run.
#ifndef DPA_EMULATOR_UNIT_SAMPLER_H
#define DPA_EMULATOR_UNIT_SAMPLER_H

#include "emulator/schedule/random.h"

namespace dpa {

/// A unit is sampled.
class ExecutionUnit;
class SampleSink {
public:
  virtual ~SampleSink() = default;
  /// With what it has used since the last call. Not during a turn of the hart.
  virtual void sampled(const ExecutionUnit &unit, uint64_t instructions,
                       uint64_t cycles) noexcept = 0;
};

class Sampler {
public:
  struct Settings {
    uint64_t frequency = 0; ///< samples of a second; 0: none
    uint64_t seed = 0;
  };
  struct Use {
    uint64_t instructions = 0;
    uint64_t cycles = 0;
  };

  Sampler(const Settings &settings, uint32_t eu);

  /// `cycles`: of the unit's clock. Only the time between them counts.
  void turnBegins(uint64_t cycles) { turnBegin_ = cycles; }
  void turnEnds(uint64_t cycles) { total_.cycles += cycles - turnBegin_; }

  /// Instructions until the next sample; `retired` by the unit so far.
  uint64_t left(uint64_t retired) const {
    return next_ > retired ? next_ - retired : 0;
  }
  /// Now, during a turn: what was used since the last sample.
  Use sample(uint64_t retired, uint64_t cycles);
  /// Between two turns: everything that was used.
  Use total(uint64_t retired) const {
    return {.instructions = retired, .cycles = total_.cycles};
  }

private:
  void schedule(const Use &used);

  const uint64_t targetCycles_; ///< between two samples
  Random random_;
  uint64_t distance_; ///< in instructions, on average
  uint64_t next_;
  uint64_t turnBegin_ = 0;
  Use total_;
  Use sampled_; ///< of the total, at the last sample
  Use recent_;  ///< of the last samples, the older ones weighted less
  unsigned recentSamples_ = 0;
};

} // namespace dpa

#endif
