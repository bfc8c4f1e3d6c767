// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What makes host code of hot blocks, as a code cache sees it (jit/).
#ifndef DPA_EMULATOR_CPU_BLOCK_TRANSLATOR_H
#define DPA_EMULATOR_CPU_BLOCK_TRANSLATOR_H

#include "emulator/cpu/block-trace.h"
#include "emulator/cpu/code-view.h"

namespace dpa::cpu {

struct HotState;
namespace jit {
struct Link;
} // namespace jit

/// Enters translated code; from the host's ABI.
using EnterFunction = const jit::Link *(*)(HotState * state, const void *code);

/// The translated code of one generation. One call at a time, by the lock for translating of the
/// code cache that owns it, except those marked "any thread". Running code needs no lock.
class BlockTranslator {
public:
  virtual ~BlockTranslator() = default;

  /// Translates from `address` on. False: it is left to the interpreter. Adds to `behind` where
  /// code continues that has run and did not fit into the fragment.
  virtual bool translate(CodeView &view, const CodeRegion &region,
                         uint64_t address, std::vector<uint64_t> &behind) = 0;

  /// Whether a trace leaves the present translations often.
  virtual bool leavesOften(CodeView &view, const CodeRegion &region,
                           const BlockTrace &trace) = 0;

  /// Translates what a trace has run most as one fragment, which replaces other
  /// translations of this code. False: nothing was replaced.
  virtual bool translateTrace(CodeView &view, const CodeRegion &region,
                              const BlockTrace &trace) = 0;

  /// True if a translation did not fit beside the others: a new generation is
  /// due. What needs more than half of the memory is left to the interpreter.
  virtual bool isFull() const = 0;

  /// What translating has cost so far, in instructions.
  virtual uint64_t work() const = 0;

  /// Of what translated code refers to, beside the code memory. Any thread.
  virtual size_t recordBytes() const = 0;

  virtual EnterFunction enterFunction() const = 0;
};

/// Null: this host cannot, `why` says why.
std::unique_ptr<BlockTranslator>
makeTranslator(const MemoryMap &guest, size_t codeBytes, std::string &why);

} // namespace dpa::cpu

#endif
