// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All apps of the host program: see app-registry.h.
#include "runtime/host/apps/app-registry.h"

#include "image/model-id.h"
#include "runtime/host/apps/app-selection.h"
#include "runtime/host/support/handles.h"

#include <algorithm>
#include <mutex>

namespace dpa::host {

namespace {

std::vector<uint32_t> modelsOf(const auto &apps) {
  std::vector<uint32_t> models;
  models.reserve(apps.size());
  for (const auto &app : apps)
    models.push_back(app->model());
  return models;
}

std::string listModels(const std::vector<uint32_t> &models) {
  std::string text;
  for (uint32_t model : models)
    text += (text.empty() ? "" : ", ") + image::nameOfModel(model);
  return text;
}

} // namespace

AppRegistry &AppRegistry::instance() {
  static auto &registry = *new AppRegistry;
  return registry;
}

const AppRegistry::Entry *AppRegistry::entry(const flexio_app *handle) const {
  auto found = std::ranges::find_if(entries_, [&](const Entry &entry) {
    return entry.plain() == handle || entry.exact() == handle;
  });
  return found == entries_.end() ? nullptr : &*found;
}

const AppRegistry::Entry *AppRegistry::youngestRelative(const App &app) const {
  const Entry *last = nullptr;
  for (const Entry &entry : entries_)
    if (entry.app->name() == app.name() && entry.app->origin() == app.origin())
      last = &entry;
  return last;
}

flexio_app *AppRegistry::add(std::shared_ptr<App> app) {
  std::lock_guard lock(tableLock());
  const Entry *relative = youngestRelative(*app);
  Entry &entry = entries_.emplace_back();
  entry.family = relative ? relative->family : ++families_;
  entry.app = std::move(app);
  return entry.plain();
}

std::shared_ptr<App> AppRegistry::remove(const flexio_app *handle) {
  std::lock_guard lock(tableLock());
  const Entry *found = entry(handle);
  if (!found)
    return nullptr;
  std::shared_ptr<App> app = found->app;
  entries_.remove_if([&](const Entry &entry) { return &entry == found; });
  return app;
}

std::shared_ptr<App> AppRegistry::find(const flexio_app *handle) const {
  std::lock_guard lock(tableLock());
  const Entry *found = entry(handle);
  return found ? found->app : nullptr;
}

std::shared_ptr<App> AppRegistry::expect(const char *call,
                                         const void *handle) const {
  std::shared_ptr<App> found = find(static_cast<const flexio_app *>(handle));
  if (!found)
    reportBadHandle(call, handle, "app");
  return found;
}

Result<void> AppRegistry::setModel(const flexio_app *handle, uint32_t model) {
  std::lock_guard lock(tableLock());
  auto *found = const_cast<Entry *>(entry(handle));
  if (!found)
    return Error{"no such app"};
  if (Result<void> set = found->app->setModel(model); !set)
    return set;
  bool isTaken = std::ranges::any_of(entries_, [&](const Entry &other) {
    return &other != found && other.family == found->family &&
           other.app->model() == model;
  });
  if (isTaken)
    found->family = ++families_;
  return {};
}

// True only for the plain handle of a family's oldest member.
bool AppRegistry::standsForFamily(const Entry &member,
                                  const flexio_app *handle) const {
  auto oldest = std::ranges::find_if(entries_, [&](const Entry &entry) {
    return entry.family == member.family;
  });
  return &*oldest == &member && member.plain() == handle;
}

std::vector<std::shared_ptr<App>>
AppRegistry::members(const flexio_app *handle) const {
  std::lock_guard lock(tableLock());
  const Entry *found = entry(handle);
  if (!found)
    return {};
  if (!standsForFamily(*found, handle))
    return {found->app};
  std::vector<std::shared_ptr<App>> apps;
  for (const Entry &entry : entries_)
    if (entry.family == found->family)
      apps.push_back(entry.app);
  return apps;
}

Result<std::shared_ptr<App>> AppRegistry::imageFor(const flexio_app *handle,
                                                   uint32_t deviceModel) const {
  std::vector<std::shared_ptr<App>> apps = members(handle);
  if (apps.empty())
    return Error{"no such app"};
  std::vector<uint32_t> models = modelsOf(apps);
  if (std::optional<size_t> best = bestImageFor(deviceModel, models))
    return apps[*best];
  return Error{"app '" + apps[0]->name() +
               "' has no image that the device runs (expected one for " +
               image::nameOfModel(deviceModel) + " or older, got " +
               listModels(models) + ")"};
}

std::vector<const AppRegistry::Entry *>
AppRegistry::ofName(std::string_view name) const {
  std::vector<const Entry *> found;
  for (const Entry &entry : entries_)
    if (entry.app->name() == name)
      found.push_back(&entry);
  return found;
}

flexio_app *AppRegistry::findForDevice(std::string_view name,
                                       uint32_t deviceModel) const {
  std::lock_guard lock(tableLock());
  std::vector<const Entry *> candidates = ofName(name);
  std::optional<size_t> best = bestImageFor(deviceModel, modelsOf(candidates));
  return best ? candidates[*best]->plain() : nullptr;
}

flexio_app *AppRegistry::findExact(std::string_view name,
                                   uint32_t model) const {
  std::lock_guard lock(tableLock());
  std::vector<const Entry *> candidates = ofName(name);
  std::optional<size_t> exact = exactImage(model, modelsOf(candidates));
  return exact ? candidates[*exact]->exact() : nullptr;
}

bool AppRegistry::hasName(std::string_view name) const {
  std::lock_guard lock(tableLock());
  return !ofName(name).empty();
}

std::vector<flexio_app *> AppRegistry::handles() const {
  std::lock_guard lock(tableLock());
  std::vector<flexio_app *> all;
  for (const Entry &entry : entries_)
    all.push_back(entry.plain());
  return all;
}

} // namespace dpa::host
