// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables of UARs, outboxes and completion queues.
#include "runtime/host/objects/nic-objects.h"

namespace dpa::host {
namespace {

template <typename Object>
void forget(Handles<Object> &table, const FlexioProcess &process) {
  auto isOfProcess = [&](const Object &object) {
    return &object.process() == &process;
  };
  while (const void *handle = table.findIf(isOfProcess).first)
    table.remove(handle);
}

} // namespace

Handles<FlexioUar> &uars() {
  static auto &table = *new Handles<FlexioUar>;
  return table;
}

Handles<FlexioOutbox> &outboxes() {
  static auto &table = *new Handles<FlexioOutbox>;
  return table;
}

Handles<FlexioCq> &completionQueues() {
  static auto &table = *new Handles<FlexioCq>;
  return table;
}

void publishUar(const std::shared_ptr<FlexioProcess> &process) {
  auto own = std::make_shared<FlexioUar>(process, nullptr);
  uars().add(own->handle(), own);
}

std::shared_ptr<FlexioUar> uarOf(const FlexioProcess &process) {
  return uars()
      .findIf([&](const FlexioUar &uar) {
        return !uar.uar && &uar.process() == &process;
      })
      .second;
}

void forgetNicObjects(const FlexioProcess &process) {
  forget(completionQueues(), process);
  forget(outboxes(), process);
  forget(uars(), process);
}

} // namespace dpa::host
