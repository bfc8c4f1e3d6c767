// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What has to be undone when dpacc ends, however it ends: the temporary folder, running children,
// files that LLVM has open. A signal ends the children, removes the files, and then has its normal
// effect; it may come twice.
#ifndef DPA_DRIVER_PROCESSES_CLEANUP_H
#define DPA_DRIVER_PROCESSES_CLEANUP_H

#include <csignal>
#include <mutex>
#include <string>
#include <sys/types.h>

namespace dpa::driver {

/// From now on signals that end the program clean up first. To be called once, before any other
/// thread exists: all threads block those signals and one waits for them, because a second signal
/// in a handler would kill it half way.
void installSignalHandlers();

/// Crashes clean up first, too. Part of the above; to be called again after a library took the
/// crashes for itself. In a copy that has left the cleanup to its parent they have their normal
/// effect again.
void handleCrashes();

/// While it lives, a signal waits: for steps that are begun and finished, or not begun. Not to be
/// nested.
class SignalHold {
public:
  SignalHold();
  ~SignalHold();
  SignalHold(const SignalHold &) = delete;
  SignalHold &operator=(const SignalHold &) = delete;

private:
  std::lock_guard<std::mutex> lock_;
};

/// True once a signal or an error that LLVM cannot go on after is ending the program: what fails
/// now fails because of that.
bool isProgramEnding();

/// How many children may run at a time.
inline constexpr unsigned maximalChildren = 256;

/// The children that a signal has to end first. A child is started and named under one SignalHold,
/// and no longer named when it has ended and is about to be reaped.
void addRunningChild(pid_t child);
void removeRunningChild(pid_t child);

/// The signals that a child blocks: those that this program was started with.
const sigset_t &childSignalMask();

/// In a copy of this process (fork), which undoes nothing: it dies of what ends it, and after an
/// error that LLVM cannot go on after ends with exit code 1.
void leaveCleanupToParent();

/// A folder for intermediate files, removed with everything in it.
class TemporaryFolder {
public:
  TemporaryFolder() = default;
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  /// Makes the folder; reports an error and returns false if that fails. Its name is `preferred`,
  /// always the same so that caches know the files in it, unless another run of dpacc has that;
  /// empty: one under the system's temporary folder.
  bool create(const std::string &preferred);
  const std::string &path() const { return folder_; }

private:
  bool take(const std::string &preferred);
  bool makeUnique(const std::string &prefix);

  std::string folder_;
  int lock_ = -1; ///< the folder itself, locked while this program uses it
};

} // namespace dpa::driver

#endif
