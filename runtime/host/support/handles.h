// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The live objects of one kind, by the pointer that the program holds. A
// pointer that is not in the table is never dereferenced. An object that is in
// use outlives its removal from the table.
//
// The only place where libflexio asks whether a handle was inherited across
// fork(): the table knows its object, but never returns or destroys it.
#ifndef DPA_RUNTIME_HOST_SUPPORT_HANDLES_H
#define DPA_RUNTIME_HOST_SUPPORT_HANDLES_H

#include "base/fork-generation.h"
#include "runtime/host/support/log.h"
#include "runtime/host/support/table-lock.h"

#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dpa::host {

/// Logs for `call` that `handle` is null or not in its table.
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
    objects_.insert_or_assign(handle, Entry{std::move(object)});
  }

  /// Adds the object under its own address, which is its handle.
  template <typename Handle> Handle *publish(std::shared_ptr<Object> object) {
    auto *handle = reinterpret_cast<Handle *>(object.get());
    add(handle, std::move(object));
    return handle;
  }

  /// The same for an object of `owner`. False if `owner` is not in its own table,
  /// because another thread destroys it.
  template <typename Owner>
  bool addFor(const Handles<Owner> &owners, const Owner &owner,
              const void *handle, std::shared_ptr<Object> object) {
    std::unique_lock lock(tableLock());
    if (!owners.objects_.contains(&owner))
      return false;
    objects_.insert_or_assign(handle, Entry{std::move(object)});
    return true;
  }

  /// Null if not found.
  std::shared_ptr<Object> find(const void *handle) const {
    std::shared_lock lock(tableLock());
    auto found = objects_.find(handle);
    return found == objects_.end() || found->second.isInherited()
               ? nullptr
               : found->second.object;
  }

  /// Whether the object was inherited across fork().
  bool isInherited(const void *handle) const {
    std::shared_lock lock(tableLock());
    auto found = objects_.find(handle);
    return found != objects_.end() && found->second.isInherited();
  }

  /// The same; logs for `call` why nothing was found.
  std::shared_ptr<Object> expect(const char *call, const void *handle) const {
    std::shared_ptr<Object> found = find(handle);
    if (!found)
      report(call, handle);
    return found;
  }

  /// Removes the object from the table and returns it; null if not found. One of
  /// several concurrent callers receives it.
  std::shared_ptr<Object> remove(const void *handle) {
    std::unique_lock lock(tableLock());
    auto found = objects_.find(handle);
    if (found == objects_.end() || found->second.isInherited())
      return nullptr;
    return std::move(objects_.extract(found).mapped().object);
  }

  /// The same; logs for `call` why nothing was found.
  std::shared_ptr<Object> take(const char *call, const void *handle) {
    std::shared_ptr<Object> gone = remove(handle);
    if (!gone)
      report(call, handle);
    return gone;
  }

  /// Any object for which `isWanted` holds, with its handle; null if none is
  /// found. `isWanted` must not lock or use a table.
  template <typename Predicate>
  std::pair<const void *, std::shared_ptr<Object>>
  findIf(Predicate isWanted) const {
    std::shared_lock lock(tableLock());
    for (const auto &[handle, entry] : objects_)
      if (!entry.isInherited() && isWanted(*entry.object))
        return {handle, entry.object};
    return {nullptr, nullptr};
  }

  /// The objects that this program has made.
  std::vector<std::shared_ptr<Object>> all() const {
    std::vector<std::shared_ptr<Object>> found;
    std::shared_lock lock(tableLock());
    for (const auto &[handle, entry] : objects_)
      if (!entry.isInherited())
        found.push_back(entry.object);
    return found;
  }

  /// Removes all objects for which `isWanted` holds from the table and returns
  /// them. `isWanted` as above.
  template <typename Predicate>
  std::vector<std::shared_ptr<Object>> removeIf(Predicate isWanted) {
    std::vector<std::shared_ptr<Object>> gone;
    std::unique_lock lock(tableLock());
    std::erase_if(objects_, [&](auto &entry) {
      if (entry.second.isInherited() || !isWanted(*entry.second.object))
        return false;
      gone.push_back(entry.second.object);
      return true;
    });
    return gone;
  }

private:
  template <typename> friend class Handles;

  struct Entry {
    std::shared_ptr<Object> object;
    uint32_t generation = forkGeneration();

    bool isInherited() const { return generation != forkGeneration(); }
  };

  void report(const char *call, const void *handle) const {
    if (isInherited(handle))
      logError(call,
               "%p: %s handle inherited across fork(); reopen the device in "
               "the child",
               handle, kind_);
    else
      reportBadHandle(call, handle, kind_);
  }

  const char *const kind_;
  std::unordered_map<const void *, Entry> objects_;
};

} // namespace dpa::host

#endif
