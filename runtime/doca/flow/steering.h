// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Owning wrappers of mlx5dv steering objects. On failure create functions return
// null; the reason is in the log of verbs.
#ifndef DPA_RUNTIME_DOCA_FLOW_STEERING_H
#define DPA_RUNTIME_DOCA_FLOW_STEERING_H

#include <infiniband/mlx5dv.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>

namespace dpa::doca {

template <auto Destroy> struct DestroyedBy {
  template <typename T> void operator()(T *object) const { Destroy(object); }
};
template <typename T, auto Destroy>
using Owned = std::unique_ptr<T, DestroyedBy<Destroy>>;

using SteeringDomain = Owned<mlx5dv_dr_domain, mlx5dv_dr_domain_destroy>;
using SteeringTable = Owned<mlx5dv_dr_table, mlx5dv_dr_table_destroy>;
using SteeringMatcher = Owned<mlx5dv_dr_matcher, mlx5dv_dr_matcher_destroy>;
using SteeringAction = Owned<mlx5dv_dr_action, mlx5dv_dr_action_destroy>;
using SteeringRule = Owned<mlx5dv_dr_rule, mlx5dv_dr_rule_destroy>;
using DevxObject = Owned<mlx5dv_devx_obj, mlx5dv_devx_obj_destroy>;

/// The outer headers of match parameters (fte_match_set_lyr_2_4).
using HeaderBytes = std::array<uint8_t, 64>;

/// Mask and value.
struct HeaderMatch {
  HeaderBytes mask = {};
  HeaderBytes value = {};

  /// Adds a condition on a byte. False: it contradicts an existing one.
  bool add(size_t at, uint8_t mask, uint8_t value);
};

/// A table of rules with different masks and priorities; priority 0 is matched first.
class PrioritizedTable {
public:
  bool create(mlx5dv_dr_domain *domain, uint32_t level);
  mlx5dv_dr_table *table() const { return table_.get(); }
  SteeringRule addRule(const HeaderMatch &match, uint16_t priority,
                       mlx5dv_dr_action *action);

private:
  SteeringTable table_;
  std::map<std::pair<HeaderBytes, uint16_t>, SteeringMatcher> matchers_;
};

} // namespace dpa::doca

#endif
