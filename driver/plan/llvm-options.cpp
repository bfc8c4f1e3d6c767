// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See llvm-options.h.
#include "driver/plan/llvm-options.h"

#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace dpa::driver {

StringRef lastLevel(const std::vector<std::string> &options,
                    StringRef otherwise) {
  StringRef level = otherwise;
  for (StringRef option : options)
    if (option.starts_with("-O"))
      level = option;
  return level;
}

/// -mllvm takes words, so the value may be another one; each word may follow -Xclang.
std::vector<std::string> llvmOptions(const std::vector<std::string> &given) {
  std::vector<std::string> options = given;
  std::erase(options, "-Xclang");
  std::vector<std::string> found;
  auto add = [&](StringRef word) {
    if (word.starts_with("-") || found.empty())
      found.push_back(word.str());
    else
      found.back() += "=" + word.str();
  };
  for (size_t i = 0; i < options.size(); ++i) {
    StringRef option = options[i];
    if (option.consume_front("-mllvm="))
      add(option);
    else if (option == "-mllvm" && i + 1 < options.size())
      add(options[++i]);
  }
  return found;
}

bool setsLlvmOption(const std::vector<std::string> &words, StringRef name) {
  return llvm::any_of(words, [&](StringRef word) {
    word = word.substr(word.find(name));
    return word.consume_front(name) && (word.empty() || word.front() == '=');
  });
}

/// Twice LLVM's limits: 16 bytes at any address, or 128 aligned ones. The device has no fast misaligned accesses: an
/// inlined copy of 16 bytes takes 32 instructions, a call about 64 (docs/performance-changes.md).
std::vector<std::string> copyLimits(StringRef level,
                                    const std::vector<std::string> &own) {
  std::vector<std::string> limits;
  if (level != "-O2" && level != "-O3" && level != "-O4" && level != "-Ofast")
    return limits;
  for (StringRef name : {"-max-store-memcpy", "-max-store-memset"})
    if (!setsLlvmOption(own, name))
      limits.push_back((name + "=16").str());
  return limits;
}

std::vector<std::string>
copyLimitFlags(const std::vector<std::string> &options) {
  std::vector<std::string> flags;
  for (std::string &limit :
       copyLimits(lastLevel(options, "-O0"), llvmOptions(options))) {
    flags.emplace_back("-mllvm");
    flags.push_back(std::move(limit));
  }
  return flags;
}

} // namespace dpa::driver
