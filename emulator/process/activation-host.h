// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an activation needs of its process. All of it is called from turns, or
// before them.
#ifndef DPA_EMULATOR_PROCESS_ACTIVATION_HOST_H
#define DPA_EMULATOR_PROCESS_ACTIVATION_HOST_H

#include "emulator/process/process-context.h"
#include "emulator/process/process-messages.h"

namespace dpa {

class ActivationHost {
public:
  virtual ~ActivationHost() = default;

  /// The unit for an activation that is about to begin, made at first use. Null:
  /// nothing begins any more. Throws std::bad_alloc.
  virtual ExecutionUnit *unit(uint32_t eu) = 0;
  /// Fills the thread context that the activation finds in its thread area.
  virtual void fillContext(uint32_t slot, uint32_t eu) = 0;
  /// Begins the activation, within the limits of the process.
  virtual void begin(ExecutionUnit &unit, const dpa_request &request) = 0;
  /// An activation is over. False: it has ended the process.
  virtual bool finish(const ExecutionUnit &unit,
                      const dpa_mailbox &response) = 0;
  /// Ends the process, unless it has ended. `crash` may be null.
  virtual void end(uint8_t status, const Crash *crash) = 0;

  /// An event handler without a time limit has run as long as a call may.
  virtual void reportLongHandler(const char *label) noexcept = 0;

  virtual const ProcessContext &context() const = 0;
  virtual ProcessMemory &memory() const = 0;
  virtual ProcessMessages &messages() = 0;
};

} // namespace dpa

#endif
