// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every public function does with the handle of an object that it needs:
// tells the program if there is no such object.
#ifndef DPA_RUNTIME_HOST_SUPPORT_EXPECTED_OBJECT_H
#define DPA_RUNTIME_HOST_SUPPORT_EXPECTED_OBJECT_H

#include "runtime/host/support/log.h"

#include <memory>

namespace dpa::host {

/// `object`, which a table gave for `handle`; if that is none, null and an
/// entry in the log for `call` that says what `kind` of object was expected.
template <typename Object>
std::shared_ptr<Object> expectedObject(const char *call,
                                       std::shared_ptr<Object> object,
                                       const void *handle, const char *kind) {
  if (object)
    return object;
  if (handle)
    logError(call, "%p is no %s, or a destroyed one", handle, kind);
  else
    logError(call, "the %s is NULL", kind);
  return nullptr;
}

} // namespace dpa::host

#endif
