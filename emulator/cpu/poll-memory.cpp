// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparing cells, and bytes within granules.
#include "emulator/cpu/poll-memory.h"

#include "emulator/cpu/guest-memory.h"

#include <algorithm>
#include <climits>

namespace dpa::cpu {

void PolledCells::add(const std::byte *host, unsigned bytes, uint64_t value) {
  for (unsigned i = 0; i < count_; ++i)
    if (cells_[i].host == host && cells_[i].bytes == bytes &&
        cells_[i].value == value)
      return;
  if (count_ == cells_.size())
    isFull_ = true;
  else
    cells_[count_++] = {host, value, bytes};
}

bool PolledCells::areUnchanged() const {
  return std::all_of(cells_.begin(), cells_.begin() + count_,
                     [](const Cell &c) {
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
  for (unsigned i = 0; i < count_; ++i)
    if (granules_[i].address == address / granuleBytes)
      return &granules_[i];
  return nullptr;
}

Scratch::Granule *Scratch::add(uint64_t address, const std::byte *host,
                               uint64_t value) {
  if (count_ == granules_.size())
    return nullptr;
  granules_[count_] = {address / granuleBytes, value, value, host, value};
  return &granules_[count_++];
}

void Scratch::addTo(PolledCells &cells) const {
  for (unsigned i = 0; i < count_; ++i)
    cells.add(granules_[i].host, granuleBytes, granules_[i].found);
}

uint64_t Scratch::read(const Granule &granule, uint64_t address) {
  return granule.value >> address % granuleBytes * CHAR_BIT;
}

void Scratch::write(Granule &granule, uint64_t address, uint64_t value,
                    unsigned bytes) {
  const uint64_t ones = ~uint64_t(0) >> (granuleBytes - bytes) * CHAR_BIT;
  const uint64_t shift = address % granuleBytes * CHAR_BIT;
  granule.value = (granule.value & ~(ones << shift)) | value << shift;
}

bool Scratch::isUnchanged() {
  bool unchanged = true;
  for (unsigned i = 0; i < count_; ++i) {
    unchanged = unchanged && granules_[i].value == granules_[i].before;
    granules_[i].before = granules_[i].value;
  }
  return unchanged;
}

} // namespace dpa::cpu
