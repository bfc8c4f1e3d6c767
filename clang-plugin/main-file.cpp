// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The main file becomes a buffer with two faces. With the tail it is shown twice: when its range of
// source locations is reserved, and when its lexer is made, which from then on reads the memory
// with the tail. In the memory without it, the newline that begins the tail is a terminator and the
// rest is equal, so that tokens of the tail are spelled right from both.
#include "clang-plugin/main-file.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace clang;

namespace dpa::frontend {

class MainFileBuffer : public llvm::MemoryBuffer {
public:
  MainFileBuffer(llvm::MemoryBufferRef original, llvm::StringRef tail)
      : name_(original.getBufferIdentifier()), size_(original.getBufferSize()),
        withTail_((original.getBuffer() + tail).str()),
        withoutTail_(withTail_) {
    withoutTail_[size_] = '\0';
    show(/*isTailShown=*/true);
  }

  void show(bool isTailShown) {
    const std::string &memory = isTailShown ? withTail_ : withoutTail_;
    init(memory.data(), memory.data() + (isTailShown ? memory.size() : size_),
         /*RequiresNullTerminator=*/true);
  }

  /// Without the newline at the end.
  size_t endOfLastLine() const {
    llvm::StringRef text = llvm::StringRef(withTail_).substr(0, size_);
    if (text.consume_back("\n"))
      text.consume_back("\r");
    return text.size();
  }

  size_t originalSize() const { return size_; }
  llvm::StringRef getBufferIdentifier() const override { return name_; }
  BufferKind getBufferKind() const override { return MemoryBuffer_Malloc; }

private:
  std::string name_;
  size_t size_;
  std::string withTail_;
  std::string withoutTail_;
};

MainFile::MainFile(CompilerInstance &compiler, const char *tail)
    : compiler_(compiler) {
  SourceManager &sources = compiler.getSourceManager();
  FileID original = sources.getMainFileID();
  auto owned =
      std::make_unique<MainFileBuffer>(sources.getBufferOrFake(original), tail);
  buffer_ = owned.get();
  SrcMgr::CharacteristicKind kind =
      sources.getFileCharacteristic(sources.getLocForStartOfFile(original));
  if (OptionalFileEntryRef entry = sources.getFileEntryRefForID(original)) {
    sources.overrideFileContents(*entry, std::move(owned));
    file_ = sources.createFileID(*entry, SourceLocation(), kind);
  } else { // standard input
    file_ = sources.createFileID(std::move(owned), kind);
  }
  sources.setMainFileID(file_);
  hideTail();
}

void MainFile::showTail() {
  buffer_->show(true);
}

void MainFile::hideTail() {
  buffer_->show(false);
}

SourceLocation MainFile::begin() const {
  return compiler_.getSourceManager().getLocForStartOfFile(file_);
}

SourceLocation MainFile::end() const {
  return compiler_.getSourceManager().getComposedLoc(file_,
                                                     buffer_->endOfLastLine());
}

bool MainFile::isInTail(SourceLocation location) const {
  if (location.isInvalid())
    return false;
  FileIDAndOffset place =
      compiler_.getSourceManager().getDecomposedLoc(location);
  return place.first == file_ && place.second >= buffer_->originalSize();
}

bool MainFile::isBeforeTail(SourceLocation location) const {
  FileIDAndOffset place =
      compiler_.getSourceManager().getDecomposedExpansionLoc(location);
  return place.first == file_ && place.second < buffer_->originalSize();
}

} // namespace dpa::frontend
