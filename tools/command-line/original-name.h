// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Commands that can also be called by the name of one of the original's tools.
// Under that name errors have its form and exit status.
#ifndef DPA_TOOLS_COMMAND_LINE_ORIGINAL_NAME_H
#define DPA_TOOLS_COMMAND_LINE_ORIGINAL_NAME_H

#include "base/message-text.h"
#include "tools/command-line/command-line.h"

#include "llvm/Support/raw_ostream.h"

namespace dpa::tools {

struct CalledName {
  std::string_view own;
  std::string_view called; ///< without folder
  int originalErrorStatus;
};

/// The exit status of a finished command; reports its error.
inline int finishAs(const CommandLine &line, const CalledName &name,
                    const Result<void> &done) {
  if (done || name.called == name.own)
    return line.finish(done);
  llvm::errs() << "-E- " << printable(done.error().message) << "\n";
  return line.finishOutput(name.originalErrorStatus);
}

} // namespace dpa::tools

#endif
