// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Starts the debugger and waits (dpacc-extract/debugger.h). Signals that ask this
// program to end are passed on, so that the folder is removed afterwards.
#include "dpacc-extract/debugger.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <spawn.h>
#include <sys/wait.h>

extern char **environ;

namespace dpa::extract {
namespace {

std::atomic<pid_t> child{0};

void passOn(int signal) {
  if (const pid_t pid = child.load())
    kill(pid, signal);
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action{};
  action.sa_handler = handler;
  sigaction(signal, &action, nullptr);
}

/// 0 or an error number.
int start(char *const *words, pid_t &pid) {
  posix_spawnattr_t attributes;
  sigset_t changed;
  sigemptyset(&changed);
  for (const int signal : {SIGINT, SIGQUIT, SIGTERM, SIGHUP})
    sigaddset(&changed, signal);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigdefault(&attributes, &changed);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  const int error =
      posix_spawnp(&pid, words[0], nullptr, &attributes, words, environ);
  posix_spawnattr_destroy(&attributes);
  return error;
}

} // namespace

TemporaryFolder::TemporaryFolder() {
  std::error_code noFolder;
  std::string pattern =
      (std::filesystem::temp_directory_path(noFolder) / "dpacc-extract-XXXXXX")
          .string();
  if (noFolder)
    errno = noFolder.value();
  else if (mkdtemp(pattern.data()))
    path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty())
    std::filesystem::remove_all(path_, ignored);
}

Result<int> runInTerminal(const std::vector<std::string> &words) {
  std::vector<char *> arguments;
  arguments.reserve(words.size() + 1);
  for (const std::string &word : words)
    arguments.push_back(const_cast<char *>(word.c_str()));
  arguments.push_back(nullptr);
  for (const int signal : {SIGINT, SIGQUIT})
    handle(signal, SIG_IGN);
  for (const int signal : {SIGTERM, SIGHUP})
    handle(signal, passOn);
  pid_t pid = 0;
  if (const int error = start(arguments.data(), pid))
    return Error{words.front() +
                 ": cannot be started: " + std::strerror(error)};
  child = pid;
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace dpa::extract
