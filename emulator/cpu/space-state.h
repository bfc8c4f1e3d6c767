// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inside of AddressSpace: its memory, its harts and the generations of their decoded code. All
// but the memory map is thread safe.
#ifndef DPA_EMULATOR_CPU_SPACE_STATE_H
#define DPA_EMULATOR_CPU_SPACE_STATE_H

#include "emulator/cpu/background-translator.h"
#include "emulator/cpu/memory-map.h"
#include "emulator/cpu/misaligned-places.h"
#include "emulator/cpu/translation-budget.h"
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

  /// Makes a new, empty generation, unless `old` is no longer the current one.
  void retireCode(const CodeCache &old);
  void codeChanged(uint64_t address, uint64_t size);

  /// See AddressSpace::setDebugPoints().
  void setDebugPoints(DebugPoints points);

  /// AddressSpace::forgetTranslations().
  void forgetTranslations();

  /// Reports once that the JIT is not available, if it was requested.
  void reportRefused(const std::string &why);

  /// Running harts release retired code at the end of their slice or of the
  /// run; retireCode() releases that of the other harts.
  void addHart(HartState &hart);
  void removeHart(HartState &hart);

  /// Populates memory for decoded code. Null if there is never a thread that translates.
  Populator *populator() {
    return translates && options.translatesInBackground ? &background : nullptr;
  }

  const bool translates; ///< the JIT was chosen and is available
  ForgetRounds forgetRounds{0};
  TranslationBudget budget;
  MisalignedPlaces misalignedPlaces;

private:
  std::atomic<bool> hasReportedRefused_{false};
  std::mutex hartsMutex_;
  std::vector<HartState *> harts_;
  std::mutex codeMutex_;
  std::shared_ptr<CodeCache> code_;
  std::atomic<uint64_t> generation_{0};

public:
  /// Used if EngineOptions say so. The last member, because its thread uses the others.
  BackgroundTranslator background{*this};
};

} // namespace dpa::cpu

#endif
