// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What has to be undone when dpacc ends, however it ends: the temporary folder and the running host compiler. A signal
// (also a crash) ends the child, removes the folder, and then has its normal effect.
#ifndef DPA_DRIVER_CLEANUP_H
#define DPA_DRIVER_CLEANUP_H

#include <csignal>
#include <string>
#include <sys/types.h>

namespace dpa::driver {

/// Handles the signals that end a program. To be called once, before LLVM installs handlers of its own: those remove
/// LLVM's files and then call the ones that they found.
void installSignalHandlers();

/// The child that a signal has to end first; 0: none.
void setRunningChild(pid_t child);

/// Blocks all signals on this thread while it lives.
class SignalBlocker {
public:
  SignalBlocker();
  ~SignalBlocker();
  SignalBlocker(const SignalBlocker &) = delete;
  SignalBlocker &operator=(const SignalBlocker &) = delete;

  const sigset_t &maskBefore() const { return before; }

private:
  sigset_t before;
};

/// While it lives, a signal on any thread waits, so that it finds the child that is being started.
class ChildStart {
public:
  ChildStart();
  ~ChildStart();
  ChildStart(const ChildStart &) = delete;
  ChildStart &operator=(const ChildStart &) = delete;

  /// The signals that the child has to block: those of before.
  const sigset_t &signalMask() const { return blocker.maskBefore(); }

private:
  SignalBlocker blocker; ///< first, so that it ends last
};

/// A folder under the system's temporary folder, removed with everything in it.
class TemporaryFolder {
public:
  TemporaryFolder() = default;
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  /// Makes the folder; reports an error and returns false if that fails.
  bool create();
  const std::string &path() const { return folder; }

private:
  std::string folder;
};

} // namespace dpa::driver

#endif
