// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of DevX objects, and failures of commands.
#include "emulator/verbs/devx-objects.h"

#include "base/log-line.h"

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

int devx::refuse(const char *function, uint64_t opcode) {
  std::unique_lock guard(objects().lock);
  const bool isNew = objects().reported.insert(opcode).second;
  guard.unlock();
  if (isNew)
    printLine("dpa-verbs", "error", "%s: command 0x%x is not emulated",
              function, static_cast<unsigned>(opcode));
  return EOPNOTSUPP;
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

} // namespace dpa::verbs
