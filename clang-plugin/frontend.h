// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The keywords __dpa_global__ and __dpa_rpc__ for one translation unit: what
// the driver (and the plugin for plain clang) attaches to a CompilerInstance.
// It is given the stem of the source and how to treat our warnings; it adds the
// device stubs to the same unit, and gives the host stub as text and the
// interface record. It never writes a file.
#ifndef DPA_CLANG_PLUGIN_FRONTEND_H
#define DPA_CLANG_PLUGIN_FRONTEND_H

#include "clang-plugin/unit-options.h"

#include <memory>

namespace clang {
class ASTConsumer;
class CompilerInstance;
} // namespace clang

namespace dpa::frontend {

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
