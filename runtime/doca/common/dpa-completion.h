// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What libdoca_rdma and libdoca_verbs need of a completion context, which is
// libdoca_dpa's: the completion queue that their queues complete in. struct
// doca_dpa_completion derives from DpaCompletion, and only from it.
#ifndef DPA_RUNTIME_DOCA_COMMON_DPA_COMPLETION_H
#define DPA_RUNTIME_DOCA_COMMON_DPA_COMPLETION_H

#include "runtime/doca/common/dpa-context.h"

struct doca_dpa_completion;

namespace dpa::doca {

class DpaCompletion : public Object {
public:
  static constexpr const char *kind = "completion context";

  DpaContext *dpa = nullptr; ///< outlives this
  /// While started: number of the completion queue, on the device of `dpa`.
  uint32_t number = 0;
};

/// A queue that completes in it holds a Use of it.
inline DpaCompletion *completionOf(doca_dpa_completion *completion) {
  return reinterpret_cast<DpaCompletion *>(completion);
}

/// Check: the handle is that of a completion context.
inline auto liveCompletion(doca_dpa_completion *completion) {
  return [=](const char *call) {
    return checkLive(call, completion, DpaCompletion::kind);
  };
}

} // namespace dpa::doca

#endif
