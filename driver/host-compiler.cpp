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

/// The strings, as the system's functions take them.
static std::vector<char *> pointersTo(std::vector<std::string> &strings) {
  std::vector<char *> pointers;
  pointers.reserve(strings.size() + 1);
  for (std::string &string : strings)
    pointers.push_back(string.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// This program's environment, with another folder for temporary files unless that is empty.
static std::vector<std::string>
environmentWith(const std::string &temporaryFolder) {
  std::vector<std::string> variables;
  for (char **variable = environ; *variable; ++variable)
    if (temporaryFolder.empty() ||
        !llvm::StringRef(*variable).starts_with("TMPDIR="))
      variables.emplace_back(*variable);
  if (!temporaryFolder.empty())
    variables.push_back("TMPDIR=" + temporaryFolder);
  return variables;
}

/// What a program is started with.
struct Start {
  const std::string &path;
  std::vector<std::string> arguments; ///< the first is the program's name
  std::vector<std::string> environment;
  int input;
  const sigset_t &signalMask;
};

/// Starts a program that leads its own process group; an errno, or 0.
static int spawn(pid_t &child, Start start) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, start.input, STDIN_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setsigmask(&attributes, &start.signalMask);
  posix_spawnattr_setpgroup(&attributes, 0);
  int error = posix_spawn(&child, start.path.c_str(), &actions, &attributes,
                          pointersTo(start.arguments).data(),
                          pointersTo(start.environment).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

bool HostCompiler::start(const Arguments &arguments, llvm::StringRef input) {
  std::vector<std::string> argv = {name};
  argv.insert(argv.end(), arguments.begin(), arguments.end());

  int file = openText(input);
  int error = errno;
  if (file >= 0) {
    SignalHold hold;
    error =
        spawn(child, {path, std::move(argv), environmentWith(temporaryFolder),
                      file, childSignalMask()});
    setRunningChild(error == 0 ? child : 0);
  }
  if (file >= 0)
    close(file);
  if (error != 0) {
    child = 0;
    reportError("host compiler '" + name +
                "' cannot be started: " + strerror(error));
    return false;
  }
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
