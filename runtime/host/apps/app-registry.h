// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All apps of the host program. Apps of one name from images of one program or
// library, one for each hardware model, form a family: one device program. An app
// has two handles: the plain one, which for the first app of a family stands for
// the family (it is the value of dpacc's <app> variable), and the exact one, which
// always means this image. Thread safe.
#ifndef DPA_RUNTIME_HOST_APPS_APP_REGISTRY_H
#define DPA_RUNTIME_HOST_APPS_APP_REGISTRY_H

#include "runtime/host/apps/app.h"

#include <list>

namespace dpa::host {

class AppRegistry {
public:
  /// The program's registry. Never destroyed, because destructors that dpacc
  /// generates run late.
  static AppRegistry &instance();

  /// The app joins the youngest family of its name and origin; its plain
  /// handle.
  flexio_app *add(std::shared_ptr<App> app);
  /// Null if the app does not exist.
  std::shared_ptr<App> remove(const flexio_app *handle);
  std::shared_ptr<App> find(const flexio_app *handle) const;
  /// The same, with an entry in the log for `call`.
  std::shared_ptr<App> expect(const char *call, const void *handle) const;

  /// App::setModel. If the family has an image for that model already, the app
  /// starts a family of its own: another program of the same name.
  Result<void> setModel(const flexio_app *handle, uint32_t model);

  /// Members that a plain handle of a family's first app stands for, oldest
  /// first; else the one app; empty if it does not exist.
  std::vector<std::shared_ptr<App>> members(const flexio_app *handle) const;

  /// The image to load on a device of that model. Errors say which images there
  /// are.
  Result<std::shared_ptr<App>> imageFor(const flexio_app *handle,
                                        uint32_t deviceModel) const;

  /// By name, for the device's model: a plain handle; nothing fits: null.
  flexio_app *findForDevice(std::string_view name, uint32_t deviceModel) const;
  /// By name, for exactly that model: the exact handle; null if it does
  /// not exist.
  flexio_app *findExact(std::string_view name, uint32_t model) const;
  bool hasName(std::string_view name) const;

  /// Plain handles, oldest first.
  std::vector<flexio_app *> handles() const;

private:
  struct Entry {
    std::shared_ptr<App> app;
    unsigned family = 0;
    char exactHandle =
        0; ///< only its address matters, as that of the entry itself

    uint32_t model() const { return app->model(); }
    flexio_app *plain() const {
      return reinterpret_cast<flexio_app *>(const_cast<Entry *>(this));
    }
    flexio_app *exact() const {
      return reinterpret_cast<flexio_app *>(const_cast<char *>(&exactHandle));
    }
  };

  const Entry *entry(const flexio_app *handle) const;
  const Entry *youngestRelative(const App &app) const;
  bool standsForFamily(const Entry &member, const flexio_app *handle) const;
  std::vector<const Entry *> ofName(std::string_view name) const;

  // Under tableLock().
  std::list<Entry> entries_; ///< oldest first
  unsigned families_ = 0;
};

} // namespace dpa::host

#endif
