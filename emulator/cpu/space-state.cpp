// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The current generation of decoded code, and dropping what harts cache.
#include "emulator/cpu/space-state.h"

#include "base/fork-generation.h"
#include "base/relax.h"
#include "emulator/cpu/code-cache.h"
#include "emulator/cpu/hart-state.h"

#include <algorithm>
#include <thread>

namespace dpa::cpu {
namespace {

/// The kernel's answer, which does not change while a program runs.
struct Availability {
  std::string why;
  const bool isAvailable = jitIsAvailable(why);
};

/// Multiples of it are counted, too.
EngineOptions withLimitedWarmUp(EngineOptions options) {
  options.warmUp = std::min(options.warmUp, EngineOptions::warmUpMax);
  return options;
}

} // namespace

SpaceState::SpaceState(const EngineOptions &options)
    : MemoryMap(withLimitedWarmUp(options)),
      translates(options.engine != Engine::Interpreter &&
                 options.observer == nullptr && options.values == nullptr &&
                 perProgram<Availability>().isAvailable) {
  code_ = std::make_shared<CodeCache>(*this, 0);
  // Children of fork() often end soon: there, the first request makes it.
  if (translates && options.translatesInBackground && forkGeneration() == 0) {
    background.startThread();
    code_->prepare(); // by that thread
  }
  if (!translates && options.engine == Engine::Jit)
    reportRefused(options.observer || options.values
                      ? "memory accesses are observed"
                      : perProgram<Availability>().why);
}
SpaceState::~SpaceState() = default;

std::shared_ptr<CodeCache> SpaceState::currentCode() {
  const std::lock_guard lock(codeMutex_);
  return code_;
}

void SpaceState::retireCode(const CodeCache &old) {
  {
    const std::lock_guard lock(codeMutex_);
    if (code_.get() != &old)
      return;
    const uint64_t next = old.generation() + 1;
    code_ = std::make_shared<CodeCache>(*this, next);
    generation_.store(next, std::memory_order_seq_cst);
  }
  const std::lock_guard lock(hartsMutex_);
  for (HartState *hart : harts_)
    hart->dropCodeIfIdle();
}

void SpaceState::setDebugPoints(DebugPoints points) {
  const bool changesCode = points.breakpoints != debug.breakpoints;
  const bool changesData = points.watchpoints != debug.watchpoints;
  background.cancel(); // translating reads the points
  debug = std::move(points);
  if (changesCode || changesData) // translated code depends on both
    retireCode(*currentCode());
  if (!changesData)
    return;
  const std::lock_guard lock(hartsMutex_);
  for (HartState *hart : harts_) {
    hart->forgetTranslations();
    hart->setDataPrivilege();
  }
}

/// The list's lock is not held while waiting, since a hart that is waited for
/// may want it.
void SpaceState::forgetTranslations() {
  const uint64_t round =
      forgetRounds.fetch_add(1, std::memory_order_seq_cst) + 1;
  for (unsigned looks = 0;; ++looks) {
    {
      const std::lock_guard lock(hartsMutex_);
      if (std::none_of(harts_.begin(), harts_.end(),
                       [&](const HartState *hart) {
                         return hart->translationUse.mayHoldFromBefore(round);
                       }))
        return;
    }
    constexpr unsigned patience = 64; // then another thread needs the core
    if (looks < patience)
      relax();
    else
      std::this_thread::yield();
  }
}

void SpaceState::reportRefused(const std::string &why) {
  if (options.engine == Engine::Jit && options.refused &&
      !hasReportedRefused_.exchange(true, std::memory_order_relaxed))
    options.refused(why);
}

void SpaceState::addHart(HartState &hart) {
  const std::lock_guard lock(hartsMutex_);
  harts_.push_back(&hart);
}

void SpaceState::removeHart(HartState &hart) {
  const std::lock_guard lock(hartsMutex_);
  std::erase(harts_, &hart);
}

void SpaceState::codeChanged(uint64_t address, uint64_t size) {
  const std::shared_ptr<CodeCache> code = currentCode();
  if (code->hasDecoded(address, size))
    retireCode(*code);
}

} // namespace dpa::cpu
