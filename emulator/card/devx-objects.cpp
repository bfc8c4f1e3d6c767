// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The DevX objects of this program by name. A child of fork() finds none that its
// parent has made.
#include "base/fork-generation.h"
#include "emulator/interface/device.h"

#include <mutex>
#include <unordered_map>

namespace dpa {
namespace {

struct DevxObjects {
  std::mutex lock; ///< of what follows
  std::unordered_map<const void *, DevxObject> objects;
};

} // namespace

void bindDevxObject(const void *name, DevxObject object) {
  auto &all = perProgram<DevxObjects>();
  std::lock_guard guard(all.lock);
  // The former device, if there was one, is released by `object` after the lock.
  std::swap(all.objects[name], object);
}

void unbindDevxObject(const void *name) {
  auto &all = perProgram<DevxObjects>();
  DevxObject forgotten{}; // its device is released after the lock is free
  std::lock_guard guard(all.lock);
  auto found = all.objects.find(name);
  if (found == all.objects.end())
    return;
  std::swap(found->second, forgotten);
  all.objects.erase(found);
}

std::optional<DevxObject> findDevxObject(const void *name) {
  auto &all = perProgram<DevxObjects>();
  std::lock_guard guard(all.lock);
  auto found = all.objects.find(name);
  if (found == all.objects.end())
    return std::nullopt;
  return found->second;
}

} // namespace dpa
