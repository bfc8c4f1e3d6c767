// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The main file becomes a buffer with two faces. With the tail it is shown twice: when its range of source locations is
// reserved, and when its lexer is made, which from then on reads the memory with the tail. In the memory without it, the
// newline that begins the tail is a terminator and the rest is equal, so that tokens of the tail are spelled right from
// both.
#include "clang-plugin/main-file.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace clang;

namespace dpa::frontend {

class MainFileBuffer : public llvm::MemoryBuffer {
public:
  MainFileBuffer(llvm::MemoryBufferRef original, llvm::StringRef tail)
      : name(original.getBufferIdentifier()), size(original.getBufferSize()),
        withTail((original.getBuffer() + tail).str()), withoutTail(withTail) {
    withoutTail[size] = '\0';
    show(/*isTailShown=*/true);
  }

  void show(bool isTailShown) {
    const std::string &memory = isTailShown ? withTail : withoutTail;
    init(memory.data(), memory.data() + (isTailShown ? memory.size() : size),
         /*RequiresNullTerminator=*/true);
  }

  /// Without the newline at the end.
  size_t endOfLastLine() const {
    llvm::StringRef text = llvm::StringRef(withTail).substr(0, size);
    if (text.consume_back("\n"))
      text.consume_back("\r");
    return text.size();
  }

  size_t originalSize() const { return size; }
  llvm::StringRef getBufferIdentifier() const override { return name; }
  BufferKind getBufferKind() const override { return MemoryBuffer_Malloc; }

private:
  std::string name;
  size_t size;
  std::string withTail;
  std::string withoutTail;
};

MainFile::MainFile(CompilerInstance &compiler, const char *tail)
    : compiler(compiler) {
  SourceManager &sources = compiler.getSourceManager();
  FileID original = sources.getMainFileID();
  auto owned =
      std::make_unique<MainFileBuffer>(sources.getBufferOrFake(original), tail);
  buffer = owned.get();
  SrcMgr::CharacteristicKind kind =
      sources.getFileCharacteristic(sources.getLocForStartOfFile(original));
  if (OptionalFileEntryRef entry = sources.getFileEntryRefForID(original)) {
    sources.overrideFileContents(*entry, std::move(owned));
    file = sources.createFileID(*entry, SourceLocation(), kind);
  } else { // standard input
    file = sources.createFileID(std::move(owned), kind);
  }
  sources.setMainFileID(file);
  hideTail();
}

void MainFile::showTail() {
  buffer->show(true);
}

void MainFile::hideTail() {
  buffer->show(false);
}

SourceLocation MainFile::begin() const {
  return compiler.getSourceManager().getLocForStartOfFile(file);
}

SourceLocation MainFile::end() const {
  return compiler.getSourceManager().getComposedLoc(file,
                                                    buffer->endOfLastLine());
}

bool MainFile::isInTail(SourceLocation location) const {
  if (location.isInvalid())
    return false;
  FileIDAndOffset place =
      compiler.getSourceManager().getDecomposedLoc(location);
  return place.first == file && place.second >= buffer->originalSize();
}

bool MainFile::isBeforeTail(SourceLocation location) const {
  FileIDAndOffset place =
      compiler.getSourceManager().getDecomposedExpansionLoc(location);
  return place.first == file && place.second < buffer->originalSize();
}

} // namespace dpa::frontend
