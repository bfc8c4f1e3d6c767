// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The network card of a process, as the host and device code see it: UARs,
// outboxes, completion queues, doorbells and counters of ports.
#ifndef DPA_EMULATOR_PROCESS_PROCESS_CARD_H
#define DPA_EMULATOR_PROCESS_PROCESS_CARD_H

#include "emulator/nic/outbox-page.h"
#include "emulator/process/process-core.h"

namespace dpa {

class ProcessCard : private Doorbells {
public:
  /// Adds the doorbells to the address space of the process.
  explicit ProcessCard(ProcessCore &core);

  static constexpr const char *noNumber =
      "all numbers of the device are in use";

  ProcessNic &nic() { return nic_; }
  /// Null on failure, with a message in `error`.
  std::shared_ptr<EmulatedCq> createCq(const CqSettings &settings,
                                       std::string &error);
  void destroyCq(const EmulatedCq &cq);

  /// Requests of device code. False: refused.
  bool setOutbox(ExecutionUnit &unit, uint64_t outbox);
  bool configureCounters(ExecutionUnit &unit, uint64_t count);
  bool sampleCounters(const ExecutionUnit &unit);

private:
  bool loadDoorbell(ExecutionUnit &unit, uint64_t offset,
                    uint64_t &value) noexcept override;
  bool storeDoorbell(ExecutionUnit &unit, uint64_t offset,
                     uint64_t value) noexcept override;
  bool refuse(ExecutionUnit &unit, const Refusal &why) noexcept;
  bool reportCounters(const ExecutionUnit &unit, const char *refusal);
  std::string checkPlace(const std::string &what, uint64_t address,
                         uint64_t size, uint64_t alignment);
  std::string checkCq(const CqSettings &settings);

  ProcessCore &core_;
  ProcessNic &nic_;
  OutboxPage page_{*this};
  SampledCounters counters_;
  std::atomic<unsigned> refusals_ = 0;
};

} // namespace dpa

#endif
