// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a verbs context to its device: see device-context.h.
#include "runtime/host/process/device-context.h"

#include "base/enum-value.h"
#include "base/fork-generation.h"
#include "base/mapped-memory.h"
#include "runtime/host/support/log.h"

#include <dlfcn.h>
#include <string>

namespace dpa::host {
namespace {

// The name that verbs gives the context's device, or empty. The pointer may be
// anything, also a closed context: only mapped memory is read, and nothing of
// it is relied on.
__attribute__((no_sanitize("address"))) std::string
nameOf(ibv_context *context) {
  if (!isStillMapped(context, sizeof *context) ||
      !isStillMapped(context->device, sizeof *context->device))
    return "";
  const char *name = ibv_get_device_name(context->device);
  if (!name || !isStillMapped(name, IBV_SYSFS_NAME_MAX))
    return "";
  std::string copy;
  for (size_t i = 0; i < IBV_SYSFS_NAME_MAX && name[i] > ' ' && name[i] < 0x7f;
       ++i)
    copy += name[i];
  return copy;
}

static_assert(static_cast<int>(LogLevel::Error) == FLEXIO_LOG_LVL_ERR &&
              static_cast<int>(LogLevel::Debug) == FLEXIO_LOG_LVL_DBG);

/// Whether dpa-run has preloaded the stand-ins for libibverbs.
bool hasStandIns() {
  return dlsym(RTLD_DEFAULT, "dpa_verbs_is_emulated") != nullptr;
}

void reportUnknown(const char *call, ibv_context *context) {
  const auto *shown = static_cast<const void *>(context);
  std::string name;
  if (isClosedContext(context))
    logError(call, "the device of context %p is closed", shown);
  else if (name = nameOf(context); name.empty())
    logError(call,
             "context %p is not an open device; start the program with dpa-run",
             shown);
  else if (forkGeneration() != 0)
    logError(call,
             "context %p of '%s' is not open in this child of fork(); open "
             "the device again",
             shown, name.c_str());
  else
    logError(call,
             "'%s' is not an emulated device; start the program with dpa-run",
             name.c_str());
}

} // namespace

std::shared_ptr<Device> deviceOf(const char *call, ibv_context *context) {
  if (!context) {
    logError(call, "the device context is NULL%s",
             hasStandIns() ? "" : "; start the program with dpa-run");
    return nullptr;
  }
  std::shared_ptr<Device> device = deviceOfContext(context);
  if (device)
    setInitialLog(device->messages().log);
  else
    reportUnknown(call, context);
  return device;
}

std::optional<Affinity> affinityOf(const flexio_affinity &affinity) {
  switch (numberOf(affinity.type)) {
  case FLEXIO_AFFINITY_NONE:
    return Affinity{Affinity::Kind::None, 0};
  case FLEXIO_AFFINITY_STRICT:
    return Affinity{Affinity::Kind::Strict, affinity.id};
  case FLEXIO_AFFINITY_GROUP:
    return Affinity{Affinity::Kind::Group, affinity.id};
  default:
    return std::nullopt;
  }
}

} // namespace dpa::host
