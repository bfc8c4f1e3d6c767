// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an entry of a send queue waits for: a big-endian number in memory that a
// comparison holds for. Thread safe.
#ifndef DPA_EMULATOR_NIC_ENGINE_DATA_CONDITION_H
#define DPA_EMULATOR_NIC_ENGINE_DATA_CONDITION_H

#include "emulator/nic/data/keyed-memory.h"
#include "emulator/nic/wire/wqe.h"

#include <mutex>

namespace dpa {

class DataCondition {
public:
  explicit DataCondition(KeyedMemory memory) : memory_(std::move(memory)) {}

  void set(const WaitOnData &wait) {
    std::lock_guard guard(lock_);
    wait_ = wait;
  }

  struct Result {
    bool holds = false;
    KeyError error = KeyError::None; ///< the number cannot be read
  };
  Result evaluate();

private:
  std::mutex lock_; ///< of what follows
  WaitOnData wait_;
  KeyedMemory memory_;
};

} // namespace dpa

#endif
