// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device objects and images for tests, made in this process: given assembly text, returns the bytes
// of the ELF file.
#ifndef DPA_TEST_DRIVER_CHECKS_ASSEMBLE_H
#define DPA_TEST_DRIVER_CHECKS_ASSEMBLE_H

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dpa::test {

struct AssemblyOptions {
  std::string features = "+m,+a,+c,+zba,+zbb,+zbs"; ///< as LLVM names them
  std::string abi = "lp64";
  bool hasLines = false; ///< debug information; the source is "test.S"
};

/// A relocatable object. Ends the test program if the text is wrong.
std::string assemble(std::string_view text,
                     const AssemblyOptions &options = {});

/// An archive of members (name, bytes).
std::string
archiveOf(const std::vector<std::pair<std::string, std::string>> &members);

} // namespace dpa::test

#endif
