// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory windows: operations of contexts.
#ifndef DPA_EMULATOR_VERBS_MEMORY_WINDOWS_H
#define DPA_EMULATOR_VERBS_MEMORY_WINDOWS_H

#include <infiniband/verbs.h>

namespace dpa::verbs {

ibv_mw *allocateWindow(ibv_pd *pd, ibv_mw_type type);
int freeWindow(ibv_mw *window);
/// Windows of type 1; those of type 2 are bound by send requests.
int bindWindow(ibv_qp *qp, ibv_mw *window, ibv_mw_bind *binding);

} // namespace dpa::verbs

#endif
