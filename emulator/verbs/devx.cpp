// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Firmware commands (mlx5dv_devx_obj_*, mlx5dv_devx_general_cmd): each one finds its
// function here. Flow counters.
#include "base/log-line.h"
#include "base/uncancelled.h"
#include "emulator/verbs/devx-capabilities.h"
#include "emulator/verbs/devx-commands.h"
#include "emulator/verbs/devx-creation.h"
#include "emulator/verbs/devx-receive-queues.h"
#include "emulator/verbs/devx-tirs.h"
#include "emulator/verbs/uars.h"

#include <algorithm>
#include <new>

namespace dpa::verbs {
namespace {

using devx::Answer;
using devx::Command;
using devx::failed;
using devx::isKnown;
using devx::ObjectPointer;
using devx::refuse;
using devx::reject;
using Object = mlx5dv_devx_obj;

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
    return failed(reject(out, function,
                         std::to_string(made->count) +
                             " flow counters (expected at most " +
                             std::to_string(countMax) + ")"));
  const SteeringResult result =
      device.steering()->createCounters(made->contextId, made->count);
  if (int why = errnoOf(function, result))
    return failed(why);
  made->id = result.id;
  devx::set(out, devx::counter::allocatedId, static_cast<uint32_t>(result.id));
  return made;
}

ObjectPointer create(ibv_context *context, Command in, Answer out) {
  const std::shared_ptr<Device> device = deviceOfContext(context);
  if (!device)
    return failed(ENODEV);
  if (!device->steering())
    return failed(EOPNOTSUPP);
  std::ranges::fill(out, std::byte{});
  const uint64_t opcode = devx::get(in, devx::opcode);
  switch (opcode) {
  case static_cast<uint64_t>(devx::Opcode::AllocFlowCounter):
    return createCounters(context, *device, in, out);
  case static_cast<uint64_t>(devx::Opcode::CreateTir):
    return devx::createTir(context, device, in, out);
  case static_cast<uint64_t>(devx::Opcode::CreateRqt):
    return devx::createQueueTable(context, *device, in, out);
  case static_cast<uint64_t>(devx::Opcode::CreateTis):
    return devx::createTis(context, in, out);
  case static_cast<uint64_t>(devx::Opcode::AllocTransportDomain):
    return devx::allocTransportDomain(context, out);
  default:
    break;
  }
  ObjectPointer made = devx::createQueueObject({context, device, in, out});
  return made || errno != 0 ? std::move(made)
                            : failed(refuse("mlx5dv_devx_obj_create", opcode));
}

Object *createKnown(ibv_context *context, Command in, Answer out) try {
  ObjectPointer made = create(context, in, out);
  return made ? devx::add(std::move(made)) : nullptr;
} catch (const std::bad_alloc &) {
  errno = ENOMEM;
  return nullptr;
}

/// 0 or EBUSY. An object without a device is only memory.
int destroyInDevice(Object &object) {
  if (object.part && object.part->isOfParent()) {
    [[maybe_unused]] auto *left = object.part.release(); // stays as it is
  }
  if (object.part)
    return object.part->end();
  if (object.kind == Object::Kind::DirectTir)
    unbindDevxObject(&object);
  const std::shared_ptr<Device> device = object.device();
  if (!device || object.id == 0)
    return 0;
  for (uint32_t i = 0; i < object.count; ++i)
    if (device->steering()->destroy(object.id + i) == SteeringStatus::InUse)
      return EBUSY;
  return 0;
}

/// 0 or an errno.
int destroy(Object *object) try {
  if (!isKnown(object))
    return EINVAL;
  if (object->uses != 0)
    return EBUSY;
  if (int why = destroyInDevice(*object))
    return why;
  devx::remove(object);
  const bool wasQueue = object->kind == Object::Kind::Queue;
  delete object;
  if (wasQueue)
    dpa_verbs_end_freed_uars();
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
  if (first >= object.count)
    return devx::invalid(function, devx::nameOf(object) + ": flow_counter_id " +
                                       std::to_string(get(in, field::id)) +
                                       " is not one of the object");
  if (count > object.count - first)
    return reject(out, function,
                  "flow counter: num_of_counters " + std::to_string(count) +
                      " exceeds those of the object",
                  devx::Status::BadResource);
  if (devx::get(in, field::dumpsToMemory) != 0)
    return devx::refusePart(function,
                            "writing flow counters to memory is not emulated");
  const uint64_t size = devx::headSize + count * field::resultSize;
  if (out.size() < size)
    return devx::refuseAnswer(function, devx::nameOf(object), out, size);
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

/// Of a command about an object of libflexio. Empty: the object is none, or cannot be
/// changed or queried.
std::optional<dpa::DevxObject> findReceiveQueue(const Object *object) {
  auto found = findDevxObject(object);
  if (found && found->kind != DevxObject::Kind::ReceiveQueue)
    found.reset();
  return found;
}

/// An errno for a command about an object that isKnown() does not know: one of libflexio
/// that the command is not for, or none.
int refuseUnknown(const char *function, const Object *object, Command in) {
  if (const auto found = findDevxObject(object))
    return devx::refuseFor(function, devx::nameOf(*found),
                           devx::get(in, devx::opcode));
  printLine("dpa-verbs", "error", "%s: %p is not a live DevX object", function,
            static_cast<const void *>(object));
  return EINVAL;
}

/// 0 or an errno.
int query(const Object *object, Command in, Answer out) try {
  constexpr const char *function = "mlx5dv_devx_obj_query";
  if (const auto queue = findReceiveQueue(object)) {
    std::ranges::fill(out, std::byte{});
    return devx::queryReceiveQueue(*queue->device, queue->number, in, out);
  }
  if (!isKnown(object))
    return refuseUnknown(function, object, in);
  const std::shared_ptr<Device> device = object->device();
  if (!device)
    return ENODEV;
  std::ranges::fill(out, std::byte{});
  if (object->part)
    return object->part->query(in, out);
  const uint64_t opcode = devx::get(in, devx::opcode);
  if (opcode == static_cast<uint64_t>(devx::Opcode::QueryFlowCounter) &&
      object->kind == Object::Kind::FlowCounters)
    return queryCounters(*object, *device->steering(), in, out);
  return devx::refuseFor(function, devx::nameOf(*object), opcode);
} catch (const std::bad_alloc &) {
  return ENOMEM;
}

Command commandOf(const void *in, size_t size) {
  return {static_cast<const std::byte *>(in), size};
}
Answer answerOf(void *out, size_t size) {
  return {static_cast<std::byte *>(out), size};
}

/// 0 or an errno.
int modify(Object *object, Command in, Answer out) try {
  constexpr const char *function = "mlx5dv_devx_obj_modify";
  if (const auto queue = findReceiveQueue(object)) {
    std::ranges::fill(out, std::byte{});
    return devx::modifyReceiveQueue(*queue->device, queue->number, in, out);
  }
  if (!isKnown(object))
    return refuseUnknown(function, object, in);
  const std::shared_ptr<Device> device = object->device();
  if (!device)
    return ENODEV;
  std::ranges::fill(out, std::byte{});
  if (object->part)
    return object->part->modify(in, out);
  const uint64_t opcode = devx::get(in, devx::opcode);
  if (opcode == static_cast<uint64_t>(devx::Opcode::ModifyRqt) &&
      object->kind == Object::Kind::QueueTable)
    return devx::modifyQueueTable(*object, *device, in, out);
  if (opcode == static_cast<uint64_t>(devx::Opcode::ModifyTir) &&
      object->kind == Object::Kind::Tir)
    return devx::modifyTir(*object, *device, in, out);
  if (opcode == static_cast<uint64_t>(devx::Opcode::ModifyTir) &&
      object->kind == Object::Kind::DirectTir)
    return devx::refusePart(function,
                            "TIR: changing one with inline_rqn is not "
                            "emulated");
  return devx::refuseFor(function, devx::nameOf(*object), opcode);
} catch (const std::bad_alloc &) {
  return ENOMEM;
}

/// The same.
int command(ibv_context *context, Command in, Answer out) try {
  const std::shared_ptr<Device> device = deviceOfContext(context);
  if (!device)
    return ENODEV;
  std::ranges::fill(out, std::byte{});
  const uint64_t opcode = devx::get(in, devx::opcode);
  if (opcode == static_cast<uint64_t>(devx::Opcode::QueryHcaCap))
    return devx::queryCapabilities(*device, in, out);
  return refuse("mlx5dv_devx_general_cmd", opcode);
} catch (const std::bad_alloc &) {
  return ENOMEM;
}

} // namespace
} // namespace dpa::verbs

using namespace dpa::verbs;

// All of a public function's C++ is inside uncancelled(): see there.
extern "C" {

mlx5dv_devx_obj *mlx5dv_devx_obj_create(ibv_context *context, const void *in,
                                        size_t inSize, void *out,
                                        size_t outSize) {
  return dpa::uncancelled([&]() -> mlx5dv_devx_obj * {
    if (!devx::areCommand("mlx5dv_devx_obj_create", in, inSize, out, outSize)) {
      errno = EINVAL;
      return nullptr;
    }
    return createKnown(context, commandOf(in, inSize), answerOf(out, outSize));
  });
}

int mlx5dv_devx_obj_query(mlx5dv_devx_obj *object, const void *in,
                          size_t inSize, void *out, size_t outSize) {
  return dpa::uncancelled([&] {
    if (!devx::areCommand("mlx5dv_devx_obj_query", in, inSize, out, outSize))
      return EINVAL;
    return query(object, commandOf(in, inSize), answerOf(out, outSize));
  });
}

int mlx5dv_devx_obj_modify(mlx5dv_devx_obj *object, const void *in,
                           size_t inSize, void *out, size_t outSize) {
  return dpa::uncancelled([&] {
    if (!devx::areCommand("mlx5dv_devx_obj_modify", in, inSize, out, outSize))
      return EINVAL;
    return modify(object, commandOf(in, inSize), answerOf(out, outSize));
  });
}

int mlx5dv_devx_general_cmd(ibv_context *context, const void *in, size_t inSize,
                            void *out, size_t outSize) {
  return dpa::uncancelled([&] {
    if (!devx::areCommand("mlx5dv_devx_general_cmd", in, inSize, out, outSize))
      return EINVAL;
    return command(context, commandOf(in, inSize), answerOf(out, outSize));
  });
}

int mlx5dv_devx_obj_destroy(mlx5dv_devx_obj *object) {
  return dpa::uncancelled([&] { return destroy(object); });
}

} // extern "C"
