// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of an address while a fragment is found (fragment.cpp): its
// instruction, if it belongs to the fragment, and whether a block begins there. And the
// buffers that hold it.
#ifndef DPA_EMULATOR_CPU_JIT_PLACE_H
#define DPA_EMULATOR_CPU_JIT_PLACE_H

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

/// What a search uses; kept for the next one, which then seldom allocates.
struct FinderBuffers {
  std::vector<Step> steps; ///< of a block
  std::vector<Place> places;
  AddressMap<uint32_t> indexes; ///< of places, by address; plus one
  std::vector<uint64_t> work; ///< where code is to be walked from; a heap, the
                              ///< nearest to the beginning on top
  std::vector<uint32_t> leaders; ///< places where blocks begin, by address

  void clear() {
    places.clear();
    indexes.clear();
    work.clear();
    leaders.clear();
  }
};

} // namespace dpa::cpu::jit

#endif
