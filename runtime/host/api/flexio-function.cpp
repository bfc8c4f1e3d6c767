// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions that register device functions with an app and query them.
#include "runtime/host/api/api-call.h"
#include "runtime/host/apps/app-registry.h"

#include <libflexio/flexio.h>

#include <cstring>

using namespace dpa;
using namespace dpa::host;

namespace {

// For a name that may be NULL, empty or too long.
std::string nameOf(const char *name) {
  return name ? std::string(name, strnlen(name, FLEXIO_MAX_NAME_LEN + 1))
              : std::string();
}

// Each member of the family that has the function gets the handle, so that it
// works on every device model.
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
  return ApiCall(__func__, Given(app, dev_func_name, out_func),
                 ResultPointer(out_func), Live(AppRegistry::instance, app))
      .status([&](const char *call, const auto &) {
        Result<flexio_func_t *> handle =
            registerRaw(AppRegistry::instance().members(app), dev_func_name);
        if (!handle)
          return statusOf(call, handle.error());
        *out_func = *handle;
        return FLEXIO_STATUS_SUCCESS;
      });
}

flexio_status
flexio_func_pup_register(flexio_app *app, const char *dev_func_name,
                         const char *dev_unpack_func_name,
                         flexio_func_t *host_stub_func_addr, size_t argbuf_size,
                         flexio_func_arg_pack_fn_t *host_pack_func) {
  return ApiCall(__func__,
                 Given(app, dev_func_name, dev_unpack_func_name,
                       host_stub_func_addr, argbuf_size, host_pack_func),
                 Live(AppRegistry::instance, app))
      .status([&](const char *call, const auto &found) {
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
        return statusOf(call, found->addPackedFunction(host_stub_func_addr,
                                                       std::move(function)));
      });
}

// The manual has ten parameters.
// NOLINTNEXTLINE(readability-function-size)
flexio_status flexio_func_get_register_info(
    flexio_app *app, flexio_func_t *host_stub_func_addr, uint32_t *pup,
    char *dev_func_name, char *dev_unpack_func_name, size_t func_name_size,
    size_t *argbuf_size, flexio_func_arg_pack_fn_t **host_pack_func,
    flexio_uintptr_t *dev_func_addr, flexio_uintptr_t *dev_unpack_func_addr) {
  return ApiCall(__func__,
                 Given(app, host_stub_func_addr, pup, dev_func_name,
                       dev_unpack_func_name, func_name_size, argbuf_size,
                       host_pack_func, dev_func_addr, dev_unpack_func_addr),
                 Live(AppRegistry::instance, app))
      .status([&](const char *call, const auto &found) {
        const Function *function = found->find(host_stub_func_addr);
        if (!function) {
          logError(call, "app '%s' has no function with the host stub %p",
                   found->name().c_str(),
                   reinterpret_cast<void *>(host_stub_func_addr));
          return FLEXIO_STATUS_FAILED;
        }
        if (!copyName(dev_func_name, function->name, func_name_size) ||
            !copyName(dev_unpack_func_name, function->unpackName,
                      func_name_size)) {
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
