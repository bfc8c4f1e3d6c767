// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entries of send queues that copy memory of the queue's own end: local DMA, and
// the transposition of a matrix. All memory is checked before a byte is written.
// Used by one thread at a time.
#ifndef DPA_EMULATOR_NIC_ENGINE_LOCAL_OPERATIONS_H
#define DPA_EMULATOR_NIC_ENGINE_LOCAL_OPERATIONS_H

#include "emulator/nic/data/keyed-memory.h"
#include "emulator/nic/wire/wqe.h"

namespace dpa {

class LocalOperations {
public:
  explicit LocalOperations(KeyedMemory memory) : memory_(std::move(memory)) {}

  /// For DPA_WQE_LOCAL_MMO: its data are source and target. The result of memory
  /// that overlaps is unspecified.
  std::optional<WqeError> execute(const SendRequest &request);

private:
  std::optional<WqeError> check(const WqeData &source, const WqeData &target);
  std::optional<WqeError> copy(const WqeData &source, const WqeData &target);
  std::optional<WqeError> transpose(const Transpose &matrix,
                                    const WqeData &source,
                                    const WqeData &target);

  KeyedMemory memory_;
  // Kept, so that most transpositions allocate nothing.
  Bytes before_;
  Bytes after_;
};

} // namespace dpa

#endif
