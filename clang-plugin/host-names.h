// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names that mean something in every program for the host, so that nothing of ours may be called so
// there. Knows nothing of clang.
#ifndef DPA_CLANG_PLUGIN_HOST_NAMES_H
#define DPA_CLANG_PLUGIN_HOST_NAMES_H

#include <string_view>

namespace dpa::frontend {

enum class HostName {
  Library, ///< of a function or variable of the C library or POSIX
  Main,    ///< "main"
  Header,  ///< a keyword, or a type or macro that generated code uses
  Free,
};

HostName classifyHostName(std::string_view name);

/// Whether the name is reserved in every program for the host, so that no app or
/// entry point may have it: keywords, <stddef.h>, <stdint.h>,
/// the C library, POSIX, "main".
bool isReservedHostName(std::string_view name);

} // namespace dpa::frontend

#endif
