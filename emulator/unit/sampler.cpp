// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Distances between samples: see sampler.h.
#include "emulator/unit/sampler.h"

#include <algorithm>

namespace dpa {
namespace {

constexpr uint64_t cyclesInSecond = 1'800'000'000; // of the modelled clock
constexpr uint64_t distanceMin = 16;
/// The slowest host makes no fewer instructions in a cycle of the modelled clock.
constexpr uint64_t distanceMax = cyclesInSecond;

} // namespace

Sampler::Sampler(const Settings &settings, uint32_t eu)
    : targetCycles_(std::max(cyclesInSecond / settings.frequency, distanceMin)),
      random_(settings.seed + eu), distance_(targetCycles_),
      next_(1 + random_.below(distance_)) {}

Sampler::Use Sampler::sample(uint64_t retired, uint64_t cycles) {
  turnEnds(cycles);
  turnBegins(cycles);
  total_.instructions = retired;
  const Use used{.instructions = retired - sampled_.instructions,
                 .cycles = total_.cycles - sampled_.cycles};
  sampled_ = total_;
  schedule(used);
  return used;
}

/// The speed is that of the last samples, so that the distance hardly depends on what
/// the last one has seen: functions of different speed would get a wrong share.
void Sampler::schedule(const Use &used) {
  constexpr unsigned memory = 128; // samples
  constexpr uint64_t longest = 4;  // times the target: the thread was preempted
  recent_.instructions += used.instructions;
  recent_.cycles += std::min(used.cycles, longest * targetCycles_);
  if (++recentSamples_ == memory) {
    recentSamples_ /= 2;
    recent_.instructions /= 2;
    recent_.cycles /= 2;
  }
  if (recent_.cycles != 0) {
    const auto wanted = static_cast<double>(recent_.instructions) *
                        static_cast<double>(targetCycles_) /
                        static_cast<double>(recent_.cycles);
    distance_ = std::clamp(wanted >= static_cast<double>(distanceMax)
                               ? distanceMax
                               : static_cast<uint64_t>(wanted),
                           distanceMin, distanceMax);
  }
  next_ = total_.instructions + distance_ / 2 + 1 + random_.below(distance_);
}

} // namespace dpa
