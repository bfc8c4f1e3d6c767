// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Requests that bind or invalidate memory windows. They have their effect when they
// are posted, which is before those after them; the ring gets an entry without
// effect, for the completion.
#ifndef DPA_EMULATOR_VERBS_WINDOW_REQUESTS_H
#define DPA_EMULATOR_VERBS_WINDOW_REQUESTS_H

#include "emulator/verbs/objects.h"

namespace dpa::verbs {

struct VerbsMw : OfContext<ibv_mw> {
  using OfContext::OfContext;
  /// What the device knows it by; ibv_mw::rkey belongs to the program.
  uint32_t key = 0;
};

/// Binds to a part of a region, or, with length 0, to nothing; `newKey` differs
/// from the old one in its low byte. 0, or the errno with which that is refused.
int bindTo(VerbsMw &window, uint32_t newKey, const ibv_mw_bind_info &target);

/// Invalidates a window of type 2 in the domain. 0 or an errno.
int invalidateWindow(ibv_pd *pd, uint32_t key);

} // namespace dpa::verbs

#endif
