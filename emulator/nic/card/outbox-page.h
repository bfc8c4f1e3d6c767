// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The outbox page as a device of the address space: each access goes to the
// process through the outbox that the execution unit has selected.
#ifndef DPA_EMULATOR_NIC_CARD_OUTBOX_PAGE_H
#define DPA_EMULATOR_NIC_CARD_OUTBOX_PAGE_H

#include "emulator/unit/execution-unit.h"

namespace dpa {

/// Handles the accesses. False: the access faults.
class Doorbells {
public:
  virtual ~Doorbells() = default;
  virtual bool loadDoorbell(ExecutionUnit &unit, uint64_t offset,
                            uint64_t &value) noexcept = 0;
  virtual bool storeDoorbell(ExecutionUnit &unit, uint64_t offset,
                             uint64_t value) noexcept = 0;
};

class OutboxPage : public cpu::MmioDevice {
public:
  explicit OutboxPage(Doorbells &doorbells) : target_(doorbells) {}

  bool load(cpu::Hart &hart, uint64_t offset, unsigned bytes,
            uint64_t &value) override {
    return bytes == sizeof value &&
           target_.loadDoorbell(*static_cast<ExecutionUnit *>(hart.owner),
                                offset, value);
  }
  bool store(cpu::Hart &hart, uint64_t offset, unsigned bytes,
             uint64_t value) override {
    return bytes == sizeof value &&
           target_.storeDoorbell(*static_cast<ExecutionUnit *>(hart.owner),
                                 offset, value);
  }

private:
  Doorbells &target_;
};

} // namespace dpa

#endif
