// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collects the samples of one process: finds the callers of each and counts equal
// stacks once, so that memory grows with the number of different stacks only.
// Thread safe.
#ifndef DPA_RUNTIME_HOST_PROFILE_SAMPLE_COLLECTOR_H
#define DPA_RUNTIME_HOST_PROFILE_SAMPLE_COLLECTOR_H

#include "emulator/interface/device.h"
#include "image/debug-information.h"
#include "runtime/host/profile/profile.h"

#include <mutex>
#include <optional>

namespace dpa::host {

class SampleCollector {
public:
  struct Stack {
    uint32_t eu = 0;
    bool isFirmware = false; ///< called by the first address
    /// Of user code, innermost first: the instruction, then return addresses.
    std::vector<uint64_t> addresses;
    auto operator<=>(const Stack &) const = default;
  };
  using Stacks = std::map<Stack, SampledUse>;

  /// `image` outlives it.
  explicit SampleCollector(ByteView image) : image_(image) {}

  void add(const ProfileSample &sample) noexcept;
  Stacks stacks() const;
  /// For which there was no memory.
  uint64_t lost() const;

private:
  Stack stackOf(const ProfileSample &sample);

  const ByteView image_;
  mutable std::mutex lock_; ///< of what follows
  std::optional<image::DebugInformation>
      information_; ///< after the first sample
  Stacks stacks_;
  uint64_t lost_ = 0;
};

} // namespace dpa::host

#endif
