// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Setting and checking guard words: see buffer-guards.h.
#include "runtime/host/process/buffer-guards.h"

#include "base/bytes.h"
#include "runtime/host/process/host-place.h"
#include "runtime/host/support/log.h"

namespace dpa::host {
namespace {

/// Unlikely as data, as a pointer and as a character.
constexpr uint64_t guardWord = 0xa5c3'96e1'5ac3'691e;
static_assert(sizeof guardWord == Heap::guardSize);

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
             hex(buffer.address).c_str(), placeOfCaller(buffer.caller).c_str());
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
