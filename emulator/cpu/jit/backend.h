// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a host's back end provides to the translator. There is one implementation
// for each host architecture, and one for hosts without a translator.
#ifndef DPA_EMULATOR_CPU_JIT_BACKEND_H
#define DPA_EMULATOR_CPU_JIT_BACKEND_H

#include "emulator/cpu/block-translator.h"
#include "emulator/cpu/jit/fragment.h"
#include "emulator/cpu/jit/runtime.h"

#include <deque>
#include <vector>

namespace dpa::cpu::jit {

/// What translated code points to; lives as long as the code.
struct Records {
  struct LinkOfView {
    Link *link;
    const CodeView *view; ///< that its address is of
  };
  std::deque<Site> sites;
  std::vector<LinkOfView> links;

  /// Where they end; giveBack() with it frees those added since.
  struct Mark {
    size_t sites;
    size_t links;
  };
  Mark mark() const { return {sites.size(), links.size()}; }
  void giveBack(const Mark &mark) {
    sites.resize(mark.sites);
    links.resize(mark.links);
  }
};

/// Host code that all fragments share, in the memory that they are in.
struct Gates {
  EnterFunction enter = nullptr;
  /// Back to enter's caller, with a Link in the register of results: with the
  /// fuel of the code, and with that in the hart.
  const void *leave = nullptr;
  const void *leaveThroughLink =
      nullptr; ///< the same, with the link of an exit
  const void *leaveWithFuelSet = nullptr;
};

struct EntryPoint {
  uint64_t address;
  const void *code;
};

struct Translation {
  CodeMemory &memory;
  Records &records;
  const Gates &gates;
  Window readable; ///< of the fragment's privilege
  Window writable;
  const CodeView *view = nullptr; ///< of the fragment
};

/// False: `why` says what this host lacks.
bool hostIsSupported(std::string &why);

/// False: the memory is too small.
bool emitGates(CodeMemory &memory, Gates &gates);

/// Emits a fragment; `entries` are where it can be entered. False: the memory
/// is full.
bool emitFragment(const Fragment &fragment, const Translation &translation,
                  std::vector<EntryPoint> &entries);

} // namespace dpa::cpu::jit

#endif
