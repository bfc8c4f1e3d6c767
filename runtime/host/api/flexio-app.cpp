// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions about apps: create, find, list, look into. The work is done
// by AppRegistry and App.
#include "image/model-id.h"
#include "runtime/host/api/guard.h"
#include "runtime/host/apps/app-registry.h"
#include "runtime/host/process/device-context.h"
#include "runtime/host/support/enum-value.h"

#include <libflexio/flexio.h>

#include <algorithm>
#include <cstring>
#include <unordered_set>

using namespace dpa;
using namespace dpa::host;

namespace {

// Null, with an entry in the log for `call`, if there is no such app.
std::shared_ptr<App> appOf(const char *call, const flexio_app *handle) {
  std::shared_ptr<App> app = AppRegistry::instance().find(handle);
  if (app)
    return app;
  if (handle)
    logError(call, "%p is no app, or a destroyed one",
             static_cast<const void *>(handle));
  else
    logError(call, "the app is NULL");
  return nullptr;
}

flexio_status failed(const char *call, const Error &error) {
  logError(call, "%s", error.message.c_str());
  return FLEXIO_STATUS_FAILED;
}

// Lists that the program holds.
struct Lists {
  std::mutex mutex;
  std::unordered_set<flexio_app **> live;
};

Lists &lists() {
  static auto &table = *new Lists;
  return table;
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
  return guardedStatus(__func__, [&, call = __func__] {
    if (!app) {
      logError(call, "the result pointer is NULL");
      return FLEXIO_STATUS_FAILED;
    }
    *app = nullptr;
    if (!fattr) {
      logError(call, "the attributes are NULL");
      return FLEXIO_STATUS_FAILED;
    }
    Result<std::shared_ptr<App>> created = App::create(*fattr);
    if (!created)
      return failed(call, created.error());
    *app = AppRegistry::instance().add(*std::move(created));
    return FLEXIO_STATUS_SUCCESS;
  });
}

flexio_status flexio_app_destroy(flexio_app *app) {
  return guardedStatus(__func__, [&, call = __func__] {
    if (!app || AppRegistry::instance().remove(app))
      return FLEXIO_STATUS_SUCCESS;
    logError(call, "%p is no app, or a destroyed one",
             static_cast<void *>(app));
    return FLEXIO_STATUS_FAILED;
  });
}

flexio_status flexio_app_hw_model_register(flexio_app *app,
                                           flexio_hw_model_id hwModelId) {
  return guardedStatus(__func__, [&, call = __func__] {
    if (!appOf(call, app))
      return FLEXIO_STATUS_FAILED;
    Result<void> set =
        AppRegistry::instance().setModel(app, numberOf(hwModelId));
    return set ? FLEXIO_STATUS_SUCCESS : failed(call, set.error());
  });
}

flexio_status flexio_app_get(flexio_app_select_attr *selectAttr,
                             flexio_app **app) {
  return guardedStatus(__func__, [&, call = __func__] {
    if (!app) {
      logError(call, "the result pointer is NULL");
      return FLEXIO_STATUS_FAILED;
    }
    *app = nullptr;
    if (!selectAttr) {
      logError(call, "the attributes are NULL");
      return FLEXIO_STATUS_FAILED;
    }
    *app = select(call, *selectAttr);
    return *app ? FLEXIO_STATUS_SUCCESS : FLEXIO_STATUS_FAILED;
  });
}

flexio_hw_model_id flexio_hw_model_id_get(ibv_context *ibvCtx) {
  return guarded(__func__, FLEXIO_HW_MODEL_NA, [&, call = __func__] {
    std::shared_ptr<Device> device = deviceOf(call, ibvCtx);
    return device ? static_cast<flexio_hw_model_id>(device->model())
                  : FLEXIO_HW_MODEL_NA;
  });
}

flexio_status flexio_app_get_elf(flexio_app *app, uint64_t *binBuff,
                                 size_t binSize) {
  return guardedStatus(__func__, [&, call = __func__] {
    std::shared_ptr<App> found = appOf(call, app);
    if (!found)
      return FLEXIO_STATUS_FAILED;
    if (!binBuff) {
      logError(call, "the buffer is NULL");
      return FLEXIO_STATUS_FAILED;
    }
    if (binSize < found->image().size()) {
      logError(call,
               "the buffer is too small for the image of app '%s' (expected "
               "%zu bytes, got %zu)",
               found->name().c_str(), found->image().size(), binSize);
      return FLEXIO_STATUS_FAILED;
    }
    memcpy(binBuff, found->image().data(), found->image().size());
    return FLEXIO_STATUS_SUCCESS;
  });
}

size_t flexio_app_get_elf_size(flexio_app *app) {
  return guarded(__func__, size_t{0}, [&, call = __func__] {
    std::shared_ptr<App> found = appOf(call, app);
    return found ? found->image().size() : 0;
  });
}

const char *flexio_app_get_name(flexio_app *app) {
  return guarded(__func__, static_cast<const char *>(nullptr),
                 [&, call = __func__]() -> const char * {
                   std::shared_ptr<App> found = appOf(call, app);
                   return found ? found->name().c_str() : nullptr;
                 });
}

flexio_status flexio_app_get_list(flexio_app ***appList, uint32_t *numApps) {
  return guardedStatus(__func__, [&, call = __func__] {
    if (!appList || !numApps) {
      logError(call, "a result pointer is NULL");
      return FLEXIO_STATUS_FAILED;
    }
    *appList = nullptr;
    std::vector<flexio_app *> apps = AppRegistry::instance().handles();
    if (*numApps != 0 && *numApps < apps.size())
      apps.resize(*numApps);
    *numApps = static_cast<uint32_t>(apps.size());
    if (apps.empty())
      return FLEXIO_STATUS_SUCCESS;
    auto list = std::make_unique<flexio_app *[]>(apps.size());
    std::ranges::copy(apps, list.get());
    Lists &table = lists();
    std::lock_guard lock(table.mutex);
    table.live.insert(list.get());
    *appList = list.release();
    return FLEXIO_STATUS_SUCCESS;
  });
}

flexio_status flexio_app_list_free(flexio_app **appsList) {
  return guardedStatus(__func__, [&, call = __func__] {
    if (!appsList)
      return FLEXIO_STATUS_SUCCESS;
    Lists &table = lists();
    std::lock_guard lock(table.mutex);
    if (table.live.erase(appsList) == 0) {
      logError(call, "%p is no list of apps, or a freed one",
               static_cast<void *>(appsList));
      return FLEXIO_STATUS_FAILED;
    }
    delete[] appsList;
    return FLEXIO_STATUS_SUCCESS;
  });
}
