// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files that one compilation gives: its object, and its rule for make. Clang gets memory to
// write them to, because a stream of LLVM's that cannot write its file ends the whole program; they
// become files here, whole or not at all, and what fails is a message that names the file.
#ifndef DPA_DRIVER_COMPILE_COMPILED_FILES_H
#define DPA_DRIVER_COMPILE_COMPILED_FILES_H

#include "driver/compile/message-list.h"

#include "clang/Frontend/CompilerInstance.h"

namespace dpa::driver {

class CompiledFiles {
public:
  /// Before the compilation starts. Has to outlive the instance.
  void attach(clang::CompilerInstance &compiler);

  /// After the compilation succeeded. Without an object (only checked) there is none to write.
  bool write(MessageList &messages) const;

private:
  std::string objectFile_;
  llvm::SmallVector<char, 0> object_;
  std::string ruleFile_; ///< empty: not requested
  std::string rule_;
};

/// Writes one of them; adds an error and returns false if that fails.
bool writeCompiled(const std::string &path, llvm::StringRef bytes,
                   MessageList &messages);

} // namespace dpa::driver

#endif
