// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A call of a device function: runs it, waits, and reports in the log why it
// returned no value.
#ifndef DPA_RUNTIME_HOST_PROCESS_REMOTE_CALL_H
#define DPA_RUNTIME_HOST_PROCESS_REMOTE_CALL_H

#include "runtime/host/process/process.h"

namespace dpa::host {

struct RemoteCall {
  const char *caller = "";   ///< the public function, for the log
  std::string_view function; ///< the device function, for the log
  uint64_t entry = 0;        ///< the unpack function, or the function itself
  uint64_t argument0 = 0;
  uint64_t argument1 = 0;
  Affinity affinity = {};
  /// What argument0 points to when the call begins; empty: left as it is.
  std::span<const std::byte> arguments = {};
};

/// Messages that were sent before the function returned are shown before this
/// returns. `value` is set on success.
flexio_status runCall(FlexioProcess &process, const RemoteCall &call,
                      uint64_t &value);

} // namespace dpa::host

#endif
