// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The translated code of one generation: from the address of a hot block to
// host code, and the table of what there is.
#ifndef DPA_EMULATOR_CPU_JIT_TRANSLATOR_H
#define DPA_EMULATOR_CPU_JIT_TRANSLATOR_H

#include "emulator/cpu/block-translator.h"
#include "emulator/cpu/jit/backend.h"
#include "emulator/cpu/jit/fragment-shape.h"
#include "emulator/cpu/jit/place.h"

#include <deque>

namespace dpa::cpu::jit {

class Translator final : public BlockTranslator {
public:
  /// Null: this host cannot, `why` says why.
  static std::unique_ptr<Translator> create(const MemoryMap &guest,
                                            size_t codeBytes, std::string &why);

  bool translate(CodeView &view, const CodeRegion &region, uint64_t address,
                 std::vector<uint64_t> &behind) override;
  bool leavesOften(CodeView &view, const CodeRegion &region,
                   const BlockTrace &trace) override;
  bool translateTrace(CodeView &view, const CodeRegion &region,
                      const BlockTrace &trace) override;
  bool isFull() const override { return full_; }
  size_t recordBytes() const override {
    return recordBytes_.load(std::memory_order_relaxed);
  }
  uint64_t work() const override { return work_; }
  EnterFunction enterFunction() const override { return gates_.enter; }

private:
  bool emit(CodeView &view, const CodeRegion &region, const Fragment &fragment);
  /// Counts the blocks of a fragment and enters the code from now on.
  void publish(CodeView &view, const CodeRegion &region,
               const Fragment &fragment,
               const std::vector<EntryPoint> &entries);
  void add(CodeView &view, const CodeRegion &region,
           const std::vector<EntryPoint> &entries, const FragmentShape *shape);
  void replace(CodeView &view, const CodeRegion &region,
               const std::vector<EntryPoint> &entries,
               const FragmentShape *shape);
  Translator(const MemoryMap &guest, std::unique_ptr<CodeMemory> memory)
      : guest_(guest), memory_(std::move(memory)) {}

  const MemoryMap &guest_;
  std::unique_ptr<CodeMemory> memory_;
  Records records_;
  Gates gates_;
  EntryTable entries_;
  std::atomic<size_t> recordBytes_ = 0;
  std::deque<FragmentShape> shapes_; ///< of all fragments; are not moved
  size_t shapeBytes_ = 0;
  FinderBuffers finderBuffers_; ///< kept for the next search
  uint64_t work_ = 0;
  bool full_ = false;
};

} // namespace dpa::cpu::jit

#endif
