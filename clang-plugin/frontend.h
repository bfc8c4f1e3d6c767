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
#include "image/interface-record.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace clang {
class ASTConsumer;
class CompilerInstance;
} // namespace clang

namespace dpa::frontend {

/// What one unit gives, complete when parsing is over.
struct Products {
  /// The stem as an identifier (see identifierFromStem) and the annotated
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

/// The defines that turn the keywords into the attributes, for the command
/// line: "-D__dpa_rpc__=...". They have to be on the command line because a
/// plugin can add no keyword, and predefined macros are lost by -E.
const std::vector<std::string> &keywordDefines();

/// The same for tools that parse device code without the plugin (clangd drops
/// plugins): the keywords become nothing, because whatever else clang knows is
/// a warning in some of their positions.
const std::vector<std::string> &editorDefines();

/// Whether no app and no entry point may have the name, because it means
/// something in every program for the host: keywords, <stddef.h>, <stdint.h>,
/// the C library, POSIX, "main".
bool isReservedHostName(std::string_view name);

/// A stem as part of a C identifier: letters, digits and '_' stay, any other
/// byte becomes '_' and two hexadecimal digits (so that "a-b" and "a.b"
/// differ); a digit in front gets a '_'.
std::string identifierFromStem(const std::string &stem);

/// To be called in FrontendAction::CreateASTConsumer, once per CompilerInstance
/// and before the main file is entered. Returns a consumer that sees the unit
/// first and passes everything on to `inner`; it and the instance share the
/// state, so products outlive neither: take copies in onParsed, which is called
/// before `inner` generates code.
///
/// Besides, the interface record becomes the section ".dpa_interface" of the
/// object (excluded from links), in bitcode a private constant in that section.
/// This is done by a callback in CodeGenOptions::PassBuilderCallbacks, so
/// modules have to go through clang::emitBackendOutput with this instance's
/// options. Debug information has
/// the checksum of the file on disk.
std::unique_ptr<clang::ASTConsumer>
attach(clang::CompilerInstance &compiler, Options options,
       std::unique_ptr<clang::ASTConsumer> inner);

} // namespace dpa::frontend

#endif
