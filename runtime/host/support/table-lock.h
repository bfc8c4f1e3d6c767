// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one lock of all tables of live objects (handles.h). It is held briefly,
// and fork() waits until it is free, so that a child never finds it held by a
// thread of its parent. A holder must not wait for another lock, or fork.
#ifndef DPA_RUNTIME_HOST_SUPPORT_TABLE_LOCK_H
#define DPA_RUNTIME_HOST_SUPPORT_TABLE_LOCK_H

#include <shared_mutex>

namespace dpa::host {

std::shared_mutex &tableLock();

} // namespace dpa::host

#endif
