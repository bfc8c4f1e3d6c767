// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One app and its functions: see app.h.
#include "runtime/host/apps/app.h"

#include "image/model-id.h"
#include "image/signature-space.h"
#include "runtime/host/support/log.h"
#include "runtime/host/support/table-lock.h"

#include <cinttypes>
#include <cstring>
#include <dlfcn.h>
#include <mutex>
#include <shared_mutex>

namespace dpa::host {

namespace {

// Length of a NUL-terminated name if it is 1 to FLEXIO_MAX_NAME_LEN bytes;
// never reads further than that.
Result<size_t> nameLength(const char *what, const char *name) {
  if (!name)
    return Error{std::string(what) + " is NULL"};
  size_t length = strnlen(name, FLEXIO_MAX_NAME_LEN + 1);
  if (length == 0)
    return Error{std::string(what) + " is empty"};
  if (length > FLEXIO_MAX_NAME_LEN)
    return Error{std::string(what) + " '" + std::string(name, 32) +
                 "...' is too long (expected at most " +
                 std::to_string(FLEXIO_MAX_NAME_LEN) + " bytes)"};
  return length;
}

// Of the program or library whose memory has that address; null if it
// does not exist.
const void *baseOfFile(const void *address) {
  Dl_info info{};
  return dladdr(address, &info) != 0 ? info.dli_fbase : nullptr;
}

// A slot in a host file does not have more bytes. A longer signature is not
// read: its copy is one byte longer than a slot, so that devices reject it.
std::vector<std::byte> copyOfSignature(const flexio_app_attr &attributes) {
  if (attributes.sig_bsize > image::signatureCapacity) {
    logWarning("flexio_app_create",
               "app '%s': signature of %zu bytes is not read (expected at most "
               "%" PRIu64 ")",
               attributes.app_name, attributes.sig_bsize,
               image::signatureCapacity);
    return std::vector<std::byte>(image::signatureCapacity + 1);
  }
  const auto *bytes = static_cast<const std::byte *>(attributes.sig_ptr);
  return {bytes, bytes + attributes.sig_bsize};
}

} // namespace

Result<std::shared_ptr<App>> App::create(const flexio_app_attr &attributes) {
  Result<size_t> length = nameLength("the app's name", attributes.app_name);
  if (!length)
    return length.error();
  std::shared_ptr<App> app(new App);
  app->appName_.assign(attributes.app_name, *length);
  if (!attributes.app_ptr || attributes.app_bsize == 0)
    return Error{"app '" + app->appName_ + "' has no image"};
  if (attributes.sig_bsize != 0 && !attributes.sig_ptr)
    return Error{"app '" + app->appName_ + "' has a signature of " +
                 std::to_string(attributes.sig_bsize) + " bytes at NULL"};
  app->loadedAt_ = baseOfFile(attributes.app_ptr);

  const auto *image = static_cast<const std::byte *>(attributes.app_ptr);
  app->bytes_.assign(image, image + attributes.app_bsize);
  app->signature_ = copyOfSignature(attributes);
  Result<image::DeviceElf> elf = image::DeviceElf::open(app->bytes_);
  if (!elf)
    return elf.error().in("image of app '" + app->appName_ + "'");
  app->deviceElf_ = std::make_unique<const image::DeviceElf>(*std::move(elf));
  app->modelId_ = app->deviceElf_->model().value_or(image::genericModel);
  return app;
}

Result<void> App::setModel(uint32_t model) {
  if (image::shortNameOfModel(model).empty())
    return Error{"no such hardware model (expected one of " +
                 image::listOfModels() + ", got " + std::to_string(model) +
                 ")"};
  std::optional<uint32_t> own = deviceElf_->model();
  if (own && *own != model)
    return Error{"the image of app '" + appName_ + "' was built for " +
                 image::nameOfModel(*own) + ", not for " +
                 image::nameOfModel(model)};
  modelId_ = model;
  return {};
}

Result<uint64_t> App::resolve(const char *functionName) const {
  Result<size_t> length = nameLength("the function's name", functionName);
  if (!length)
    return length.error();
  std::string_view wanted(functionName, *length);
  std::optional<uint64_t> address = deviceElf_->address(wanted);
  if (!address)
    return Error{"the image of app '" + appName_ + "' has no function '" +
                 std::string(wanted) +
                 "' (one that no device code refers to needs "
                 "__attribute__((used, retain)))"};
  return *address;
}

Result<void> App::add(flexio_func_t *handle, Function function) {
  std::unique_lock lock(tableLock());
  auto [place, isNew] = functions_.try_emplace(handle);
  if (!isNew)
    return Error{"the host stub of '" + function.name +
                 "' is registered already, for '" + place->second->name + "'"};
  place->second = std::make_unique<const Function>(std::move(function));
  return {};
}

Result<void> App::addPackedFunction(flexio_func_t *stub, Function function) {
  Result<uint64_t> address = resolve(function.name.c_str());
  if (!address)
    return address.error();
  Result<uint64_t> unpackAddress = resolve(function.unpackName.c_str());
  if (!unpackAddress)
    return unpackAddress.error();
  function.address = *address;
  function.unpackAddress = *unpackAddress;
  return add(stub, std::move(function));
}

Result<void> App::addRawFunction(std::shared_ptr<const char> handle,
                                 const char *functionName) {
  Result<uint64_t> address = resolve(functionName);
  if (!address)
    return address.error();
  Function function;
  function.name = functionName;
  function.address = *address;
  if (Result<void> added = add(handleOf(handle), std::move(function)); !added)
    return added;
  std::unique_lock lock(tableLock());
  handles_.push_back(std::move(handle));
  return {};
}

const Function *App::find(flexio_func_t *handle) const {
  std::shared_lock lock(tableLock());
  auto found = functions_.find(handle);
  return found == functions_.end() ? nullptr : found->second.get();
}

} // namespace dpa::host
