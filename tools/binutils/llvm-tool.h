// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's command of a name: finds it and runs it as a child with our standard
// streams. A temporary folder for what it is to read.
#ifndef DPA_TOOLS_BINUTILS_LLVM_TOOL_H
#define DPA_TOOLS_BINUTILS_LLVM_TOOL_H

#include "base/result.h"
#include "tools/binutils/held-files.h"

#include <string>
#include <vector>

namespace dpa::binutils {

/// Path of "llvm-nm", of the release that this was built with.
Result<std::string> findLlvmTool(const std::string &name);

/// Its exit status. Errors: it cannot be started, a signal ended it.
Result<int> runTool(const std::string &path,
                    const std::vector<std::string> &words);

/// A folder that vanishes with everything in it, also when SIGINT, SIGHUP or
/// SIGTERM ends the command that reads from it.
class TemporaryFolder {
public:
  TemporaryFolder() = default;
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  /// Writes the file, making the folder first if need be; returns its path.
  Result<std::string> add(const HeldFile &file);
  const std::string &path() const { return folder_; }

private:
  std::string folder_;
};

/// Runs the LLVM command `tool` with words some of which name files that hold
/// others: those are put in their place. For commands that only read.
Result<int> runOnHeldFiles(const std::string &tool,
                           const std::vector<std::string> &words,
                           std::optional<uint32_t> model);

} // namespace dpa::binutils

#endif
