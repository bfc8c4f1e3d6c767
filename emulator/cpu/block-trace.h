// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which blocks a hart runs, in order: samples that the interpreter records while
// translated code is not used. Made by the hart, read by the code cache, which
// translates code that runs together again, as one fragment (jit/profile.h).
#ifndef DPA_EMULATOR_CPU_BLOCK_TRACE_H
#define DPA_EMULATOR_CPU_BLOCK_TRACE_H

#include "emulator/cpu/engine.h"
#include "emulator/cpu/isa.h"
#include "emulator/cpu/op.h"

#include <vector>

namespace dpa::cpu {

/// Blocks of one generation of code and one privilege. Times are numbers of
/// instructions that the hart has retired, including those before a reset.
class BlockTrace {
public:
  static constexpr size_t blocksMax = 16384;

  explicit BlockTrace(const TraceOptions &options)
      : options_(options), due_(options.after) {}

  bool isRecording() const { return isRecording_; }
  /// Does not allocate: called while the interpreter runs.
  void add(const Block &block, Privilege privilege) {
    const bool isOther = privilege != privilege_;
    if (blocks_.size() < blocks_.capacity()) {
      blocks_.push_back(isOther ? nullptr : &block);
      others_ += isOther ? 1 : 0;
    }
  }
  /// Null where the sequence is interrupted: between slices, and where blocks of
  /// the other privilege ran.
  const std::vector<const Block *> &blocks() const { return blocks_; }
  /// Of the blocks.
  Privilege privilege() const { return privilege_; }

  bool isDue(uint64_t now) const { return now >= due_; }
  /// Instructions of the longest slice that is useful.
  uint64_t sliceMax() const { return options_.length / samplesOfTrace; }
  /// A slice begins. A new trace is of its privilege, unless most blocks of the first sample are
  /// of the other one.
  void begin(uint64_t now, Privilege privilege);
  /// The slice has ended. True: the trace is complete.
  bool end(uint64_t now);
  /// Whether the first sample has just become complete.
  bool hasOneSample() const { return samples_ == 1 && inSample_ == 0; }
  /// Whether it contains so many different instructions that one fragment cannot
  /// contain most of them.
  bool isTooWide() const;
  /// The trace was used. `gained`: for a new translation.
  void finish(uint64_t now, bool gained);
  /// Blocks of an older generation are no longer valid.
  void restart(uint64_t now);

private:
  void clear();
  bool hasMostlyOthers() const { return 2 * others_ > blocks_.size(); }
  void changePrivilege();

  /// They are spread, since a program does different work at different times.
  static constexpr uint64_t samplesOfTrace = 4;

  const TraceOptions options_;
  uint64_t due_;
  uint64_t periodBegin_ = 0; ///< the end of the trace before
  std::vector<const Block *> blocks_;
  Privilege privilege_ = Privilege::User;
  size_t others_ =
      0; ///< entries of `blocks_` for blocks of the other privilege
  bool hasChanged_ = false; ///< the privilege, in this trace
  bool isRecording_ = false;
  uint64_t sliceBegin_ = 0;
  uint64_t recorded_ = 0; ///< instructions
  uint64_t inSample_ = 0; ///< instructions of the current sample
  size_t samples_ = 0;    ///< complete ones
};

} // namespace dpa::cpu

#endif
