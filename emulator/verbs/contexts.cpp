// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Opening and closing devices.
#include "emulator/verbs/device-list.h"

#include "base/uncancelled.h"
#include "emulator/verbs/limits.h"
#include "emulator/verbs/operations.h"
#include "emulator/verbs/uars.h"

#include <atomic>
#include <cerrno>
#include <memory>
#include <new>
#include <pthread.h>

namespace dpa::verbs {
namespace {

ibv_context *openDevice(ibv_device *device) try {
  std::string error;
  std::shared_ptr<dpa::Device> emulated = dpa::openDevice(device->name, error);
  if (!emulated) {
    printError(error);
    errno = ENODEV;
    return nullptr;
  }
  static std::atomic<uint64_t> nextId = 1;
  auto opened = std::make_unique<VerbsContext>();
  opened->id = nextId++;
  if (opened->asyncEvents.descriptor() < 0)
    return nullptr;
  setOperations(*opened);
  ibv_context &context = opened->context;
  context.device = device;
  context.cmd_fd = -1;
  context.num_comp_vectors = limits::completionVectors;
  context.async_fd = opened->asyncEvents.descriptor();
  context.abi_compat = __VERBS_ABI_IS_EXTENDED;
  dpa::bindContext(&context, std::move(emulated));
  pthread_mutex_init(&context.mutex, nullptr);
  return &opened.release()->context;
} catch (const std::bad_alloc &) {
  errno = ENOMEM;
  return nullptr;
}

/// As the kernel does, it ends the queues and steering rules that were made by the
/// context.
int closeDevice(ibv_context *context) {
  const std::shared_ptr<dpa::Device> device = dpa::deviceOfContext(context);
  const uint64_t owner = contextOf(context).id;
  if (device) {
    contextOf(context).cardObjects.endAll();
    dpa_verbs_end_freed_uars();
  }
  if (device && device->steering() && device->steering()->hasObjects(owner))
    device->steering()->destroyAll(owner);
  dpa::unbindContext(context);
  pthread_mutex_destroy(&context->mutex);
  delete &contextOf(context);
  return 0;
}

} // namespace
} // namespace dpa::verbs

using namespace dpa::verbs;

// All of a public function's C++ is inside uncancelled(): see there.
extern "C" {

ibv_context *ibv_open_device(ibv_device *device) {
  return dpa::uncancelled([&] { return openDevice(device); });
}

int ibv_close_device(ibv_context *context) {
  return dpa::uncancelled([&] { return closeDevice(context); });
}

} // extern "C"
