// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which register is which request.
#include "emulator/process/eu-registers.h"

#include "emulator/trace/trace.h"
#include "emulator/unit/user-registers.h"
#include "runtime/abi/eu-control.h"

namespace dpa {
namespace {

/// False: not a register of tasks.
bool loadTaskRegister(ExecutionUnit &unit, uint64_t offset, uint64_t &value) {
  const dpa_task task = unit.task().value_or(dpa_task{});
  switch (offset) {
  case DPA_EU_REG_TASK_NEXT:
    value = unit.task().has_value();
    return true;
  case DPA_EU_REG_TASK_FUNCTION:
    value = task.function;
    return true;
  case DPA_EU_REG_TASK_UNPACK:
    value = task.unpack;
    return true;
  case DPA_EU_REG_TASK_ARGUMENT:
    value = task.argument;
    return true;
  default:
    return false;
  }
}

} // namespace

void EuRegisters::activate(ExecutionUnit &unit, uint64_t id) {
  const trace::Span span;
  unit.setRefused(!threads_.activate(unit.number(), id));
  span.end(trace::Kind::Doorbell,
           static_cast<uint8_t>(trace::Doorbell::Activation), id, 0);
}

void EuRegisters::checkHeap(ExecutionUnit &unit, uint64_t what) {
  HeapRequest &request = unit.heapRequest();
  request.result = 0;
  HeapCheck *check = core_.heapCheck();
  if (!check)
    return;
  const Crash at = userState(unit.hart(), unit.thread(), core_.memory());
  request.result = check->deviceHeap(
      what,
      {.address = request.address, .size = request.size, .base = request.base},
      at);
}

bool EuRegisters::loadRegister(ExecutionUnit &unit, uint64_t offset,
                               uint64_t &value) {
  switch (offset) {
  case DPA_EU_REG_ACTIVATE:
  case DPA_EU_REG_OUTBOX:
  case DPA_EU_REG_NIC_CONFIGURE:
  case DPA_EU_REG_NIC_SAMPLE:
    value = unit.wasRefused();
    return true;
  case DPA_EU_REG_HEAP_CHECK:
    value = unit.heapRequest().result;
    return true;
  default:
    return loadTaskRegister(unit, offset, value);
  }
}

bool EuRegisters::storeRegister(ExecutionUnit &unit, uint64_t offset,
                                uint64_t value) {
  switch (offset) {
  case DPA_EU_REG_ACTIVATE:
    activate(unit, value);
    return true;
  case DPA_EU_REG_OUTBOX:
    unit.setRefused(!card_.setOutbox(unit, value));
    return true;
  case DPA_EU_REG_OUTBOX_UNCHECKED:
    unit.setRefused(false);
    unit.setOutbox(static_cast<uint16_t>(value));
    if (core_.check())
      core_.check()->outboxSelected(unit.number(), 0);
    return true;
  case DPA_EU_REG_THREAD_ERROR:
    core_.setThreadError(unit, static_cast<uint32_t>(value));
    return true;
  case DPA_EU_REG_RECOVERED:
    core_.reportRecovered(unit, value);
    return true;
  case DPA_EU_REG_TASK_NEXT:
    queues_.takeTask(unit);
    return true;
  case DPA_EU_REG_HEAP_ADDRESS:
    unit.heapRequest().address = value;
    return true;
  case DPA_EU_REG_HEAP_SIZE:
    unit.heapRequest().size = value;
    return true;
  case DPA_EU_REG_HEAP_BASE:
    unit.heapRequest().base = value;
    return true;
  case DPA_EU_REG_HEAP_CHECK:
    checkHeap(unit, value);
    return true;
  case DPA_EU_REG_NIC_VALUES:
    unit.counterRequest().values = value;
    return true;
  case DPA_EU_REG_NIC_IDS:
    unit.counterRequest().ids = value;
    return true;
  case DPA_EU_REG_NIC_CONFIGURE:
    unit.setRefused(!card_.configureCounters(unit, value));
    return true;
  case DPA_EU_REG_NIC_SAMPLE:
    unit.setRefused(!card_.sampleCounters(unit));
    return true;
  default:
    return false;
  }
}

} // namespace dpa
