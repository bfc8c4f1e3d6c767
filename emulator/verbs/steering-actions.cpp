// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Actions of libmlx5's steering (mlx5dv_dr_action_*). An action is a description
// that rules of several matchers may share; it is checked when it is created as
// far as its arguments allow.
#include "emulator/verbs/devx-objects.h"

#include "base/log-line.h"
#include "base/uncancelled.h"

#include <cerrno>
#include <new>

using Kind = dpa::SteeringAction::Kind;

namespace dpa::verbs {
namespace {

using ActionPointer = std::unique_ptr<mlx5dv_dr_action>;

ActionPointer fail(int why) {
  errno = why;
  return nullptr;
}

ActionPointer makeAction(Kind kind) {
  auto action = std::make_unique<mlx5dv_dr_action>();
  action->value.kind = kind;
  return action;
}

ActionPointer makeAction(Kind kind, const std::shared_ptr<Device> &device) {
  ActionPointer action = makeAction(kind);
  action->belongsToDevice = true;
  action->device = device;
  return action;
}

/// The action; null, and errno, if no rule of the domain may have it.
ActionPointer checked(const char *function, const mlx5dv_dr_domain &domain,
                      ActionPointer action) {
  const std::shared_ptr<Device> device = domain.device();
  if (!device)
    return fail(ENODEV);
  if (int why = errnoOf(function,
                        device->steering()->check(domain.id, action->value)))
    return fail(why);
  return action;
}

ActionPointer toTable(mlx5dv_dr_table *table) {
  if (!table)
    return fail(EINVAL);
  const std::shared_ptr<Device> device = table->device();
  if (!device)
    return fail(ENODEV);
  ActionPointer action = makeAction(Kind::Table, device);
  action->value.object = table->id;
  action->parts.emplace_back(table);
  return action;
}

/// To a vport or port.
ActionPointer toUplink(const char *function, Kind kind,
                       const mlx5dv_dr_domain *domain, uint32_t number) {
  if (!domain)
    return fail(EINVAL);
  ActionPointer action = makeAction(kind, domain->device());
  action->value.object = domain->id;
  action->value.number = number;
  return checked(function, *domain, std::move(action));
}

/// To a TIR; null, and errno, if its device is gone.
ActionPointer toTir(mlx5dv_devx_obj &tir) {
  const std::shared_ptr<Device> device = tir.device();
  if (!device)
    return fail(ENODEV);
  ActionPointer action = makeAction(Kind::Tir, device);
  action->value.object = tir.id;
  action->parts.emplace_back(&tir);
  return action;
}

ActionPointer toReceiveQueue(const mlx5dv_devx_obj *object) {
  if (mlx5dv_devx_obj *tir = findSpreadingTir(object))
    return toTir(*tir);
  const std::optional<DevxObject> found = findDevxObject(object);
  if (!found || found->kind != DevxObject::Kind::ReceiveQueueTir) {
    dpa::printLine("dpa-verbs", "error",
                   "mlx5dv_dr_action_create_dest_devx_tir: not the TIR of a "
                   "receive queue of this program");
    return fail(EINVAL);
  }
  ActionPointer action = makeAction(Kind::ReceiveQueue, found->device);
  action->value.number = found->number;
  return action;
}

ActionPointer toCounter(const mlx5dv_devx_obj *object, uint32_t offset) {
  mlx5dv_devx_obj *found = findFlowCounters(object);
  if (!found || offset >= found->count) {
    dpa::printLine("dpa-verbs", "error",
                   "mlx5dv_dr_action_create_flow_counter: %s",
                   found ? "offset is beyond the flow counters of the object"
                         : "not a flow counter of this program");
    return fail(EINVAL);
  }
  const std::shared_ptr<Device> device = found->device();
  if (!device)
    return fail(ENODEV);
  ActionPointer action = makeAction(Kind::Counter, device);
  action->value.object = found->id + offset;
  action->parts.emplace_back(found);
  return action;
}

/// 0, or why it cannot be a part of the array.
int addPart(mlx5dv_dr_action &array, const std::shared_ptr<Device> &device,
            const mlx5dv_dr_action_dest_attr *part) {
  if (!part)
    return EINVAL;
  if (part->type == MLX5DV_DR_ACTION_DEST_REFORMAT)
    return EOPNOTSUPP;
  if (part->type != MLX5DV_DR_ACTION_DEST || !part->dest ||
      !part->dest->isFor(device))
    return EINVAL;
  array.value.array.push_back(part->dest->value);
  array.parts.emplace_back(part->dest);
  return 0;
}

ActionPointer toArray(mlx5dv_dr_domain *domain,
                      std::span<mlx5dv_dr_action_dest_attr *const> parts) {
  if (!domain || parts.size() > SteeringAction::arrayMax)
    return fail(EINVAL);
  const std::shared_ptr<Device> device = domain->device();
  if (!device)
    return fail(ENODEV);
  ActionPointer action = makeAction(Kind::Array, device);
  for (const mlx5dv_dr_action_dest_attr *part : parts)
    if (int why = addPart(*action, device, part))
      return fail(why);
  action->parts.emplace_back(domain);
  return checked("mlx5dv_dr_action_create_dest_array", *domain,
                 std::move(action));
}

/// make() as a public function returns it; null, and ENOMEM, if it runs out of
/// memory.
template <typename Make> mlx5dv_dr_action *create(Make make) {
  try {
    return make().release();
  } catch (const std::bad_alloc &) {
    errno = ENOMEM;
    return nullptr;
  }
}

int destroy(mlx5dv_dr_action *action) {
  if (!action)
    return EINVAL;
  if (action->uses != 0)
    return EBUSY;
  delete action;
  return 0;
}

} // namespace
} // namespace dpa::verbs

using namespace dpa::verbs;

// All of a public function's C++ is inside uncancelled(): see there.
extern "C" {

mlx5dv_dr_action *mlx5dv_dr_action_create_dest_table(mlx5dv_dr_table *table) {
  return dpa::uncancelled(
      [&] { return create([&] { return toTable(table); }); });
}

mlx5dv_dr_action *mlx5dv_dr_action_create_dest_vport(mlx5dv_dr_domain *domain,
                                                     uint32_t vport) {
  return dpa::uncancelled([&] {
    return create([&] {
      return toUplink("mlx5dv_dr_action_create_dest_vport", Kind::Vport, domain,
                      vport);
    });
  });
}

mlx5dv_dr_action *mlx5dv_dr_action_create_dest_ib_port(mlx5dv_dr_domain *domain,
                                                       uint32_t port) {
  return dpa::uncancelled([&] {
    return create([&] {
      return toUplink("mlx5dv_dr_action_create_dest_ib_port", Kind::Port,
                      domain, port);
    });
  });
}

mlx5dv_dr_action *
mlx5dv_dr_action_create_dest_devx_tir(mlx5dv_devx_obj *object) {
  return dpa::uncancelled(
      [&] { return create([&] { return toReceiveQueue(object); }); });
}

mlx5dv_dr_action *
mlx5dv_dr_action_create_dest_array(mlx5dv_dr_domain *domain, size_t count,
                                   mlx5dv_dr_action_dest_attr *parts[]) {
  return dpa::uncancelled([&] {
    return create(
        [&] { return parts ? toArray(domain, {parts, count}) : fail(EINVAL); });
  });
}

mlx5dv_dr_action *mlx5dv_dr_action_create_flow_counter(mlx5dv_devx_obj *object,
                                                       uint32_t offset) {
  return dpa::uncancelled(
      [&] { return create([&] { return toCounter(object, offset); }); });
}

mlx5dv_dr_action *mlx5dv_dr_action_create_drop(void) {
  return dpa::uncancelled(
      [&] { return create([&] { return makeAction(Kind::Drop); }); });
}

mlx5dv_dr_action *mlx5dv_dr_action_create_default_miss(void) {
  return dpa::uncancelled(
      [&] { return create([&] { return makeAction(Kind::DefaultMiss); }); });
}

int mlx5dv_dr_action_destroy(mlx5dv_dr_action *action) {
  return dpa::uncancelled([&] { return destroy(action); });
}

} // extern "C"
