// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sources of messages, by number. Sources are registered before main() is
// entered, so this must not need any initialization.
#ifndef DPA_RUNTIME_DOCA_COMMON_LOG_SOURCES_H
#define DPA_RUNTIME_DOCA_COMMON_LOG_SOURCES_H

#include <string>

namespace dpa::doca {

/// Adds a source; its number, at least 0.
int addLogSource(const char *name);
/// False if there is no such source.
bool removeLogSource(int source);
/// The name of a source; false if there is no such source.
bool findLogSource(int source, std::string &name);

} // namespace dpa::doca

#endif
