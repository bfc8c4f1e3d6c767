// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses to frames: see sampled-code.h.
#include "runtime/host/profile/sampled-code.h"

namespace dpa::host {

std::string SampledCode::functionAt(uint64_t address) const {
  const auto symbol = elf_.symbolAt(address);
  return symbol ? std::string(symbol->name) : hex(address);
}

/// Innermost first. An inlined function has the line of the address, the one that
/// it is in has the line of the call.
const std::vector<CodeFrame> &SampledCode::framesAt(uint64_t address) {
  const auto [known, isNew] = known_.try_emplace(address);
  std::vector<CodeFrame> &frames = known->second;
  if (!isNew)
    return frames;
  image::SourceLine place =
      information_.lineAt(address).value_or(image::SourceLine());
  auto add = [&](std::string function) {
    frames.push_back({.function = std::move(function),
                      .file = place.file,
                      .line = place.line});
  };
  for (image::InlineCall &inlined : information_.inlineCallsAt(address)) {
    add(std::move(inlined.function));
    place = std::move(inlined.call);
  }
  add(functionAt(address));
  return frames;
}

/// Return addresses stand for the calls before them.
Profile::Stack SampledCode::named(const SampleCollector::Stack &stack) {
  Profile::Stack result{.eu = stack.eu, .frames = {}};
  if (stack.isFirmware)
    result.frames.push_back({.function = firmwareFunction, .file = ""});
  uint64_t back = 0;
  for (const uint64_t address : stack.addresses) {
    const std::vector<CodeFrame> &frames = framesAt(address - back);
    result.frames.insert(result.frames.end(), frames.begin(), frames.end());
    back = 1;
  }
  return result;
}

} // namespace dpa::host
