// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program or library from whose memory an app's image came.
#ifndef DPA_RUNTIME_HOST_APPS_HOST_PROGRAM_H
#define DPA_RUNTIME_HOST_APPS_HOST_PROGRAM_H

#include "base/bytes.h"

namespace dpa::host {

struct HostProgram {
  std::string path;
  Bytes buildId; ///< empty: it has none
};

/// `origin`: where it is loaded (App::origin()); null or an address of no such
/// file: the program itself.
HostProgram hostProgramOf(const void *origin);

} // namespace dpa::host

#endif
