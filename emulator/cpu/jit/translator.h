// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The translated code of one generation: from the address of a hot block to
// host code, and the table of what there is. All calls are under the lock of
// the code cache that owns it; running code needs no lock.
#ifndef DPA_EMULATOR_CPU_JIT_TRANSLATOR_H
#define DPA_EMULATOR_CPU_JIT_TRANSLATOR_H

#include "emulator/cpu/jit/backend.h"

#include <map>

namespace dpa::cpu::jit {

class Translator {
public:
  /// Null: this host cannot, `why` says why.
  static std::unique_ptr<Translator> create(const AddressSpace::Impl &space,
                                            size_t codeBytes, std::string &why);

  /// Translates from `address` on. False: it is left to the interpreter.
  bool translate(CodeView &view, const CodeRegion &region, uint64_t address);

  /// What is translated at an address, or null.
  const void *find(const CodeView &view, uint64_t address) const;

  /// True if a translation did not fit beside the others: a new generation is
  /// due. What needs more than half of the memory is left to the interpreter.
  bool isFull() const { return Full; }

  /// Of what translated code refers to, beside the code memory.
  size_t recordBytes() const {
    return TheRecords.sites.size() * sizeof(Site) +
           TheRecords.links.size() * sizeof(Link);
  }

  EnterFunction enterFunction() const { return TheGates.enter; }

private:
  Translator(const AddressSpace::Impl &space,
             std::unique_ptr<CodeMemory> memory)
      : Space(space), Memory(std::move(memory)) {}

  const AddressSpace::Impl &Space;
  std::unique_ptr<CodeMemory> Memory;
  Records TheRecords;
  Gates TheGates;
  std::map<std::pair<const CodeView *, uint64_t>, const void *> Entries;
  bool Full = false;
};

} // namespace dpa::cpu::jit

#endif
