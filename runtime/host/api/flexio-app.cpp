// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions that create, find, list and query apps. The work is done by
// AppRegistry and App.
#include "base/enum-value.h"
#include "image/model-id.h"
#include "runtime/host/api/api-call.h"
#include "runtime/host/apps/app-registry.h"
#include "runtime/host/process/device-context.h"

#include <libflexio/flexio.h>

#include <algorithm>
#include <cstring>
#include <vector>

using namespace dpa;
using namespace dpa::host;

namespace {

using AppList = std::vector<flexio_app *>;

// Lists that the program holds.
Handles<AppList> &appLists() {
  static auto &table = *new Handles<AppList>("app list");
  return table;
}

// When the library is loaded, so that a fork() never interrupts it.
[[gnu::constructor]] void makeTables() {
  AppRegistry::instance();
  appLists();
}

flexio_app *select(const char *call, const flexio_app_select_attr &wanted) {
  AppRegistry &registry = AppRegistry::instance();
  if (!wanted.app_name) {
    logError(call, "the app's name is NULL");
    return nullptr;
  }
  if (!registry.hasName(wanted.app_name)) {
    logError(call, "this program has no app '%s'", wanted.app_name);
    return nullptr;
  }
  uint32_t model = numberOf(wanted.hw_model_id);
  bool isByDevice = model == FLEXIO_HW_MODEL_DEF;
  flexio_app *found = nullptr;
  if (!isByDevice) {
    found = registry.findExact(wanted.app_name, model);
  } else {
    std::shared_ptr<Device> device = deviceOf(call, wanted.ibv_ctx);
    if (!device)
      return nullptr;
    model = device->model();
    found = registry.findForDevice(wanted.app_name, model);
  }
  if (!found)
    logError(call, "app '%s' has no image for %s%s", wanted.app_name,
             image::nameOfModel(model).c_str(), isByDevice ? " or older" : "");
  return found;
}

} // namespace

flexio_status flexio_app_create(flexio_app_attr *fattr, flexio_app **app) {
  return ApiCall(__func__, Given(fattr, app), ResultPointer(app),
                 attributesGiven(fattr))
      .status([&](const char *call) {
        Result<std::shared_ptr<App>> created = App::create(*fattr);
        if (!created)
          return statusOf(call, created.error());
        *app = AppRegistry::instance().add(*std::move(created));
        return FLEXIO_STATUS_SUCCESS;
      });
}

flexio_status flexio_app_destroy(flexio_app *app) {
  return ApiCall(__func__, Given(app)).status([&](const char *call) {
    if (!app || AppRegistry::instance().remove(app))
      return FLEXIO_STATUS_SUCCESS;
    reportBadHandle(call, app, "app");
    return FLEXIO_STATUS_FAILED;
  });
}

flexio_status flexio_app_hw_model_register(flexio_app *app,
                                           flexio_hw_model_id hw_model_id) {
  return ApiCall(__func__, Given(app, hw_model_id),
                 Live(AppRegistry::instance, app))
      .status([&](const char *call, const auto &) {
        return statusOf(
            call, AppRegistry::instance().setModel(app, numberOf(hw_model_id)));
      });
}

flexio_status flexio_app_get(flexio_app_select_attr *select_attr,
                             flexio_app **app) {
  return ApiCall(__func__, Given(select_attr, app), ResultPointer(app),
                 attributesGiven(select_attr))
      .status([&](const char *call) {
        *app = select(call, *select_attr);
        return *app ? FLEXIO_STATUS_SUCCESS : FLEXIO_STATUS_FAILED;
      });
}

flexio_hw_model_id flexio_hw_model_id_get(ibv_context *ibv_ctx) {
  return ApiCall(__func__, Given(ibv_ctx))
      .value(FLEXIO_HW_MODEL_NA, [&](const char *call) {
        std::shared_ptr<Device> device = deviceOf(call, ibv_ctx);
        return device ? static_cast<flexio_hw_model_id>(device->model())
                      : FLEXIO_HW_MODEL_NA;
      });
}

flexio_status flexio_app_get_elf(flexio_app *app, uint64_t *bin_buff,
                                 size_t bin_size) {
  return ApiCall(__func__, Given(app, bin_buff, bin_size),
                 Live(AppRegistry::instance, app),
                 NotNull("the buffer is", bin_buff))
      .status([&](const char *call, const auto &found) {
        if (bin_size < found->image().size()) {
          logError(call,
                   "the buffer is too small for the image of app '%s' "
                   "(expected %zu bytes, got %zu)",
                   found->name().c_str(), found->image().size(), bin_size);
          return FLEXIO_STATUS_FAILED;
        }
        memcpy(bin_buff, found->image().data(), found->image().size());
        return FLEXIO_STATUS_SUCCESS;
      });
}

size_t flexio_app_get_elf_size(flexio_app *app) {
  return ApiCall(__func__, Given(app), Live(AppRegistry::instance, app))
      .value(size_t{0},
             [](auto, const auto &found) { return found->image().size(); });
}

const char *flexio_app_get_name(flexio_app *app) {
  return ApiCall(__func__, Given(app), Live(AppRegistry::instance, app))
      .pointer<const char>(
          [](auto, const auto &found) { return found->name().c_str(); });
}

flexio_status flexio_app_get_list(flexio_app ***app_list, uint32_t *num_apps) {
  return ApiCall(__func__, Given(app_list, num_apps),
                 NotNull("a result pointer is", app_list, num_apps))
      .status([&](auto) {
        *app_list = nullptr;
        auto list =
            std::make_shared<AppList>(AppRegistry::instance().handles());
        if (*num_apps != 0 && *num_apps < list->size())
          list->resize(*num_apps);
        *num_apps = static_cast<uint32_t>(list->size());
        if (list->empty())
          return FLEXIO_STATUS_SUCCESS;
        appLists().add(static_cast<void *>(list->data()), list);
        *app_list = list->data();
        return FLEXIO_STATUS_SUCCESS;
      });
}

flexio_status flexio_app_list_free(flexio_app **apps_list) {
  return destroyHandle(__func__, appLists, static_cast<void *>(apps_list));
}
