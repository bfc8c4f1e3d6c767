// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages of the DOCA libraries themselves, for the back ends of doca_log.h
// whose names end in _sdk.
#ifndef DPA_RUNTIME_DOCA_COMMON_SDK_LOG_H
#define DPA_RUNTIME_DOCA_COMMON_SDK_LOG_H

#include "runtime/doca/common/object.h"
#include "runtime/include/doca/doca_log.h"

namespace dpa::doca {

/// Logs a message of `call`, the public function that it concerns.
DOCA_INTERNAL void sdkLog(doca_log_level level, const char *call,
                          const char *format, ...)
    __attribute__((format(printf, 3, 4)));

} // namespace dpa::doca

#endif
