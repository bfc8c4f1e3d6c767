// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The control registers of an execution unit that are requests to its process
// (runtime/abi/eu-control.h).
#ifndef DPA_EMULATOR_PROCESS_EU_REGISTERS_H
#define DPA_EMULATOR_PROCESS_EU_REGISTERS_H

#include "emulator/process/process-card.h"
#include "emulator/process/process-task-queues.h"
#include "emulator/process/process-threads.h"

namespace dpa {

class EuRegisters : public ProcessRegisters {
public:
  /// The references outlive it.
  EuRegisters(ProcessCore &core, ProcessThreads &threads,
              ProcessTaskQueues &queues, ProcessCard &card)
      : core_(core), threads_(threads), queues_(queues), card_(card) {}

  bool loadRegister(ExecutionUnit &unit, uint64_t offset,
                    uint64_t &value) override;
  bool storeRegister(ExecutionUnit &unit, uint64_t offset,
                     uint64_t value) override;

private:
  void checkHeap(ExecutionUnit &unit, uint64_t what);
  void activate(ExecutionUnit &unit, uint64_t id);

  ProcessCore &core_;
  ProcessThreads &threads_;
  ProcessTaskQueues &queues_;
  ProcessCard &card_;
};

} // namespace dpa

#endif
