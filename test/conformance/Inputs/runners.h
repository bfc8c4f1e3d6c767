// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Batches of sequences, and what runs them: qemu-riscv64 in a child process, or an engine of ours
// in this one. Both run the same harness program, which stays loaded for many batches.
#ifndef TEST_CONFORMANCE_RUNNERS_H
#define TEST_CONFORMANCE_RUNNERS_H

#include "test/conformance/Inputs/linux-machine.h"
#include "test/conformance/Inputs/sequence.h"

#include <memory>
#include <string>
#include <sys/types.h>

namespace conformance {

struct Batch {
  std::vector<Sequence> sequences;
  bool isFar = false;       ///< the scratch memory: the far one
  bool wantsStates = false; ///< only with at most STATES_MAX sequences

  /// As the harness reads it.
  std::string bytes() const;
  /// The size of the harness's answer.
  size_t answerSize() const;
};

struct Answer {
  std::vector<BatchResult> results;
  std::vector<BatchState> states;
};

class Runner {
public:
  virtual ~Runner() = default;
  virtual const std::string &name() const = 0;
  /// Begins a batch; finish() waits for its answer. Returns false, with the reason in `why`, if the
  /// runner failed; it then starts again.
  virtual void start(const Batch &batch) = 0;
  virtual bool finish(Answer &answer, std::string &why) = 0;
};

std::unique_ptr<Runner> makeQemuRunner(const std::string &harness);
/// `turn`: instructions of one run of the hart; 0: no limit.
std::unique_ptr<Runner> makeHartRunner(const std::string &harness,
                                       const std::string &engine,
                                       uint64_t turn);

} // namespace conformance

#endif
