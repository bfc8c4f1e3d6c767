// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The objects of one process on the network card: UARs, outboxes and completion
// queues, and the doorbells that connect them. From the start there are the
// process's UAR, to which all outboxes belong, and a default outbox. Rejects
// doorbells of queues that the outbox cannot reach, with a reason. Thread safe.
#ifndef DPA_EMULATOR_NIC_PROCESS_NIC_H
#define DPA_EMULATOR_NIC_PROCESS_NIC_H

#include "emulator/nic/completion-queue.h"
#include "emulator/nic/number-pool.h"

#include <array>
#include <atomic>
#include <shared_mutex>
#include <unordered_map>
#include <unordered_set>

namespace dpa {

/// Why a doorbell was rejected; does not allocate.
struct Refusal {
  std::array<char, 192> text{};
  bool isRepeated = false; ///< the same was reported before
};

class ProcessNic {
public:
  explicit ProcessNic(std::shared_ptr<NicNumbers> numbers);
  ~ProcessNic();
  ProcessNic(const ProcessNic &) = delete;
  ProcessNic &operator=(const ProcessNic &) = delete;

  uint32_t uar() const { return processUar_; }
  uint16_t defaultOutbox() const { return defaultOutbox_; }

  /// 0: all are in use.
  uint32_t createUar();
  void destroyUar(uint32_t uar);
  bool hasUar(uint32_t uar) const;

  /// 0: all are in use. `pcc`: it takes doorbells of congestion control.
  uint16_t createOutbox(bool pcc);
  void destroyOutbox(uint16_t outbox);
  bool hasOutbox(uint64_t outbox) const;

  /// Null: all numbers are in use. The arguments are EmulatedCq's.
  std::shared_ptr<EmulatedCq> createCq(const CqSettings &settings,
                                       std::byte *ring, const std::byte *record,
                                       std::weak_ptr<EventTarget> target);
  void destroyCq(const EmulatedCq &cq);

  /// Whether a register of the outbox page (runtime/abi/outbox.h) can be
  /// written.
  static bool isDoorbell(uint64_t offset);
  /// Writes one through an outbox. False: rejected.
  bool storeDoorbell(uint32_t outbox, uint64_t offset, uint64_t value,
                     Refusal &why);
  /// False: no such register.
  bool loadDoorbell(uint32_t outbox, uint64_t offset, uint64_t &value) const;

private:
  /// The registers of congestion control: what was written last.
  struct EmulatedOutbox {
    bool pcc = false;
    std::atomic<uint64_t> congestion = 0;
    std::atomic<uint64_t> congestionMsb = 0;
  };

  std::shared_ptr<EmulatedOutbox> findOutbox(uint64_t outbox) const;
  std::shared_ptr<EmulatedCq> findCq(uint32_t number, Refusal &why) const;

  const std::shared_ptr<NicNumbers> numbers_;
  uint32_t processUar_ = 0;
  uint16_t defaultOutbox_ = 0;

  mutable std::shared_mutex lock_; ///< of what follows
  std::unordered_set<uint32_t> uars_;
  std::unordered_map<uint64_t, std::shared_ptr<EmulatedOutbox>> outboxes_;
  std::unordered_map<uint32_t, std::shared_ptr<EmulatedCq>> cqs_;
};

} // namespace dpa

#endif
