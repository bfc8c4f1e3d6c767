// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The actions of a vCont packet: which thread continues, steps or stops.
#ifndef DPA_EMULATOR_GDB_RESUME_ACTIONS_H
#define DPA_EMULATOR_GDB_RESUME_ACTIONS_H

#include "emulator/gdb/target.h"

namespace dpa::gdb {

struct ResumeAction {
  std::optional<uint32_t> thread =
      {};             ///< nothing: all threads that no other action names
  bool stops = false; ///< instead of resuming
  Resume how = {};
};

/// `text`: what follows "vCont", such as ";s:2;c". The leftmost action for a
/// thread counts. Nothing: not valid.
std::optional<std::vector<ResumeAction>>
parseResumeActions(std::string_view text);

} // namespace dpa::gdb

#endif
