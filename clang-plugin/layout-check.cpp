// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One tiny compilation per host, without predefined macros, that ends after parsing.
#include "clang-plugin/layout-check.h"
#include "clang-plugin/diagnostics.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace dpa::frontend {
namespace {

struct MemberLayout {
  uint64_t offset = 0; ///< in bits
  uint64_t size = 0;   ///< in bits
  bool operator==(const MemberLayout &) const = default;
};

struct Layout {
  uint64_t size = 0;
  uint64_t alignment = 0;
  std::vector<MemberLayout> members;
  bool operator==(const Layout &) const = default;
};

Layout layoutOf(const ASTContext &context, const RecordDecl &record) {
  const ASTRecordLayout &clangs = context.getASTRecordLayout(&record);
  Layout layout{static_cast<uint64_t>(clangs.getSize().getQuantity()),
                static_cast<uint64_t>(clangs.getAlignment().getQuantity()),
                {}};
  for (const FieldDecl *field : record.fields()) {
    uint64_t size = field->isBitField() ? field->getBitWidthValue()
                                        : context.getTypeSize(field->getType());
    layout.members.push_back(
        {clangs.getFieldOffset(field->getFieldIndex()), size});
  }
  return layout;
}

/// Collects the layouts of all records of a unit, in order.
class LayoutReader : public ASTFrontendAction {
public:
  explicit LayoutReader(std::vector<Layout> &layouts) : layouts_(layouts) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &,
                                                 StringRef) override {
    struct Reader : ASTConsumer {
      explicit Reader(std::vector<Layout> &layouts) : layouts(layouts) {}
      void HandleTranslationUnit(ASTContext &context) override {
        for (const Decl *declaration :
             context.getTranslationUnitDecl()->decls())
          if (const auto *record = dyn_cast<RecordDecl>(declaration);
              record && record->isCompleteDefinition() && !record->isImplicit())
            layouts.push_back(layoutOf(context, *record));
      }
      std::vector<Layout> &layouts;
    };
    return std::make_unique<Reader>(layouts_);
  }

private:
  std::vector<Layout> &layouts_;
};

std::vector<Layout> layoutsFor(const ASTContext &device,
                               const std::string &triple,
                               const std::string &text) {
  constexpr const char *file = "dpa-layouts.c";
  auto invocation = std::make_shared<CompilerInvocation>();
  invocation->getTargetOpts().Triple = triple;
  invocation->getFrontendOpts().Inputs.emplace_back(file,
                                                    InputKind(Language::C));
  invocation->getFrontendOpts().ProgramAction =
      clang::frontend::ParseSyntaxOnly;
  invocation->getPreprocessorOpts().UsePredefines = false;
  invocation->getPreprocessorOpts().addRemappedFile(
      file, llvm::MemoryBuffer::getMemBufferCopy(text, file).release());
  LangOptions &language = invocation->getLangOpts();
  language.C99 = language.C11 = language.GNUMode = language.Bool = 1;

  // The host has to be given these too; its own compiler checks that.
  language.PackStruct = device.getLangOpts().PackStruct;
  language.ShortEnums = device.getLangOpts().ShortEnums;

  CompilerInstance compiler(invocation);
  compiler.setVirtualFileSystem(llvm::vfs::getRealFileSystem());
  compiler.createDiagnostics(new IgnoringDiagConsumer,
                             /*ShouldOwnClient=*/true);
  compiler.createFileManager();
  std::vector<Layout> layouts;
  LayoutReader reader(layouts);
  compiler.ExecuteAction(reader);
  return layouts;
}

class Comparison {
public:
  Comparison(const ASTContext &device, const HostTypes &types,
             const std::string &triple)
      : device_(device), types_(types), triple_(triple) {}

  bool run() {
    std::vector<Layout> hostLayouts =
        layoutsFor(device_, triple_, types_.definitions());
    if (hostLayouts.size() != types_.records().size()) {
      report(device_.getDiagnostics(), {}, Error::LayoutUnknown) << triple_;
      return false;
    }
    for (size_t i = 0; i < hostLayouts.size(); ++i)
      if (!containsReported(*types_.records()[i]))
        compare(*types_.records()[i], hostLayouts[i]);
    return reported_.empty();
  }

private:
  /// Whether the difference of a member has been reported: then it is the cause.
  bool containsReported(const RecordDecl &record) {
    for (const FieldDecl *field : record.fields()) {
      const RecordDecl *inner =
          device_.getBaseElementType(field->getType())->getAsRecordDecl();
      if (inner && reported_.contains(inner->getDefinition())) {
        reported_.insert(&record);
        return true;
      }
    }
    return false;
  }

  void compare(const RecordDecl &record, const Layout &host) {
    Layout here = layoutOf(device_, record);
    QualType type = device_.getCanonicalTagType(&record);
    std::string deviceTriple = device_.getTargetInfo().getTriple().str();
    for (const FieldDecl *field : record.fields()) {
      const MemberLayout &mine = here.members[field->getFieldIndex()];
      const MemberLayout &theirs = host.members[field->getFieldIndex()];
      if (mine == theirs || !field->getDeclName())
        continue;
      report(device_.getDiagnostics(), field->getLocation(), Error::LayoutField)
          << type << field << theirs.offset << theirs.size << triple_
          << mine.offset << mine.size << deviceTriple;
      reported_.insert(&record);
      return;
    }
    if (here.size == host.size && here.alignment == host.alignment)
      return;
    report(device_.getDiagnostics(), record.getLocation(), Error::LayoutSize)
        << type << host.size << host.alignment << triple_ << here.size
        << here.alignment << deviceTriple;
    reported_.insert(&record);
    for (const FieldDecl *field : record.fields())
      if (field->isUnnamedBitField())
        report(device_.getDiagnostics(), field->getLocation(),
               Note::UnnamedBitField);
  }

  const ASTContext &device_;
  const HostTypes &types_;
  const std::string &triple_;
  llvm::SmallPtrSet<const RecordDecl *, 4> reported_;
};

} // namespace

void warnAboutLayouts(const ASTContext &device, const HostTypes &types,
                      const std::vector<std::string> &hostTriples,
                      const WarningOptions &options) {
  llvm::SmallPtrSet<const RecordDecl *, 4> reported;
  for (const std::string &triple : hostTriples) {
    std::vector<Layout> hostLayouts =
        layoutsFor(device, triple, types.definitions());
    if (hostLayouts.size() != types.records().size())
      continue; // an unknown triple is an error where it matters
    for (size_t i = 0; i < hostLayouts.size(); ++i) {
      const RecordDecl &record = *types.records()[i];
      if (layoutOf(device, record) == hostLayouts[i] ||
          !reported.insert(&record).second)
        continue;
      if (auto builder = warn(device.getDiagnostics(), record.getLocation(),
                              Warning::TypeLayout, options))
        *builder << device.getCanonicalTagType(&record) << triple;
    }
  }
}

bool checkLayouts(const ASTContext &device, const HostTypes &types,
                  const std::vector<std::string> &hostTriples) {
  if (types.records().empty())
    return true;
  bool isSame = true;
  for (const std::string &triple : hostTriples)
    isSame &= Comparison(device, types, triple).run();
  return isSame;
}

} // namespace dpa::frontend
