// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes a relocatable host object that holds blobs as sections of their own:
// how device images get into host programs without passing the host compiler.
// The same input gives the same bytes.
#ifndef DPA_IMAGE_ELF_WRITER_H
#define DPA_IMAGE_ELF_WRITER_H

#include "base/bytes.h"
#include "base/result.h"

namespace dpa::image {

/// For which machine an object is written.
struct HostTarget {
  uint16_t machine = 0; ///< EM_*
  uint32_t flags =
      0; ///< e_flags: ABI variants must agree for a linker to join objects
};

/// The target of an object that the host compiler made, so that a cross
/// compiler works.
Result<HostTarget> hostTargetOf(ByteView object);

enum class SymbolVisibility { Hidden, Default };

/// One section: allocated, read-only, kept by --gc-sections (SHF_GNU_RETAIN)
/// unless it is excluded, with a global symbol at its start and one at its end
/// (first byte after it).
struct Blob {
  std::string section;
  std::string symbol;    ///< none if empty
  std::string endSymbol; ///< none if empty
  ByteView bytes;
  uint64_t zeros = 0; ///< zero bytes that follow `bytes` in the section
  SymbolVisibility visibility = SymbolVisibility::Hidden;
  uint32_t alignment = 8; ///< a power of two
  /// Not part of linked files (SHF_EXCLUDE), only of relocatable ones; then it
  /// is not allocated.
  bool isExcluded = false;
};

Result<Bytes> writeBlobObject(std::span<const Blob> blobs,
                              const HostTarget &target);

} // namespace dpa::image

#endif
