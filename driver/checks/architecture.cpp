// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads build attributes with LLVM's parser. See architecture.h.
#include "driver/checks/architecture.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/RISCVAttributeParser.h"

namespace dpa::driver {

namespace {

void readAttributes(ByteView section, Architecture &architecture) {
  llvm::RISCVAttributeParser parser;
  llvm::ArrayRef<uint8_t> bytes(
      reinterpret_cast<const uint8_t *>(section.data()), section.size());
  if (llvm::Error error = parser.parse(bytes, llvm::endianness::little)) {
    llvm::consumeError(std::move(error));
    return;
  }
  if (auto name = parser.getAttributeString(llvm::RISCVAttrs::ARCH))
    architecture.name = name->str();
  architecture.hasUnalignedAccess =
      parser.getAttributeValue(llvm::RISCVAttrs::UNALIGNED_ACCESS)
          .value_or(llvm::RISCVAttrs::NOT_ALLOWED) == llvm::RISCVAttrs::ALLOWED;
}

} // namespace

Architecture readArchitecture(const image::ElfFile &file) {
  Architecture architecture;
  architecture.hasFloatArguments =
      (file.flags & llvm::ELF::EF_RISCV_FLOAT_ABI) != 0;
  architecture.hasEmbeddedBase = (file.flags & llvm::ELF::EF_RISCV_RVE) != 0;
  for (const image::ElfSection &section : file.sections)
    if (section.type == llvm::ELF::SHT_RISCV_ATTRIBUTES &&
        section.name == ".riscv.attributes")
      readAttributes(section.bytes, architecture);
  return architecture;
}

} // namespace dpa::driver
