// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asks the dynamic linker: see host-program.h.
#include "runtime/host/apps/host-program.h"

#include "image/build-id.h"

#include <bit>
#include <climits>
#include <link.h>
#include <unistd.h>

namespace dpa::host {
namespace {

struct Search {
  uint64_t address; ///< of a byte of the file; 0: the program
  HostProgram found;
};

bool holds(const dl_phdr_info &file, uint64_t address) {
  for (unsigned i = 0; i < file.dlpi_phnum; ++i) {
    const ElfW(Phdr) &segment = file.dlpi_phdr[i];
    if (segment.p_type == PT_LOAD &&
        address - (file.dlpi_addr + segment.p_vaddr) < segment.p_memsz)
      return true;
  }
  return false;
}

Bytes buildIdOf(const dl_phdr_info &file) {
  for (unsigned i = 0; i < file.dlpi_phnum; ++i) {
    const ElfW(Phdr) &segment = file.dlpi_phdr[i];
    if (segment.p_type != PT_NOTE)
      continue;
    const auto *notes =
        std::bit_cast<const std::byte *>(file.dlpi_addr + segment.p_vaddr);
    const ByteView id = image::findBuildId({notes, segment.p_filesz});
    if (!id.empty())
      return {id.begin(), id.end()};
  }
  return {};
}

/// The program itself is the first file, and has no name.
int visit(dl_phdr_info *file, size_t /*size*/, void *data) {
  auto &search = *static_cast<Search *>(data);
  if (search.address != 0 && !holds(*file, search.address))
    return 0;
  search.found = {file->dlpi_name, buildIdOf(*file)};
  return 1;
}

std::string pathOfProgram() {
  std::array<char, PATH_MAX> path;
  const ssize_t size = readlink("/proc/self/exe", path.data(), path.size());
  return {path.data(), size > 0 ? static_cast<size_t>(size) : 0};
}

} // namespace

HostProgram hostProgramOf(const void *origin) {
  Search search{reinterpret_cast<uintptr_t>(origin), {}};
  if (dl_iterate_phdr(visit, &search) == 0) {
    search.address = 0;
    dl_iterate_phdr(visit, &search);
  }
  if (search.found.path.empty())
    search.found.path = pathOfProgram();
  return std::move(search.found);
}

} // namespace dpa::host
