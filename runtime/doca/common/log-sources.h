// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sources of messages, by number. Sources are registered by constructors, so
// that the table must not need dynamic initialization.
#ifndef DPA_RUNTIME_DOCA_COMMON_LOG_SOURCES_H
#define DPA_RUNTIME_DOCA_COMMON_LOG_SOURCES_H

#include <string>

namespace dpa::doca {

/// Adds a source; returns its number, at least 0.
int addLogSource(const char *name);
/// False if the source does not exist.
bool removeLogSource(int source);
/// The name of a source; false if the source does not exist.
bool findLogSource(int source, std::string &name);

} // namespace dpa::doca

#endif
