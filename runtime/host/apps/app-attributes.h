// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The process attributes of an app, which a device with authentication compares
// with the signed ones.
#ifndef DPA_RUNTIME_HOST_APPS_APP_ATTRIBUTES_H
#define DPA_RUNTIME_HOST_APPS_APP_ATTRIBUTES_H

#include "runtime/host/apps/app.h"

namespace dpa::host {

/// Reads the attributes from the host file that contains the image, because the generated
/// constructor does not pass them. Nothing if there are none, or the image is not in a
/// file.
std::optional<Bytes> attributesOf(const App &app);

} // namespace dpa::host

#endif
