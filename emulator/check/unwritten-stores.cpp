// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lines of stores, and the search in a range of them.
#include "emulator/check/unwritten-stores.h"

#include "emulator/check/cells.h"

#include <algorithm>

namespace dpa {
namespace {

constexpr uint64_t wordBytes = 0xf; ///< of a word in a mask of bytes

uint64_t hostAddress(const std::byte *memory) {
  return reinterpret_cast<uint64_t>(memory);
}

} // namespace

bool UnwrittenStores::hasStoreOf(const Line &line, uint32_t eu) {
  for (size_t i = 0; i < words; ++i)
    if ((line.dirty >> wordSize * i & wordBytes) != 0 &&
        line.stores[i].by.eu == eu)
      return true;
  return false;
}

void UnwrittenStores::stored(const cpu::ObservedAccess &access, Space space,
                             std::optional<uint64_t> value) {
  const CheckedAccess by = checkedAccess(access);
  const uint64_t place = hostAddress(access.cell);
  const uint64_t offset = place % lineSize;
  const uint64_t number = place / lineSize;
  Unit &unit = units_[by.eu];
  Line &line = lines_[number];
  if (!hasStoreOf(line, by.eu)) {
    unit.lines.push_back(number);
    line.address = access.address - offset;
  }
  const uint64_t bytes = ((uint64_t(1) << access.bytes) - 1) << offset;
  line.dirty |= bytes;
  line.known &= ~bytes;
  if (value) {
    line.known |= bytes;
    for (unsigned i = 0; i < access.bytes; ++i)
      line.data[offset + i] = static_cast<std::byte>(*value >> 8 * i);
  }
  for (uint64_t i = offset; i < offset + access.bytes; i += wordSize)
    line.stores[i / wordSize] = {by, space, unit.fences[indexOf(space)]};
  if (unit.lines.size() > linesMax) {
    const uint64_t oldest = unit.lines.front();
    unit.lines.pop_front();
    writeBack(by.eu, oldest);
  }
}

void UnwrittenStores::orderAll(uint32_t eu) {
  order(eu, Space::Heap);
  order(eu, Space::Other);
}

void UnwrittenStores::writeBack(uint32_t eu) {
  for (const uint64_t number : units_[eu].lines)
    writeBack(eu, number);
  units_[eu].lines.clear();
}

void UnwrittenStores::writeBack(uint32_t eu, uint64_t number) {
  const auto found = lines_.find(number);
  if (found == lines_.end())
    return;
  Line &line = found->second;
  for (size_t i = 0; i < words; ++i)
    if (line.stores[i].by.eu == eu)
      line.dirty &= ~(wordBytes << wordSize * i);
  if (line.dirty == 0)
    lines_.erase(found);
}

void UnwrittenStores::overwrite(const std::byte *memory, size_t size) {
  if (lines_.empty())
    return;
  const uint64_t begin = hostAddress(memory);
  for (uint64_t at = begin; at < begin + size;) {
    const uint64_t offset = at % lineSize;
    const uint64_t bytes = std::min(lineSize - offset, begin + size - at);
    const uint64_t mask = bytes == lineSize
                              ? ~uint64_t(0)
                              : ((uint64_t(1) << bytes) - 1) << offset;
    const auto found = lines_.find(at / lineSize);
    if (found != lines_.end()) {
      found->second.dirty &= ~mask;
      if (found->second.dirty == 0)
        lines_.erase(found);
    }
    at += bytes;
  }
}

/// The first byte for which `counts(line, offset, byte)`.
template <typename Visit>
std::optional<UnwrittenStores::Found>
UnwrittenStores::search(const std::byte *memory, size_t size,
                        const Visit &counts) const {
  if (lines_.empty())
    return std::nullopt;
  for (const std::byte *at = memory; at < memory + size;) {
    const uint64_t offset = hostAddress(at) % lineSize;
    const size_t bytes =
        std::min<size_t>(lineSize - offset, memory + size - at);
    const auto found = lines_.find(hostAddress(at) / lineSize);
    if (found != lines_.end()) {
      const Line &line = found->second;
      for (size_t i = 0; i < bytes; ++i)
        if ((line.dirty >> (offset + i) & 1) != 0 &&
            counts(line, offset + i, at + i))
          return Found{line.address + offset + i,
                       line.stores[(offset + i) / wordSize].by};
    }
    at += bytes;
  }
  return std::nullopt;
}

std::optional<UnwrittenStores::Found>
UnwrittenStores::find(const std::byte *memory, size_t size,
                      const IsPending &isPending) const {
  return search(memory, size,
                [&](const Line &line, uint64_t offset, const std::byte *byte) {
                  return (line.known >> offset & 1) == 0 ||
                         static_cast<std::byte>(loadCell(byte, 1)) ==
                             line.data[offset] ||
                         isPending(line.stores[offset / wordSize].by.eu,
                                   line.address + offset);
                });
}

std::optional<UnwrittenStores::Found>
UnwrittenStores::findUnordered(const std::byte *memory, size_t size,
                               uint32_t eu) const {
  return search(
      memory, size, [&](const Line &line, uint64_t offset, const std::byte *) {
        const Store &store = line.stores[offset / wordSize];
        return store.by.eu == eu &&
               store.fences == units_[eu].fences[indexOf(store.space)];
      });
}

} // namespace dpa
