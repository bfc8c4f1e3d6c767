// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "emulator/verbs/objects.h"

#include <cerrno>

namespace dpa::verbs {

HostNic *cardOf(ibv_context *context) {
  // The context keeps the device.
  const std::shared_ptr<Device> device = deviceOfContext(context);
  HostNic *nic = device ? device->nic() : nullptr;
  if (!nic)
    errno = device ? EOPNOTSUPP : ENODEV;
  return nic;
}

HostNic *cardOf(const ibv_pd *pd) {
  if (!pd) {
    errno = EINVAL;
    return nullptr;
  }
  if (deviceOf(*static_cast<const VerbsDomain *>(pd)))
    return cardOf(pd->context);
  errno = ENODEV;
  return nullptr;
}

} // namespace dpa::verbs
