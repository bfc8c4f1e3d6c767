// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of libdoca_dpa's DPA contexts that the other libraries use. DpaContext is
// the only base of struct doca_dpa, which does not have virtual functions, so that a
// struct doca_dpa * is also a DpaContext *.
#ifndef DPA_RUNTIME_DOCA_COMMON_DPA_CONTEXT_H
#define DPA_RUNTIME_DOCA_COMMON_DPA_CONTEXT_H

#include "runtime/doca/common/api-call.h"
#include "runtime/doca/common/device.h"

#include <libflexio/flexio.h>

struct doca_dpa;
struct flexio_window;

namespace dpa::doca {

/// Process and window are set by libdoca_dpa while `isStarted`.
class DpaContext : public Object {
public:
  static constexpr const char *kind = "DPA context";

  doca_dev *dev = nullptr;           ///< outlives this
  flexio_process *process = nullptr; ///< its protection domain is the device's
  flexio_window *window = nullptr;   ///< of the device's protection domain
  uint32_t windowId = 0;
  uint32_t uarId = 0; ///< device id of the UAR for doorbells
  /// A fatal device error was detected.
  std::atomic<bool> hasFailed = false;
};

inline DpaContext *contextOf(doca_dpa *dpa) {
  return reinterpret_cast<DpaContext *>(dpa);
}

inline doca_error_t reportFailure(const char *call) {
  sdkLog(DOCA_LOG_LEVEL_ERROR, call,
         "DPA context had a fatal error (destroy it)");
  return DOCA_ERROR_BAD_STATE;
}

/// Check: the handle is that of a DPA context that is started and is not known to have
/// failed. For functions that then call device code, which fails in a failed context.
inline auto startedDpa(doca_dpa *dpa) {
  return [=](const char *call) {
    doca_error_t status = checkLive(call, dpa, DpaContext::kind);
    if (status == DOCA_SUCCESS)
      status = started(contextOf(dpa))(call);
    return status == DOCA_SUCCESS && contextOf(dpa)->hasFailed
               ? reportFailure(call)
               : status;
  };
}

/// Check: the handle is that of a DPA context that is started and has not failed.
inline auto usableDpa(doca_dpa *dpa) {
  return [=](const char *call) {
    doca_error_t status = startedDpa(dpa)(call);
    return status == DOCA_SUCCESS &&
                   flexio_err_status_get(contextOf(dpa)->process) != 0
               ? reportFailure(call)
               : status;
  };
}

/// Check: the handle is that of a DPA context, which may not be started.
inline auto liveDpa(doca_dpa *dpa) {
  return
      [=](const char *call) { return checkLive(call, dpa, DpaContext::kind); };
}

} // namespace dpa::doca

#endif
