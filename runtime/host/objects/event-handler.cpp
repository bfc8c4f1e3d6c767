// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands behind a struct flexio_event_handler: see event-handler.h.
#include "runtime/host/objects/event-handler.h"

#include "base/enum-value.h"
#include "runtime/host/process/device-context.h"
#include "runtime/host/process/functions.h"
#include "runtime/host/support/log.h"
#include "runtime/host/support/readable-memory.h"

namespace dpa::host {
std::shared_ptr<EventHandler>
EventHandler::create(const char *call,
                     const std::shared_ptr<FlexioProcess> &process,
                     const flexio_event_handler_attr &attributes) {
  const Function *function =
      handlerOf(call, *process, attributes.host_stub_func);
  if (!function)
    return nullptr;
  std::optional<Affinity> affinity = affinityOf(attributes.affinity);
  if (!affinity) {
    logError(call, "'%s' in process %s: %d is not an affinity type",
             function->name.c_str(), process->title().c_str(),
             shownNumber(attributes.affinity.type));
    return nullptr;
  }
  std::shared_ptr<EventHandler> handler(new EventHandler(process));
  handler->functionName_ = function->name;
  std::optional<std::string> label =
      attributes.name ? readableText(attributes.name) : function->name;
  if (!label) {
    logError(call, "'%s' in process %s: the name at %p cannot be read",
             function->name.c_str(), process->title().c_str(),
             static_cast<const void *>(attributes.name));
    return nullptr;
  }
  if (attributes.name && !handler->writeName(call, *label))
    return nullptr;
  std::string error;
  handler->deviceThread_ = process->createThread(
      {.function = function->address,
       .label = *label,
       .affinity = *affinity,
       .isContinuable = attributes.continuable != 0,
       .localStorage = attributes.thread_local_storage_daddr,
       .name = handler->nameAddress_},
      error);
  if (!handler->deviceThread_) {
    logError(call, "'%s' in process %s: %s", function->name.c_str(),
             process->title().c_str(), error.c_str());
    return nullptr;
  }
  return handler;
}

EventHandler::~EventHandler() {
  deviceThread_.reset();
  if (nameAddress_ != 0)
    owner_->heap().free(nameAddress_, HeapOwner::Library);
}

// Device code reads it there.
bool EventHandler::writeName(const char *call, const std::string &name) {
  size_t size = name.size() + 1;
  std::optional<uint64_t> address =
      owner_->heap().allocate(size, HeapOwner::Library);
  if (!address) {
    logError(call,
             "process %s: the heap has no room for the %zu bytes of the name",
             owner_->title().c_str(), size);
    return false;
  }
  nameAddress_ = *address;
  return owner_->memory().writeOwn(nameAddress_, name.c_str(), size);
}

flexio_status EventHandler::run(const char *call, uint64_t argument) {
  std::string error;
  if (deviceThread_->run(argument, error))
    return FLEXIO_STATUS_SUCCESS;
  bool isDead = owner_->status() != 0;
  if (isDead)
    error = "cannot run: " + owner_->whyEnded();
  logError(call, "'%s' in process %s %s", functionName_.c_str(),
           owner_->title().c_str(), error.c_str());
  return isDead ? FLEXIO_STATUS_FATAL_ERR : FLEXIO_STATUS_FAILED;
}

Handles<EventHandler> &eventHandlers() {
  static auto &table = *new Handles<EventHandler>("event handler");
  return table;
}

Handles<EventHandler> &threads() {
  static auto &table = *new Handles<EventHandler>("thread");
  return table;
}

} // namespace dpa::host
