// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions that dump the state of a dead process: not supported yet.
#include "runtime/host/api/api-call.h"
#include "runtime/host/process/process.h"

#include <libflexio/flexio.h>

using namespace dpa::host;

namespace {

flexio_status notYet(const char *call, flexio_process *process,
                     const char *file, const char *what) {
  return ApiCall(call, Given(process, file), Live(processes, process))
      .status([&](const char *, const auto &found) {
        logError(call, "process %s: %s are not supported yet",
                 found->title().c_str(), what);
        return FLEXIO_STATUS_FAILED;
      });
}

} // namespace

flexio_status flexio_coredump_create(flexio_process *process,
                                     const char *file) {
  return notYet(__func__, process, file, "core dumps");
}

flexio_status flexio_crash_data(flexio_process *process, const char *file) {
  return notYet(__func__, process, file, "crash reports");
}
