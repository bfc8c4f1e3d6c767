// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions that register device functions with an app and tell what is
// registered.
#include "runtime/host/app-registry.h"
#include "runtime/host/guard.h"

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

flexio_status flexio_func_register(flexio_app *app, const char *dev_func_name,
                                   flexio_func_t **out_func) {
  return guardedStatus(__func__, [&, call = __func__] {
    if (!out_func) {
      logError(call, "the result pointer is NULL");
      return FLEXIO_STATUS_FAILED;
    }
    *out_func = nullptr;
    std::vector<std::shared_ptr<App>> members =
        AppRegistry::instance().members(app);
    if (members.empty()) {
      logError(call, "%p is no app, or a destroyed one",
               static_cast<void *>(app));
      return FLEXIO_STATUS_FAILED;
    }
    Result<flexio_func_t *> handle = registerRaw(members, dev_func_name);
    if (!handle) {
      logError(call, "%s", handle.error().message.c_str());
      return FLEXIO_STATUS_FAILED;
    }
    *out_func = *handle;
    return FLEXIO_STATUS_SUCCESS;
  });
}

flexio_status
flexio_func_pup_register(flexio_app *app, const char *dev_func_name,
                         const char *dev_unpack_func_name,
                         flexio_func_t *host_stub_func_addr, size_t argbuf_size,
                         flexio_func_arg_pack_fn_t *host_pack_func) {
  return guardedStatus(__func__, [&, call = __func__] {
    std::shared_ptr<App> found = AppRegistry::instance().find(app);
    if (!found) {
      logError(call, "%p is no app, or a destroyed one",
               static_cast<void *>(app));
      return FLEXIO_STATUS_FAILED;
    }
    if (!host_stub_func_addr || !host_pack_func) {
      logError(call, "the host stub or the pack function of '%s' is NULL",
               nameOf(dev_func_name).c_str());
      return FLEXIO_STATUS_FAILED;
    }
    Function function;
    function.name = nameOf(dev_func_name);
    function.unpackName = nameOf(dev_unpack_func_name);
    function.argumentSize = argbuf_size;
    function.pack = host_pack_func;
    Result<void> added =
        found->addPackedFunction(host_stub_func_addr, std::move(function));
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
    flexio_app *app, flexio_func_t *host_stub_func_addr, uint32_t *pup,
    char *dev_func_name, char *dev_unpack_func_name, size_t func_name_size,
    size_t *argbuf_size, flexio_func_arg_pack_fn_t **host_pack_func,
    flexio_uintptr_t *dev_func_addr, flexio_uintptr_t *dev_unpack_func_addr) {
  return guardedStatus(__func__, [&, call = __func__] {
    std::shared_ptr<App> found = AppRegistry::instance().find(app);
    if (!found) {
      logError(call, "%p is no app, or a destroyed one",
               static_cast<void *>(app));
      return FLEXIO_STATUS_FAILED;
    }
    const Function *function = found->find(host_stub_func_addr);
    if (!function) {
      logError(call, "app '%s' has no function with the host stub %p",
               found->name().c_str(),
               reinterpret_cast<void *>(host_stub_func_addr));
      return FLEXIO_STATUS_FAILED;
    }
    if (!copyName(dev_func_name, function->name, func_name_size) ||
        !copyName(dev_unpack_func_name, function->unpackName, func_name_size)) {
      logError(call, "a name of '%s' does not fit into %zu bytes",
               function->name.c_str(), func_name_size);
      return FLEXIO_STATUS_FAILED;
    }
    store(pup, uint32_t{function->pack != nullptr});
    store(argbuf_size, function->argumentSize);
    store(host_pack_func, function->pack);
    store(dev_func_addr, function->address);
    store(dev_unpack_func_addr, function->unpackAddress);
    return FLEXIO_STATUS_SUCCESS;
  });
}
