// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the files of the libibverbs stand-in share: the emulated devices as
// struct ibv_device, opened contexts, messages. Device structs live until the
// program ends, so that a pointer to one stays good after ibv_free_device_list.
#ifndef DPA_EMULATOR_VERBS_DEVICE_LIST_H
#define DPA_EMULATOR_VERBS_DEVICE_LIST_H

#include "emulator/interface/device.h"
#include "emulator/verbs/card-objects.h"
#include "emulator/verbs/domain-table.h"
#include "emulator/verbs/event-queue.h"

#include <infiniband/verbs.h>

namespace dpa::verbs {

struct VerbsDevice : ibv_device {
  uint32_t index = 0; ///< position at which the program has first seen it
};

/// An opened device: begins with what the inline functions of verbs.h expect.
struct VerbsContext : verbs_context {
  uint64_t id = 0; ///< never used again, also not in a child of fork()
  EventQueue asyncEvents;
  CardObjects cardObjects;
  DomainTable domains;
};

inline VerbsContext &contextOf(ibv_context *context) {
  return *static_cast<VerbsContext *>(verbs_get_ctx(context));
}

/// The device of an object that the context with this id has made; null if that
/// context is no longer open in this program. Its address may be used again.
inline std::shared_ptr<Device> deviceOf(ibv_context *context, uint64_t id) {
  std::shared_ptr<Device> device = deviceOfContext(context);
  return device && contextOf(context).id == id ? device : nullptr;
}

/// "dpa-verbs: error: what" on standard error.
void printError(const std::string &what);

/// EUI-64 of a device: locally administered, different for each index.
uint64_t deviceGuid(const ibv_device *device);

} // namespace dpa::verbs

/// For the libmlx5 stand-in: whether a device is emulated.
extern "C" bool dpa_verbs_is_emulated(const struct ibv_device *device);

#endif
