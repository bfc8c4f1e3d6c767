// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The end of a process's objects: see end-objects.h.
#include "runtime/host/objects/end-objects.h"

#include "runtime/host/objects/command-queue.h"
#include "runtime/host/objects/event-handler.h"
#include "runtime/host/objects/nic-objects.h"
#include "runtime/host/objects/queue-pairs.h"
#include "runtime/host/objects/stream.h"
#include "runtime/host/objects/transport-objects.h"
#include "runtime/host/objects/window.h"
#include "runtime/host/objects/work-queues.h"

namespace dpa::host {

void endObjects(const FlexioProcess *process) {
  auto isOfProcess = [&](const auto &object) {
    return &object.process() == process;
  };
  queuePairs().removeIf(isOfProcess);
  sendQueues().removeIf(isOfProcess);
  receiveQueues().removeIf(isOfProcess);
  receivePools().removeIf(isOfProcess);
  completionQueues().removeIf(isOfProcess);
  eventQueues().removeIf(isOfProcess);
  outboxes().removeIf(isOfProcess);
  uars().removeIf(isOfProcess);
  commandQueues().removeIf(isOfProcess);
  threads().removeIf(isOfProcess);
  eventHandlers().removeIf(isOfProcess);
  for (const auto &stream : streams().removeIf(isOfProcess)) {
    stream->flush();
    stream->lossStatus("flexio_process_destroy");
  }
  windows().removeIf(isOfProcess);
  mkeys().removeIf(isOfProcess);
}

namespace {

// Makes all tables when the library is loaded, so that a fork() never
// interrupts the creation of one.
[[gnu::constructor]] void makeTables() {
  processes();
  transportDomains();
  transportInterfaces();
  endObjects(nullptr);
}

} // namespace

} // namespace dpa::host
