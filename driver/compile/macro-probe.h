// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which of the macros that can differ between hardware models (__NV_DPA, __riscv_...) a unit looks
// at: if none does, one parse is right for all models. What is skipped, a comment or an unused
// macro body does not count.
#ifndef DPA_DRIVER_COMPILE_MACRO_PROBE_H
#define DPA_DRIVER_COMPILE_MACRO_PROBE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

#include <memory>

namespace clang {
class Preprocessor;
}

namespace dpa::driver {

class MacroProbe {
public:
  /// Whether the probe watches a macro of this name.
  static bool watches(llvm::StringRef name);

  /// To be called before the main file is entered. The preprocessor shares the state.
  void attach(clang::Preprocessor &preprocessor);

  /// To be called at the end of the unit.
  void finish(const clang::Preprocessor &preprocessor);

  /// Whether the unit's tokens can depend on this macro. Of a finished probe.
  bool isTouched(llvm::StringRef name) const;

  /// Whether the unit asks for builtins that a model may have or not. Of a finished probe.
  bool asksForBuiltins() const;

private:
  /// By callbacks: macros that are expanded or tested.
  std::shared_ptr<llvm::StringSet<>> seen_ =
      std::make_shared<llvm::StringSet<>>();
  /// By the identifier table: names that are not macros here. "#if NAME" with such a name causes no
  /// callback.
  llvm::StringSet<> undefined_;
};

} // namespace dpa::driver

#endif
