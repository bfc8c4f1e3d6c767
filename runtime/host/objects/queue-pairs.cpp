// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queue pairs: see queue-pairs.h.
#include "runtime/host/objects/queue-pairs.h"

namespace dpa::host {

Result<std::shared_ptr<FlexioQp>>
FlexioQp::create(const std::shared_ptr<FlexioProcess> &process,
                 std::shared_ptr<Device> device, uint32_t deviceNumber,
                 const ibv_pd *domain, const flexio_qp_attr &attributes) {
  Result<QueuePairMemory> memory = queuePairMemoryOf(attributes);
  if (!memory)
    return memory.error();
  Result<uint8_t> access = accessOf(attributes);
  if (!access)
    return access.error();
  HostNic *nic = device->nic();
  if (!nic)
    return Error{"the device has no network card"};
  std::string error;
  if (!nic->start(error))
    return Error{error};
  QueuePairSettings &settings = memory->settings;
  settings.device = deviceNumber;
  settings.domain = domain;
  std::shared_ptr<FlexioQp> made(new FlexioQp(process, std::move(device)));
  made->type_ = settings.type;
  made->access_ = *access;
  made->pair_ = process->deviceProcess().createQueuePair(settings, error);
  if (!made->pair_)
    return Error{error};
  if (memory->ringSize == 0)
    return made;
  Result<QueueMemory> held =
      QueueMemory::hold(process->memory(), memory->ring, memory->ringSize,
                        settings.doorbellRecord);
  if (!held)
    return held.error();
  made->memory_ = *std::move(held);
  return made;
}

Result<void> FlexioQp::modify(const flexio_qp_attr &attributes,
                              const flexio_qp_attr_opt_param_mask &selected) {
  Result<QueuePairChange> change =
      changeOf({.type = type_,
                .state = state(),
                .access = access_,
                .port = pair_->attributes().port},
               attributes, selected, *device_->nic());
  if (!change)
    return change.error();
  std::string error;
  if (!pair_->modify(change->attributes, change->mask, error))
    return Error{error};
  return {};
}

Handles<FlexioQp> &queuePairs() {
  static auto &table = *new Handles<FlexioQp>("queue pair");
  return table;
}

} // namespace dpa::host
