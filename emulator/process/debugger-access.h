// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How debuggers reach a process: by the server of its device, or by a server of its
// own for tools that have its token.
#ifndef DPA_EMULATOR_PROCESS_DEBUGGER_ACCESS_H
#define DPA_EMULATOR_PROCESS_DEBUGGER_ACCESS_H

#include "emulator/gdb/server.h"
#include "emulator/process/process-debugger.h"

namespace dpa {

class DebuggerAccess {
public:
  explicit DebuggerAccess(ProcessCore &core) : core_(core) {}
  ~DebuggerAccess() { end(); }
  DebuggerAccess(const DebuggerAccess &) = delete;
  DebuggerAccess &operator=(const DebuggerAccess &) = delete;

  /// Before the first activation. The first process of the server waits until a
  /// debugger has continued it.
  void serveAt(std::shared_ptr<gdb::Server> server);
  void allowTokens() { allowsTokens_ = true; }
  /// The first call makes the token, and a server for it. 0: not allowed, or the host
  /// provides no socket or thread.
  uint64_t token();
  /// The process is about to be destroyed: reports its end to the debugger and
  /// disconnects it.
  void end();

private:
  void begin(std::shared_ptr<gdb::Server> server);

  ProcessCore &core_;
  bool allowsTokens_ = false;
  std::mutex lock_; ///< of what follows
  std::shared_ptr<gdb::Server> server_;
  std::unique_ptr<ProcessDebugger> debugger_;
  uint64_t token_ = 0;
};

} // namespace dpa

#endif
