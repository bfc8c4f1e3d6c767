// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The live objects of one kind, by the pointer that the program holds. A
// pointer that is not in the table is no object, whatever it points to, so it
// is never followed. An object that is in use outlives its removal.
#ifndef DPA_RUNTIME_HOST_SUPPORT_HANDLES_H
#define DPA_RUNTIME_HOST_SUPPORT_HANDLES_H

#include "runtime/host/support/table-lock.h"

#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace dpa::host {

template <typename Object> class Handles {
public:
  void add(const void *handle, std::shared_ptr<Object> object) {
    std::unique_lock lock(tableLock());
    objects_.insert_or_assign(handle, std::move(object));
  }

  /// Null if there is no such object.
  std::shared_ptr<Object> find(const void *handle) const {
    std::shared_lock lock(tableLock());
    auto found = objects_.find(handle);
    return found == objects_.end() ? nullptr : found->second;
  }

  /// Takes the object out of the table; null if there is none. Of several
  /// callers one gets it.
  std::shared_ptr<Object> remove(const void *handle) {
    std::unique_lock lock(tableLock());
    auto node = objects_.extract(handle);
    return node.empty() ? nullptr : std::move(node.mapped());
  }

  /// Some object for which `isWanted` holds, and its handle; null if there is
  /// none. `isWanted` takes no lock and uses no table.
  template <typename Predicate>
  std::pair<const void *, std::shared_ptr<Object>>
  findIf(Predicate isWanted) const {
    std::shared_lock lock(tableLock());
    for (const auto &entry : objects_)
      if (isWanted(*entry.second))
        return entry;
    return {nullptr, nullptr};
  }

private:
  std::unordered_map<const void *, std::shared_ptr<Object>> objects_;
};

} // namespace dpa::host

#endif
