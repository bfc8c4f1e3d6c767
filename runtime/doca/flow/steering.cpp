// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steering objects: see steering.h.
#include "runtime/doca/flow/steering.h"

namespace dpa::doca {

namespace {

constexpr uint8_t outerHeaders = 1; // the criterion of matchers

/// Parameters as mlx5dv takes them.
struct Parameters {
  size_t size = sizeof(HeaderBytes);
  HeaderBytes bytes;

  explicit Parameters(const HeaderBytes &headers) : bytes(headers) {}
  mlx5dv_flow_match_parameters *get() {
    return reinterpret_cast<mlx5dv_flow_match_parameters *>(this);
  }
};

} // namespace

bool HeaderMatch::add(size_t at, uint8_t bits, uint8_t wanted) {
  uint8_t both = mask.at(at) & bits;
  if ((value.at(at) & both) != (wanted & both))
    return false;
  mask.at(at) |= bits;
  value.at(at) |= wanted & bits;
  return true;
}

bool PrioritizedTable::create(mlx5dv_dr_domain *domain, uint32_t level) {
  table_.reset(mlx5dv_dr_table_create(domain, level));
  return table_ != nullptr;
}

SteeringRule PrioritizedTable::addRule(const HeaderMatch &match,
                                       uint16_t priority,
                                       mlx5dv_dr_action *action) {
  SteeringMatcher &matcher = matchers_[{match.mask, priority}];
  if (!matcher) {
    Parameters mask(match.mask);
    bool matchesAll = match.mask == HeaderBytes{};
    matcher.reset(mlx5dv_dr_matcher_create(
        table_.get(), priority, matchesAll ? 0 : outerHeaders, mask.get()));
  }
  if (!matcher || !action)
    return nullptr;
  Parameters value(match.value);
  return SteeringRule(
      mlx5dv_dr_rule_create(matcher.get(), value.get(), 1, &action));
}

} // namespace dpa::doca
