// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names for the addresses of collected stacks: functions, those that are inlined
// too, and source lines.
#ifndef DPA_RUNTIME_HOST_PROFILE_SAMPLED_CODE_H
#define DPA_RUNTIME_HOST_PROFILE_SAMPLED_CODE_H

#include "runtime/host/apps/app.h"
#include "runtime/host/profile/sample-collector.h"

#include <unordered_map>

namespace dpa::host {

class SampledCode {
public:
  /// `app` outlives it.
  explicit SampledCode(const App &app)
      : elf_(app.elf()), information_(app.image()) {}

  Profile::Stack named(const SampleCollector::Stack &stack);

private:
  const std::vector<CodeFrame> &framesAt(uint64_t address);
  std::string functionAt(uint64_t address) const;

  const image::DeviceElf &elf_;
  image::DebugInformation information_;
  std::unordered_map<uint64_t, std::vector<CodeFrame>> known_;
};

} // namespace dpa::host

#endif
