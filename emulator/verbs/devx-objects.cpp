// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Objects by firmware commands (mlx5dv_devx_obj_*): flow counters, and TIRs that
// direct to one queue. A command that is not emulated fails with EOPNOTSUPP and is
// reported once; one that firmware would reject, with EREMOTEIO and a status in the
// answer, as the kernel does.
#include "emulator/verbs/devx-objects.h"

#include "base/log-line.h"
#include "base/uncancelled.h"
#include "emulator/verbs/devx-commands.h"

#include <algorithm>
#include <cerrno>
#include <mutex>
#include <new>
#include <pthread.h>
#include <set>

namespace dpa::verbs {
namespace {

using Command = std::span<const std::byte>;
using Answer = std::span<std::byte>;
using Object = mlx5dv_devx_obj;
using ObjectPointer = std::unique_ptr<Object>;

constexpr std::byte badParameter{3}; // status of an answer

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

bool isKnown(const Object *object) {
  std::lock_guard guard(objects().lock);
  return objects().all.contains(object);
}

ObjectPointer fail(int why) {
  errno = why;
  return nullptr;
}

/// EOPNOTSUPP.
int refuse(const char *function, uint64_t opcode) {
  std::unique_lock guard(objects().lock);
  const bool isNew = objects().reported.insert(opcode).second;
  guard.unlock();
  if (isNew)
    printLine("dpa-verbs", "error", "%s: command 0x%x is not emulated",
              function, static_cast<unsigned>(opcode));
  return EOPNOTSUPP;
}

/// EREMOTEIO, with the status in the answer.
int reject(Answer out, const char *function, const std::string &what) {
  out[0] = badParameter;
  printLine("dpa-verbs", "error", "%s: %s", function, what.c_str());
  return EREMOTEIO;
}

/// How many flow counters a command asks for.
uint32_t counterCount(Command in) {
  const auto log = devx::get(in, devx::counter::bulkLogSize);
  if (log != 0)
    return static_cast<uint32_t>(uint64_t{1} << log);
  constexpr uint32_t bulkUnit = 128;
  const auto bulk = static_cast<uint32_t>(devx::get(in, devx::counter::bulk));
  return bulk == 0 ? 1 : bulk * bulkUnit;
}

ObjectPointer createCounters(ibv_context *context, Device &device, Command in,
                             Answer out) {
  constexpr const char *function = "mlx5dv_devx_obj_create";
  constexpr uint32_t countMax = 1 << 15;
  auto made = std::make_unique<Object>(context, contextOf(context).id,
                                       Object::Kind::FlowCounters);
  made->count = counterCount(in);
  if (made->count > countMax)
    return fail(reject(out, function,
                       std::to_string(made->count) +
                           " flow counters (expected at most " +
                           std::to_string(countMax) + ")"));
  const SteeringResult result =
      device.steering()->createCounters(made->contextId, made->count);
  if (int why = errnoOf(function, result))
    return fail(why);
  made->id = result.id;
  devx::set(out, devx::counter::allocatedId, static_cast<uint32_t>(result.id));
  return made;
}

/// Only those of one queue, which steering needs: others would spread frames.
ObjectPointer createTir(ibv_context *context,
                        const std::shared_ptr<Device> &device, Command in,
                        Answer out) {
  constexpr const char *function = "mlx5dv_devx_obj_create";
  if (in.size() < devx::tir::commandSize - 0x100)
    return fail(EINVAL);
  if (devx::get(in, devx::tir::dispatch) != devx::tir::toQueue ||
      devx::get(in, devx::tir::mergesPackets) != 0) {
    printLine("dpa-verbs", "error",
              "%s: a TIR that spreads or merges packets is not emulated "
              "(expected one with inline_rqn)",
              function);
    return fail(EOPNOTSUPP);
  }
  const auto queue = static_cast<uint32_t>(devx::get(in, devx::tir::queue));
  if (!device->nic() || !device->nic()->hasReceiveQueue(queue))
    return fail(reject(out, function,
                       "TIR: receive queue " + std::to_string(queue) +
                           " does not exist"));
  auto made = std::make_unique<Object>(context, contextOf(context).id,
                                       Object::Kind::Tir);
  bindDevxObject(made.get(), {.kind = DevxObject::Kind::ReceiveQueue,
                              .number = queue,
                              .device = device});
  devx::set(out, devx::number, queue);
  return made;
}

ObjectPointer create(ibv_context *context, Command in, Answer out) {
  const std::shared_ptr<Device> device = deviceOfContext(context);
  if (!device)
    return fail(ENODEV);
  if (!device->steering())
    return fail(EOPNOTSUPP);
  std::ranges::fill(out, std::byte{});
  const uint64_t opcode = devx::get(in, devx::opcode);
  switch (opcode) {
  case static_cast<uint64_t>(devx::Opcode::AllocFlowCounter):
    return createCounters(context, *device, in, out);
  case static_cast<uint64_t>(devx::Opcode::CreateTir):
    return createTir(context, device, in, out);
  default:
    return fail(refuse("mlx5dv_devx_obj_create", opcode));
  }
}

Object *createKnown(ibv_context *context, Command in, Answer out) try {
  ObjectPointer made = create(context, in, out);
  if (!made)
    return nullptr;
  std::lock_guard guard(objects().lock);
  objects().all.insert(made.get());
  return made.release();
} catch (const std::bad_alloc &) {
  errno = ENOMEM;
  return nullptr;
}

/// 0 or an errno. An object without a device is only memory.
int destroy(Object *object) try {
  if (!isKnown(object))
    return EINVAL;
  if (object->uses != 0)
    return EBUSY;
  if (object->kind == Object::Kind::Tir)
    unbindDevxObject(object);
  else if (const std::shared_ptr<Device> device = object->device())
    for (uint32_t i = 0; i < object->count; ++i)
      if (device->steering()->destroy(object->id + i) == SteeringStatus::InUse)
        return EBUSY;
  {
    std::lock_guard guard(objects().lock);
    objects().all.erase(object);
  }
  delete object;
  return 0;
} catch (const std::bad_alloc &) {
  return ENOMEM;
}

int queryCounters(const Object &object, SteeringControl &steering, Command in,
                  Answer out) {
  constexpr const char *function = "mlx5dv_devx_obj_query";
  namespace field = devx::counter;
  const auto first = static_cast<uint32_t>(devx::get(in, field::id) -
                                           static_cast<uint32_t>(object.id));
  const uint64_t count = std::max<uint64_t>(devx::get(in, field::count), 1);
  if (first >= object.count || count > object.count - first)
    return reject(out, function,
                  "flow counter: id or number of counters is out of range");
  if (devx::get(in, field::dumpsToMemory) != 0) {
    printLine("dpa-verbs", "error",
              "%s: writing flow counters to memory is not emulated", function);
    return EOPNOTSUPP;
  }
  if (out.size() < devx::headSize + count * field::resultSize)
    return EINVAL;
  const bool clears = devx::get(in, field::clear) != 0;
  for (uint32_t i = 0; i < count; ++i) {
    const SteeringId id = object.id + first + i;
    const SteeringCount now =
        clears ? steering.takeCount(id) : steering.count(id);
    const auto place =
        static_cast<uint32_t>(8 * (devx::headSize + i * field::resultSize));
    devx::set(out, {place, 64}, now.packets);
    devx::set(out, {place + 64, 64}, now.bytes);
  }
  return 0;
}

/// 0 or an errno.
int query(const Object *object, Command in, Answer out) try {
  if (!isKnown(object))
    return EINVAL;
  const std::shared_ptr<Device> device = object->device();
  if (!device)
    return ENODEV;
  std::ranges::fill(out, std::byte{});
  const uint64_t opcode = devx::get(in, devx::opcode);
  if (opcode == static_cast<uint64_t>(devx::Opcode::QueryFlowCounter) &&
      object->kind == Object::Kind::FlowCounters)
    return queryCounters(*object, *device->steering(), in, out);
  return refuse("mlx5dv_devx_obj_query", opcode);
} catch (const std::bad_alloc &) {
  return ENOMEM;
}

bool areCommand(const void *in, size_t inSize, const void *out,
                size_t outSize) {
  return in && out && inSize >= devx::headSize && outSize >= devx::headSize;
}
Command commandOf(const void *in, size_t size) {
  return {static_cast<const std::byte *>(in), size};
}
Answer answerOf(void *out, size_t size) {
  return {static_cast<std::byte *>(out), size};
}

/// A command that has no emulation, whatever it is.
int refuseCommand(const char *function, const void *in, size_t size) try {
  return refuse(function, devx::get(commandOf(in, size), devx::opcode));
} catch (const std::bad_alloc &) {
  return ENOMEM;
}

} // namespace

Object *findFlowCounters(const Object *object) {
  if (!isKnown(object) || object->kind != Object::Kind::FlowCounters)
    return nullptr;
  return const_cast<Object *>(object);
}

} // namespace dpa::verbs

using namespace dpa::verbs;

// All of a public function's C++ is inside uncancelled(): see there.
extern "C" {

mlx5dv_devx_obj *mlx5dv_devx_obj_create(ibv_context *context, const void *in,
                                        size_t inSize, void *out,
                                        size_t outSize) {
  if (!areCommand(in, inSize, out, outSize)) {
    errno = EINVAL;
    return nullptr;
  }
  return dpa::uncancelled([&] {
    return createKnown(context, commandOf(in, inSize), answerOf(out, outSize));
  });
}

int mlx5dv_devx_obj_query(mlx5dv_devx_obj *object, const void *in,
                          size_t inSize, void *out, size_t outSize) {
  if (!areCommand(in, inSize, out, outSize))
    return EINVAL;
  return dpa::uncancelled([&] {
    return query(object, commandOf(in, inSize), answerOf(out, outSize));
  });
}

int mlx5dv_devx_obj_modify(mlx5dv_devx_obj * /*object*/, const void *in,
                           size_t inSize, void *out, size_t outSize) {
  if (!areCommand(in, inSize, out, outSize))
    return EINVAL;
  return dpa::uncancelled(
      [&] { return refuseCommand("mlx5dv_devx_obj_modify", in, inSize); });
}

int mlx5dv_devx_general_cmd(ibv_context * /*context*/, const void *in,
                            size_t inSize, void *out, size_t outSize) {
  if (!areCommand(in, inSize, out, outSize))
    return EINVAL;
  return dpa::uncancelled(
      [&] { return refuseCommand("mlx5dv_devx_general_cmd", in, inSize); });
}

int mlx5dv_devx_obj_destroy(mlx5dv_devx_obj *object) {
  return dpa::uncancelled([&] { return destroy(object); });
}

} // extern "C"
