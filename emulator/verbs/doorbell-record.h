// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The two big-endian words through which the card learns the program's indices.
#ifndef DPA_EMULATOR_VERBS_DOORBELL_RECORD_H
#define DPA_EMULATOR_VERBS_DOORBELL_RECORD_H

#include "emulator/interface/nic.h"
#include "runtime/abi/work-queues.h"

#include <cstdint>
#include <endian.h>

namespace dpa::verbs {

class DoorbellRecord {
public:
  /// `word` is DPA_DBR_*. Entries that were written before are seen by a card that
  /// sees the new value.
  void set(unsigned word, uint32_t value) {
    __atomic_store_n(&words_[word], htobe32(value), __ATOMIC_RELEASE);
  }
  uint32_t get(unsigned word) const {
    return be32toh(__atomic_load_n(&words_[word], __ATOMIC_ACQUIRE));
  }
  QueuePlace place() const {
    return {.address = reinterpret_cast<uintptr_t>(words_), .umem = 0};
  }
  uint32_t *words() { return words_; }

private:
  alignas(64) uint32_t words_[2] = {};
};

} // namespace dpa::verbs

#endif
