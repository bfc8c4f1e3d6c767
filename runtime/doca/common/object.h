// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The base of all objects of the DOCA libraries. A handle (struct doca_mmap *) is
// the address of the object, whose class is derived from Object and has a kind:
//
//   struct doca_mmap : dpa::doca::Object {
//     static constexpr const char *kind = "mmap";
//   };
//
// libdoca_common has the table of live objects of all DOCA libraries. Only pointers
// in the table are dereferenced.
#ifndef DPA_RUNTIME_DOCA_COMMON_OBJECT_H
#define DPA_RUNTIME_DOCA_COMMON_OBJECT_H

#include <atomic>
#include <memory>
#include <utility>

/// Exported by libdoca_common for the other DOCA libraries, not for programs.
#define DOCA_INTERNAL __attribute__((visibility("default")))

namespace dpa::doca {

/// An object; its destructor releases its resources.
class Object {
public:
  Object() = default;
  Object(const Object &) = delete;
  Object &operator=(const Object &) = delete;

  bool isStarted = false; ///< for objects that are started and stopped
  /// Number of objects that must be destroyed before this one.
  std::atomic<unsigned> users{0};
};

/// Prevents the destruction of an object; released by the destructor.
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
  Inherited, ///< an object of the parent process (fork())
};

/// The table of live objects. `kind`: the kind of the object.
DOCA_INTERNAL void enterObject(const void *handle, const char *kind);
DOCA_INTERNAL Liveness liveness(const void *handle, const char *kind);
/// Removes the object; false if another thread has removed it.
DOCA_INTERNAL bool removeObject(const void *handle, const char *kind);

/// Adds the object to the table, and returns its handle, for doca_*_destroy().
template <typename T> T *publish(std::unique_ptr<T> object) {
  enterObject(object.get(), T::kind);
  return object.release();
}

} // namespace dpa::doca

#endif
