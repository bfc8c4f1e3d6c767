// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Temporary folder, child, signals. Crashes are handled where they happen, with only what POSIX
// allows in a handler; other signals by a thread of their own. See cleanup.h.
#include "driver/processes/cleanup.h"

#include "clang-plugin/guarded-call.h"
#include "driver/processes/report.h"

#include "llvm/Support/ErrorHandling.h"
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
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace dpa::driver {

namespace {

/// 0: the place is free.
std::array<std::atomic<pid_t>, maximalChildren> runningChildren;
std::mutex signalHolds;
thread_local bool isHolding;
std::atomic<bool> isEnding;
sigset_t maskAtStart;
bool isCopy; ///< of the process that cleans up

/// What the handler may read: fixed memory, written before `folderExists` is set.
struct FolderNames {
  std::array<char, PATH_MAX> path;
  std::array<char, PATH_MAX>
      removed; ///< its name while it is emptied, so that no other process adds files
};
FolderNames folderNames;
std::atomic<bool> folderExists;

void unlinkEntries(int folder);

void unlinkEntry(int folder, const char *name) {
  if (name[0] == '.' && (name[1] == 0 || (name[1] == '.' && name[2] == 0)))
    return;
  if (unlinkat(folder, name, 0) == 0)
    return;
  int inner =
      openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (inner < 0)
    return;
  unlinkEntries(inner);
  close(inner);
  unlinkat(folder, name, AT_REMOVEDIR);
}

/// Also in folders that a compiler made.
void unlinkEntries(int folder) {
  alignas(long) char buffer[4096];
  for (long size = 0;
       (size = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0;)
    for (long at = 0; at < size;) {
      const auto *entry = reinterpret_cast<const dirent64 *>(buffer + at);
      unlinkEntry(folder, entry->d_name);
      at += entry->d_reclen;
    }
}

void removeFolder() {
  if (!folderExists.exchange(false))
    return;
  // A full disk may have no room for the other name.
  bool isRenamed =
      rename(folderNames.path.data(), folderNames.removed.data()) == 0;
  const char *name =
      isRenamed ? folderNames.removed.data() : folderNames.path.data();
  int folder = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0)
    return;
  unlinkEntries(folder);
  close(folder);
  rmdir(name);
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

/// The thread that ends the program. Others that fail meanwhile, perhaps because the folder is
/// gone, wait for it.
std::atomic<pid_t> endingThread;

/// True in the first thread that calls it, false if that calls again: what it did to clean up
/// failed. Other threads stay.
bool beginEnd() {
  pid_t self = gettid();
  pid_t first = 0;
  if (endingThread.compare_exchange_strong(first, self))
    return true;
  while (endingThread != self)
    pause();
  return false;
}

/// A page of a mapped file that the disk has no room for, or that the file no longer has.
void reportLostPage() {
  constexpr std::string_view message =
      "dpacc: error: a file could not be written because the disk is full, or "
      "was cut off while it was read\n";
  // Nothing can be done if even that fails.
  [[maybe_unused]] ssize_t written =
      write(STDERR_FILENO, message.data(), message.size());
}

void onCrash(int signal, siginfo_t *info, void *) {
  if (!beginEnd()) {
    std::signal(signal, SIG_DFL);
    raise(signal);
  }
  endChildren();
  removeFolder();
  llvm::sys::RunInterruptHandlers();
  if (signal == SIGBUS && info->si_code == BUS_ADRERR) {
    reportLostPage();
    _exit(1);
  }
  std::signal(signal, SIG_DFL);
  raise(signal);
}

/// A file that grows beyond the limit of its size (ulimit -f) is reported as an error of the write.
/// Not ignored, because children would inherit that.
void reportFileTooLarge() {
  std::signal(SIGXFSZ, [](int) {});
}

/// What LLVM cannot go on after, such as a file that it cannot write, is an error like every other.
void onFatalError(void *, const char *reason, bool) {
  frontend::leaveGuardedCall();
  // Kept to the end: several threads may come here, and what fails because a signal took the folder
  // away ends by that signal.
  if (!isHolding)
    signalHolds.lock();
  reportForeign(reason);
  isEnding = true;
  beginEnd();
  endChildren();
  removeFolder();
  llvm::sys::RunInterruptHandlers();
  _exit(1);
}

/// Waits for one of the signals and ends the program by it.
void endBySignal(const sigset_t &waitedFor) {
  int signal = 0;
  if (sigwait(&waitedFor, &signal) != 0)
    return;
  // Held to the end: no thread begins what would have to be undone.
  std::lock_guard hold(signalHolds);
  isEnding = true;
  beginEnd();
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

void handleCrashes() {
  struct sigaction action = {};
  if (isCopy) {
    action.sa_handler = SIG_DFL;
  } else {
    action.sa_sigaction = onCrash;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
  }
  sigemptyset(&action.sa_mask);
  for (int signal : {SIGPIPE, SIGXCPU, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT,
                     SIGTRAP, SIGSYS}) {
    struct sigaction old = {};
    sigaction(signal, nullptr, &old);
    if (old.sa_handler != SIG_IGN)
      sigaction(signal, &action, nullptr);
  }
}

void installSignalHandlers() {
  sigset_t blocked;
  sigset_t waitedFor;
  sigemptyset(&blocked);
  sigemptyset(&waitedFor);
  for (int signal : {SIGHUP, SIGINT, SIGTERM, SIGQUIT}) {
    // One that is ignored (nohup) stays without effect, but has to be blocked too: LLVM would
    // handle it.
    struct sigaction old = {};
    sigaction(signal, nullptr, &old);
    sigaddset(&blocked, signal);
    if (old.sa_handler != SIG_IGN)
      sigaddset(&waitedFor, signal);
  }
  pthread_sigmask(SIG_BLOCK, &blocked, &maskAtStart);
  // LLVM would set its own handlers later, over these.
  llvm::sys::RemoveFileOnSignal("/dev/null/nothing");
  llvm::sys::DontRemoveFileOnSignal("/dev/null/nothing");
  handleCrashes();
  reportFileTooLarge();
  llvm::install_fatal_error_handler(onFatalError);
  std::thread(endBySignal, waitedFor).detach();
}

SignalHold::SignalHold() : lock_(signalHolds) {
  isHolding = true;
}

SignalHold::~SignalHold() {
  isHolding = false;
}

void leaveCleanupToParent() {
  isCopy = true;
  handleCrashes();
  llvm::remove_fatal_error_handler();
  llvm::install_fatal_error_handler([](void *, const char *reason, bool) {
    reportForeign(reason);
    _exit(1);
  });
  pthread_sigmask(SIG_SETMASK, &maskAtStart, nullptr);
}

bool isProgramEnding() {
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

/// True if `file` is an open folder that still has this name.
static bool isStill(int file, const std::string &path) {
  struct stat opened = {};
  struct stat named = {};
  return fstat(file, &opened) == 0 && stat(path.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

/// In every folder of dpacc's: a folder of the user may have the same name.
constexpr const char *ownMark = ".dpacc";

static void mark(int folder) {
  int file = openat(folder, ownMark, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (file >= 0)
    close(file);
}

static bool isMarked(int folder) {
  return faccessat(folder, ownMark, F_OK, 0) == 0;
}

/// An unlocked one was left by a run that was killed, and is taken over.
bool TemporaryFolder::take(const std::string &preferred) {
  bool isNew = mkdir(preferred.c_str(), 0777) == 0;
  if (!isNew && errno != EEXIST)
    return false;
  int file =
      open(preferred.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (file < 0)
    return false;
  if (flock(file, LOCK_EX | LOCK_NB) != 0 || !isStill(file, preferred) ||
      !(isNew || isMarked(file))) {
    close(file);
    return false;
  }
  lock_ = file;
  folder_ = preferred;
  if (!isNew)
    unlinkEntries(file);
  mark(file);
  return true;
}

bool TemporaryFolder::makeUnique(const std::string &prefix) {
  std::string pattern = prefix + "_XXXXXX";
  if (!mkdtemp(pattern.data()))
    return false;
  folder_ = pattern;
  return true;
}

bool TemporaryFolder::create(const std::string &preferred) {
  SignalHold hold;
  std::string prefix = preferred;
  if (preferred.empty()) {
    llvm::SmallString<128> name;
    llvm::sys::path::system_temp_directory(true, name);
    llvm::sys::path::append(name, "dpacc");
    prefix = name.str().str();
  }
  constexpr size_t room = sizeof "_XXXXXX.removed";
  bool isMade = prefix.size() + room <= PATH_MAX &&
                ((!preferred.empty() && take(preferred)) || makeUnique(prefix));
  if (!isMade) {
    reportErrorIn(prefix, Problem::WorkFolder, strerror(errno));
    return false;
  }
  std::string removed = folder_ + ".removed";
  memcpy(folderNames.path.data(), folder_.c_str(), folder_.size() + 1);
  memcpy(folderNames.removed.data(), removed.c_str(), removed.size() + 1);
  folderExists = true;
  return true;
}

TemporaryFolder::~TemporaryFolder() {
  SignalHold hold;
  if (folderExists.exchange(false))
    if (std::error_code error =
            llvm::sys::fs::remove_directories(folder_, false))
      reportNote(llvm::Twine(folder_) +
                 " cannot be removed: " + error.message());
  if (lock_ >= 0)
    close(lock_);
}

} // namespace dpa::driver
