// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host library's log: lines on standard error, "flexio: error: <call>:
// <what is wrong>", filtered by the settings of the device until the program calls
// flexio_log_lvl_set(). Each entry is one line (base/log-line.h).
#ifndef DPA_RUNTIME_HOST_SUPPORT_LOG_H
#define DPA_RUNTIME_HOST_SUPPORT_LOG_H

#include "emulator/interface/log-settings.h"

#include <libflexio/flexio.h>

namespace dpa::host {

/// `call` is the public function that was called; `format` is printf's.
__attribute__((format(printf, 2, 3))) void logError(const char *call,
                                                    const char *format, ...);
__attribute__((format(printf, 2, 3))) void logWarning(const char *call,
                                                      const char *format, ...);
__attribute__((format(printf, 2, 3))) void logInfo(const char *call,
                                                   const char *format, ...);
__attribute__((format(printf, 2, 3))) void logDebug(const char *call,
                                                    const char *format, ...);

/// Whether entries of the level that begin with `call` are shown.
bool isLogged(LogLevel level, const char *call);

/// For all categories. Returns the previous level; a number that is not a level
/// changes nothing.
flexio_log_lvl setLogLevel(unsigned level);
/// Has no effect after the first call of this or of setLogLevel().
void setInitialLog(LogSettings settings);

} // namespace dpa::host

#endif
