// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device programs of a host file, as signing sees them: each image of each
// app, with its place for a signature.
#ifndef DPA_TOOLS_DPA_SIGN_HOST_PROGRAMS_H
#define DPA_TOOLS_DPA_SIGN_HOST_PROGRAMS_H

#include "base/bytes.h"
#include "base/result.h"

namespace dpa::sign {

struct Program {
  size_t number = 0; ///< from 1, in the order of the file
  std::string app;
  uint32_t model = 0;
  uint64_t offset = 0; ///< of the device ELF in the host file
  ByteView elf;
  /// Offset of the slot's u64 length in the host file; nothing: no slot.
  std::optional<uint64_t> slot;
  uint64_t capacity = 0; ///< bytes after the length
  ByteView cryptoData;   ///< empty: unsigned
  std::optional<ByteView> attributes;

  /// "app 'x' for nv-dpa-bf3".
  std::string title() const;
  /// "1-x-nv-dpa-bf3", for names of files; characters not allowed in C identifiers become "_".
  std::string fileName() const;
};

struct HostFile {
  Bytes content;
  std::vector<Program> programs; ///< at least one; they refer to `content`
};

/// Errors: a damaged file, no device program in it.
Result<HostFile> readHostFile(const std::string &path);

/// Error: the program has no slot, or it loads shared libraries, which a signature
/// does not cover.
Result<void> checkCanBeSigned(const Program &program);

/// Puts crypto data into the slot. Error: it is too small.
Result<void> fillSlot(const Program &program, ByteView cryptoData, Bytes &file);

} // namespace dpa::sign

#endif
