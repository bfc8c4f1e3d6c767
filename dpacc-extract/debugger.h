// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a debugger in this terminal, and the folder for its files.
#ifndef DPA_DPACC_EXTRACT_DEBUGGER_H
#define DPA_DPACC_EXTRACT_DEBUGGER_H

#include "base/result.h"

#include <string>
#include <vector>

namespace dpa::extract {

/// A new folder that vanishes with the object.
class TemporaryFolder {
public:
  /// path() is empty, with errno set, if it cannot be created.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  const std::string &path() const { return path_; }

private:
  std::string path_;
};

/// Runs a program, which takes the signals of the terminal, and waits for its
/// end. Returns its exit status, or 128 and the signal that ended it.
Result<int> runInTerminal(const std::vector<std::string> &words);

} // namespace dpa::extract

#endif
