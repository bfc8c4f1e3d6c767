// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of device.h: rules by which a device directs Ethernet frames. A domain has
// tables, a table matchers, a matcher rules; a rule has actions. Objects have ids
// that are never used again. Match parameters are bytes in the layout of mlx5
// hardware (fte_match_param). Thread safe; frames meet a change as a whole.
#ifndef DPA_EMULATOR_INTERFACE_STEERING_H
#define DPA_EMULATOR_INTERFACE_STEERING_H

#include "emulator/interface/receive-hash.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace dpa {

enum class SteeringDomain : uint8_t {
  NicReceive,  ///< frames to this function
  NicTransmit, ///< frames from this function, before Fdb
  Fdb,         ///< frames between the function and the ports (uplink)
};

/// 0: none.
using SteeringId = uint64_t;

enum class SteeringStatus : uint8_t {
  Ok,
  NoSuchObject,
  InUse,   ///< by another object
  Exists,  ///< the matcher has a rule with this value
  Invalid, ///< never valid
  NotSupported,
};

struct SteeringResult {
  SteeringStatus status = SteeringStatus::Ok;
  std::string message{}; ///< what is wrong; empty when Ok
  SteeringId id = 0;     ///< of the new object
};

/// What happens to a frame. A rule has one destination at most (all kinds but
/// Counter); without one, frames go on as without a rule.
struct SteeringAction {
  enum class Kind : uint8_t {
    ReceiveQueue,
    Table,
    Vport,
    Port,  ///< of the card, by its number
    Array, ///< several destinations: queues, TIRs, tables, vports, ports
    Drop,
    DefaultMiss, ///< as if no rule matched
    Counter,
    Tir, ///< that spreads frames over receive queues
  };
  /// The vport of the port through which the frame comes or its sender sends.
  static constexpr uint32_t uplink = 0xffff;
  static constexpr size_t arrayMax = 16;

  Kind kind = Kind::DefaultMiss;
  uint32_t number = 0; ///< of the receive queue, vport or port
  SteeringId object =
      0; ///< TIR, table, counter, or the domain of a vport or port
  std::vector<SteeringAction> array{};
};

struct SteeringMatcher {
  /// Bytes of match parameters. Of others, nothing is read.
  static constexpr size_t sizeMax = 512;

  SteeringId table = 0;
  uint16_t priority = 0;           ///< lower first
  uint8_t criteria = 0;            ///< which blocks of the mask count; 0: none
  std::span<const std::byte> mask; ///< up to sizeMax; zeros follow
};

struct SteeringRule {
  SteeringId matcher = 0;
  std::span<const std::byte> value; ///< like the mask
  std::span<const SteeringAction> actions;
};

struct SteeringCount {
  uint64_t packets = 0;
  uint64_t bytes = 0; ///< without check sequences (FCS)
};

/// Of one device.
class SteeringControl {
public:
  virtual ~SteeringControl() = default;

  /// `owner`: for destroyAll(), as the program names it.
  virtual SteeringResult createDomain(SteeringDomain type, uint64_t owner) = 0;
  /// Tables of level 0 are where frames begin; a rule directs frames to tables of
  /// higher levels only.
  virtual SteeringResult createTable(SteeringId domain, uint32_t level) = 0;
  virtual SteeringResult createMatcher(const SteeringMatcher &matcher) = 0;
  virtual SteeringResult createRule(const SteeringRule &rule) = 0;
  /// The id is that of the first; those of the others follow.
  virtual SteeringResult createCounters(uint64_t owner, uint32_t count) = 0;

  /// Queues of an RQT.
  static constexpr size_t queueTableMax = 4096;
  /// A receive queue table (RQT) of `queues`, by number; it may have up to `sizeMax`
  /// later.
  virtual SteeringResult createQueueTable(uint64_t owner, size_t sizeMax,
                                          std::span<const uint32_t> queues) = 0;
  virtual SteeringResult setQueues(SteeringId queueTable,
                                   std::span<const uint32_t> queues) = 0;
  /// A TIR: the hash of a frame chooses a queue of the table.
  virtual SteeringResult createTir(uint64_t owner, SteeringId queueTable,
                                   const ReceiveHash &hash) = 0;
  virtual SteeringResult setTir(SteeringId tir, SteeringId queueTable,
                                const ReceiveHash &hash) = 0;

  /// Objects that others use are not destroyed: InUse.
  virtual SteeringStatus destroy(SteeringId object) = 0;
  virtual bool hasObjects(uint64_t owner) const = 0;
  /// Everything that this owner has made.
  virtual void destroyAll(uint64_t owner) = 0;

  /// Whether a table above level 0 accepts several rules with the same value, of
  /// which the newest applies. At first: true.
  virtual SteeringStatus setAllowsDuplicates(SteeringId domain,
                                             bool allows) = 0;
  /// What is wrong with an action in any rule of this domain.
  virtual SteeringResult check(SteeringId domain,
                               const SteeringAction &action) const = 0;
  /// Zeros for an unknown counter.
  virtual SteeringCount count(SteeringId counter) const = 0;
  /// The same; the counter begins anew.
  virtual SteeringCount takeCount(SteeringId counter) = 0;
};

} // namespace dpa

#endif
