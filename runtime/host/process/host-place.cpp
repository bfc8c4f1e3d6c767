// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lines of the host program: see host-place.h.
#include "runtime/host/process/host-place.h"

#include "base/bytes.h"
#include "image/file.h"
#include "image/line-table.h"

#include <bit>
#include <dlfcn.h>
#include <link.h>

namespace dpa::host {
namespace {

std::string fileName(const std::string &path) {
  return path.substr(path.rfind('/') + 1);
}

} // namespace

std::string placeOfCaller(const void *returnAddress) {
  const auto *call = static_cast<const char *>(returnAddress) - 1;
  Dl_info module{};
  if (!returnAddress || dladdr(call, &module) == 0 || !module.dli_fname)
    return hex(std::bit_cast<uintptr_t>(returnAddress));
  const auto *header = static_cast<const ElfW(Ehdr) *>(module.dli_fbase);
  uint64_t address = std::bit_cast<uintptr_t>(call);
  if (header->e_type != ET_EXEC)
    address -= std::bit_cast<uintptr_t>(module.dli_fbase);
  if (const Result<Bytes> file = image::readFile(module.dli_fname))
    if (const auto line = image::findLine(*file, address))
      return fileName(line->file) + ":" + std::to_string(line->line);
  return fileName(module.dli_fname) + "+" + hex(address);
}

} // namespace dpa::host
