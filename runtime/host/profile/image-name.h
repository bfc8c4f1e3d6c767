// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The identity of a device image in names of files (%m of base/file-pattern.h).
#ifndef DPA_RUNTIME_HOST_PROFILE_IMAGE_NAME_H
#define DPA_RUNTIME_HOST_PROFILE_IMAGE_NAME_H

#include "image/build-id.h"
#include "runtime/host/apps/app.h"

namespace dpa::host {

/// The first digits of its build id; empty if it has none.
inline std::string imageName(const App &app) {
  constexpr size_t digits = 16;
  return image::buildIdText(image::buildIdOf(app.image())).substr(0, digits);
}

} // namespace dpa::host

#endif
