// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known about an image: from the device ELF, and from the sections of
// its host file. Views lie inside the host file. A damaged part is replaced
// by an error; the rest is still read.
#ifndef DPA_DPACC_EXTRACT_FACTS_H
#define DPA_DPACC_EXTRACT_FACTS_H

#include "dpacc-extract/selection.h"
#include "image/elf-file.h"
#include "image/process-attributes.h"
#include "image/signature-space.h"

namespace dpa::extract {

struct EntryPoint {
  std::string function;
  std::string stem; ///< of its source; empty if it is unknown
};

/// From the device ELF.
struct ElfFacts {
  uint64_t entry = 0;
  std::vector<uint64_t> devVersions;
  std::optional<uint64_t> osVersion;
  std::vector<EntryPoint> entryPoints;   ///< by name
  std::vector<image::ElfSymbol> symbols; ///< functions and objects, by address
};

struct Attributes {
  /// Nothing if the blob is of another kind.
  std::optional<std::vector<image::ProcessAttribute>> known;
  uint64_t size = 0; ///< of the blob
};

struct Facts {
  uint32_t model = 0;
  Result<ElfFacts> elf;
  /// Nothing inside if there is no room for a signature, or no attributes.
  Result<std::optional<image::SignatureSlot>> signature;
  Result<std::optional<Attributes>> attributes;
};

Facts factsOf(ByteView file, const Choice &choice);

/// Facts about a device executable.
Result<ElfFacts> elfFacts(ByteView image);

/// The signature slot that belongs to an image, its offset from the start of
/// the file.
Result<std::optional<image::SignatureSlot>> signatureOf(ByteView file,
                                                        const Choice &choice);

} // namespace dpa::extract

#endif
