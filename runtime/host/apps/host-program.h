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

/// `origin`: an address in its memory (App::origin()). If it is null or in no loaded
/// file, the program itself.
HostProgram hostProgramOf(const void *origin);

} // namespace dpa::host

#endif
