// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's reader of DWARF. See source-lines.h.
#include "driver/checks/source-lines.h"

#include "clang-plugin/guarded-call.h"

#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"

namespace dpa::driver {

struct SourceLines::Context {
  explicit Context(ByteView bytes);
  std::string find(uint64_t address, uint32_t section);

  std::unique_ptr<llvm::object::ObjectFile> object;
  std::unique_ptr<llvm::DWARFContext> dwarf; ///< null without an object
};

SourceLines::SourceLines(ByteView bytes) : bytes_(bytes) {}

SourceLines::~SourceLines() = default;

SourceLines::Context::Context(ByteView bytes) {
  auto opened = llvm::object::ObjectFile::createObjectFile(
      llvm::MemoryBufferRef(textOf(bytes), ""));
  if (!opened) {
    llvm::consumeError(opened.takeError());
    return;
  }
  // Damaged debug information only costs the line.
  auto ignore = [](llvm::Error error) { llvm::consumeError(std::move(error)); };
  object = std::move(*opened);
  dwarf = llvm::DWARFContext::create(
      *object, llvm::DWARFContext::ProcessDebugRelocations::Process, nullptr,
      "", ignore, ignore);
}

std::string SourceLines::Context::find(uint64_t address, uint32_t section) {
  if (!dwarf)
    return "";
  llvm::DILineInfoSpecifier specifier(
      llvm::DILineInfoSpecifier::FileLineInfoKind::RawValue);
  uint64_t index = object->isRelocatableObject()
                       ? section
                       : llvm::object::SectionedAddress::UndefSection;
  std::optional<llvm::DILineInfo> line =
      dwarf->getLineInfoForAddress({address, index}, specifier);
  if (!line || line->Line == 0 || line->FileName == llvm::DILineInfo::BadString)
    return "";
  return line->FileName + ":" + std::to_string(line->Line);
}

std::string SourceLines::at(uint64_t address, uint32_t section) {
  std::string line;
  bool isRead = frontend::runGuarded([&] {
    if (!isOpen_)
      context_ = std::make_unique<Context>(bytes_);
    isOpen_ = true;
    if (context_)
      line = context_->find(address, section);
  });
  if (isRead)
    return line;
  // Leaked: its state after the crash is unknown.
  [[maybe_unused]] Context *lost = context_.release();
  isOpen_ = true;
  return "";
}

} // namespace dpa::driver
