// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One run of the program as a child, with a connection to the gdb server of its
// device. The program ends with its owner.
#ifndef DPA_TOOLS_DPA_RUN_REPLAYED_RUN_H
#define DPA_TOOLS_DPA_RUN_REPLAYED_RUN_H

#include "base/result.h"
#include "tools/dpa-run/rsp-link.h"

#include <sys/types.h>
#include <vector>

namespace dpa::run {

class ReplayedRun {
public:
  /// `program`: with its arguments, up to a null. A silent run prints nothing.
  static Result<ReplayedRun> start(char **program, bool isSilent);
  ReplayedRun(ReplayedRun &&other) noexcept
      : program_(std::exchange(other.program_, -1)),
        ended_(std::move(other.ended_)), endpoint_(std::move(other.endpoint_)),
        link_(std::move(other.link_)) {}
  ReplayedRun &operator=(ReplayedRun &&other) noexcept;
  /// Kills the program.
  ~ReplayedRun();

  /// Readable when the program has ended.
  int endedFile() const { return ended_.number(); }
  /// Waits for its end. Its exit status, or 128 and its signal.
  int exitStatus();

  /// The server accepts the connection when the program has a process.
  Result<void> connect();
  void disconnect() { link_.reset(); }
  /// Null: not connected.
  RspLink *link() { return link_ ? &*link_ : nullptr; }

  /// Sends a request and returns the answer. Fails if the program ends before, or the
  /// debugger interrupts.
  Result<std::string> ask(std::string_view request, RspLink &debugger);

private:
  ReplayedRun() = default;

  pid_t program_ = -1;
  Descriptor ended_; ///< pidfd
  gdb::Endpoint endpoint_;
  std::optional<RspLink> link_;
};

} // namespace dpa::run

#endif
