// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the plugin is given for one translation unit and what the unit gives.
#ifndef DPA_CLANG_PLUGIN_UNIT_OPTIONS_H
#define DPA_CLANG_PLUGIN_UNIT_OPTIONS_H

#include "clang-plugin/warnings.h"
#include "image/interface-record.h"

#include <functional>
#include <string>
#include <vector>

namespace dpa::frontend {

/// What one unit gives, complete when parsing is over.
struct Products {
  /// The stem as an identifier (identifierFromStem in names.h) and the annotated
  /// functions in the order of their definitions. Its host stub is C99 that
  /// needs no header.
  image::InterfaceRecord record;
  std::string deviceStub; ///< <stem>.dpa.device.c: what was added to the unit
};

struct Options {
  /// Base name of the source without its suffix; part of every generated name.
  std::string stem;
  /// Hosts that argument layouts are compared with.
  std::vector<std::string> hostTriples = {"x86_64-unknown-linux-gnu",
                                          "aarch64-unknown-linux-gnu"};
  WarningOptions warnings;
  /// Whether inline assembly is checked; dpacc -disable-asm-checks.
  bool checksAssembly = true;
  /// Called once, when parsing ended without an error: the moment to start the
  /// host compiler.
  std::function<void(const Products &)> onParsed;
};

} // namespace dpa::frontend

#endif
