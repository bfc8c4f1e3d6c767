// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steering of a device as the host program sees it: each change passes the gate of
// the device, so that the frames that meet it are part of the schedule. Gate and
// steering outlive it. Thread safe.
#ifndef DPA_EMULATOR_GATE_STEERING_GATE_H
#define DPA_EMULATOR_GATE_STEERING_GATE_H

#include "emulator/gate/gate.h"
#include "emulator/interface/steering.h"

#include <map>
#include <mutex>

namespace dpa {

class SteeringGate : public SteeringControl {
public:
  SteeringGate(Gate &gate, SteeringControl &inner)
      : gate_(gate), inner_(inner) {}

  SteeringResult createDomain(SteeringDomain type, uint64_t owner) override;
  SteeringResult createTable(SteeringId domain, uint32_t level) override;
  SteeringResult createMatcher(const SteeringMatcher &matcher) override;
  SteeringResult createRule(const SteeringRule &rule) override;
  SteeringResult createCounters(uint64_t owner, uint32_t count) override;
  SteeringResult createQueueTable(uint64_t owner, size_t sizeMax,
                                  std::span<const uint32_t> queues) override;
  SteeringResult setQueues(SteeringId queueTable,
                           std::span<const uint32_t> queues) override;
  SteeringResult createTir(uint64_t owner, SteeringId queueTable,
                           const ReceiveHash &hash) override;
  SteeringResult setTir(SteeringId tir, SteeringId queueTable,
                        const ReceiveHash &hash) override;
  SteeringStatus destroy(SteeringId object) override;
  bool hasObjects(uint64_t owner) const override {
    return inner_.hasObjects(owner);
  }
  void destroyAll(uint64_t owner) override;
  SteeringStatus setAllowsDuplicates(SteeringId domain, bool allows) override;
  SteeringResult check(SteeringId domain,
                       const SteeringAction &action) const override {
    return inner_.check(domain, action);
  }
  SteeringCount count(SteeringId counter) const override;
  SteeringCount takeCount(SteeringId counter) override;

private:
  void setContents(SteeringId queueTable, uint64_t digest);
  uint64_t contentsOf(SteeringId queueTable) const;

  Gate &gate_;
  SteeringControl &inner_;

  mutable std::mutex lock_; ///< of what follows
  /// Digests of the queues of queue tables.
  std::map<SteeringId, uint64_t> contents_;
};

} // namespace dpa

#endif
