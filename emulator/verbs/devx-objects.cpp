// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of DevX objects, and failures of commands.
#include "emulator/verbs/devx-objects.h"

#include "base/log-line.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <mutex>
#include <pthread.h>
#include <set>

namespace dpa::verbs {
namespace {

using devx::Answer;
using Object = mlx5dv_devx_obj;

/// What this program and its parents have made.
struct Objects {
  std::mutex lock; ///< of what follows
  std::set<const Object *> all;
  std::set<uint64_t> reported; ///< opcodes
};

/// Never destroyed: exit handlers of the program may still use its objects.
Objects &objects() {
  static auto *const theObjects = new Objects;
  return *theObjects;
}

/// fork() waits until the lock is free: its child finds the same objects, which have
/// no device there.
[[gnu::constructor]] void makeObjects() {
  objects();
  pthread_atfork([] { objects().lock.lock(); }, [] { objects().lock.unlock(); },
                 [] { objects().lock.unlock(); });
}

} // namespace

bool devx::isKnown(const Object *object) {
  std::lock_guard guard(objects().lock);
  return objects().all.contains(object);
}

Object *devx::add(ObjectPointer made) {
  std::lock_guard guard(objects().lock);
  objects().all.insert(made.get());
  return made.release();
}

void devx::remove(const Object *object) {
  std::lock_guard guard(objects().lock);
  objects().all.erase(object);
}

bool devx::areCommand(const char *function, const void *in, size_t inSize,
                      const void *out, size_t outSize) {
  if (in && out && inSize >= headSize && outSize >= headSize)
    return true;
  printLine("dpa-verbs", "error",
            "%s: the command has %zu bytes and the answer %zu (expected %zu "
            "each at least)",
            function, in ? inSize : 0, out ? outSize : 0, headSize);
  return false;
}

int devx::refuse(const char *function, uint64_t opcode) {
  std::unique_lock guard(objects().lock);
  const bool isNew = objects().reported.insert(opcode).second;
  guard.unlock();
  if (isNew)
    printLine("dpa-verbs", "error", "%s: %s is not emulated", function,
              textOfCommand(opcode).c_str());
  return EOPNOTSUPP;
}

namespace {

/// The commands about objects: their functions, and the kinds of objects.
struct ObjectCommand {
  devx::Opcode opcode;
  const char *name;
  const char *function;
  const char *kind;
};

constexpr std::array objectCommands = std::to_array<ObjectCommand>({
    {devx::Opcode::ModifyTir, "MODIFY_TIR", "mlx5dv_devx_obj_modify", "TIR"},
    {devx::Opcode::ModifyRqt, "MODIFY_RQT", "mlx5dv_devx_obj_modify", "RQT"},
    {devx::Opcode::ModifyRq, "MODIFY_RQ", "mlx5dv_devx_obj_modify", "RQ"},
    {devx::Opcode::QueryRq, "QUERY_RQ", "mlx5dv_devx_obj_query", "RQ"},
    {devx::Opcode::QueryFlowCounter, "QUERY_FLOW_COUNTER",
     "mlx5dv_devx_obj_query", "flow counter"},
    {devx::Opcode::ModifyCq, "MODIFY_CQ", "mlx5dv_devx_obj_modify", "CQ"},
    {devx::Opcode::QueryCq, "QUERY_CQ", "mlx5dv_devx_obj_query", "CQ"},
    {devx::Opcode::ModifySq, "MODIFY_SQ", "mlx5dv_devx_obj_modify", "SQ"},
    {devx::Opcode::QuerySq, "QUERY_SQ", "mlx5dv_devx_obj_query", "SQ"},
    {devx::Opcode::ModifyRmp, "MODIFY_RMP", "mlx5dv_devx_obj_modify", "RMP"},
    {devx::Opcode::QueryRmp, "QUERY_RMP", "mlx5dv_devx_obj_query", "RMP"},
    {devx::Opcode::QuerySrq, "QUERY_SRQ", "mlx5dv_devx_obj_query", "SRQ"},
    {devx::Opcode::ArmRq, "ARM_RQ", "mlx5dv_devx_obj_modify", "SRQ"},
    {devx::Opcode::QueryQp, "QUERY_QP", "mlx5dv_devx_obj_query", "QP"},
});

} // namespace

int devx::refuseFor(const char *function, const std::string &object,
                    uint64_t opcode) {
  const auto *found = std::ranges::find(
      objectCommands, static_cast<Opcode>(opcode), &ObjectCommand::opcode);
  if (found == objectCommands.end())
    return refuse(function, opcode);
  if (std::string_view(function) != found->function)
    return invalid(function, object + ": wrong function for " + found->name +
                                 " (expected " + found->function + ")");
  return invalid(function, object + ": wrong kind of object for " +
                               found->name + " (expected " + found->kind + ")");
}

int devx::invalid(const char *function, const std::string &what) {
  printLine("dpa-verbs", "error", "%s: %s", function, what.c_str());
  return EINVAL;
}

int devx::checkNumber(const char *function, const std::string &object,
                      const char *field, uint64_t named, uint32_t number) {
  return named == number ? 0
                         : invalid(function, object + ": " + field + " " +
                                                 std::to_string(named) +
                                                 " is not that of the object");
}

int devx::checkCommand(const char *function, const CommandTarget &target,
                       Opcode expected, Command in) {
  if (static_cast<Opcode>(get(in, opcode)) != expected)
    return refuseFor(function, target.name, get(in, opcode));
  return checkNumber(function, target.name, target.field, get(in, target.at),
                     target.number);
}

int devx::refuseAnswer(const char *function, const std::string &object,
                       Answer out, size_t size) {
  return invalid(function,
                 object + ": the answer has " + std::to_string(out.size()) +
                     " bytes (expected " + std::to_string(size) + " at least)");
}

std::string devx::textOfCommand(uint64_t opcode) {
  constexpr size_t sizeMax = 32;
  std::array<char, sizeMax> text;
  std::snprintf(text.data(), text.size(), "command 0x%x",
                static_cast<unsigned>(opcode));
  return text.data();
}

int devx::refusePart(const char *function, const std::string &what) {
  printLine("dpa-verbs", "error", "%s: %s", function, what.c_str());
  return EOPNOTSUPP;
}

int devx::reject(Answer out, const char *function, const std::string &what,
                 Status status) {
  out[0] = static_cast<std::byte>(status);
  printLine("dpa-verbs", "error", "%s: %s", function, what.c_str());
  return EREMOTEIO;
}

std::string devx::nameOf(const Object &object) {
  switch (object.kind) {
  case Object::Kind::FlowCounters:
    return "flow counter " + std::to_string(static_cast<uint32_t>(object.id));
  case Object::Kind::DirectTir:
    return "TIR with inline_rqn";
  case Object::Kind::Tir:
    return "TIR " + std::to_string(object.number);
  case Object::Kind::QueueTable:
    return "RQT " + std::to_string(object.number);
  case Object::Kind::Tis:
    return "TIS " + std::to_string(object.number);
  case Object::Kind::Queue:
    return "queue " + std::to_string(object.number);
  case Object::Kind::Domain:
    return "protection domain " + std::to_string(object.number);
  case Object::Kind::TransportDomain:
    break;
  }
  return "transport domain " + std::to_string(object.number);
}

std::string devx::nameOf(const DevxObject &object) {
  const std::string number = std::to_string(object.number);
  switch (object.kind) {
  case DevxObject::Kind::CompletionQueue:
    return "CQ " + number;
  case DevxObject::Kind::ReceiveQueueTir:
    return "TIR of RQ " + number;
  case DevxObject::Kind::ReceiveQueue:
    break;
  }
  return "RQ " + number;
}

namespace {

Object *findKnown(const Object *object, Object::Kind kind) {
  if (!devx::isKnown(object) || object->kind != kind)
    return nullptr;
  return const_cast<Object *>(object);
}

} // namespace

Object *findFlowCounters(const Object *object) {
  return findKnown(object, Object::Kind::FlowCounters);
}

Object *findSpreadingTir(const Object *object) {
  return findKnown(object, Object::Kind::Tir);
}

const Object *findNumber(ibv_context *context, Object::Kind kind,
                         uint32_t number) {
  const uint64_t contextId = contextOf(context).id;
  std::lock_guard guard(objects().lock);
  for (const Object *each : objects().all)
    if (each->kind == kind && each->number == number &&
        each->contextId == contextId)
      return each;
  return nullptr;
}

std::vector<SteeringUse> useReceiveQueues(ibv_context *context,
                                          std::span<const uint32_t> numbers) {
  const uint64_t contextId = contextOf(context).id;
  std::vector<SteeringUse> used;
  std::lock_guard guard(objects().lock);
  for (const Object *each : objects().all)
    if (each->part && each->part->isReceiveQueue() &&
        each->contextId == contextId &&
        std::ranges::find(numbers, each->number) != numbers.end())
      used.emplace_back(const_cast<Object *>(each));
  return used;
}

} // namespace dpa::verbs
