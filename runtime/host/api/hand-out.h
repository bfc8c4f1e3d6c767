// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The last step of the functions that create an object of a process.
#ifndef DPA_RUNTIME_HOST_API_HAND_OUT_H
#define DPA_RUNTIME_HOST_API_HAND_OUT_H

#include "runtime/host/process/process.h"

namespace dpa::host {

/// Publishes the object as `result`. Fails, with an entry in the log for `call`,
/// if another thread has destroyed the process meanwhile.
template <typename Handle, typename Object>
flexio_status handOut(const char *call, const FlexioProcess &process,
                      Handles<Object> &table, std::shared_ptr<Object> object,
                      Handle *&result) {
  auto *handle = reinterpret_cast<Handle *>(object.get());
  if (table.addFor(processes(), process, handle, std::move(object))) {
    result = handle;
    return FLEXIO_STATUS_SUCCESS;
  }
  logError(call, "process %s was destroyed meanwhile", process.title().c_str());
  return FLEXIO_STATUS_FAILED;
}

} // namespace dpa::host

#endif
