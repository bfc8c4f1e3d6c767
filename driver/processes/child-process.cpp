// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Starts a program and waits for it. See child-process.h.
#include "driver/processes/child-process.h"

#include "driver/processes/cleanup.h"
#include "driver/processes/report.h"

#include "llvm/ADT/Twine.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace dpa::driver {

namespace {

/// A file without a name that holds `text`, opened at its start; -1 on failure.
int openText(llvm::StringRef text) {
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
std::vector<char *> pointersTo(std::vector<std::string> &strings) {
  std::vector<char *> pointers;
  pointers.reserve(strings.size() + 1);
  for (std::string &string : strings)
    pointers.push_back(string.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// This program's environment, with another folder for temporary files unless that is empty.
std::vector<std::string> environmentWith(const std::string &temporaryFolder) {
  std::vector<std::string> variables;
  for (char **variable = environ; *variable; ++variable)
    if (temporaryFolder.empty() ||
        !llvm::StringRef(*variable).starts_with("TMPDIR="))
      variables.emplace_back(*variable);
  if (!temporaryFolder.empty())
    variables.push_back("TMPDIR=" + temporaryFolder);
  return variables;
}

/// The child's standard streams; an output of -1 is this program's own.
struct Streams {
  int input;
  int output;
};

/// Starts a program that leads its own process group; an errno, or 0.
int spawn(pid_t &child, const ChildCommand &command, Streams streams) {
  std::vector<std::string> arguments = {command.name};
  arguments.insert(arguments.end(), command.arguments.begin(),
                   command.arguments.end());
  std::vector<std::string> environment =
      environmentWith(command.temporaryFolder);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, streams.input, STDIN_FILENO);
  if (streams.output >= 0)
    for (int standard : {STDOUT_FILENO, STDERR_FILENO})
      posix_spawn_file_actions_adddup2(&actions, streams.output, standard);
  else if (command.isStandardOutputDropped)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null",
                                     O_WRONLY, 0);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setsigmask(&attributes, &childSignalMask());
  posix_spawnattr_setpgroup(&attributes, 0);
  int error =
      posix_spawn(&child, command.path.c_str(), &actions, &attributes,
                  pointersTo(arguments).data(), pointersTo(environment).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

void closeFile(int &file) {
  if (file >= 0)
    close(file);
  file = -1;
}

} // namespace

std::string ChildProcess::start(const ChildCommand &command,
                                llvm::StringRef input) {
  title_ = command.what + " '" + command.name + "'";
  output_.clear();
  int inputFile = openText(input);
  int error = inputFile < 0 ? errno : 0;
  if (error == 0 && command.isOutputCollected) {
    outputFile_ = openText("");
    error = outputFile_ < 0 ? errno : 0;
  }
  if (error == 0) {
    SignalHold hold;
    error = spawn(child_, command, {inputFile, outputFile_});
    if (error != 0)
      child_ = 0;
    else
      addRunningChild(child_);
  }
  closeFile(inputFile);
  if (error == 0)
    return {};
  closeFile(outputFile_);
  return messageText(Problem::ChildNotStarted, title_, strerror(error));
}

int waitForChild(pid_t child) {
  // Until it is reaped its number is not reused, so that a signal can still end it.
  siginfo_t info = {};
  while (waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT) <
             0 &&
         errno == EINTR)
    continue;
  removeRunningChild(child);
  int status = 0;
  if (waitpid(child, &status, 0) < 0)
    status = SIGTERM; // a signal that ends this program was quicker
  return status;
}

std::string ChildProcess::wait() {
  int status = waitForChild(child_);
  child_ = 0;
  readOutput();
  return howItEnded(status);
}

std::string ChildProcess::howItEnded(int status) const {
  if (WIFSIGNALED(status))
    return messageText(Problem::ChildSignalled, title_, WTERMSIG(status),
                       strsignal(WTERMSIG(status)));
  if (WEXITSTATUS(status) != 0)
    return messageText(Problem::ChildFailed, title_, WEXITSTATUS(status));
  return {};
}

void ChildProcess::readOutput() {
  if (outputFile_ < 0)
    return;
  lseek(outputFile_, 0, SEEK_SET);
  std::array<char, 4096> buffer;
  for (ssize_t size = 0;
       (size = read(outputFile_, buffer.data(), buffer.size())) > 0;)
    output_.append(buffer.data(), static_cast<size_t>(size));
  closeFile(outputFile_);
}

ChildProcess::~ChildProcess() {
  if (child_ == 0)
    return;
  kill(-child_, SIGTERM);
  wait();
}

} // namespace dpa::driver
