// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ties a Unit to clang's events: what the parser delivers, the pragma in the tail, and entering the
// main file.
#include "clang-plugin/frontend.h"
#include "clang-plugin/unit.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclGroup.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace dpa::frontend {
namespace {

class UnitConsumer : public ASTConsumer {
public:
  explicit UnitConsumer(std::shared_ptr<Unit> unit) : unit_(std::move(unit)) {}

  bool HandleTopLevelDecl(DeclGroupRef group) override {
    for (const Decl *declaration : group)
      unit_->sawDeclaration(*declaration);
    return true;
  }

  void HandleTranslationUnit(ASTContext &) override { unit_->sawEnd(); }

private:
  std::shared_ptr<Unit> unit_;
};

/// Initialised last, when code generation has noted the checksum of the main file and clang is
/// about to enter it.
class MainFileOpener : public ASTConsumer {
public:
  explicit MainFileOpener(std::shared_ptr<Unit> unit)
      : unit_(std::move(unit)) {}

  void Initialize(ASTContext &) override { unit_->mainFile.showTail(); }

private:
  std::shared_ptr<Unit> unit_;
};

class EnteringMainFile : public PPCallbacks {
public:
  EnteringMainFile(std::shared_ptr<Unit> unit, const SourceManager &sources)
      : unit_(std::move(unit)), sources_(sources) {}

  void FileChanged(SourceLocation location, FileChangeReason reason,
                   SrcMgr::CharacteristicKind, FileID) override {
    if (reason == EnterFile &&
        sources_.getFileID(location) == unit_->mainFile.id())
      unit_->mainFile.hideTail();
  }

private:
  std::shared_ptr<Unit> unit_;
  const SourceManager &sources_;
};

class StubsPragma : public PragmaHandler {
public:
  explicit StubsPragma(std::shared_ptr<Unit> unit)
      : PragmaHandler("dpacc_stubs"), unit_(std::move(unit)) {}

  void HandlePragma(Preprocessor &preprocessor, PragmaIntroducer introducer,
                    Token &) override {
    preprocessor.DiscardUntilEndOfDirective();
    if (unit_->mainFile.isInTail(introducer.Loc))
      unit_->sawTail(preprocessor, introducer.Loc);
  }

private:
  std::shared_ptr<Unit> unit_;
};

} // namespace

std::unique_ptr<ASTConsumer> attach(CompilerInstance &compiler, Options options,
                                    std::unique_ptr<ASTConsumer> inner) {
  auto unit = std::make_shared<Unit>(compiler, std::move(options));
  Preprocessor &preprocessor = compiler.getPreprocessor();
  preprocessor.AddPragmaHandler(
      new StubsPragma(unit)); // the preprocessor owns it
  preprocessor.addPPCallbacks(
      std::make_unique<EnteringMainFile>(unit, compiler.getSourceManager()));

  std::vector<std::unique_ptr<ASTConsumer>> consumers;
  consumers.push_back(std::make_unique<UnitConsumer>(unit));
  if (inner)
    consumers.push_back(std::move(inner));
  consumers.push_back(std::make_unique<MainFileOpener>(std::move(unit)));
  return std::make_unique<MultiplexConsumer>(std::move(consumers));
}

} // namespace dpa::frontend
