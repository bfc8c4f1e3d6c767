// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of one translation unit: which functions are annotated, and the steps at its end
// (check, lay out, write stubs, put the device stubs into the unit). frontend.cpp ties it to
// clang's events.
#ifndef DPA_CLANG_PLUGIN_UNIT_H
#define DPA_CLANG_PLUGIN_UNIT_H

#include "clang-plugin/annotated-types.h"
#include "clang-plugin/diagnostic-filter.h"
#include "clang-plugin/entry.h"
#include "clang-plugin/main-file.h"
#include "clang-plugin/unit-options.h"

#include "llvm/ADT/SetVector.h"

namespace clang {
class Preprocessor;
class Sema;
} // namespace clang

namespace dpa::frontend {

class Unit {
public:
  Unit(clang::CompilerInstance &compiler, Options options);

  /// A declaration at file scope is complete.
  void sawDeclaration(const clang::Decl &declaration);

  /// The tail of the main file is reached.
  void sawTail(clang::Preprocessor &preprocessor,
               clang::SourceLocation location);

  /// Parsing is over.
  void sawEnd();

  MainFile mainFile;

private:
  bool onlyDeclares() const;
  const clang::FunctionDecl *entryFunction(const clang::FunctionDecl &first,
                                           bool isDeclarationEnough) const;
  bool checkEntries();
  void refuseCplusplus();
  bool hasPlaceForStubs() const;
  void makeProducts();
  void enterText(clang::Preprocessor &preprocessor,
                 clang::SourceLocation location) const;
  void checkStubs() const;

  clang::CompilerInstance &compiler_;
  Options options_;
  DiagnosticFilter &filter_;
  llvm::SetVector<const clang::FunctionDecl *>
      functions_; ///< first declarations, in source order
  std::vector<const clang::Decl *> code_; ///< functions, variables, assembly
  AnnotatedTypes types_;
  std::vector<Entry> entries_;
  Products products_;
  std::shared_ptr<image::InterfaceRecord>
      record_;              ///< what the section is made from
  bool isTailSeen_ = false; ///< all declarations of the user are complete
  bool areStubsMade_ = false;
};

} // namespace dpa::frontend

#endif
