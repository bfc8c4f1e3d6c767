// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells the options of dependency files from others. See dependency-options.h.
#include "driver/options/dependency-options.h"

#include "driver/options/make-rule.h"

using llvm::StringRef;

namespace dpa::driver {

namespace {

/// The value of an option that takes one, attached or as the next word; empty if this is not that
/// option.
std::string valueOf(StringRef option, const std::vector<std::string> &words,
                    size_t &at) {
  StringRef word = words[at];
  if (!word.consume_front(option))
    return {};
  if (!word.empty())
    return word.str();
  return at + 1 < words.size() ? words[++at] : "";
}

bool takeOption(const std::vector<std::string> &words, size_t &at,
                DependencyOptions &taken) {
  StringRef word = words[at];
  if (word == "-MD" || word == "-MMD") {
    taken.isWanted = true;
    taken.hasSystemHeaders = word == "-MD";
  } else if (word == "-MP") {
    taken.hasPhonyTargets = true;
  } else if (word.starts_with("-MF")) {
    taken.file = valueOf("-MF", words, at);
  } else if (word.starts_with("-MT")) {
    taken.targets.push_back(valueOf("-MT", words, at));
  } else if (word.starts_with("-MQ")) {
    taken.targets.push_back(quotedForMake(valueOf("-MQ", words, at)));
  } else {
    return false;
  }
  return true;
}

} // namespace

std::vector<std::string>
takeDependencyOptions(const std::vector<std::string> &deviceOptions,
                      DependencyOptions &taken) {
  std::vector<std::string> rest;
  for (size_t at = 0; at < deviceOptions.size(); ++at)
    if (!takeOption(deviceOptions, at, taken))
      rest.push_back(deviceOptions[at]);
  return rest;
}

} // namespace dpa::driver
