// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's reader of DWARF. See source-lines.h.
#include "driver/source-lines.h"

#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"

namespace dpa::driver {

struct SourceLines::Context {
  std::unique_ptr<llvm::object::ObjectFile> object;
  std::unique_ptr<llvm::DWARFContext> dwarf;
  bool isRelocatable = false;
};

SourceLines::SourceLines(image::ByteView bytes) : bytes(bytes) {}

SourceLines::~SourceLines() = default;

std::string SourceLines::at(uint64_t address, uint32_t section) {
  if (!isOpen) {
    isOpen = true;
    llvm::StringRef text(reinterpret_cast<const char *>(bytes.data()),
                         bytes.size());
    auto object = llvm::object::ObjectFile::createObjectFile(
        llvm::MemoryBufferRef(text, ""));
    if (!object) {
      llvm::consumeError(object.takeError());
      return "";
    }
    // Damaged debug information only costs the line.
    auto ignore = [](llvm::Error error) {
      llvm::consumeError(std::move(error));
    };
    context = std::make_unique<Context>();
    context->object = std::move(*object);
    context->isRelocatable = context->object->isRelocatableObject();
    context->dwarf = llvm::DWARFContext::create(
        *context->object, llvm::DWARFContext::ProcessDebugRelocations::Process,
        nullptr, "", ignore, ignore);
  }
  if (!context)
    return "";
  llvm::DILineInfoSpecifier specifier(
      llvm::DILineInfoSpecifier::FileLineInfoKind::RawValue);
  uint64_t index = context->isRelocatable
                       ? section
                       : llvm::object::SectionedAddress::UndefSection;
  std::optional<llvm::DILineInfo> line =
      context->dwarf->getLineInfoForAddress({address, index}, specifier);
  if (!line || line->Line == 0 || line->FileName == llvm::DILineInfo::BadString)
    return "";
  return line->FileName + ":" + std::to_string(line->Line);
}

} // namespace dpa::driver
