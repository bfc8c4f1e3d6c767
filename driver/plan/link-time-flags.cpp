// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// At -O2 images must not grow by -flto. See link-time-flags.h.
#include "driver/plan/link-time-flags.h"

#include "driver/plan/llvm-options.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

using llvm::StringRef;

namespace dpa::driver {

namespace {

struct Limit {
  const char *name;
  const char *value;
};

/// LLVM counts 5 for an instruction, and the instructions of the call as a gain. Below zero are
/// calls whose code is shorter than the call, and calls of functions that vanish then. A loop whose
/// length is known only across sources is not written out; those within a source are before the
/// link.
constexpr Limit limits[] = {
    {"-inline-threshold", "-10"},
    {"-unroll-threshold", "0"},
    {"-unroll-partial-threshold", "0"},
};

/// The linker's level for an -O, as clang chooses it.
std::string linkLevel(StringRef option) {
  option.consume_front("-O");
  if (option == "s" || option == "z")
    return "2";
  if (option == "fast" || option == "4")
    return "3";
  return option.empty() || option == "g" ? "1" : option.str();
}

StringRef nameOf(StringRef option) {
  return option.split('=').first;
}

} // namespace

std::vector<std::string>
linkTimeFlags(const std::vector<std::string> &compileOptions,
              const std::vector<std::string> &linkOptions) {
  StringRef level = lastLevel(compileOptions, "-O2");
  std::vector<std::string> flags = {"--lto-O" + linkLevel(level)};
  std::vector<std::string> own = llvmOptions(compileOptions);
  auto add = [&](std::string option) {
    if (!setsLlvmOption(linkOptions, nameOf(option)))
      flags.insert(flags.end(), {"-mllvm", std::move(option)});
  };
  if (level == "-O2") {
    // The passes of an ordinary compilation: with those for links, some loops get longer.
    flags.emplace_back("--lto-newpm-passes=default<O2>");
    for (const Limit &limit : limits)
      if (!setsLlvmOption(own, limit.name))
        add(std::string(limit.name) + "=" + limit.value);
  }
  for (const std::string &option : copyLimits(level, own))
    add(option);
  for (const std::string &option : own)
    add(option);
  return flags;
}

} // namespace dpa::driver
