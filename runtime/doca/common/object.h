// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What all objects of the DOCA libraries have in common. The struct that a
// program holds a pointer to (struct doca_mmap) is the object itself, derived
// from Object, and names its kind:
//
//   struct doca_mmap : dpa::doca::Object {
//     static constexpr const char *kind = "mmap";
//   };
//
// libdoca_common has the table of live objects of all DOCA libraries. A pointer
// that is not in it is never dereferenced.
#ifndef DPA_RUNTIME_DOCA_COMMON_OBJECT_H
#define DPA_RUNTIME_DOCA_COMMON_OBJECT_H

#include <atomic>
#include <memory>
#include <utility>

/// Exported by libdoca_common for the other DOCA libraries, not for programs.
#define DOCA_INTERNAL __attribute__((visibility("default")))

namespace dpa::doca {

/// An object; the memory of what it holds is freed by its destructor.
class Object {
public:
  Object() = default;
  Object(const Object &) = delete;
  Object &operator=(const Object &) = delete;

  bool isStarted = false; ///< for objects that are started and stopped
  /// Number of objects that must be destroyed before this one.
  std::atomic<unsigned> users{0};
};

/// Keeps an object from being destroyed; its holder's destructor releases it.
class Use {
public:
  Use() = default;
  explicit Use(Object &object) : object_(&object) { ++object.users; }
  Use(Use &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Use &operator=(Use &&other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Use() {
    if (object_)
      --object_->users;
  }

private:
  Object *object_ = nullptr;
};

enum class Liveness {
  Live,
  Unknown,   ///< not an object of this kind
  Inherited, ///< of the parent of this program, across fork()
};

/// The table of live objects. `kind` is the object's.
DOCA_INTERNAL void enterObject(const void *handle, const char *kind);
DOCA_INTERNAL Liveness liveness(const void *handle, const char *kind);
/// Removes the object; false if another thread has.
DOCA_INTERNAL bool removeObject(const void *handle, const char *kind);

/// Makes the object live; its handle, which doca_*_destroy takes.
template <typename T> T *publish(std::unique_ptr<T> object) {
  enterObject(object.get(), T::kind);
  return object.release();
}

} // namespace dpa::doca

#endif
