// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/conformance/Inputs/engines.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sstream>

namespace conformance {

std::vector<std::string> engines() {
  return {"interp"};
}

std::unique_ptr<dpa::cpu::AddressSpace> makeSpace(const std::string &) {
  return std::make_unique<dpa::cpu::AddressSpace>();
}

std::vector<std::string> enginesOf(const std::string &list) {
  const std::vector<std::string> all = engines();
  if (list == "all" || list == "tiers")
    return all;
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
