// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inside of AddressSpace: its memory, its harts and the generations of their decoded code. All
// but the memory map is thread safe.
#ifndef DPA_EMULATOR_CPU_SPACE_STATE_H
#define DPA_EMULATOR_CPU_SPACE_STATE_H

#include "emulator/cpu/memory-map.h"
#include "emulator/cpu/translations.h"

#include <atomic>
#include <memory>
#include <mutex>

namespace dpa::cpu {

class CodeCache;
struct HartState;

struct SpaceState : MemoryMap {
  explicit SpaceState(const EngineOptions &options);
  ~SpaceState();

  std::shared_ptr<CodeCache> currentCode();
  uint64_t codeGeneration() const {
    return generation_.load(std::memory_order_seq_cst);
  }

  /// Makes a new, empty generation, unless `old` is not the current one any
  /// more.
  void retireCode(const CodeCache &old);
  void codeChanged(uint64_t address, uint64_t size);

  /// AddressSpace::forgetTranslations().
  void forgetTranslations();

  /// Reports once, if the JIT was asked for, that there is none.
  void reportRefused(const std::string &why);

  /// Harts that run let go of retired code at the end of their slice or of the
  /// run; retireCode() makes the other harts do it.
  void addHart(HartState &hart);
  void removeHart(HartState &hart);

  const bool translates; ///< the JIT was chosen and is available
  ForgetRounds forgetRounds{0};

private:
  std::atomic<bool> hasReportedRefused_{false};
  std::mutex hartsMutex_;
  std::vector<HartState *> harts_;
  std::mutex codeMutex_;
  std::shared_ptr<CodeCache> code_;
  std::atomic<uint64_t> generation_{0};
};

} // namespace dpa::cpu

#endif
