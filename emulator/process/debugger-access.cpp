// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The server of a process, and its token.
#include "emulator/process/debugger-access.h"

#include "base/log-line.h"

#include <sys/random.h>

namespace dpa {

void DebuggerAccess::begin(std::shared_ptr<gdb::Server> server) {
  server_ = std::move(server);
  debugger_ = std::make_unique<ProcessDebugger>(
      core_, [self = server_.get()] { self->notify(); });
  server_->add(*debugger_);
}

void DebuggerAccess::serveAt(std::shared_ptr<gdb::Server> server) {
  {
    const std::lock_guard guard(lock_);
    begin(std::move(server));
  }
  server_->waitForDebugger(*debugger_);
}

uint64_t DebuggerAccess::token() {
  constexpr uint32_t half = 32;
  const std::lock_guard guard(lock_);
  if (!allowsTokens_ || server_)
    return token_;
  uint64_t made = 0;
  if (getrandom(&made, sizeof made, 0) != sizeof made || made >> half == 0)
    return 0;
  std::string error;
  auto server =
      gdb::Server::create(gdb::endpointOf(made), gdb::greetingOf(made), error);
  if (!server) {
    printLine("dpa-emulator", "warning", "debug token: %s", error.c_str());
    return 0;
  }
  begin(std::move(server));
  return token_ = made;
}

void DebuggerAccess::end() {
  const std::lock_guard guard(lock_);
  if (debugger_)
    server_->remove(*debugger_);
  debugger_.reset();
  server_.reset();
  token_ = 0;
}

} // namespace dpa
