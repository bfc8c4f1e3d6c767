// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Starts the host compiler and waits for it. See host-compiler.h.
#include "driver/host-compiler.h"

#include "driver/cleanup.h"
#include "driver/report.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace dpa::driver {

/// A file without a name that holds `text`, opened at its start; -1 on failure.
static int openText(llvm::StringRef text) {
  int file = memfd_create("dpacc", MFD_CLOEXEC);
  while (file >= 0 && !text.empty()) {
    ssize_t written = write(file, text.data(), text.size());
    if (written <= 0) {
      close(file);
      return -1;
    }
    text = text.drop_front(static_cast<size_t>(written));
  }
  if (file >= 0)
    lseek(file, 0, SEEK_SET);
  return file;
}

/// Starts a program that leads its own process group and reads `input`; an errno, or 0.
static int spawn(pid_t &child, const std::string &path, char *const *argv,
                 int input) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  int error =
      posix_spawn(&child, path.c_str(), &actions, &attributes, argv, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

bool HostCompiler::start(const Arguments &arguments, llvm::StringRef input) {
  std::vector<char *> argv = {const_cast<char *>(name.c_str())};
  for (const std::string &argument : arguments)
    argv.push_back(const_cast<char *>(argument.c_str()));
  argv.push_back(nullptr);

  int file = openText(input);
  int error = file < 0 ? errno : spawn(child, path, argv.data(), file);
  if (file >= 0)
    close(file);
  if (error != 0) {
    child = 0;
    reportError("host compiler '" + name +
                "' cannot be started: " + strerror(error));
    return false;
  }
  setRunningChild(child);
  return true;
}

bool HostCompiler::wait() {
  if (child == 0)
    return false;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    continue;
  setRunningChild(0);
  child = 0;
  if (WIFSIGNALED(status))
    reportError("host compiler '" + name + "' was ended by signal " +
                llvm::Twine(WTERMSIG(status)) + " (" +
                strsignal(WTERMSIG(status)) + ")");
  else if (WEXITSTATUS(status) != 0)
    reportError("host compiler '" + name + "' failed with exit code " +
                llvm::Twine(WEXITSTATUS(status)));
  return status == 0;
}

HostCompiler::~HostCompiler() {
  if (child == 0)
    return;
  kill(-child, SIGTERM);
  waitpid(child, nullptr, 0);
  setRunningChild(0);
}

} // namespace dpa::driver
