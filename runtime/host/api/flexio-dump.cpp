// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions that write down what is left of a dead process. They check
// what they are given, and say that this library cannot do it yet.
#include "runtime/host/api/guard.h"
#include "runtime/host/process/process.h"
#include "runtime/host/support/log.h"

#include <libflexio/flexio.h>

using namespace dpa::host;

namespace {

flexio_status notYet(const char *call, flexio_process *process,
                     const char *what) {
  return guardedStatus(call, [&] {
    if (std::shared_ptr<FlexioProcess> found = processOf(call, process))
      logError(call, "process %s: %s are not offered yet",
               found->title().c_str(), what);
    return FLEXIO_STATUS_FAILED;
  });
}

} // namespace

flexio_status flexio_coredump_create(flexio_process *process, const char *) {
  return notYet(__func__, process, "core dumps");
}

flexio_status flexio_crash_data(flexio_process *process, const char *) {
  return notYet(__func__, process, "crash texts");
}
