// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The category of a log entry, from the name of the public function or the part
// of the library that it begins with.
#ifndef DPA_RUNTIME_HOST_SUPPORT_LOG_CATEGORY_H
#define DPA_RUNTIME_HOST_SUPPORT_LOG_CATEGORY_H

#include "emulator/interface/log-settings.h"

namespace dpa::host {

LogCategory logCategoryOf(std::string_view call);

} // namespace dpa::host

#endif
