// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Listens to the preprocessor. See macro-probe.h.
#include "driver/macro-probe.h"

#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace dpa::driver {

namespace {

class Listener : public PPCallbacks {
public:
  explicit Listener(std::shared_ptr<llvm::StringSet<>> seen)
      : seen(std::move(seen)) {}

  void MacroExpands(const Token &token, const MacroDefinition &, SourceRange,
                    const MacroArgs *) override {
    note(token);
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
  void note(const Token &token) {
    const IdentifierInfo *identifier = token.getIdentifierInfo();
    if (identifier && MacroProbe::watches(identifier->getName()))
      seen->insert(identifier->getName());
  }

  std::shared_ptr<llvm::StringSet<>> seen;
};

} // namespace

bool MacroProbe::watches(llvm::StringRef name) {
  return name.starts_with("__NV_DPA") || name.starts_with("__riscv_");
}

void MacroProbe::attach(Preprocessor &preprocessor) {
  preprocessor.addPPCallbacks(std::make_unique<Listener>(seen));
}

void MacroProbe::finish(const Preprocessor &preprocessor) {
  for (const auto &entry : preprocessor.getIdentifierTable())
    if (watches(entry.getKey()) && !entry.getValue()->hasMacroDefinition())
      undefined.insert(entry.getKey());
}

bool MacroProbe::isTouched(llvm::StringRef name) const {
  return !watches(name) || seen->contains(name) || undefined.contains(name);
}

} // namespace dpa::driver
