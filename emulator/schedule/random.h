// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random numbers that are the same everywhere for the same seed (SplitMix64).
#ifndef DPA_EMULATOR_SCHEDULE_RANDOM_H
#define DPA_EMULATOR_SCHEDULE_RANDOM_H

#include <cstdint>

namespace dpa {

class Random {
public:
  explicit Random(uint64_t seed) : state_(seed) {}

  /// 0 to bound - 1; `bound` is not 0.
  uint64_t below(uint64_t bound) { return next() % bound; }

private:
  uint64_t next() {
    state_ += 0x9e3779b97f4a7c15;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  uint64_t state_;
};

} // namespace dpa

#endif
