// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One app: a device program's image for one hardware model, under the program's
// name, and the functions that the host may call in it. Its image never
// changes; functions may be added at any time. Thread safe.
#ifndef DPA_RUNTIME_HOST_APPS_APP_H
#define DPA_RUNTIME_HOST_APPS_APP_H

#include "image/device-elf.h"

#include <libflexio/flexio.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace dpa::host {

/// A device function that the host can call.
struct Function {
  std::string name;
  uint64_t address = 0;
  /// Only with pack and unpack support:
  flexio_func_arg_pack_fn_t *pack = nullptr;
  std::string unpackName;
  uint64_t unpackAddress = 0;
  size_t argumentSize = 0; ///< bytes of the argument buffer
};

class App {
public:
  /// Copies name, image and signature. Errors: no name, a name that is too long, no image,
  /// not a device ELF, half a signature.
  static Result<std::shared_ptr<App>> create(const flexio_app_attr &attributes);

  const std::string &name() const { return appName_; }
  std::span<const std::byte> image() const { return bytes_; }
  /// As it was when the app was created; empty: unsigned.
  std::span<const std::byte> signature() const { return signature_; }
  const image::DeviceElf &elf() const { return *deviceElf_; }

  /// DPA_ID: as registered, else as the image says, else image::genericModel,
  /// which every device runs.
  uint32_t model() const { return modelId_; }
  /// Errors: no such model, or the image says that it was built for another
  /// one.
  Result<void> setModel(uint32_t model);

  /// Where the program or library that brought the image is loaded; null if the
  /// image was in no such file's memory (read or made at run time).
  const void *origin() const { return loadedAt_; }

  /// Errors: a name that is empty, too long, or not in the image; the handle is
  /// taken.
  Result<void> addPackedFunction(flexio_func_t *stub, Function function);
  /// The same without pack and unpack support. `handle` stays alive with the
  /// app.
  Result<void> addRawFunction(std::shared_ptr<const char> handle,
                              const char *functionName);

  /// Null if the handle names no function of this app; otherwise it lives as
  /// long as the app.
  const Function *find(flexio_func_t *handle) const;

private:
  App() = default;
  Result<uint64_t> resolve(const char *functionName) const;
  Result<void> add(flexio_func_t *handle, Function function);

  std::string appName_;
  std::vector<std::byte> bytes_;
  std::vector<std::byte> signature_;
  std::unique_ptr<const image::DeviceElf> deviceElf_; ///< looks into `bytes`
  std::atomic<uint32_t> modelId_{0};
  const void *loadedAt_ = nullptr;

  // Under tableLock().
  std::unordered_map<flexio_func_t *, std::unique_ptr<const Function>>
      functions_;
  std::vector<std::shared_ptr<const char>> handles_;
};

/// The handle that a raw function's token is for the program.
inline flexio_func_t *handleOf(const std::shared_ptr<const char> &token) {
  return reinterpret_cast<flexio_func_t *>(const_cast<char *>(token.get()));
}

} // namespace dpa::host

#endif
