// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads an ELF executable of RISC-V (64 bits, little endian, soft float) out of
// untrusted bytes. Gives its entry, segments and sections as views into those
// bytes; every offset and size has been checked against them. The addresses
// of the DPA are checked by image-rules.h.
#ifndef DPA_EMULATOR_LOADER_ELF_FILE_H
#define DPA_EMULATOR_LOADER_ELF_FILE_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dpa {

/// What the program headers say to load: `bytes`, then zeros up to `size`.
struct Segment {
  uint64_t address = 0;
  uint64_t size = 0;
  std::span<const std::byte> bytes;
  bool writable = false;
  bool executable = false;
};

struct ElfFile {
  uint64_t entry = 0;
  std::vector<Segment> segments;
  uint64_t tlsSize = 0;      ///< of one thread's copy
  uint64_t tlsAlignment = 1; ///< a power of two
};

/// `error` says what is wrong with which value, without the file's name.
std::optional<ElfFile> readElf(std::span<const std::byte> bytes,
                               std::string &error);

/// Contents of a section by name; nothing if it is absent or does not lie
/// within the file (sections are not needed for running).
std::optional<std::span<const std::byte>>
findSection(std::span<const std::byte> bytes, std::string_view name);

} // namespace dpa

#endif
