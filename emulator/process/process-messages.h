// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a process reports to its observer: messages of device code, and notes and
// warnings about it.
#ifndef DPA_EMULATOR_PROCESS_PROCESS_MESSAGES_H
#define DPA_EMULATOR_PROCESS_PROCESS_MESSAGES_H

#include "emulator/memory/process-memory.h"
#include "emulator/unit/execution-unit.h"

namespace dpa {

class ProcessMessages : public MessageSink {
public:
  ProcessMessages(const ProcessMemory &memory, ProcessObserver &observer)
      : memory_(memory), observer_(observer) {}

  bool message(uint32_t eu, uint64_t stream, uint64_t address,
               uint64_t size) override;
  bool messageRecords(uint64_t stream, uint64_t position, uint64_t address,
                      uint64_t size) override;

  /// Must not allocate: called while a hart runs.
  [[gnu::format(printf, 2, 3)]] void warn(const char *format, ...) noexcept;
  [[gnu::format(printf, 2, 3)]] void note(const char *format, ...) noexcept;

private:
  const ProcessMemory &memory_;
  ProcessObserver &observer_;
};

} // namespace dpa

#endif
