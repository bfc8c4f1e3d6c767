// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Destinations of log lines.
#ifndef DPA_RUNTIME_DOCA_COMMON_LOG_WRITERS_H
#define DPA_RUNTIME_DOCA_COMMON_LOG_WRITERS_H

#include "runtime/doca/common/log-backends.h"

namespace dpa::doca {

std::unique_ptr<LogWriter> makeFileWriter(FILE *file);
std::unique_ptr<LogWriter> makeDescriptorWriter(int descriptor);
std::unique_ptr<LogWriter> makeSyslogWriter(const char *name);
/// Writes lines to a buffer, terminated by NUL; `flush` is called with it when the
/// next line does not fit. `capacity` is at least 2.
std::unique_ptr<LogWriter> makeBufferWriter(char *buffer, size_t capacity,
                                            log_flush_callback flush);

} // namespace dpa::doca

#endif
