// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads DT_NEEDED of an ELF file: see sanitizer-runtime.h. The file's numbers
// are only used as positions to read from, so that what lies outside of the
// file reads as nothing.
#include "tools/dpa-run/sanitizer-runtime.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <optional>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace dpa {
namespace {

class File {
public:
  explicit File(const std::string &path)
      : descriptor_(open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~File() {
    if (descriptor_ >= 0)
      close(descriptor_);
  }
  File(const File &) = delete;
  File &operator=(const File &) = delete;

  /// Bytes there are at `offset`, up to `size`.
  size_t read(uint64_t offset, void *to, size_t size) const {
    ssize_t length = pread(descriptor_, to, size, static_cast<off_t>(offset));
    return length > 0 ? static_cast<size_t>(length) : 0;
  }

  /// All records that the file has of the `count` ones at `offset`.
  template <typename Record>
  std::vector<Record> records(uint64_t offset, uint64_t count) const {
    std::vector<Record> all;
    Record record;
    while (all.size() < count && read(offset + all.size() * sizeof record,
                                      &record, sizeof record) == sizeof record)
      all.push_back(record);
    return all;
  }

private:
  const int descriptor_;
};

bool isElf64(const Elf64_Ehdr &header) {
  return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
         header.e_ident[EI_CLASS] == ELFCLASS64 &&
         header.e_ident[EI_DATA] == ELFDATA2LSB &&
         header.e_phentsize == sizeof(Elf64_Phdr);
}

/// Where in the file the byte at `address` lies.
std::optional<uint64_t> offsetOf(uint64_t address,
                                 const std::vector<Elf64_Phdr> &segments) {
  for (const Elf64_Phdr &segment : segments)
    if (segment.p_type == PT_LOAD && address >= segment.p_vaddr &&
        address - segment.p_vaddr < segment.p_filesz)
      return segment.p_offset + (address - segment.p_vaddr);
  return std::nullopt;
}

/// The dynamic section up to its end mark.
std::vector<Elf64_Dyn> dynamicOf(const File &file,
                                 const std::vector<Elf64_Phdr> &segments) {
  // Real ones have dozens of entries; a damaged file may claim any number.
  constexpr uint64_t entriesMax = 4096;
  for (const Elf64_Phdr &segment : segments)
    if (segment.p_type == PT_DYNAMIC)
      return file.records<Elf64_Dyn>(
          segment.p_offset,
          std::min<uint64_t>(segment.p_filesz / sizeof(Elf64_Dyn), entriesMax));
  return {};
}

std::string textAt(const File &file, uint64_t offset) {
  char text[256];
  size_t length = file.read(offset, text, sizeof text);
  size_t end = strnlen(text, length);
  return end < length ? std::string(text, end) : "";
}

std::vector<std::string> neededLibraries(const File &file) {
  Elf64_Ehdr header;
  if (file.read(0, &header, sizeof header) != sizeof header || !isElf64(header))
    return {};
  auto segments = file.records<Elf64_Phdr>(header.e_phoff, header.e_phnum);
  std::vector<Elf64_Dyn> dynamic = dynamicOf(file, segments);
  std::optional<uint64_t> strings;
  for (const Elf64_Dyn &entry : dynamic)
    if (entry.d_tag == DT_STRTAB)
      strings = offsetOf(entry.d_un.d_ptr, segments);
  std::vector<std::string> names;
  for (const Elf64_Dyn &entry : dynamic) {
    if (entry.d_tag == DT_NULL)
      break;
    if (entry.d_tag == DT_NEEDED && strings)
      names.push_back(textAt(file, *strings + entry.d_un.d_val));
  }
  return names;
}

bool isSanitizerRuntime(std::string_view library) {
  return library.starts_with("libasan.so.") ||
         (library.starts_with("libclang_rt.asan") && library.ends_with(".so"));
}

/// The file that execvp would start; the name itself if there is none.
std::string findProgram(const std::string &program) {
  const char *path = std::getenv("PATH");
  if (program.find('/') != std::string::npos || !path)
    return program;
  for (std::string_view rest = path;;) {
    std::string_view folder = rest.substr(0, rest.find(':'));
    std::string file = (folder.empty() ? "." : std::string(folder));
    file += "/" + program;
    if (access(file.c_str(), X_OK) == 0)
      return file;
    if (folder.size() == rest.size())
      return program;
    rest.remove_prefix(folder.size() + 1);
  }
}

} // namespace

std::string sanitizerRuntimeOf(const std::string &program) {
  std::vector<std::string> needed = neededLibraries(File(findProgram(program)));
  auto found = std::find_if(needed.begin(), needed.end(), isSanitizerRuntime);
  // LD_PRELOAD cannot hold every name.
  if (found == needed.end() || found->find_first_of(" :") != std::string::npos)
    return "";
  return *found;
}

} // namespace dpa
