// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes clang read a few generated lines after the last line of the main file. The file on disk is
// not changed. Only the lexer of the main file sees the lines: an #include of the file by itself,
// diagnostics and the checksum in debug information use the original content.
#ifndef DPA_CLANG_PLUGIN_MAIN_FILE_H
#define DPA_CLANG_PLUGIN_MAIN_FILE_H

#include "clang/Basic/SourceLocation.h"

namespace clang {
class CompilerInstance;
}

namespace dpa::frontend {

class MainFileBuffer;

class MainFile {
public:
  /// Before the main file is entered: makes a main file that continues with `tail`, which has to
  /// begin with a newline.
  MainFile(clang::CompilerInstance &compiler, const char *tail);

  /// Just before and just after clang enters the main file.
  void showTail();
  void hideTail();

  /// Whether the place is in the tail, or in the user's part.
  bool isInTail(clang::SourceLocation location) const;
  bool isBeforeTail(clang::SourceLocation location) const;

  clang::SourceLocation begin() const;

  /// The end of the last line of the user's part, where clang itself reports what is missing at the
  /// end of a file.
  clang::SourceLocation end() const;

  clang::FileID id() const { return file_; }

private:
  clang::CompilerInstance &compiler_;
  clang::FileID file_;
  MainFileBuffer *buffer_; ///< clang's source manager owns it
};

} // namespace dpa::frontend

#endif
