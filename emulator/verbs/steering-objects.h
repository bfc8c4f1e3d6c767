// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The objects of mlx5dv_dr_*, which programs hold as pointers: ids of the device's
// objects, and the context that they belong to. As in rdma-core, an object that
// others use is not destroyed, whether its context is open or not. Objects of a
// context that was closed, or inherited across fork(), have no device.
#ifndef DPA_EMULATOR_VERBS_STEERING_OBJECTS_H
#define DPA_EMULATOR_VERBS_STEERING_OBJECTS_H

#include "emulator/verbs/device-list.h"

#include <atomic>
#include <infiniband/mlx5dv.h>
#include <utility>

namespace dpa::verbs {

struct SteeringUsed {
  std::atomic<uint32_t> uses = 0;
};

/// Keeps an object from being destroyed.
class SteeringUse {
public:
  explicit SteeringUse(SteeringUsed *used) : used_(used) { ++used_->uses; }
  SteeringUse(SteeringUse &&other) noexcept
      : used_(std::exchange(other.used_, nullptr)) {}
  SteeringUse(const SteeringUse &) = delete;
  SteeringUse &operator=(const SteeringUse &) = delete;
  SteeringUse &operator=(SteeringUse &&) = delete;
  ~SteeringUse() {
    if (used_)
      --used_->uses;
  }

private:
  SteeringUsed *used_;
};

/// What all but actions are.
struct SteeringObject : SteeringUsed {
  SteeringObject(ibv_context *context, uint64_t contextId)
      : context(context), contextId(contextId) {}
  std::shared_ptr<Device> device() const {
    return deviceOf(context, contextId);
  }

  ibv_context *const context;
  const uint64_t contextId;
  SteeringId id = 0;
};

/// A part of another object, which it uses.
template <typename Parent> struct SteeringPart : SteeringObject {
  explicit SteeringPart(Parent *parent)
      : SteeringObject(parent->context, parent->contextId), parent(parent),
        use(parent) {}
  Parent *const parent;
  const SteeringUse use;
};

/// errno of a failure, 0 if there is none. Reports on standard error what is wrong
/// with the arguments of `function`.
int errnoOf(const char *function, const SteeringResult &result);

} // namespace dpa::verbs

struct mlx5dv_dr_domain : dpa::verbs::SteeringObject {
  using SteeringObject::SteeringObject;
};
struct mlx5dv_dr_table : dpa::verbs::SteeringPart<mlx5dv_dr_domain> {
  using SteeringPart::SteeringPart;
};
struct mlx5dv_dr_matcher : dpa::verbs::SteeringPart<mlx5dv_dr_table> {
  using SteeringPart::SteeringPart;
};
struct mlx5dv_dr_rule : dpa::verbs::SteeringPart<mlx5dv_dr_matcher> {
  using SteeringPart::SteeringPart;
  std::vector<dpa::verbs::SteeringUse> actions;
};

/// A description; the device has rules only.
struct mlx5dv_dr_action : dpa::verbs::SteeringUsed {
  /// Whether a rule of this device may have it.
  bool isFor(const std::shared_ptr<dpa::Device> &other) const {
    return !belongsToDevice ||
           (!device.owner_before(other) && !other.owner_before(device));
  }

  dpa::SteeringAction value;
  bool belongsToDevice = false;
  std::weak_ptr<dpa::Device> device;
  std::vector<dpa::verbs::SteeringUse> parts; ///< tables, actions, domain
};

#endif
