// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions that register device functions with an app and tell what is
// registered.
#include "runtime/host/api/guard.h"
#include "runtime/host/apps/app-registry.h"

#include <libflexio/flexio.h>

#include <cstring>

using namespace dpa;
using namespace dpa::host;

namespace {

// What a name that is NULL, empty or too long is reported with.
std::string nameOf(const char *name) {
  return name ? std::string(name, strnlen(name, FLEXIO_MAX_NAME_LEN + 1))
              : std::string();
}

// Each member of the family that has the function gets the handle, so that it
// works on whatever device.
Result<flexio_func_t *>
registerRaw(const std::vector<std::shared_ptr<App>> &members,
            const char *functionName) {
  auto token = std::make_shared<const char>();
  Error lastError;
  bool isAdded = false;
  for (const std::shared_ptr<App> &app : members) {
    Result<void> added = app->addRawFunction(token, functionName);
    if (added)
      isAdded = true;
    else
      lastError = added.error();
  }
  if (!isAdded)
    return lastError;
  return handleOf(token);
}

bool copyName(char *to, const std::string &name, size_t size) {
  if (!to)
    return true;
  if (name.size() >= size)
    return false;
  memcpy(to, name.c_str(), name.size() + 1);
  return true;
}

template <typename Value> void store(Value *to, Value value) {
  if (to)
    *to = value;
}

} // namespace

flexio_status flexio_func_register(flexio_app *app, const char *devFuncName,
                                   flexio_func_t **outFunc) {
  return guardedStatus(__func__, [&, call = __func__] {
    if (!outFunc) {
      logError(call, "the result pointer is NULL");
      return FLEXIO_STATUS_FAILED;
    }
    *outFunc = nullptr;
    std::vector<std::shared_ptr<App>> members =
        AppRegistry::instance().members(app);
    if (members.empty()) {
      logError(call, "%p is no app, or a destroyed one",
               static_cast<void *>(app));
      return FLEXIO_STATUS_FAILED;
    }
    Result<flexio_func_t *> handle = registerRaw(members, devFuncName);
    if (!handle) {
      logError(call, "%s", handle.error().message.c_str());
      return FLEXIO_STATUS_FAILED;
    }
    *outFunc = *handle;
    return FLEXIO_STATUS_SUCCESS;
  });
}

flexio_status
flexio_func_pup_register(flexio_app *app, const char *devFuncName,
                         const char *devUnpackFuncName,
                         flexio_func_t *hostStubFuncAddr, size_t argbufSize,
                         flexio_func_arg_pack_fn_t *hostPackFunc) {
  return guardedStatus(__func__, [&, call = __func__] {
    std::shared_ptr<App> found = AppRegistry::instance().find(app);
    if (!found) {
      logError(call, "%p is no app, or a destroyed one",
               static_cast<void *>(app));
      return FLEXIO_STATUS_FAILED;
    }
    if (!hostStubFuncAddr || !hostPackFunc) {
      logError(call, "the host stub or the pack function of '%s' is NULL",
               nameOf(devFuncName).c_str());
      return FLEXIO_STATUS_FAILED;
    }
    Function function;
    function.name = nameOf(devFuncName);
    function.unpackName = nameOf(devUnpackFuncName);
    function.argumentSize = argbufSize;
    function.pack = hostPackFunc;
    Result<void> added =
        found->addPackedFunction(hostStubFuncAddr, std::move(function));
    if (!added) {
      logError(call, "%s", added.error().message.c_str());
      return FLEXIO_STATUS_FAILED;
    }
    return FLEXIO_STATUS_SUCCESS;
  });
}

// The manual has ten parameters.
// NOLINTNEXTLINE(readability-function-size)
flexio_status flexio_func_get_register_info(
    flexio_app *app, flexio_func_t *hostStubFuncAddr, uint32_t *pup,
    char *devFuncName, char *devUnpackFuncName, size_t funcNameSize,
    size_t *argbufSize, flexio_func_arg_pack_fn_t **hostPackFunc,
    flexio_uintptr_t *devFuncAddr, flexio_uintptr_t *devUnpackFuncAddr) {
  return guardedStatus(__func__, [&, call = __func__] {
    std::shared_ptr<App> found = AppRegistry::instance().find(app);
    if (!found) {
      logError(call, "%p is no app, or a destroyed one",
               static_cast<void *>(app));
      return FLEXIO_STATUS_FAILED;
    }
    const Function *function = found->find(hostStubFuncAddr);
    if (!function) {
      logError(call, "app '%s' has no function with the host stub %p",
               found->name().c_str(),
               reinterpret_cast<void *>(hostStubFuncAddr));
      return FLEXIO_STATUS_FAILED;
    }
    if (!copyName(devFuncName, function->name, funcNameSize) ||
        !copyName(devUnpackFuncName, function->unpackName, funcNameSize)) {
      logError(call, "a name of '%s' does not fit into %zu bytes",
               function->name.c_str(), funcNameSize);
      return FLEXIO_STATUS_FAILED;
    }
    store(pup, uint32_t{function->pack != nullptr});
    store(argbufSize, function->argumentSize);
    store(hostPackFunc, function->pack);
    store(devFuncAddr, function->address);
    store(devUnpackFuncAddr, function->unpackAddress);
    return FLEXIO_STATUS_SUCCESS;
  });
}
