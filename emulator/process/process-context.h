// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a process is given by its device.
#ifndef DPA_EMULATOR_PROCESS_PROCESS_CONTEXT_H
#define DPA_EMULATOR_PROCESS_PROCESS_CONTEXT_H

#include "emulator/configuration/configuration.h"
#include "emulator/memory/memory-keys.h"
#include "emulator/nic/card/process-nic.h"
#include "emulator/nic/card/sampled-counters.h"
#include "emulator/schedule/scheduler.h"
#include "emulator/statistics/process-statistics.h"
#include "emulator/unit/eu-statistics.h"
#include "emulator/unit/execution-unit.h"

namespace dpa {

struct ProcessContext {
  std::shared_ptr<Scheduler> scheduler;
  std::shared_ptr<EuStatistics> statistics;
  std::shared_ptr<ProcessStatistics> threadStatistics;
  std::shared_ptr<cpu::Clock> clock;
  std::shared_ptr<MemoryKeys> keys;
  cpu::Isa isa;
  ActivationLimits limits;
  bool limitsHandlers =
      false; ///< in time; else only while their end is awaited
  uint64_t callTimeoutMilliseconds = 0; ///< 0: none
  cpu::Engine engine = cpu::Engine::Auto;
  uint64_t firmwareEntry = 0;
  uint64_t imageEntry = 0;
  uint32_t id = 0;
  uint16_t traceDevice = 0; ///< index of the device in the timeline
  uint16_t traceProcess = 0;
  std::shared_ptr<ProcessNic> nic;
  /// Number 1 first.
  std::vector<std::shared_ptr<const PortCounters>> ports;
  MemoryChecking check = MemoryChecking::Off;
  MisalignedAccesses misaligned = MisalignedAccesses::Trap;
  bool isOfHost = false; ///< see DeviceSettings
  Sampler::Settings sampling;
  bool mapsHostCode = false; ///< the observer is informed of translations
};

} // namespace dpa

#endif
