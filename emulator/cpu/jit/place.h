// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of an address while a fragment is found (fragment.cpp): its
// instruction, if it belongs to the fragment, and whether a block begins there. And the
// buffers that hold it.
#ifndef DPA_EMULATOR_CPU_JIT_PLACE_H
#define DPA_EMULATOR_CPU_JIT_PLACE_H

#include "emulator/cpu/jit/address-pages.h"
#include "emulator/cpu/jit/fragment.h"

namespace dpa::cpu::jit {

/// An instruction of the fragment, or an address to which a jump leads.
struct Place {
  uint64_t address = 0;
  Instruction instruction;
  uint32_t next = noPlace; ///< the place after it, if that is known
  bool isCode = false;     ///< has an instruction
  bool isLeader = false;   ///< a block begins here
  bool isEntry = false;
  bool isLoop = false;
  bool isTarget = false;
  bool isCut = false; ///< begins a block only because another was full
  uint32_t callee = FragmentBlock::noCallee; ///< whose code this is

  static constexpr uint32_t noPlace = UINT32_MAX;
};

/// The places of a fragment, each with an index.
class PlaceTable {
public:
  /// The index of the place at an address, which is added if there is none.
  uint32_t indexOf(uint64_t address) {
    uint32_t &index = indexes_[address];
    if (index == 0) {
      places_.emplace_back().address = address;
      index = static_cast<uint32_t>(places_.size());
    }
    return index - 1;
  }
  /// That place. The reference is valid until another one is added.
  Place &placeAt(uint64_t address) { return places_[indexOf(address)]; }
  Place &operator[](uint32_t index) { return places_[index]; }
  const Place &operator[](uint32_t index) const { return places_[index]; }
  uint32_t size() const { return static_cast<uint32_t>(places_.size()); }
  /// Removes all, but keeps memory for the next fragment.
  void clear() {
    for (const Place &place : places_)
      indexes_[place.address] = 0;
    indexes_.recycle();
    places_.clear();
  }

private:
  std::vector<Place> places_;
  AddressPages<uint32_t> indexes_; ///< plus one
};

/// What a search uses; kept for the next one, which then seldom allocates.
struct FinderBuffers {
  std::vector<Step> steps; ///< of a block
  PlaceTable places;
  /// Where code is to be walked from: a heap, the nearest to the beginning on top.
  std::vector<uint64_t> work;
  std::vector<uint32_t> leaders; ///< places where blocks begin, by address

  void clear() {
    places.clear();
    work.clear();
    leaders.clear();
  }
};

} // namespace dpa::cpu::jit

#endif
