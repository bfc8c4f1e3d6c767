// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of Ethernet receive queues: see ethernet-receivers.h. The child of a
// fork() begins with an empty one.
#include "runtime/doca/common/ethernet-receivers.h"

#include "base/fork-generation.h"

#include <map>
#include <mutex>

namespace dpa::doca {

namespace {

struct ReceiverTable {
  std::mutex lock;
  std::map<std::pair<std::string, uint16_t>, EthernetReceiver *> queues;
};

ReceiverTable &receiverTable() {
  return perProgram<ReceiverTable>();
}

} // namespace

bool enterReceiver(EthernetReceiver &receiver) {
  ReceiverTable &table = receiverTable();
  const std::lock_guard guard(table.lock);
  return table.queues
      .emplace(std::pair(receiver.device, receiver.queueId), &receiver)
      .second;
}

void removeReceiver(const EthernetReceiver &receiver) {
  ReceiverTable &table = receiverTable();
  const std::lock_guard guard(table.lock);
  auto found = table.queues.find({receiver.device, receiver.queueId});
  if (found != table.queues.end() && found->second == &receiver)
    table.queues.erase(found);
}

EthernetReceiver *findReceiver(const std::string &device, uint16_t queueId,
                               const char *user, Use &use) {
  ReceiverTable &table = receiverTable();
  const std::lock_guard guard(table.lock);
  auto found = table.queues.find({device, queueId});
  if (found == table.queues.end())
    return nullptr;
  use = Use(*found->second, user);
  return found->second;
}

} // namespace dpa::doca
