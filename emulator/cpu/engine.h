// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which engine runs guest code. The interpreter is always there; the JIT (a
// translator to host code) needs a host that it knows and a kernel that maps
// executable memory. Both give the same results, traps and counts. Reads no
// environment: the creator of an address space chooses.
#ifndef DPA_EMULATOR_CPU_ENGINE_H
#define DPA_EMULATOR_CPU_ENGINE_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace dpa::cpu {

class MemoryObserver;
class ValueObserver;

enum class Engine : uint8_t {
  Interpreter,
  Jit,
  Auto, ///< the JIT where it is available, else the interpreter
};

/// A load or store of user mode that is not naturally aligned.
struct MisalignedAccess {
  uint64_t pc = 0;     ///< of the instruction
  uint64_t caller = 0; ///< what is in ra
  uint64_t hart = 0;
  uint64_t address = 0;
  unsigned bytes = 0;
  bool stores = false;
};

/// Host code of guest code that begins at `address`.
struct TranslatedCode {
  const void *code = nullptr;
  size_t size = 0;
  uint64_t address = 0;
};

/// What translations by one thread have cost.
struct TranslationCost {
  uint64_t instructions = 0; ///< as TranslationBudget counts them
  uint64_t nanoseconds = 0;  ///< processor time
};

/// When a hart records which blocks it runs, so that code that leaves its
/// translations often is translated again as a whole. In instructions of the hart.
struct TraceOptions {
  uint64_t after = 100'000'000; ///< before the first trace
  uint64_t length = 65536;      ///< of a trace, which is interpreted
  /// The time of the next trace, as a multiple of the present time, at least `after`
  /// later. Longer after a trace without a gain, so that its cost stays a small
  /// part.
  uint64_t growth = 3;
  uint64_t growthWithoutGain = 10;
};

struct EngineOptions {
  Engine engine = Engine::Auto;
  /// Host code of one address space, in bytes; when it is full, all of it is
  /// dropped.
  size_t codeBytes = size_t(16) << 20;
  /// Decoded code of one address space with its tables, likewise: the blocks,
  /// some five bytes for each byte of their 4 KiB pages (nine where code is
  /// translated), and the records that host code refers to. Not counted: up to
  /// 512 KiB that are allocated ahead, and what is left at the end of each chunk
  /// of 256 KiB (up to a tenth).
  size_t decodedBytes = size_t(64) << 20;
  /// How often the interpreter runs a head, a block where hot code may begin, before it is
  /// translated: at least 1; what is above `warmUpMax` counts as that.
  uint32_t warmUp = 25;
  static constexpr uint32_t warmUpMax = 1 << 24;
  /// A thread of the address space translates, while harts go on interpreting.
  /// A hart translates a block itself if its request was dropped or the thread
  /// gets no processor.
  bool translatesInBackground = false;
  TraceOptions trace = {};
  /// Engine::Jit only: called once, by any thread that makes or uses the
  /// address space, if the interpreter has to do (part of) the work because the
  /// host refuses memory for host code; `why` says what it lacks.
  std::function<void(const std::string &why)> refused = {};
  /// Makes the memory accesses of user code (observer.h), which is then
  /// interpreted only; null: the harts do. Must outlive the address space.
  MemoryObserver *observer = nullptr;
  /// Checks the values and accesses of user code (value-check.h), which is then
  /// interpreted only; null: they are not checked. Must outlive the address space.
  ValueObserver *values = nullptr;
  /// Misaligned loads and stores of user mode access memory byte by byte, in no
  /// order; else they trap, as those of machine mode, of atomic operations and
  /// of devices always do.
  bool allowsMisaligned = false;
  /// Called by the thread that has translated something, under a lock. Host code
  /// that is dropped is not reported.
  std::function<void(const TranslatedCode &)> translated = {};
  /// Called by a thread after it has translated something or tried to, once for
  /// several translations; `instructions` is 0 if nothing was translated. May
  /// be called under a lock. Must not throw.
  std::function<void(const TranslationCost &)> translationCost = {};
  /// Called on the hart's thread at the first of these of each instruction.
  std::function<void(const MisalignedAccess &)> misaligned = {};
};

/// False: `why` says what this host lacks.
bool jitIsAvailable(std::string &why);

} // namespace dpa::cpu

#endif
