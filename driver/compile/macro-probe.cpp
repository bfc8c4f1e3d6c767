// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Listens to the preprocessor. See macro-probe.h.
#include "driver/compile/macro-probe.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

#include <cstring>

using namespace clang;

namespace dpa::driver {

namespace {

constexpr llvm::StringRef hasBuiltin = "__has_builtin";

class MacroListener : public PPCallbacks {
public:
  MacroListener(const SourceManager &sources,
                std::shared_ptr<llvm::StringSet<>> seen)
      : sources_(sources), seen_(std::move(seen)) {}

  void MacroExpands(const Token &token, const MacroDefinition &, SourceRange,
                    const MacroArgs *) override {
    note(token);
    const IdentifierInfo *identifier = token.getIdentifierInfo();
    if (identifier && identifier->getName() == hasBuiltin &&
        !asksGenericBuiltin(token.getLocation()))
      seen_->insert(hasBuiltin);
  }
  void Defined(const Token &token, const MacroDefinition &,
               SourceRange) override {
    note(token);
  }
  void Ifdef(SourceLocation, const Token &token,
             const MacroDefinition &) override {
    note(token);
  }
  void Ifndef(SourceLocation, const Token &token,
              const MacroDefinition &) override {
    note(token);
  }
  void Elifdef(SourceLocation, const Token &token,
               const MacroDefinition &) override {
    note(token);
  }
  void Elifndef(SourceLocation, const Token &token,
                const MacroDefinition &) override {
    note(token);
  }

private:
  /// Whether the text there is "__has_builtin(__builtin_...)" for a builtin that every target
  /// answers alike. False if the name is expanded from a macro.
  bool asksGenericBuiltin(SourceLocation location) const {
    constexpr size_t enough = 80;
    const char *source =
        sources_.getCharacterData(sources_.getSpellingLoc(location));
    llvm::StringRef text(source, strnlen(source, enough));
    return text.consume_front(hasBuiltin) &&
           (text = text.ltrim(" \t")).consume_front("(") &&
           (text = text.ltrim(" \t")).starts_with("__builtin_") &&
           !text.starts_with("__builtin_riscv_");
  }

  void note(const Token &token) {
    const IdentifierInfo *identifier = token.getIdentifierInfo();
    if (identifier && MacroProbe::watches(identifier->getName()))
      seen_->insert(identifier->getName());
  }

  const SourceManager &sources_;
  std::shared_ptr<llvm::StringSet<>> seen_;
};

} // namespace

bool MacroProbe::watches(llvm::StringRef name) {
  return name.starts_with("__NV_DPA") || name.starts_with("__riscv_");
}

void MacroProbe::attach(Preprocessor &preprocessor) {
  preprocessor.addPPCallbacks(
      std::make_unique<MacroListener>(preprocessor.getSourceManager(), seen_));
}

void MacroProbe::finish(const Preprocessor &preprocessor) {
  for (const auto &entry : preprocessor.getIdentifierTable())
    if (watches(entry.getKey()) && !entry.getValue()->hasMacroDefinition())
      undefined_.insert(entry.getKey());
}

bool MacroProbe::asksForBuiltins() const {
  return seen_->contains(hasBuiltin);
}

bool MacroProbe::isTouched(llvm::StringRef name) const {
  return !watches(name) || seen_->contains(name) || undefined_.contains(name);
}

} // namespace dpa::driver
