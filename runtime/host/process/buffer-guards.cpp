// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Setting and checking guard words, and where a buffer was allocated: see
// buffer-guards.h.
#include "runtime/host/process/buffer-guards.h"

#include "base/bytes.h"
#include "image/file.h"
#include "image/line-table.h"
#include "runtime/host/support/log.h"

#include <dlfcn.h>
#include <link.h>

namespace dpa::host {
namespace {

/// Unlikely as data, as a pointer and as a character.
constexpr uint64_t guardWord = 0xa5c3'96e1'5ac3'691e;
static_assert(sizeof guardWord == Heap::guardSize);

std::string fileName(const std::string &path) {
  return path.substr(path.rfind('/') + 1);
}

/// "host.c:12", or "program+0x34" for addr2line.
std::string placeOf(const void *returnAddress) {
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

void check(const char *call, FlexioProcess &process, const HeapBuffer &buffer) {
  uint64_t word = guardWord;
  if (buffer.hasGuard)
    process.deviceProcess().readGuard(buffer.address + buffer.size, word);
  if (word != guardWord)
    logError(call,
             "process %s: the memory behind buffer %llu, %llu bytes at device "
             "address %s, was overwritten (allocated at %s)",
             process.title().c_str(),
             static_cast<unsigned long long>(buffer.number),
             static_cast<unsigned long long>(buffer.size),
             hex(buffer.address).c_str(), placeOf(buffer.caller).c_str());
}

} // namespace

std::optional<uint64_t> allocateGuarded(FlexioProcess &process, size_t size,
                                        const void *caller) {
  std::optional<uint64_t> address =
      process.heap().allocate(size, HeapOwner::Program, caller);
  const std::optional<HeapBuffer> buffer =
      address ? process.heap().buffer(*address) : std::nullopt;
  if (buffer && buffer->hasGuard)
    process.deviceProcess().writeGuard(*address + size, guardWord);
  return address;
}

void checkGuard(const char *call, FlexioProcess &process, uint64_t address) {
  if (const std::optional<HeapBuffer> buffer = process.heap().buffer(address))
    check(call, process, *buffer);
}

void checkGuards(const char *call, FlexioProcess &process) {
  for (const HeapBuffer &buffer : process.heap().buffers())
    check(call, process, buffer);
}

} // namespace dpa::host
