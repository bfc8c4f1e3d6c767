// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sections "Cryptographic Data Section DPA App X" of host files: the crypto data
// of device programs, for tools that read signatures from there. They are not
// loaded; programs find their signatures in .dpa_sig_<app>.
#ifndef DPA_IMAGE_CRYPTO_SECTION_H
#define DPA_IMAGE_CRYPTO_SECTION_H

#include "base/bytes.h"
#include "base/result.h"

namespace dpa::image {

/// Its type. GNU binutils reject it in x86-64 files (strip, objcopy, ld).
inline constexpr uint32_t cryptoSectionType = 0x70000666;

/// The name of the section of program `number`, from 1.
std::string cryptoSectionName(size_t number);

/// Whether a host file is a program: an executable, position-independent or not.
bool isExecutable(ByteView elf);

/// The file with a section for each of `contents`, the first for program 1; those
/// that it has already are replaced. The other bytes keep their places. Errors:
/// not an ELF file, damaged section headers, too many sections.
Result<Bytes> addCryptoSections(ByteView elf, std::span<const Bytes> contents);

} // namespace dpa::image

#endif
