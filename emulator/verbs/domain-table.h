// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The protection domains of a context by number (mlx5dv_pd::pdn), as DevX commands name
// them. Thread safe.
#ifndef DPA_EMULATOR_VERBS_DOMAIN_TABLE_H
#define DPA_EMULATOR_VERBS_DOMAIN_TABLE_H

#include <infiniband/verbs.h>
#include <map>
#include <mutex>

namespace dpa::verbs {

class DomainTable {
public:
  void add(ibv_pd &pd) {
    const std::lock_guard guard(lock_);
    domains_[pd.handle] = &pd;
  }
  void remove(const ibv_pd &pd) {
    const std::lock_guard guard(lock_);
    domains_.erase(pd.handle);
  }
  /// Null: the context has no such domain.
  ibv_pd *find(uint32_t number) const {
    const std::lock_guard guard(lock_);
    auto found = domains_.find(number);
    return found == domains_.end() ? nullptr : found->second;
  }

private:
  mutable std::mutex lock_; ///< of what follows
  std::map<uint32_t, ibv_pd *> domains_;
};

} // namespace dpa::verbs

#endif
