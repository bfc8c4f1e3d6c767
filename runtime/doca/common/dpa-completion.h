// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of libdoca_dpa's completion contexts that libdoca_rdma and libdoca_verbs
// use: the completion queue of their queues. DpaCompletion is the only base of
// struct doca_dpa_completion.
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

/// Each attached queue holds a Use of it.
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
