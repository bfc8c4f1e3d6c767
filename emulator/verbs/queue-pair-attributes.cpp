// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changing and reading the attributes of queue pairs. The card checks states and
// ranges; here only what it does not know is checked.
#include "emulator/verbs/addresses.h"
#include "emulator/verbs/create-queue-pair.h"
#include "emulator/verbs/devx-queue-pairs.h"
#include "emulator/verbs/queries.h"
#include "emulator/verbs/queue-pair.h"

#include "base/uncancelled.h"

#include <cerrno>
#include <cstring>

using namespace dpa::verbs;

namespace dpa::verbs {
namespace {

static_assert(IBV_QP_STATE == queuePairAttribute::state &&
              IBV_QP_AV == queuePairAttribute::path &&
              IBV_QP_DEST_QPN == queuePairAttribute::remoteQp);
static_assert(IBV_QPS_ERR == static_cast<int>(QueuePairState::Error));
static_assert(IBV_ACCESS_REMOTE_WRITE == remoteAccess::write &&
              IBV_ACCESS_REMOTE_READ == remoteAccess::read &&
              IBV_ACCESS_REMOTE_ATOMIC == remoteAccess::atomic);

constexpr uint32_t known = (IBV_QP_DEST_QPN << 1) - 1;
constexpr uint16_t mtuUnit = 128; // IBV_MTU_256 is 1

/// 0: not a value of enum ibv_mtu.
uint16_t bytesOf(ibv_mtu mtu) {
  bool isKnown = mtu >= IBV_MTU_256 && mtu <= IBV_MTU_4096;
  return isKnown ? static_cast<uint16_t>(mtuUnit << mtu) : 0;
}

/// The path has to leave by the queue pair's port, whose MTU limits it.
bool checkPath(const HostNic &nic, const QueuePair &card,
               const ibv_qp_attr &attr, uint32_t mask) {
  if ((mask & (IBV_QP_AV | IBV_QP_PATH_MTU)) == 0)
    return true;
  const uint8_t port =
      (mask & IBV_QP_PORT) != 0 ? attr.port_num : card.attributes().port;
  if (!hasPort(nic, port))
    return false;
  if ((mask & IBV_QP_AV) != 0 &&
      (!isValidAddress(nic, attr.ah_attr) || attr.ah_attr.port_num != port))
    return false;
  if ((mask & IBV_QP_PATH_MTU) == 0)
    return true;
  const uint16_t mtu = bytesOf(attr.path_mtu);
  return mtu != 0 && mtu <= nic.port(port).mtu;
}

QueuePairAttributes attributesOf(const HostNic &nic, uint32_t number,
                                 const ibv_qp_attr &attr, uint32_t mask) {
  QueuePairAttributes all;
  all.state = static_cast<QueuePairState>(attr.qp_state);
  all.currentState = static_cast<QueuePairState>(attr.cur_qp_state);
  all.notifiesDrained = attr.en_sqd_async_notify != 0;
  all.access = static_cast<uint8_t>(attr.qp_access_flags & remoteRights);
  all.partitionKeyIndex = attr.pkey_index;
  all.port = attr.port_num;
  all.queueKey = attr.qkey;
  all.timeout = attr.timeout;
  all.retryCount = attr.retry_cnt;
  all.rnrRetry = attr.rnr_retry;
  all.receivePsn = attr.rq_psn & 0xffffff;
  all.sendPsn = attr.sq_psn & 0xffffff;
  all.maxReads = attr.max_rd_atomic;
  all.maxRemoteReads = attr.max_dest_rd_atomic;
  all.minRnrTimer = attr.min_rnr_timer;
  all.remoteQp = attr.dest_qp_num;
  if ((mask & IBV_QP_PATH_MTU) != 0)
    all.pathMtu = bytesOf(attr.path_mtu);
  if ((mask & IBV_QP_AV) != 0)
    all.path = pathTo(nic, attr.ah_attr, number, attr.dest_qp_num);
  return all;
}

void setHeaders(const PathHeaders &headers, RocePath &path) {
  if (headers.destinationMac != MacAddress())
    path.destinationMac = headers.destinationMac;
  if (headers.sourcePort != 0)
    path.sourcePort = headers.sourcePort;
}

/// 0 or an errno.
int modifyCard(const HostNic &nic, QueuePair &card, const ibv_qp_attr &attr,
               uint32_t mask, const PathHeaders &headers) {
  const bool hasState = (mask & IBV_QP_STATE) != 0;
  if ((mask & ~known) != 0 || (mask & IBV_QP_CAP) != 0)
    return EOPNOTSUPP;
  if (!checkPath(nic, card, attr, mask) ||
      (hasState &&
       (attr.qp_state < IBV_QPS_RESET || attr.qp_state > IBV_QPS_ERR)))
    return EINVAL;
  std::string error;
  QueuePairAttributes changes = attributesOf(nic, card.number(), attr, mask);
  setHeaders(headers, changes.path);
  if (card.modify(changes, mask, error))
    return 0;
  printError("queue pair " + std::to_string(card.number()) + ": " + error);
  return EINVAL;
}

/// The same.
int modify(VerbsQp &qp, const ibv_qp_attr &attr, uint32_t mask,
           const PathHeaders &headers) {
  const std::shared_ptr<Device> device = deviceOf(qp);
  if (!device || qp.isInherited())
    return ENODEV;
  std::lock_guard guard(qp.attributeLock);
  if (int why = modifyCard(*device->nic(), *qp.card, attr, mask, headers))
    return why;
  if ((mask & IBV_QP_AV) != 0)
    qp.address = attr.ah_attr;
  if ((mask & IBV_QP_STATE) == 0)
    return 0;
  qp.qp_base.state = attr.qp_state;
  qp.state.store(attr.qp_state, std::memory_order_release);
  if (attr.qp_state == IBV_QPS_RESET)
    resetQueues(qp);
  return 0;
}

void describe(const QueuePairAttributes &all, ibv_qp_attr &attr) {
  std::memset(&attr, 0, sizeof attr);
  attr.qp_state = static_cast<ibv_qp_state>(all.state);
  attr.cur_qp_state = attr.qp_state;
  attr.path_mtu = mtuOf(all.pathMtu);
  attr.path_mig_state = IBV_MIG_MIGRATED;
  attr.qkey = all.queueKey;
  attr.rq_psn = all.receivePsn;
  attr.sq_psn = all.sendPsn;
  attr.dest_qp_num = all.remoteQp;
  attr.qp_access_flags = all.access;
  attr.pkey_index = all.partitionKeyIndex;
  attr.en_sqd_async_notify = all.notifiesDrained ? 1 : 0;
  attr.max_rd_atomic = all.maxReads;
  attr.max_dest_rd_atomic = all.maxRemoteReads;
  attr.min_rnr_timer = all.minRnrTimer;
  attr.port_num = all.port;
  attr.timeout = all.timeout;
  attr.retry_cnt = all.retryCount;
  attr.rnr_retry = all.rnrRetry;
}

void describe(const VerbsQp &qp, ibv_qp_init_attr &settings) {
  std::memset(&settings, 0, sizeof settings);
  settings.qp_context = qp.qp_base.qp_context;
  settings.send_cq = qp.qp_base.send_cq;
  settings.recv_cq = qp.qp_base.recv_cq;
  settings.srq = qp.qp_base.srq;
  settings.cap = qp.capabilities;
  settings.qp_type = qp.qp_base.qp_type;
  settings.sq_sig_all = qp.signalsAll ? 1 : 0;
}

int query(VerbsQp &qp, ibv_qp_attr &attr, ibv_qp_init_attr *settings) {
  if (!deviceOf(qp) || qp.isInherited())
    return ENODEV;
  std::lock_guard guard(qp.attributeLock);
  describe(qp.card->attributes(), attr);
  attr.cap = qp.capabilities;
  attr.ah_attr = qp.address;
  qp.qp_base.state = attr.qp_state;
  qp.state.store(attr.qp_state, std::memory_order_release);
  if (settings)
    describe(qp, *settings);
  return 0;
}

} // namespace
} // namespace dpa::verbs

// All of a public function's C++ is inside uncancelled(): see there.
extern "C" {

int ibv_modify_qp(ibv_qp *qp, ibv_qp_attr *attributes, int mask) {
  return dpa::uncancelled([&] {
    return modify(ownQp(qp), *attributes, static_cast<uint32_t>(mask), {});
  });
}

int dpa_verbs_modify_qp(ibv_qp *qp, const ibv_qp_attr *attributes,
                        uint32_t mask, const PathHeaders *headers) {
  return modify(ownQp(qp), *attributes, mask, *headers);
}

int dpa_verbs_modify_card(const dpa::HostNic *nic, dpa::QueuePair *card,
                          const ibv_qp_attr *attributes, uint32_t mask,
                          const PathHeaders *headers) {
  return modifyCard(*nic, *card, *attributes, mask, *headers);
}

void dpa_verbs_describe_card(const dpa::QueuePair *card,
                             ibv_qp_attr *attributes) {
  describe(card->attributes(), *attributes);
}

int ibv_query_qp(ibv_qp *qp, ibv_qp_attr *attributes, int /*mask*/,
                 ibv_qp_init_attr *settings) {
  return dpa::uncancelled(
      [&] { return query(ownQp(qp), *attributes, settings); });
}

} // extern "C"
