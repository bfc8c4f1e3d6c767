// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How device code asks for counters of the network card's ports: registers of
// its execution unit. What is refused is said in the host's log.
#include "emulator/process/emulated-process.h"

#include "runtime/abi/eu-control.h"

namespace dpa {

/// False: there is no such register.
bool EmulatedProcess::storeCounterRegister(ExecutionUnit &unit, uint64_t offset,
                                           uint64_t value) {
  CounterRequest &request = unit.counterRequest();
  const char *refusal = nullptr;
  switch (offset) {
  case DPA_EU_REG_NIC_VALUES:
    request.values = value;
    return true;
  case DPA_EU_REG_NIC_IDS:
    request.ids = value;
    return true;
  case DPA_EU_REG_NIC_CONFIGURE:
    refusal = counters_.configure(request.values, request.ids, value);
    break;
  case DPA_EU_REG_NIC_SAMPLE:
    refusal = counters_.sample();
    break;
  default:
    return false;
  }
  unit.setRefused(refusal != nullptr);
  if (refusal)
    warn("execution unit %u: NIC counters: %s", unit.number(), refusal);
  return true;
}

} // namespace dpa
