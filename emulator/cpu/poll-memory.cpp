// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparing cells, and bytes within granules.
#include "emulator/cpu/poll-memory.h"

#include "emulator/cpu/guest-memory.h"

#include <algorithm>
#include <climits>

namespace dpa::cpu {

void PolledCells::add(const std::byte *host, unsigned bytes, uint64_t value) {
  for (unsigned i = 0; i < Count; ++i)
    if (Cells[i].host == host && Cells[i].bytes == bytes &&
        Cells[i].value == value)
      return;
  if (Count == Cells.size())
    IsFull = true;
  else
    Cells[Count++] = {host, value, bytes};
}

bool PolledCells::areUnchanged() const {
  return std::all_of(Cells.begin(), Cells.begin() + Count, [](const Cell &c) {
    switch (c.bytes) {
    case sizeof(uint8_t):
      return loadRelaxed<uint8_t>(c.host) == c.value;
    case sizeof(uint16_t):
      return loadRelaxed<uint16_t>(c.host) == c.value;
    case sizeof(uint32_t):
      return loadRelaxed<uint32_t>(c.host) == c.value;
    default:
      return loadRelaxed<uint64_t>(c.host) == c.value;
    }
  });
}

Scratch::Granule *Scratch::find(uint64_t address) {
  for (unsigned i = 0; i < Count; ++i)
    if (Granules[i].address == address / GranuleBytes)
      return &Granules[i];
  return nullptr;
}

Scratch::Granule *Scratch::add(uint64_t address, const std::byte *host,
                               uint64_t value) {
  if (Count == Granules.size())
    return nullptr;
  Granules[Count] = {address / GranuleBytes, value, value, host, value};
  return &Granules[Count++];
}

void Scratch::addTo(PolledCells &cells) const {
  for (unsigned i = 0; i < Count; ++i)
    cells.add(Granules[i].host, GranuleBytes, Granules[i].found);
}

uint64_t Scratch::read(const Granule &granule, uint64_t address) {
  return granule.value >> address % GranuleBytes * CHAR_BIT;
}

void Scratch::write(Granule &granule, uint64_t address, uint64_t value,
                    unsigned bytes) {
  const uint64_t ones = ~uint64_t(0) >> (GranuleBytes - bytes) * CHAR_BIT;
  const uint64_t shift = address % GranuleBytes * CHAR_BIT;
  granule.value = (granule.value & ~(ones << shift)) | value << shift;
}

bool Scratch::isUnchanged() {
  bool unchanged = true;
  for (unsigned i = 0; i < Count; ++i) {
    unchanged = unchanged && Granules[i].value == Granules[i].before;
    Granules[i].before = Granules[i].value;
  }
  return unchanged;
}

} // namespace dpa::cpu
