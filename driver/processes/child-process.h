// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One program started by this one: the host compiler, a compiler launcher. Given a command line and
// what it reads from standard input; its messages go to standard error or are collected. A signal
// that ends dpacc ends every child first. Several may run at a time, one per object; one object is
// used by one thread.
#ifndef DPA_DRIVER_PROCESSES_CHILD_PROCESS_H
#define DPA_DRIVER_PROCESSES_CHILD_PROCESS_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <sys/types.h>
#include <vector>

namespace dpa::driver {

struct ChildCommand {
  std::string what;                   ///< in messages: "host compiler"
  std::string path;                   ///< of the program
  std::string name;                   ///< what the user called it
  std::vector<std::string> arguments; ///< without the name
  /// Where it makes its own temporary files, so that they vanish with the folder even if it is
  /// killed; empty: where it likes.
  std::string temporaryFolder;
  bool isOutputCollected = false;       ///< standard output and standard error
  bool isStandardOutputDropped = false; ///< unless it is collected
};

class ChildProcess {
public:
  ChildProcess() = default;
  ~ChildProcess(); ///< ends a child that runs
  ChildProcess(const ChildProcess &) = delete;
  ChildProcess &operator=(const ChildProcess &) = delete;

  /// Starts it; at most one run at a time. Returns what is wrong, or nothing.
  std::string start(const ChildCommand &command, llvm::StringRef input = {});

  /// Waits for the end of the run. Returns what is wrong ("host compiler 'gcc' failed with exit
  /// code 1"), or nothing.
  std::string wait();

  bool isStarted() const { return child_ != 0; }

  /// What a finished run printed, if it is collected.
  const std::string &collectedOutput() const { return output_; }

private:
  std::string howItEnded(int status) const;
  void readOutput();

  std::string title_; ///< "host compiler 'gcc'"
  std::string output_;
  pid_t child_ = 0;
  int outputFile_ = -1;
};

/// Waits for a child that was named to the cleanup (addRunningChild), and takes the name back; its
/// status.
int waitForChild(pid_t child);

} // namespace dpa::driver

#endif
