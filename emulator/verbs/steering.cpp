// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steering of libmlx5 (mlx5dv_dr_*): domains, tables, matchers and rules. The
// device checks and applies them; errno values are those of rdma-core.
#include "emulator/verbs/steering-objects.h"

#include "base/enum-value.h"
#include "base/log-line.h"
#include "base/uncancelled.h"

#include <cerrno>
#include <new>

using dpa::SteeringResult;
using dpa::SteeringStatus;

namespace dpa::verbs {

int errnoOf(const char *function, const SteeringResult &result) {
  switch (result.status) {
  case SteeringStatus::Ok:
    return 0;
  case SteeringStatus::InUse:
    return EBUSY;
  case SteeringStatus::Exists:
    return EEXIST;
  case SteeringStatus::NoSuchObject:
  case SteeringStatus::Invalid:
  case SteeringStatus::NotSupported:
    break;
  }
  dpa::printLine("dpa-verbs", "error", "%s: %s", function,
                 result.message.c_str());
  return result.status == SteeringStatus::NotSupported ? EOPNOTSUPP : EINVAL;
}

namespace {

using Bytes = std::span<const std::byte>;

template <typename Object> Object *fail(int why) {
  errno = why;
  return nullptr;
}

/// The object, with the id that create(SteeringControl &) gives it; null, and
/// errno, if that fails.
template <typename Object, typename Create>
Object *createObject(const char *function, std::unique_ptr<Object> object,
                     Create create) {
  const std::shared_ptr<Device> device = object->device();
  if (!device)
    return fail<Object>(ENODEV);
  if (!device->steering())
    return fail<Object>(EOPNOTSUPP);
  const SteeringResult result = create(*device->steering());
  if (int why = errnoOf(function, result))
    return fail<Object>(why);
  object->id = result.id;
  return object.release();
}

/// 0 or an errno. An object without a device is only memory.
template <typename Object> int destroyObject(Object *object) try {
  if (!object)
    return EINVAL;
  if (object->uses != 0)
    return EBUSY;
  if (const std::shared_ptr<Device> device = object->device())
    if (device->steering()->destroy(object->id) == SteeringStatus::InUse)
      return EBUSY;
  delete object;
  return 0;
} catch (const std::bad_alloc &) {
  return ENOMEM;
}

/// body(); null, and ENOMEM, if it runs out of memory.
template <typename Body> auto orNoMemory(Body body) {
  try {
    return body();
  } catch (const std::bad_alloc &) {
    errno = ENOMEM;
    return decltype(body())(nullptr);
  }
}

Bytes bytesOf(const mlx5dv_flow_match_parameters *parameters) {
  if (!parameters)
    return {};
  return {reinterpret_cast<const std::byte *>(parameters->match_buf),
          parameters->match_sz};
}

mlx5dv_dr_domain *createDomain(ibv_context *context, uint32_t type) {
  if (!deviceOfContext(context))
    return fail<mlx5dv_dr_domain>(ENODEV);
  SteeringDomain kind = SteeringDomain::NicReceive;
  if (type == MLX5DV_DR_DOMAIN_TYPE_NIC_TX)
    kind = SteeringDomain::NicTransmit;
  else if (type == MLX5DV_DR_DOMAIN_TYPE_FDB)
    kind = SteeringDomain::Fdb;
  else if (type != MLX5DV_DR_DOMAIN_TYPE_NIC_RX)
    return fail<mlx5dv_dr_domain>(EINVAL);
  const uint64_t owner = contextOf(context).id;
  return createObject("mlx5dv_dr_domain_create",
                      std::make_unique<mlx5dv_dr_domain>(context, owner),
                      [&](SteeringControl &steering) {
                        return steering.createDomain(kind, owner);
                      });
}

mlx5dv_dr_table *createTable(mlx5dv_dr_domain *domain, uint32_t level) {
  return createObject("mlx5dv_dr_table_create",
                      std::make_unique<mlx5dv_dr_table>(domain),
                      [&](SteeringControl &steering) {
                        return steering.createTable(domain->id, level);
                      });
}

mlx5dv_dr_matcher *createMatcher(mlx5dv_dr_table *table, uint16_t priority,
                                 uint8_t criteria,
                                 const mlx5dv_flow_match_parameters *mask) {
  if (!mask && criteria != 0)
    return fail<mlx5dv_dr_matcher>(EINVAL);
  return createObject("mlx5dv_dr_matcher_create",
                      std::make_unique<mlx5dv_dr_matcher>(table),
                      [&](SteeringControl &steering) {
                        return steering.createMatcher({.table = table->id,
                                                       .priority = priority,
                                                       .criteria = criteria,
                                                       .mask = bytesOf(mask)});
                      });
}

mlx5dv_dr_rule *createRule(mlx5dv_dr_matcher *matcher,
                           const mlx5dv_flow_match_parameters *value,
                           std::span<mlx5dv_dr_action *const> actions) {
  auto rule = std::make_unique<mlx5dv_dr_rule>(matcher);
  const std::shared_ptr<Device> device = rule->device();
  std::vector<SteeringAction> values;
  for (mlx5dv_dr_action *action : actions) {
    if (!action || (device && !action->isFor(device)))
      return fail<mlx5dv_dr_rule>(EINVAL);
    values.push_back(action->value);
    rule->actions.emplace_back(action);
  }
  return createObject("mlx5dv_dr_rule_create", std::move(rule),
                      [&](SteeringControl &steering) {
                        return steering.createRule({.matcher = matcher->id,
                                                    .value = bytesOf(value),
                                                    .actions = values});
                      });
}

/// Rules apply when their creation returns: there is nothing to wait for.
int syncDomain(const mlx5dv_dr_domain *domain, uint32_t flags) {
  constexpr uint32_t known = MLX5DV_DR_DOMAIN_SYNC_FLAGS_SW |
                             MLX5DV_DR_DOMAIN_SYNC_FLAGS_HW |
                             MLX5DV_DR_DOMAIN_SYNC_FLAGS_MEM;
  if (!domain || (flags & ~known) != 0)
    return EINVAL;
  return domain->device() ? 0 : ENODEV;
}

/// Has no result: out of memory, the domain keeps its rule for duplicates.
bool allowDuplicates(const mlx5dv_dr_domain *domain, bool allow) try {
  const std::shared_ptr<Device> device = domain ? domain->device() : nullptr;
  return device && device->steering()->setAllowsDuplicates(domain->id, allow) ==
                       SteeringStatus::Ok;
} catch (const std::bad_alloc &) {
  errno = ENOMEM;
  return false;
}

} // namespace
} // namespace dpa::verbs

using namespace dpa::verbs;

// All of a public function's C++ is inside uncancelled(): see there.
extern "C" {

mlx5dv_dr_domain *mlx5dv_dr_domain_create(ibv_context *context,
                                          mlx5dv_dr_domain_type type) {
  const uint32_t number = dpa::numberOf(type);
  return dpa::uncancelled([&] {
    return orNoMemory([&] { return createDomain(context, number); });
  });
}

int mlx5dv_dr_domain_destroy(mlx5dv_dr_domain *domain) {
  return dpa::uncancelled([&] { return destroyObject(domain); });
}

int mlx5dv_dr_domain_sync(mlx5dv_dr_domain *domain, uint32_t flags) {
  return dpa::uncancelled([&] { return syncDomain(domain, flags); });
}

void mlx5dv_dr_domain_allow_duplicate_rules(mlx5dv_dr_domain *domain,
                                            bool allow) {
  dpa::uncancelled([&] { return allowDuplicates(domain, allow); });
}

mlx5dv_dr_table *mlx5dv_dr_table_create(mlx5dv_dr_domain *domain,
                                        uint32_t level) {
  return dpa::uncancelled([&] {
    return orNoMemory([&] {
      return domain ? createTable(domain, level)
                    : fail<mlx5dv_dr_table>(EINVAL);
    });
  });
}

int mlx5dv_dr_table_destroy(mlx5dv_dr_table *table) {
  return dpa::uncancelled([&] { return destroyObject(table); });
}

mlx5dv_dr_matcher *
mlx5dv_dr_matcher_create(mlx5dv_dr_table *table, uint16_t priority,
                         uint8_t criteria, mlx5dv_flow_match_parameters *mask) {
  return dpa::uncancelled([&] {
    return orNoMemory([&] {
      return table ? createMatcher(table, priority, criteria, mask)
                   : fail<mlx5dv_dr_matcher>(EINVAL);
    });
  });
}

int mlx5dv_dr_matcher_destroy(mlx5dv_dr_matcher *matcher) {
  return dpa::uncancelled([&] { return destroyObject(matcher); });
}

mlx5dv_dr_rule *mlx5dv_dr_rule_create(mlx5dv_dr_matcher *matcher,
                                      mlx5dv_flow_match_parameters *value,
                                      size_t count,
                                      mlx5dv_dr_action *actions[]) {
  return dpa::uncancelled([&] {
    return orNoMemory([&] {
      return matcher && value && (actions || count == 0)
                 ? createRule(matcher, value, {actions, count})
                 : fail<mlx5dv_dr_rule>(EINVAL);
    });
  });
}

int mlx5dv_dr_rule_destroy(mlx5dv_dr_rule *rule) {
  return dpa::uncancelled([&] { return destroyObject(rule); });
}

} // extern "C"
