// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions about the library itself: version, log level, and what
// generated code calls for the device library.
#include "base/enum-value.h"
#include "runtime/host/api/api-call.h"
#include "runtime/host/apps/app-registry.h"
#include "runtime/host/support/log.h"

#include <libflexio/flexio.h>

#include <atomic>

using namespace dpa::host;

namespace {

constexpr uint64_t none = UINT64_MAX;
// The version that the program has set.
std::atomic<uint64_t> chosenVersion{none};

std::string versionText(uint64_t version) {
  return std::to_string(version >> FLEXIO_VER_MAJOR_OFFS) + "." +
         std::to_string((version >> FLEXIO_VER_MINOR_OFFS) & 0xFF) + "." +
         std::to_string(version & 0xFFFF);
}

// FLEXIO_LAST_SUPPORTED_VERSION is 0 while nothing has been dropped.
bool isTooOld(uint64_t version) {
  constexpr uint64_t oldest = FLEXIO_LAST_SUPPORTED_VERSION;
  return oldest != 0 && version < oldest;
}

} // namespace

flexio_status flexio_version_set(uint64_t wanted) {
  return ApiCall(__func__, Given(wanted)).status([&](const char *call) {
    const uint64_t version =
        wanted == FLEXIO_VER_LATEST ? FLEXIO_CURRENT_VERSION : wanted;
    if (isTooOld(version) || version > FLEXIO_CURRENT_VERSION) {
      logError(call, "version %s is not supported (expected %s to %s)",
               versionText(version).c_str(),
               versionText(FLEXIO_LAST_SUPPORTED_VERSION).c_str(),
               versionText(FLEXIO_CURRENT_VERSION).c_str());
      return FLEXIO_STATUS_FAILED;
    }
    uint64_t chosen = none;
    if (!chosenVersion.compare_exchange_strong(chosen, version) &&
        chosen != version) {
      logError(call, "version %s is set already (got %s)",
               versionText(chosen).c_str(), versionText(version).c_str());
      return FLEXIO_STATUS_FAILED;
    }
    return FLEXIO_STATUS_SUCCESS;
  });
}

flexio_log_lvl flexio_log_lvl_set(flexio_log_lvl lvl) {
  return ApiCall(__func__, Given(lvl)).value(FLEXIO_LOG_LVL_WARN, [&](auto) {
    return setLogLevel(dpa::numberOf(lvl));
  });
}

extern "C" __attribute__((visibility("default"))) int
_dpacc_lib_libflexio_dev_register_all(flexio_app *handle);

// Called by the constructor of every app that links the device library, which
// has no entry points of its own to register. Checks that the host and the
// device library fit together.
int _dpacc_lib_libflexio_dev_register_all(flexio_app *handle) {
  return ApiCall(__func__, Given(handle), Live(AppRegistry::instance, handle))
      .value(-1, [](const char *call, const auto &app) {
        for (uint64_t version : app->elf().flexioDevVersions())
          if (version > FLEXIO_CURRENT_VERSION)
            logWarning(call,
                       "app '%s' has a device library of version %s, newer "
                       "than this host library (%s)",
                       app->name().c_str(), versionText(version).c_str(),
                       versionText(FLEXIO_CURRENT_VERSION).c_str());
        return 0;
      });
}
