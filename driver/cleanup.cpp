// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Temporary folder, child, signals. The handler calls only what POSIX allows in one. See cleanup.h.
#include "driver/cleanup.h"

#include "driver/report.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <array>
#include <atomic>
#include <climits>
#include <csignal>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dpa::driver {

namespace {

std::atomic<pid_t> runningChild;
std::atomic<bool> isChildStarting;

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

/// The child leads its own process group, so that its own children end with it.
void endChild() {
  // The thread that starts it is another one: it has signals blocked.
  while (isChildStarting)
    poll(nullptr, 0, 1);
  pid_t child = runningChild.exchange(0);
  if (child <= 0)
    return;
  kill(-child, SIGTERM);
  waitpid(child, nullptr, 0);
}

void onSignal(int signal) {
  endChild();
  removeFolder();
  // The handler was reset when it was called: this has the signal's own effect.
  raise(signal);
}

/// An ignored signal (nohup) stays without effect: LLVM's own handlers would remove its files all the same.
void blockSignal(int signal) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

} // namespace

void installSignalHandlers() {
  struct sigaction action = {};
  action.sa_handler = onSignal;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER);
  sigemptyset(&action.sa_mask);
  for (int signal : {SIGHUP, SIGINT, SIGTERM, SIGQUIT, SIGPIPE, SIGXCPU,
                     SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) {
    struct sigaction old = {};
    sigaction(signal, nullptr, &old);
    if (old.sa_handler == SIG_IGN)
      blockSignal(signal);
    else
      sigaction(signal, &action, nullptr);
  }
}

void setRunningChild(pid_t child) {
  runningChild = child;
}

SignalBlocker::SignalBlocker() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
}

SignalBlocker::~SignalBlocker() {
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

ChildStart::ChildStart() {
  isChildStarting = true;
}

ChildStart::~ChildStart() {
  isChildStarting = false;
}

bool TemporaryFolder::create() {
  // A signal waits until the handler knows the folder.
  SignalBlocker blocker;
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
  if (!folderExists)
    return;
  if (std::error_code error = llvm::sys::fs::remove_directories(folder, false))
    reportNote(llvm::Twine(folder) + " cannot be removed: " + error.message());
  // Only now: a signal that comes while the folder is being removed removes the rest.
  folderExists = false;
}

} // namespace dpa::driver
