// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/conformance/Inputs/engines.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sstream>

namespace conformance {
namespace {

/// Small enough to fill up many times in a run of random sequences.
constexpr size_t smallCode = size_t(256) << 10;

struct Named {
  const char *name;
  dpa::cpu::EngineOptions options;
};

/// The JIT that translates everything at once; the one that interprets first, as in normal use but
/// with a lower threshold; the one with little memory for code;
/// the one that records a trace every few thousand instructions; and the one that translates on
/// another thread.
const Named jits[] = {
    {"jit", {.engine = dpa::cpu::Engine::Jit, .warmUp = 1}},
    {"jit-warm", {.engine = dpa::cpu::Engine::Jit, .warmUp = 4}},
    {"jit-small",
     {.engine = dpa::cpu::Engine::Jit, .codeBytes = smallCode, .warmUp = 1}},
    {"jit-traces",
     {.engine = dpa::cpu::Engine::Jit,
      .warmUp = 1,
      .trace =
          {.after = 2000, .length = 800, .growth = 1, .growthWithoutGain = 1}}},
    {"jit-background",
     {.engine = dpa::cpu::Engine::Jit,
      .warmUp = 2,
      .translatesInBackground = true}},
};

} // namespace

std::vector<std::string> engines() {
  std::vector<std::string> names{"interp"};
  std::string why;
  if (dpa::cpu::jitIsAvailable(why))
    for (const Named &jit : jits)
      names.emplace_back(jit.name);
  return names;
}

std::unique_ptr<dpa::cpu::AddressSpace> makeSpace(const std::string &engine) {
  dpa::cpu::EngineOptions options{.engine = dpa::cpu::Engine::Interpreter};
  for (const Named &jit : jits)
    if (engine == jit.name)
      options = jit.options;
  return std::make_unique<dpa::cpu::AddressSpace>(options);
}

std::vector<std::string> enginesOf(const std::string &list) {
  const std::vector<std::string> all = engines();
  if (list == "all")
    return all;
  if (list == "tiers") // one engine, or the interpreter and the first JIT
    return {all.begin(), all.begin() + (all.size() > 1 ? 2 : 1)};
  std::vector<std::string> chosen;
  std::istringstream stream(list);
  for (std::string name; std::getline(stream, name, ',');) {
    if (std::find(all.begin(), all.end(), name) == all.end()) {
      std::fprintf(stderr, "error: no engine '%s' in this build (there is: %s",
                   name.c_str(), all.front().c_str());
      for (size_t i = 1; i < all.size(); ++i)
        std::fprintf(stderr, ", %s", all[i].c_str());
      std::fprintf(stderr, ")\n");
      std::exit(2);
    }
    chosen.push_back(name);
  }
  return chosen;
}

} // namespace conformance
