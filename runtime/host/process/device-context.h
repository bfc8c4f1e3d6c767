// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From a verbs context to the device behind it, and the settings that verbs and
// device share.
#ifndef DPA_RUNTIME_HOST_PROCESS_DEVICE_CONTEXT_H
#define DPA_RUNTIME_HOST_PROCESS_DEVICE_CONTEXT_H

#include "emulator/interface/device.h"

#include <libflexio/flexio.h>

#include <memory>
#include <optional>

namespace dpa::host {

/// The device of an opened context; null, with an entry in the log for `call`,
/// if it was not opened by the emulator. A closed context, or any other stray
/// pointer, is not followed.
std::shared_ptr<Device> deviceOf(const char *call, ibv_context *context);

/// Nothing if the type is not in the enumeration.
std::optional<Affinity> affinityOf(const flexio_affinity &affinity);

} // namespace dpa::host

#endif
