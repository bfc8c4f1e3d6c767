// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A random instruction sequence: made from a seed alone, laid out at an address, and made smaller
// when it fails. Uses all registers but its base register, which points into scratch memory;
// touches no other memory; ends, whatever it is started with; leaves by the stub of its base
// register.
#ifndef TEST_CONFORMANCE_SEQUENCE_H
#define TEST_CONFORMANCE_SEQUENCE_H

#include "test/conformance/Inputs/batch.h"

#include <cstdint>
#include <string>
#include <vector>

namespace conformance {

/// Deterministic on every host.
class Random {
public:
  explicit Random(uint64_t seed)
      : state_(seed * 0x9e3779b97f4a7c15 + 0x2545f4914f6cdd1d) {}
  uint64_t next();
  /// Below `limit`.
  unsigned below(unsigned limit) {
    return static_cast<unsigned>(next() >> 33) % limit;
  }
  bool oneIn(unsigned count) { return below(count) == 0; }
  int between(int low, int high) {
    return low + static_cast<int>(below(static_cast<unsigned>(high - low + 1)));
  }

private:
  uint64_t state_;
};

/// One to four instructions that stay together. A jump leads to another item, which may be the end.
struct Item {
  enum class Reach : uint8_t {
    None,
    Branch,
    Jal,
    CompressedBranch,
    CompressedJump,
    AuipcJalr
  };
  std::vector<uint32_t> words; ///< 16 bits if the low two are not 3
  Reach reach = Reach::
      None; ///< the form of the last word (AuipcJalr: of the last two), whose offset is open
  unsigned target = 0; ///< index of an item, for a jump
  unsigned group = 0;  ///< items that can only be removed together; 0: none
  bool removed = false;
};

class Sequence {
public:
  static Sequence random(uint64_t seed);

  /// Its bytes at an address, multiple of 2, in reach of the stubs.
  std::vector<uint16_t> layOut(uint64_t address, uint64_t scratch) const;

  size_t size() const { return items_.size(); }
  const Item &item(size_t index) const { return items_[index]; }
  /// Takes out items [first, last) and what belongs to them; false if nothing was left to take out.
  bool remove(size_t first, size_t last);

  uint64_t seed = 0;
  unsigned base = 1; ///< register

private:
  friend class SequenceMaker;
  std::vector<Item> items_;
};

} // namespace conformance

#endif
