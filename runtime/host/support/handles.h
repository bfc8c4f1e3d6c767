// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The live objects of one kind, by the pointer that the program holds. A
// pointer that is not in the table is never followed, whatever it points to. An
// object that is in use outlives its removal.
#ifndef DPA_RUNTIME_HOST_SUPPORT_HANDLES_H
#define DPA_RUNTIME_HOST_SUPPORT_HANDLES_H

#include "runtime/host/support/log.h"
#include "runtime/host/support/table-lock.h"

#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace dpa::host {

/// Logs for `call` why `handle` has no object.
inline void reportBadHandle(const char *call, const void *handle,
                            const char *kind) {
  if (handle)
    logError(call, "%p is not a live %s handle", handle, kind);
  else
    logError(call, "the %s is NULL", kind);
}

template <typename Object> class Handles {
public:
  /// `kind` names the objects in the log.
  explicit Handles(const char *kind) : kind_(kind) {}

  void add(const void *handle, std::shared_ptr<Object> object) {
    std::unique_lock lock(tableLock());
    objects_.insert_or_assign(handle, std::move(object));
  }

  /// Adds the object under its own address, which is its handle.
  template <typename Handle> Handle *publish(std::shared_ptr<Object> object) {
    auto *handle = reinterpret_cast<Handle *>(object.get());
    add(handle, std::move(object));
    return handle;
  }

  /// Null if there is no such object.
  std::shared_ptr<Object> find(const void *handle) const {
    std::shared_lock lock(tableLock());
    auto found = objects_.find(handle);
    return found == objects_.end() ? nullptr : found->second;
  }

  /// The same, with an entry in the log for `call`.
  std::shared_ptr<Object> expect(const char *call, const void *handle) const {
    std::shared_ptr<Object> found = find(handle);
    if (!found)
      reportBadHandle(call, handle, kind_);
    return found;
  }

  /// Takes the object out of the table; null if there is none. Only
  /// one of several callers gets it.
  std::shared_ptr<Object> remove(const void *handle) {
    std::unique_lock lock(tableLock());
    auto node = objects_.extract(handle);
    return node.empty() ? nullptr : std::move(node.mapped());
  }

  /// The same, with an entry in the log for `call`.
  std::shared_ptr<Object> take(const char *call, const void *handle) {
    std::shared_ptr<Object> gone = remove(handle);
    if (!gone)
      reportBadHandle(call, handle, kind_);
    return gone;
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

  /// Takes all objects for which `isWanted` holds out of the table, one by one;
  /// each is passed to `end`.
  template <typename Predicate, typename End>
  void removeIf(Predicate isWanted, End end) {
    while (const void *handle = findIf(isWanted).first)
      if (std::shared_ptr<Object> gone = remove(handle))
        end(*gone);
  }
  template <typename Predicate> void removeIf(Predicate isWanted) {
    removeIf(isWanted, [](const Object &) {});
  }

private:
  const char *const kind_;
  std::unordered_map<const void *, std::shared_ptr<Object>> objects_;
};

} // namespace dpa::host

#endif
