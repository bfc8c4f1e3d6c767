// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes of queue pairs: see queue-pair-attributes.h.
#include "runtime/host/objects/queue-pair-attributes.h"

#include "base/bytes.h"
#include "base/enum-value.h"
#include "runtime/host/objects/queue-place.h"
#include "runtime/host/support/readable-memory.h"

#include <algorithm>
#include <cstring>

namespace dpa::host {
namespace {

using namespace queuePairAttribute;
using Type = QueuePairType;
using State = QueuePairState;

constexpr uint8_t logReceiveStride = 4; // one data segment
constexpr uint8_t logBasicBlock = 6;
constexpr uint64_t basicBlock = uint64_t(1) << logBasicBlock;
constexpr int logDepthMax = 15;

// Unless it is set. 4.096 us times 2 to the power of this: 134 ms.
constexpr uint8_t ackTimeoutDefault = 15;

Error outOfRange(const char *what, int64_t value, const char *expected) {
  return {std::string(what) + " is " + std::to_string(value) + " (expected " +
          expected + ")"};
}

Result<QueuePairType> typeOf(const flexio_qp_attr &attributes) {
  switch (attributes.transport_type) {
  case FLEXIO_QPC_ST_RC:
    return Type::ReliableConnection;
  case FLEXIO_QPC_ST_UC:
    return Type::UnreliableConnection;
  case FLEXIO_QPC_ST_UD:
    return Type::UnreliableDatagram;
  default:
    return Error{"transport type " + hex(attributes.transport_type) +
                 " is not supported (expected FLEXIO_QPC_ST_RC, UC or UD)"};
  }
}

Result<uint8_t> depthOf(int logDepth, const char *what) {
  if (logDepth < 0 || logDepth > logDepthMax)
    return outOfRange(what, logDepth, "0 to 15");
  return static_cast<uint8_t>(logDepth);
}

// Adds the receive queue, whose ring begins at `ring`.
Result<void> addReceiveQueue(const flexio_qp_attr &attributes,
                             const QueuePlace &ring, QueuePairMemory &memory) {
  QueuePairSettings &settings = memory.settings;
  switch (attributes.rq_type) {
  case FLEXIO_QP_QPC_RQ_TYPE_ZERO_SIZE_RQ:
    return {};
  case FLEXIO_QP_QPC_RQ_TYPE_SRQ_RMP_XRC_SRQ_XRQ:
    if (attributes.rmpqn == 0)
      return Error{"rmpqn 0 is not the number of a shared receive queue"};
    settings.sharedReceiveQueue = attributes.rmpqn;
    return {};
  case FLEXIO_QP_QPC_RQ_TYPE_REGULAR:
    break;
  default:
    return Error{"rq_type " + std::to_string(attributes.rq_type) +
                 " is not a type of receive queue"};
  }
  Result<uint8_t> depth = depthOf(attributes.log_rq_depth, "log_rq_depth");
  if (!depth)
    return depth.error();
  settings.receive = {
      .ring = ring, .logDepth = *depth, .logStride = logReceiveStride};
  memory.ringSize =
      std::max(basicBlock, uint64_t(1) << (logReceiveStride + *depth));
  return {};
}

// Adds the send queue, whose ring follows that of the receive queue.
Result<void> addSendQueue(const flexio_qp_attr &attributes,
                          const QueuePlace &ring, QueuePairMemory &memory) {
  if (attributes.no_sq != 0)
    return {};
  Result<uint8_t> depth = depthOf(attributes.log_sq_depth, "log_sq_depth");
  if (!depth)
    return depth.error();
  memory.settings.send = {
      .ring = {.address = ring.address + memory.ringSize, .umem = ring.umem},
      .logDepth = *depth,
      .logStride = logBasicBlock};
  memory.ringSize += basicBlock << *depth;
  return {};
}

// A queue that the queue pair does not have completes nothing.
void addCompletionQueues(const flexio_qp_attr &attributes,
                         QueuePairSettings &settings) {
  const bool isReceiving =
      attributes.rq_type != FLEXIO_QP_QPC_RQ_TYPE_ZERO_SIZE_RQ;
  const bool isShared = settings.sharedReceiveQueue != 0;
  settings.sendCompletions =
      attributes.no_sq != 0 ? attributes.rq_cqn : attributes.sq_cqn;
  settings.receiveCompletions =
      !isReceiving || (isShared && attributes.rq_cqn == 0) ? attributes.sq_cqn
                                                           : attributes.rq_cqn;
}

// The address of the other end. A program may leave out the MAC address, which
// follows from the GID.
Result<void> addDestination(const flexio_qp_attr &attributes,
                            const HostNic &nic, uint8_t port, RocePath &path) {
  if (attributes.fl != 0) {
    path.destinationGid = path.sourceGid;
    path.destinationMac = path.sourceMac;
    return {};
  }
  memcpy(path.destinationGid.data(), attributes.rgid_or_rip.raw,
         path.destinationGid.size());
  if (path.destinationGid == Gid{})
    return Error{"rgid_or_rip is 0 (expected the GID of the other end)"};
  if (attributes.dest_mac) {
    if (Result<void> readable =
            checkReadable(attributes.dest_mac, path.destinationMac.size());
        !readable)
      return readable.error().in("dest_mac");
    memcpy(path.destinationMac.data(), attributes.dest_mac,
           path.destinationMac.size());
  }
  if (path.destinationMac == MacAddress{})
    path.destinationMac = nic.macOf(port, path.destinationGid);
  return {};
}

Result<RocePath> pathOf(const flexio_qp_attr &attributes, const HostNic &nic,
                        uint8_t number) {
  const PortState port = nic.port(number);
  if (attributes.gid_table_index >= port.gids.size())
    return Error{
        "gid_table_index is " + std::to_string(attributes.gid_table_index) +
        ", but the port has " + std::to_string(port.gids.size()) + " GIDs"};
  RocePath path;
  path.sourceMac = port.mac;
  path.sourceGid = port.gids[attributes.gid_table_index];
  if (attributes.udp_sport != 0)
    path.sourcePort = attributes.udp_sport;
  if (Result<void> added = addDestination(attributes, nic, number, path);
      !added)
    return added.error();
  return path;
}

Result<void> addMinRnrTimer(const flexio_qp_attr &attributes,
                            QueuePairChange &change) {
  constexpr uint32_t timerMax = 31;
  if (attributes.min_rnr_nak_timer > timerMax)
    return outOfRange("min_rnr_nak_timer", attributes.min_rnr_nak_timer,
                      "0 to 31");
  change.attributes.minRnrTimer =
      static_cast<uint8_t>(attributes.min_rnr_nak_timer);
  change.mask |= minRnrTimer;
  return {};
}

Result<void> addAccess(const flexio_qp_attr &attributes,
                       QueuePairChange &change) {
  Result<uint8_t> given = accessOf(attributes);
  if (!given)
    return given.error();
  change.attributes.access = *given;
  change.mask |= access;
  return {};
}

Result<uint8_t> readsOf(const char *what, uint8_t logReads) {
  constexpr uint8_t logReadsMax = 4;
  if (logReads > logReadsMax)
    return outOfRange(what, logReads, "0 to 4");
  return static_cast<uint8_t>(1u << logReads);
}

Result<void> addInit(const QueuePairPresent &present,
                     const flexio_qp_attr &attributes, bool isAccessSelected,
                     QueuePairChange &change) {
  change.attributes.port =
      attributes.vhca_port_num == 0 ? 1 : attributes.vhca_port_num;
  change.mask |= partitionKey | port;
  if (present.type == Type::UnreliableDatagram) {
    change.attributes.queueKey = attributes.q_key;
    change.mask |= queueKey;
    return {};
  }
  if (isAccessSelected || attributes.qp_access_mask != 0)
    return addAccess(attributes, change);
  change.attributes.access = present.access;
  change.mask |= access;
  return {};
}

Result<void> addReadyToReceive(const QueuePairPresent &present,
                               const flexio_qp_attr &attributes,
                               const HostNic &nic, QueuePairChange &change) {
  if (present.type == Type::UnreliableDatagram)
    return {};
  Result<RocePath> connection = pathOf(attributes, nic, present.port);
  if (!connection)
    return connection.error();
  const unsigned mtu = numberOf(attributes.path_mtu);
  if (mtu < FLEXIO_QP_QPC_MTU_BYTES_256 || mtu > FLEXIO_QP_QPC_MTU_BYTES_4K)
    return outOfRange("path_mtu", shownNumber(attributes.path_mtu),
                      "FLEXIO_QP_QPC_MTU_BYTES_256 to _4K");
  QueuePairAttributes &changes = change.attributes;
  changes.path = *connection;
  changes.pathMtu = static_cast<uint16_t>(128u << mtu);
  changes.remoteQp = attributes.remote_qp_num;
  changes.receivePsn = attributes.next_rcv_psn;
  change.mask |= path | pathMtu | remoteQp | receivePsn;
  if (present.type == Type::UnreliableConnection)
    return {};
  Result<uint8_t> reads = readsOf("log_rra_max", attributes.log_rra_max);
  if (!reads)
    return reads.error();
  changes.maxRemoteReads = *reads;
  change.mask |= maxRemoteReads;
  return addMinRnrTimer(attributes, change);
}

/// The value of an attribute that is stored plus 1; `unset` if it is 0.
uint8_t valueOr(uint8_t attribute, uint8_t unset) {
  return attribute == 0 ? unset : static_cast<uint8_t>(attribute - 1);
}

Result<void> addReadyToSend(QueuePairType type,
                            const flexio_qp_attr &attributes,
                            QueuePairChange &change) {
  QueuePairAttributes &changes = change.attributes;
  changes.sendPsn = attributes.next_send_psn;
  change.mask |= sendPsn;
  if (type != Type::ReliableConnection)
    return {};
  Result<uint8_t> reads = readsOf("log_sra_max", attributes.log_sra_max);
  if (!reads)
    return reads.error();
  changes.maxReads = *reads;
  changes.retryCount = attributes.retry_count;
  changes.rnrRetry =
      valueOr(attributes.rnr_retry_count_plus_1, attributes.retry_count);
  changes.timeout = valueOr(attributes.ack_timeout_plus_1, ackTimeoutDefault);
  change.mask |= maxReads | retryCount | rnrRetry | timeout;
  return {};
}

// Attributes that the program selects.
Result<void> addSelected(const QueuePairPresent &present,
                         const flexio_qp_attr &attributes,
                         const flexio_qp_attr_opt_param_mask &selected,
                         QueuePairChange &change) {
  const State to = change.attributes.state;
  if (selected.qp_access_mask && present.type != Type::UnreliableDatagram &&
      (to == State::ReadyToReceive || to == State::ReadyToSend))
    if (Result<void> added = addAccess(attributes, change); !added)
      return added;
  if (selected.min_rnr_nak_timer && to == State::ReadyToSend &&
      present.type == Type::ReliableConnection)
    return addMinRnrTimer(attributes, change);
  return {};
}

} // namespace

Result<uint8_t> accessOf(const flexio_qp_attr &attributes) {
  constexpr unsigned remote =
      remoteAccess::write | remoteAccess::read | remoteAccess::atomic;
  static_assert(remoteAccess::write == IBV_ACCESS_REMOTE_WRITE &&
                remoteAccess::read == IBV_ACCESS_REMOTE_READ &&
                remoteAccess::atomic == IBV_ACCESS_REMOTE_ATOMIC);
  const auto given = static_cast<unsigned>(attributes.qp_access_mask);
  if ((given & ~(remote | IBV_ACCESS_LOCAL_WRITE)) != 0)
    return Error{"qp_access_mask " + hex(given) +
                 " has other rights than IBV_ACCESS_LOCAL_WRITE, "
                 "REMOTE_WRITE, REMOTE_READ and REMOTE_ATOMIC"};
  return static_cast<uint8_t>(given & remote);
}

Result<QueuePairMemory> queuePairMemoryOf(const flexio_qp_attr &attributes) {
  Result<QueuePairType> type = typeOf(attributes);
  if (!type)
    return type.error();
  Result<QueuePlace> ring = placeOf(attributes.qp_wq_buff_qmem);
  if (!ring)
    return ring.error().in("the rings");
  Result<QueuePlace> record = placeOf(attributes.qp_wq_dbr_qmem);
  if (!record)
    return record.error().in("the doorbell record");
  QueuePairMemory memory;
  memory.ring = *ring;
  memory.settings.type = *type;
  memory.settings.doorbellRecord = *record;
  memory.settings.uar = attributes.uar_id;
  memory.settings.userIndex = attributes.user_index;
  if (Result<void> added = addReceiveQueue(attributes, *ring, memory); !added)
    return added.error();
  if (Result<void> added = addSendQueue(attributes, *ring, memory); !added)
    return added.error();
  if (memory.ringSize != 0 && ring->address == 0 && ring->umem == 0)
    return Error{"the rings are at address 0"};
  addCompletionQueues(attributes, memory.settings);
  return memory;
}

Result<QueuePairChange> changeOf(const QueuePairPresent &present,
                                 const flexio_qp_attr &attributes,
                                 const flexio_qp_attr_opt_param_mask &selected,
                                 const HostNic &nic) {
  QueuePairChange change;
  change.mask = state;
  const unsigned next = numberOf(attributes.next_state);
  if (next > FLEXIO_QP_STATE_RTS && next != FLEXIO_QP_STATE_ERR)
    return Error{"next_state " +
                 std::to_string(shownNumber(attributes.next_state)) +
                 " is not a state"};
  const auto to = static_cast<State>(next);
  change.attributes.state = to;
  Result<void> added;
  if (to == State::Init)
    added = addInit(present, attributes, selected.qp_access_mask, change);
  else if (to == State::ReadyToReceive)
    added = addReadyToReceive(present, attributes, nic, change);
  else if (to == State::ReadyToSend && present.state != State::ReadyToSend)
    added = addReadyToSend(present.type, attributes, change);
  if (added)
    added = addSelected(present, attributes, selected, change);
  if (!added)
    return added.error();
  return change;
}

} // namespace dpa::host
