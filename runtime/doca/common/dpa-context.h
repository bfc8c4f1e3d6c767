// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What libdoca_common, libdoca_rdma and libdoca_verbs need of a DPA context, which
// is libdoca_dpa's. struct doca_dpa derives from DpaContext, and only from it, and
// has no virtual functions, so that a struct doca_dpa * is a DpaContext *.
#ifndef DPA_RUNTIME_DOCA_COMMON_DPA_CONTEXT_H
#define DPA_RUNTIME_DOCA_COMMON_DPA_CONTEXT_H

#include "runtime/doca/common/api-call.h"
#include "runtime/doca/common/device.h"

#include <libflexio/flexio.h>

struct doca_dpa;
struct flexio_window;

namespace dpa::doca {

/// `isStarted` says whether process and window are there; libdoca_dpa sets them.
class DpaContext : public Object {
public:
  static constexpr const char *kind = "DPA context";

  doca_dev *dev = nullptr;           ///< outlives this
  flexio_process *process = nullptr; ///< its protection domain is the device's
  flexio_window *window = nullptr;   ///< of the device's protection domain
  uint32_t windowId = 0;
  uint32_t uarId = 0; ///< device id of the UAR for doorbells
  /// A fatal device error was seen: nothing works any more.
  std::atomic<bool> hasFailed = false;
};

inline DpaContext *contextOf(doca_dpa *dpa) {
  return reinterpret_cast<DpaContext *>(dpa);
}

/// Check: the handle is that of a DPA context that is started and has not failed.
/// An object is made with it, or its memory used.
inline auto usableDpa(doca_dpa *dpa) {
  return [=](const char *call) {
    doca_error_t status = checkLive(call, dpa, DpaContext::kind);
    if (status == DOCA_SUCCESS)
      status = started(contextOf(dpa))(call);
    if (status == DOCA_SUCCESS &&
        (contextOf(dpa)->hasFailed ||
         flexio_err_status_get(contextOf(dpa)->process) != 0)) {
      sdkLog(DOCA_LOG_LEVEL_ERROR, call,
             "DPA context had a fatal error (destroy it)");
      status = DOCA_ERROR_BAD_STATE;
    }
    return status;
  };
}

/// Check: the handle is that of a DPA context, which may not be started.
inline auto liveDpa(doca_dpa *dpa) {
  return
      [=](const char *call) { return checkLive(call, dpa, DpaContext::kind); };
}

} // namespace dpa::doca

#endif
