// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A TIR directs frames to one receive queue, or spreads them over those of an RQT. RQTs
// and TIRs may be changed while frames arrive.
#include "emulator/verbs/devx-tirs.h"

#include "emulator/verbs/devx-commands.h"

#include <atomic>
#include <mutex>

namespace dpa::verbs::devx {
namespace {

using Object = mlx5dv_devx_obj;
constexpr const char *creation = "mlx5dv_devx_obj_create";
constexpr const char *change = "mlx5dv_devx_obj_modify";

/// Held during a change: firmware also performs one at a time.
std::mutex &changes() {
  static std::mutex one;
  return one;
}

ObjectPointer makeObject(ibv_context *context, Object::Kind kind) {
  return std::make_unique<Object>(context, contextOf(context).id, kind);
}

bool hasQueue(Device &device, uint32_t number) {
  return device.nic() && device.nic()->has(NicObject::ReceiveQueue, number);
}

/// The number of an object of the device's steering, for answers.
int setNumber(Object &made, SteeringId id, Answer out) {
  constexpr SteeringId numberMax = 0xffffff;
  made.id = id;
  made.number = static_cast<uint32_t>(id);
  set(out, number, made.number);
  return id <= numberMax ? 0 : ENOMEM;
}

/// The queues of a list in a command. False, with an errno in `why`.
bool readQueues(const char *function, Device &device, Command in, Answer out,
                std::vector<uint32_t> &queues, int &why) {
  const uint64_t size = get(in, rqt::actualSize);
  const uint64_t bytes = rqt::listAt + size * rqt::entrySize;
  if (in.size() < bytes) {
    why = invalid(function,
                  "RQT: the command has " + std::to_string(in.size()) +
                      " bytes (expected " + std::to_string(bytes) + " for " +
                      std::to_string(size) + " receive queues)");
    return false;
  }
  for (uint64_t i = 0; i < size; ++i) {
    const auto place =
        static_cast<uint32_t>(8 * (rqt::listAt + i * rqt::entrySize));
    queues.push_back(static_cast<uint32_t>(get(in, {place + 8, 24})));
    if (!hasQueue(device, queues.back())) {
      why = reject(out, function,
                   "RQT: entry " + std::to_string(i) + ": receive queue " +
                       std::to_string(queues.back()) + " does not exist",
                   Status::BadResource);
      return false;
    }
  }
  return true;
}

/// The message about a part of a TIR's context that is not emulated; empty: none.
const char *unknownPart(Command in) {
  if (get(in, tir::mergesPackets) != 0)
    return "TIR: packet_merge_mask (merging packets) is not emulated";
  if (get(in, tir::tls) != 0)
    return "TIR: tls_en is not emulated";
  if (get(in, tir::tunnels) != 0)
    return "TIR: tunneled_offload_en is not emulated";
  return "";
}

/// The hash of a TIR's context. False, with an errno in `why`.
bool readHash(const char *function, Command in, Answer out, ReceiveHash &hash,
              int &why) {
  const uint64_t function8 = get(in, tir::hashFunction);
  hash.fields = static_cast<uint32_t>(get(in, tir::fields));
  if (function8 > static_cast<uint64_t>(ReceiveHash::Function::Toeplitz))
    why = reject(out, function,
                 "TIR: rx_hash_fn " + std::to_string(function8) +
                     " (expected 0 to 2)");
  else if (get(in, tir::innerFields) != 0)
    why = refusePart(function,
                     "TIR: rx_hash_field_selector_inner is not emulated");
  else if ((hash.fields & ~ReceiveHash::allFields) != 0)
    why = refusePart(function, "TIR: hashing fields other than addresses and "
                               "ports is not emulated");
  if (why != 0)
    return false;
  hash.function = static_cast<ReceiveHash::Function>(function8);
  hash.isSymmetric = get(in, tir::symmetric) != 0;
  hash.isIpv6 = get(in, tir::isIpv6) != 0;
  hash.isUdp = get(in, tir::isUdp) != 0;
  for (uint32_t i = 0; i < hash.key.size(); ++i)
    hash.key.at(i) = static_cast<uint8_t>(get(in, {tir::keyAt + 8 * i, 8}));
  return true;
}

ObjectPointer createDirectTir(ibv_context *context,
                              const std::shared_ptr<Device> &device, Command in,
                              Answer out) {
  const auto queue = static_cast<uint32_t>(get(in, tir::queue));
  if (!hasQueue(*device, queue))
    return failed(reject(out, creation,
                         "TIR: receive queue " + std::to_string(queue) +
                             " does not exist",
                         Status::BadResource));
  auto made = makeObject(context, Object::Kind::DirectTir);
  bindDevxObject(made.get(), {.kind = DevxObject::Kind::ReceiveQueueTir,
                              .number = queue,
                              .device = device});
  made->used = useReceiveQueues(context, std::span(&queue, 1));
  set(out, number, queue);
  return made;
}

ObjectPointer createSpreadingTir(ibv_context *context, Device &device,
                                 Command in, Answer out) {
  ReceiveHash hash;
  int why = 0;
  if (!readHash(creation, in, out, hash, why))
    return failed(why);
  const auto table = static_cast<uint32_t>(get(in, tir::table));
  const Object *queues = findNumber(context, Object::Kind::QueueTable, table);
  if (!queues)
    return failed(reject(
        out, creation, "TIR: RQT " + std::to_string(table) + " does not exist",
        Status::BadResource));
  auto made = makeObject(context, Object::Kind::Tir);
  const SteeringResult result =
      device.steering()->createTir(made->contextId, queues->id, hash);
  why = errnoOf(creation, result);
  if (why == 0)
    why = setNumber(*made, result.id, out);
  if (why != 0)
    return failed(why);
  made->hash = hash;
  made->table = queues->id;
  return made;
}

} // namespace

ObjectPointer createQueueTable(ibv_context *context, Device &device, Command in,
                               Answer out) {
  std::vector<uint32_t> queues;
  int why = 0;
  if (get(in, rqt::queueType) != 0)
    return failed(refusePart(creation, "RQT: list_q_type is not emulated "
                                       "(expected 0, receive queues)"));
  if (get(in, rqt::hasVhcaIds) != 0)
    return failed(refusePart(creation, "RQT: rq_vhca_id_format (queues of "
                                       "other functions) is not emulated"));
  if (!readQueues(creation, device, in, out, queues, why))
    return failed(why);
  auto made = makeObject(context, Object::Kind::QueueTable);
  const SteeringResult result = device.steering()->createQueueTable(
      made->contextId, get(in, rqt::maxSize), queues);
  if (result.status != SteeringStatus::Ok)
    return failed(reject(out, creation, result.message));
  why = setNumber(*made, result.id, out);
  if (why != 0)
    return failed(why);
  made->used = useReceiveQueues(context, queues);
  return made;
}

ObjectPointer createTir(ibv_context *context,
                        const std::shared_ptr<Device> &device, Command in,
                        Answer out) {
  constexpr size_t sizeMin = tir::commandSize - 0x100;
  if (in.size() < sizeMin)
    return failed(
        invalid(creation, "TIR: the command has " + std::to_string(in.size()) +
                              " bytes (expected " + std::to_string(sizeMin) +
                              " at least)"));
  if (const char *part = unknownPart(in); *part)
    return failed(refusePart(creation, part));
  const uint64_t dispatch = get(in, tir::dispatch);
  if (dispatch == tir::toQueue)
    return createDirectTir(context, device, in, out);
  if (dispatch == tir::toTable)
    return createSpreadingTir(context, *device, in, out);
  return failed(reject(out, creation,
                       "TIR: disp_type " + std::to_string(dispatch) +
                           " (expected 0, direct, or 1, indirect)"));
}

ObjectPointer allocTransportDomain(ibv_context *context, Answer out) {
  static std::atomic<uint32_t> last = 0;
  constexpr uint32_t numberMax = 0xffffff;
  auto made = makeObject(context, Object::Kind::TransportDomain);
  made->number = last.fetch_add(1) % numberMax + 1;
  set(out, number, made->number);
  return made;
}

/// A TIS has no effect: send queues of Flex IO need none.
ObjectPointer createTis(ibv_context *context, Command in, Answer out) {
  static std::atomic<uint32_t> last = 0;
  constexpr uint32_t numberMax = 0xffffff;
  if (get(in, tis::tls) != 0)
    return failed(refusePart(creation, "TIS: tls_en is not emulated"));
  if (get(in, tis::portAffinity) != 0)
    return failed(
        refusePart(creation, "TIS: lag_tx_port_affinity is not emulated"));
  const auto domain = static_cast<uint32_t>(get(in, tis::transportDomain));
  const Object *used =
      findNumber(context, Object::Kind::TransportDomain, domain);
  if (!used)
    return failed(reject(out, creation,
                         "TIS: transport domain " + std::to_string(domain) +
                             " does not exist",
                         Status::BadResource));
  auto made = makeObject(context, Object::Kind::Tis);
  made->used.emplace_back(const_cast<Object *>(used));
  made->number = last.fetch_add(1) % numberMax + 1;
  set(out, number, made->number);
  return made;
}

int modifyQueueTable(Object &object, Device &device, Command in, Answer out) {
  const std::lock_guard guard(changes());
  if (int why = checkNumber(change, nameOf(object), "rqtn",
                            get(in, modify::number), object.number))
    return why;
  if (get(in, modify::bits) != rqt::changesList)
    return reject(out, change, "RQT: bitmask (expected 1, the list of queues)");
  std::vector<uint32_t> queues;
  int why = 0;
  if (!readQueues(change, device, in, out, queues, why))
    return why;
  auto used = useReceiveQueues(object.context, queues);
  const SteeringResult result = device.steering()->setQueues(object.id, queues);
  if (result.status != SteeringStatus::Ok)
    return reject(out, change, result.message);
  object.used.swap(used);
  return 0;
}

int modifyTir(Object &object, Device &device, Command in, Answer out) {
  const std::lock_guard guard(changes());
  const uint64_t bits = get(in, modify::bits);
  if (int why = checkNumber(change, nameOf(object), "tirn",
                            get(in, modify::number), object.number))
    return why;
  if ((bits & ~(tir::changesTable | tir::changesHash)) != 0 || bits == 0)
    return refusePart(change, "TIR: changing anything but hash and "
                              "indirect_table is not emulated");
  ReceiveHash hash = object.hash;
  SteeringId table = object.table;
  int why = 0;
  if ((bits & tir::changesHash) != 0 && !readHash(change, in, out, hash, why))
    return why;
  if ((bits & tir::changesTable) != 0) {
    const auto wanted = static_cast<uint32_t>(get(in, tir::table));
    const Object *found =
        findNumber(object.context, Object::Kind::QueueTable, wanted);
    if (!found)
      return reject(out, change,
                    "TIR: RQT " + std::to_string(wanted) + " does not exist",
                    Status::BadResource);
    table = found->id;
  }
  why = errnoOf(change, device.steering()->setTir(object.id, table, hash));
  if (why != 0)
    return why;
  object.hash = hash;
  object.table = table;
  return 0;
}

} // namespace dpa::verbs::devx
