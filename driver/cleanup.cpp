// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Temporary folder, child, signals. Crashes are handled where they happen, with only what POSIX allows in a handler; other
// signals by a thread of their own. See cleanup.h.
#include "driver/cleanup.h"

#include "driver/report.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"

#include <array>
#include <atomic>
#include <climits>
#include <csignal>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace dpa::driver {

namespace {

/// 0: the place is free.
std::array<std::atomic<pid_t>, maximalChildren> runningChildren;
std::mutex signalHolds;
std::atomic<bool> isEnding;
sigset_t maskAtStart;

/// What the handler may read: fixed memory, written before `folderExists` is set.
struct FolderNames {
  std::array<char, PATH_MAX> path;
  std::array<char, PATH_MAX>
      removed; ///< its name while it is emptied, so that nobody can add files
};
FolderNames folderNames;
std::atomic<bool> folderExists;

void unlinkEntries(int folder) {
  alignas(long) char buffer[4096];
  for (long size = 0;
       (size = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0;)
    for (long at = 0; at < size;) {
      const auto *entry = reinterpret_cast<const dirent64 *>(buffer + at);
      unlinkat(folder, entry->d_name, 0);
      at += entry->d_reclen;
    }
}

void removeFolder() {
  if (!folderExists.exchange(false))
    return;
  rename(folderNames.path.data(), folderNames.removed.data());
  int folder =
      open(folderNames.removed.data(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0)
    return;
  unlinkEntries(folder);
  close(folder);
  rmdir(folderNames.removed.data());
}

/// Each child leads its own process group, so that its own children end with it.
void endChildren() {
  for (const std::atomic<pid_t> &child : runningChildren)
    if (child > 0)
      kill(-child, SIGTERM);
  for (std::atomic<pid_t> &place : runningChildren)
    if (pid_t child = place.exchange(0); child > 0)
      waitpid(child, nullptr, 0);
}

void onCrash(int signal) {
  endChildren();
  removeFolder();
  // The handler was reset when it was called: this has the signal's own effect.
  raise(signal);
}

void handleCrashes() {
  struct sigaction action = {};
  action.sa_handler = onCrash;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER);
  sigemptyset(&action.sa_mask);
  for (int signal :
       {SIGPIPE, SIGXCPU, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) {
    struct sigaction old = {};
    sigaction(signal, nullptr, &old);
    if (old.sa_handler != SIG_IGN)
      sigaction(signal, &action, nullptr);
  }
}

/// Waits for one of the signals and ends the program by it.
void endBySignal(const sigset_t &waitedFor) {
  int signal = 0;
  if (sigwait(&waitedFor, &signal) != 0)
    return;
  // Kept to the end: nobody begins what would have to be undone.
  std::lock_guard hold(signalHolds);
  isEnding = true;
  endChildren();
  removeFolder();
  llvm::sys::RunInterruptHandlers();
  std::signal(signal, SIG_DFL);
  sigset_t own;
  sigemptyset(&own);
  sigaddset(&own, signal);
  pthread_sigmask(SIG_UNBLOCK, &own, nullptr);
  raise(signal);
}

} // namespace

void installSignalHandlers() {
  handleCrashes();
  sigset_t blocked;
  sigset_t waitedFor;
  sigemptyset(&blocked);
  sigemptyset(&waitedFor);
  for (int signal : {SIGHUP, SIGINT, SIGTERM, SIGQUIT}) {
    // One that is ignored (nohup) stays without effect, but has to be blocked too: LLVM would handle it.
    struct sigaction old = {};
    sigaction(signal, nullptr, &old);
    sigaddset(&blocked, signal);
    if (old.sa_handler != SIG_IGN)
      sigaddset(&waitedFor, signal);
  }
  pthread_sigmask(SIG_BLOCK, &blocked, &maskAtStart);
  std::thread(endBySignal, waitedFor).detach();
}

SignalHold::SignalHold() : lock(signalHolds) {}

bool isEndingBySignal() {
  return isEnding;
}

const sigset_t &childSignalMask() {
  return maskAtStart;
}

void addRunningChild(pid_t child) {
  for (std::atomic<pid_t> &place : runningChildren) {
    pid_t none = 0;
    if (place.compare_exchange_strong(none, child))
      return;
  }
}

void removeRunningChild(pid_t child) {
  for (std::atomic<pid_t> &place : runningChildren) {
    pid_t expected = child;
    if (place.compare_exchange_strong(expected, 0))
      return;
  }
}

bool TemporaryFolder::create() {
  SignalHold hold;
  llvm::SmallString<128> name;
  llvm::sys::path::system_temp_directory(true, name);
  llvm::sys::path::append(name, "dpacc_XXXXXX");
  std::string pattern = name.str().str();
  if (pattern.size() + sizeof ".removed" > PATH_MAX ||
      !mkdtemp(pattern.data())) {
    reportError("cannot make a temporary folder in " +
                llvm::sys::path::parent_path(pattern) + ": " + strerror(errno));
    return false;
  }
  folder = pattern;
  std::string removed = folder + ".removed";
  memcpy(folderNames.path.data(), folder.c_str(), folder.size() + 1);
  memcpy(folderNames.removed.data(), removed.c_str(), removed.size() + 1);
  folderExists = true;
  return true;
}

TemporaryFolder::~TemporaryFolder() {
  SignalHold hold;
  if (!folderExists.exchange(false))
    return;
  if (std::error_code error = llvm::sys::fs::remove_directories(folder, false))
    reportNote(llvm::Twine(folder) + " cannot be removed: " + error.message());
}

} // namespace dpa::driver
