// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands behind struct flexio_qp: a queue pair of the device's network card in
// a process, which ends with it.
#ifndef DPA_RUNTIME_HOST_OBJECTS_QUEUE_PAIRS_H
#define DPA_RUNTIME_HOST_OBJECTS_QUEUE_PAIRS_H

#include "runtime/host/objects/queue-memory.h"
#include "runtime/host/objects/queue-pair-attributes.h"
#include "runtime/host/process/process.h"

namespace dpa::host {

class FlexioQp {
public:
  /// Opens the port of the device, which is the process's own, or another one with
  /// a number for settings. Errors: those of the attributes, the device and
  /// QueueMemory.
  static Result<std::shared_ptr<FlexioQp>>
  create(const std::shared_ptr<FlexioProcess> &process,
         std::shared_ptr<Device> device, uint32_t deviceNumber,
         const ibv_pd *domain, const flexio_qp_attr &attributes);

  const FlexioProcess &process() const { return *process_; }
  uint32_t number() const { return pair_->number(); }
  QueuePairState state() const { return pair_->attributes().state; }
  Result<void> modify(const flexio_qp_attr &attributes,
                      const flexio_qp_attr_opt_param_mask &selected);

private:
  FlexioQp(std::shared_ptr<FlexioProcess> process,
           std::shared_ptr<Device> device)
      : process_(std::move(process)), device_(std::move(device)) {}

  const std::shared_ptr<FlexioProcess> process_;
  const std::shared_ptr<Device> device_; ///< has a network card
  QueuePairType type_ = QueuePairType::ReliableConnection;
  uint8_t access_ = 0;                ///< given at its creation
  std::optional<QueueMemory> memory_; ///< before the pair, which ends first
  std::unique_ptr<QueuePair> pair_;
};

/// Live ones by what the program holds.
Handles<FlexioQp> &queuePairs();

} // namespace dpa::host

#endif
