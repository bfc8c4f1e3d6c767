// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How debuggers reach a process: at the server of its device, or at one of its
// own for tools that have its token. Without either there is none.
#ifndef DPA_EMULATOR_PROCESS_PROCESS_DEBUGGING_H
#define DPA_EMULATOR_PROCESS_PROCESS_DEBUGGING_H

#include "emulator/gdb/server.h"
#include "emulator/process/process-debugger.h"

namespace dpa {

class ProcessDebugging {
public:
  explicit ProcessDebugging(ProcessCore &core) : core_(core) {}
  ~ProcessDebugging() { end(); }
  ProcessDebugging(const ProcessDebugging &) = delete;
  ProcessDebugging &operator=(const ProcessDebugging &) = delete;

  /// Before the first activation. The first process of the server waits until a
  /// debugger has continued it.
  void serveAt(std::shared_ptr<gdb::Server> server);
  void allowTokens() { allowsTokens_ = true; }
  /// Made by the first call, with a server that takes it. 0: not allowed, or the
  /// host refuses a socket or a thread.
  uint64_t token();
  /// The process is about to end: its debugger sees that, and is left.
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
