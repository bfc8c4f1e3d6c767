// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of live objects, and the users of objects: see object.h. fork() waits
// until their lock is free.
#include "runtime/doca/common/object.h"

#include "base/fork-generation.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <pthread.h>
#include <shared_mutex>
#include <string_view>
#include <unordered_map>

namespace dpa::doca {

namespace {

/// Readers do not hold up a writer for ever: fork() is one.
class ObjectLock {
public:
  void lock() { pthread_rwlock_wrlock(&lock_); }
  void unlock() { pthread_rwlock_unlock(&lock_); }
  // NOLINTBEGIN(readability-identifier-naming): std::shared_lock asks for them
  void lock_shared() { pthread_rwlock_rdlock(&lock_); }
  void unlock_shared() { pthread_rwlock_unlock(&lock_); }
  // NOLINTEND(readability-identifier-naming)

private:
  pthread_rwlock_t lock_ = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
};

constinit ObjectLock objectLock;

[[gnu::constructor]] void watchObjectForks() {
  pthread_atfork([] { objectLock.lock(); }, [] { objectLock.unlock(); },
                 [] { new (&objectLock) ObjectLock; });
}

struct ObjectEntry {
  std::string_view kind;
  uint32_t generation;
};

/// Never destroyed: a program may use objects while it exits.
auto &objectTable() {
  static auto &table = *new std::unordered_map<const void *, ObjectEntry>;
  return table;
}

Liveness livenessLocked(const void *handle, std::string_view kind) {
  auto found = objectTable().find(handle);
  if (found == objectTable().end() || found->second.kind != kind)
    return Liveness::Unknown;
  return found->second.generation == forkGeneration() ? Liveness::Live
                                                      : Liveness::Inherited;
}

/// The entry of a kind; two libraries have their own copies of its name.
template <typename Uses> auto findKind(Uses &uses, std::string_view kind) {
  return std::ranges::find_if(
      uses, [=](const auto &use) { return use.first == kind; });
}

} // namespace

void Users::add(const char *kind) {
  std::unique_lock lock(objectLock);
  if (auto found = findKind(uses_, kind); found != uses_.end())
    ++found->second;
  else
    uses_.emplace_back(kind, 1);
  ++count_;
}

void Users::remove(const char *kind) {
  std::unique_lock lock(objectLock);
  auto found = findKind(uses_, kind);
  if (--found->second == 0)
    uses_.erase(found);
  --count_;
}

std::string Users::kinds() const {
  std::shared_lock lock(objectLock);
  std::string text;
  for (const auto &[kind, number] : uses_)
    text.append(text.empty() ? "" : ", ").append(kind);
  return text;
}

void enterObject(const void *handle, const char *kind) {
  std::unique_lock lock(objectLock);
  objectTable().insert_or_assign(handle, ObjectEntry{kind, forkGeneration()});
}

Liveness liveness(const void *handle, const char *kind) {
  std::shared_lock lock(objectLock);
  return livenessLocked(handle, kind);
}

bool removeObject(const void *handle, const char *kind) {
  std::unique_lock lock(objectLock);
  if (livenessLocked(handle, kind) != Liveness::Live)
    return false;
  return objectTable().erase(handle) > 0;
}

} // namespace dpa::doca
