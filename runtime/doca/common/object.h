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
#include <string>
#include <utility>
#include <vector>

/// Exported by libdoca_common for the other DOCA libraries, not for programs.
#define DOCA_INTERNAL __attribute__((visibility("default")))

namespace dpa::doca {

/// What must be destroyed before an object. Threads may call the functions at the
/// same time.
class Users {
public:
  /// `kind`: the kind of the user, which is never freed.
  DOCA_INTERNAL void add(const char *kind);
  DOCA_INTERNAL void remove(const char *kind);
  /// Number of uses; a user may have several.
  unsigned count() const { return count_; }
  /// The kinds of the users, once each, separated by commas.
  DOCA_INTERNAL std::string kinds() const;

private:
  std::atomic<unsigned> count_{0};
  std::vector<std::pair<const char *, unsigned>> uses_; ///< number by kind
};

/// An object; its destructor releases its resources.
class Object {
public:
  Object() = default;
  Object(const Object &) = delete;
  Object &operator=(const Object &) = delete;

  bool isStarted = false; ///< for objects that are started and stopped
  Users users;
};

/// Prevents the destruction of an object; released by the destructor.
class Use {
public:
  Use() = default;
  /// `user`: the kind of the object that uses this one.
  Use(Object &object, const char *user) : object_(&object), user_(user) {
    object.users.add(user);
  }
  Use(Use &&other) noexcept
      : object_(std::exchange(other.object_, nullptr)), user_(other.user_) {}
  Use &operator=(Use &&other) noexcept {
    std::swap(object_, other.object_);
    std::swap(user_, other.user_);
    return *this;
  }
  ~Use() {
    if (object_)
      object_->users.remove(user_);
  }

private:
  Object *object_ = nullptr;
  const char *user_ = nullptr;
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
