// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The border to C: every public function runs its body in `guarded`, so that no
// exception leaves the library.
#ifndef DPA_RUNTIME_HOST_API_GUARD_H
#define DPA_RUNTIME_HOST_API_GUARD_H

#include "runtime/host/support/log.h"

#include <cxxabi.h>
#include <exception>
#include <new>

namespace dpa::host {

/// Result of body(), or `onError` if it throws, which is logged as an error of
/// `call`. The unwinding by which glibc cancels a thread is no exception of
/// ours and goes on.
template <typename Value, typename Body>
Value guarded(const char *call, Value onError, Body &&body) {
  try {
    return body();
  } catch (abi::__forced_unwind &) {
    throw;
  } catch (const std::bad_alloc &) {
    logError(call, "out of host memory");
  } catch (const std::exception &error) {
    logError(call, "%s", error.what());
  } catch (...) {
    logError(call, "unknown exception");
  }
  return onError;
}

/// The same for the many functions that return a status.
template <typename Body>
flexio_status guardedStatus(const char *call, Body &&body) {
  return guarded(call, FLEXIO_STATUS_FAILED, body);
}

} // namespace dpa::host

#endif
