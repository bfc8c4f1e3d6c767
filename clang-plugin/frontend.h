// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The keywords __dpa_global__ and __dpa_rpc__ for one translation unit: what
// the driver (and the plugin for plain clang) attaches to a CompilerInstance.
// It is given the stem of the source and how to treat our warnings; it adds the
// device stubs to the same unit, and gives the host stub as text and the
// interface record. It never writes a file.
#ifndef DPA_CLANG_PLUGIN_FRONTEND_H
#define DPA_CLANG_PLUGIN_FRONTEND_H

#include "clang-plugin/warnings.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace clang {
class ASTConsumer;
class CompilerInstance;
} // namespace clang

namespace dpa::frontend {

/// One annotated function with a definition in the unit.
struct EntryPoint {
  std::string name;     ///< of the function, and of its host stub
  std::string packName; ///< host function that writes the argument buffer
  std::string
      unpackName; ///< device function that reads it and calls the function
  uint64_t argumentBufferSize = 0;
  bool isRpc = false; ///< __dpa_rpc__; otherwise __dpa_global__
};

/// What one unit gives, complete when parsing is over.
struct Products {
  std::string stem;       ///< as an identifier: see identifierFromStem
  std::string hostStub;   ///< <stem>.dpa.host.c: C99 that needs no header
  std::string deviceStub; ///< <stem>.dpa.device.c: what was added to the unit
  std::vector<EntryPoint> entries; ///< in the order of their definitions
};

struct Options {
  /// Base name of the source without its suffix; part of every generated name.
  std::string stem;
  /// Hosts that argument layouts are compared with.
  std::vector<std::string> hostTriples = {"x86_64-unknown-linux-gnu",
                                          "aarch64-unknown-linux-gnu"};
  WarningOptions warnings;
  /// Called once, when parsing ended without an error and before code
  /// generation of the unit is finished: the moment to start the host compiler.
  std::function<void(const Products &)> onParsed;
};

/// The defines that turn the keywords into the attributes, for the command
/// line: "-D__dpa_rpc__=...". They have to be on the command line because a
/// plugin can add no keyword, and predefined macros are lost by -E.
const std::vector<std::string> &keywordDefines();

/// A stem as part of a C identifier: letters, digits and '_' stay, any other
/// byte becomes '_' and two hexadecimal digits (so that "a-b" and "a.b"
/// differ); a digit in front gets a '_'.
std::string identifierFromStem(const std::string &stem);

/// To be called in FrontendAction::CreateASTConsumer, once per CompilerInstance
/// and before the main file is entered. Returns a consumer that sees the unit
/// first and passes everything on to `inner`; it and the instance share the
/// state, so products outlive neither: take copies in onParsed.
///
/// Besides, it prepares code generation: the interface record becomes the
/// section ".dpa_interface" (excluded from links) and the named metadata
/// "dpa.interface" of the module, and debug information keeps the checksum of
/// the file on disk. The latter two are done by a callback in
/// CodeGenOptions::PassBuilderCallbacks, so modules have to go through
/// clang::emitBackendOutput with this instance's options.
std::unique_ptr<clang::ASTConsumer>
attach(clang::CompilerInstance &compiler, Options options,
       std::unique_ptr<clang::ASTConsumer> inner);

} // namespace dpa::frontend

#endif
