// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A plugin of Clang with an attribute that takes long to make.
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Sema/ParsedAttr.h"

#include <chrono>
#include <thread>

namespace {

struct SlowAttribute : clang::ParsedAttrInfo {
  SlowAttribute() {
    static constexpr Spelling spelling[] = {
        {clang::ParsedAttr::AS_GNU, "slow"}};
    Spellings = spelling;
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
  }

  AttrHandling handleDeclAttribute(clang::Sema &, clang::Decl *,
                                   const clang::ParsedAttr &) const override {
    return AttributeApplied;
  }
};

const clang::ParsedAttrInfoRegistry::Add<SlowAttribute> slow("slow", "");

} // namespace
