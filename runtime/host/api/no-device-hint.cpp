// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hint for programs that are started without dpa-run: libflexio.so passes
// ibv_get_device_list() on to libibverbs and logs what to do if there is no
// device. The symbol's version is hidden: linkers bind programs to libibverbs as
// before, and the loader finds this function if libflexio precedes libibverbs in
// the program. With dpa-run the stand-in precedes both.
#include "base/uncancelled.h"
#include "runtime/host/support/log.h"

#include <atomic>
#include <dlfcn.h>
#include <infiniband/verbs.h>

namespace {

ibv_device **listDevices(int *count) {
  using List = ibv_device **(*)(int *);
  static std::atomic<bool> isReported = false;
  const auto next = reinterpret_cast<List>(
      dlvsym(RTLD_NEXT, "ibv_get_device_list", "IBVERBS_1.1"));
  int found = 0;
  ibv_device **list = next ? next(&found) : nullptr;
  if (count)
    *count = found;
  if ((!list || found == 0) && !isReported.exchange(true))
    dpa::host::logWarning("ibv_get_device_list",
                          "there are no devices; start the program with "
                          "dpa-run");
  return list;
}

} // namespace

extern "C" {

__asm__(".symver getDeviceListWithHint, ibv_get_device_list@IBVERBS_1.1");
__attribute__((visibility("default"))) ibv_device **
getDeviceListWithHint(int *count);

ibv_device **getDeviceListWithHint(int *count) {
  return dpa::uncancelled([&] { return listDevices(count); });
}

} // extern "C"
