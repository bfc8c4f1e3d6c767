// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The checks of arguments that are not templates: see api-call.h.
#include "runtime/doca/common/api-call.h"

namespace dpa::doca {

doca_error_t reportNull(const char *call, const char *name) {
  sdkLog(DOCA_LOG_LEVEL_ERROR, call, "%s is NULL", name);
  return DOCA_ERROR_INVALID_VALUE;
}

doca_error_t checkLive(const char *call, const void *handle, const char *kind) {
  if (!handle)
    return reportNull(call, kind);
  switch (liveness(handle, kind)) {
  case Liveness::Live:
    return DOCA_SUCCESS;
  case Liveness::Inherited:
    sdkLog(DOCA_LOG_LEVEL_ERROR, call,
           "%p: %s handle inherited across fork(); reopen the device in the "
           "child",
           handle, kind);
    return DOCA_ERROR_INVALID_VALUE;
  case Liveness::Unknown:
    break;
  }
  sdkLog(DOCA_LOG_LEVEL_ERROR, call, "%p is not a live %s handle", handle,
         kind);
  return DOCA_ERROR_INVALID_VALUE;
}

} // namespace dpa::doca
