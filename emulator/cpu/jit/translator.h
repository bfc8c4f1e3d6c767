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
  bool isFull() const { return full_; }

  /// Of what translated code refers to, beside the code memory.
  size_t recordBytes() const {
    return theRecords_.sites.size() * sizeof(Site) +
           theRecords_.links.size() * sizeof(Link);
  }

  EnterFunction enterFunction() const { return theGates_.enter; }

private:
  Translator(const AddressSpace::Impl &space,
             std::unique_ptr<CodeMemory> memory)
      : space_(space), memory_(std::move(memory)) {}

  const AddressSpace::Impl &space_;
  std::unique_ptr<CodeMemory> memory_;
  Records theRecords_;
  Gates theGates_;
  std::map<std::pair<const CodeView *, uint64_t>, const void *> entries_;
  bool full_ = false;
};

} // namespace dpa::cpu::jit

#endif
