// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The keywords on a command line. Knows nothing of clang, so that a program can have it without
// clang's libraries.
#include "clang-plugin/keyword-defines.h"

namespace dpa::frontend {

const std::vector<std::string> &keywordDefines() {
  static const std::vector<std::string> defines = {
      "-D__dpa_global__=__attribute__((dpa_global))",
      "-D__dpa_rpc__=__attribute__((dpa_rpc))"};
  return defines;
}

const std::vector<std::string> &editorDefines() {
  static const std::vector<std::string> defines = {"-D__dpa_global__=",
                                                   "-D__dpa_rpc__="};
  return defines;
}

} // namespace dpa::frontend
