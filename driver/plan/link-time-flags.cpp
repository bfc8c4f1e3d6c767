// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// At -O2 images must not grow by -flto. See link-time-flags.h.
#include "driver/plan/link-time-flags.h"

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

StringRef lastLevel(const std::vector<std::string> &options) {
  StringRef level = "-O2";
  for (StringRef option : options)
    if (option.starts_with("-O"))
      level = option;
  return level;
}

/// The linker's level for an -O, as clang chooses it.
std::string linkLevel(StringRef option) {
  option.consume_front("-O");
  if (option == "s" || option == "z")
    return "2";
  if (option == "fast" || option == "4")
    return "3";
  return option.empty() || option == "g" ? "1" : option.str();
}

/// Each with its value: -mllvm takes words, so the value may be another one.
std::vector<std::string> llvmOptions(const std::vector<std::string> &options) {
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

/// Whether one of the words sets LLVM's option `name` ("-name"), by itself or as the end of a
/// linker option.
bool sets(const std::vector<std::string> &words, StringRef name) {
  return llvm::any_of(words, [&](StringRef word) {
    word = word.substr(word.find(name));
    return word.consume_front(name) && (word.empty() || word.front() == '=');
  });
}

StringRef nameOf(StringRef option) {
  return option.split('=').first;
}

} // namespace

std::vector<std::string>
linkTimeFlags(const std::vector<std::string> &compileOptions,
              const std::vector<std::string> &linkOptions) {
  StringRef level = lastLevel(compileOptions);
  std::vector<std::string> flags = {"--lto-O" + linkLevel(level)};
  std::vector<std::string> own = llvmOptions(compileOptions);
  auto add = [&](std::string option) {
    if (!sets(linkOptions, nameOf(option)))
      flags.insert(flags.end(), {"-mllvm", std::move(option)});
  };
  if (level == "-O2") {
    // The passes of an ordinary compilation: with those for links, some loops get longer.
    flags.emplace_back("--lto-newpm-passes=default<O2>");
    for (const Limit &limit : limits)
      if (!sets(own, limit.name))
        add(std::string(limit.name) + "=" + limit.value);
  }
  for (const std::string &option : own)
    add(option);
  return flags;
}

} // namespace dpa::driver
