// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Starting the program with a socket that it inherits.
#include "tools/dpa-run/replayed-run.h"

#include "base/system-error.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dpa::run {
namespace {

constexpr int notFound = 127;
constexpr int cannotStart = 126;

/// In the child. The listening socket stays open.
[[noreturn]] void becomeProgram(char **program, int listener, bool isSilent,
                                pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(cannotStart);
  const int nowhere = isSilent ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;
  if (nowhere >= 0) {
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
  }
  fcntl(listener, F_SETFD, 0);
  const std::string address = "fd:" + std::to_string(listener);
  setenv("DPA_GDB", address.c_str(), 1);
  execvp(*program, program);
  std::fprintf(stderr, "dpa-run: error: %s: %s\n", *program,
               std::strerror(errno));
  _exit(errno == ENOENT ? notFound : cannotStart);
}

} // namespace

Result<ReplayedRun> ReplayedRun::start(char **program, bool isSilent) {
  static unsigned count = 0;
  ReplayedRun run;
  run.endpoint_ = {.kind = gdb::Endpoint::Kind::Name,
                   .path = "dpa-run-" + std::to_string(getpid()) + "-" +
                           std::to_string(count++)};
  std::string error;
  const Descriptor listener = gdb::listenAt(run.endpoint_, error);
  if (!listener.isOpen())
    return Error{error};
  const pid_t parent = getpid();
  run.program_ = fork();
  if (run.program_ == 0)
    becomeProgram(program, listener.number(), isSilent, parent);
  if (run.program_ < 0)
    return systemError("fork");
  run.ended_ =
      Descriptor(static_cast<int>(syscall(SYS_pidfd_open, run.program_, 0)));
  if (!run.ended_.isOpen())
    return systemError("pidfd_open");
  return run;
}

ReplayedRun &ReplayedRun::operator=(ReplayedRun &&other) noexcept {
  std::swap(program_, other.program_);
  std::swap(ended_, other.ended_);
  std::swap(endpoint_, other.endpoint_);
  std::swap(link_, other.link_);
  return *this;
}

ReplayedRun::~ReplayedRun() {
  if (program_ < 0)
    return;
  kill(program_, SIGKILL);
  exitStatus();
}

int ReplayedRun::exitStatus() {
  constexpr int ofSignal = 128;
  int status = 0;
  while (waitpid(program_, &status, 0) < 0 && errno == EINTR) {
  }
  program_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : ofSignal + WTERMSIG(status);
}

Result<void> ReplayedRun::connect() {
  std::string error;
  Descriptor socket = gdb::connectTo(endpoint_, error);
  if (!socket.isOpen())
    return Error{error};
  link_.emplace(std::move(socket), false);
  return {};
}

Result<std::string> ReplayedRun::ask(std::string_view request,
                                     RspLink &debugger) {
  if (!link_ || !link_->send(request))
    return Error{"the program has ended"};
  for (;;) {
    while (auto input = link_->next())
      if (!input->text.starts_with("O") || input->text == "OK")
        return std::move(input->text);
    std::array<pollfd, 2> files = {
        pollfd{.fd = link_->file(), .events = POLLIN, .revents = 0},
        pollfd{.fd = debugger.file(), .events = POLLIN, .revents = 0}};
    if (poll(files.data(), files.size(), -1) < 0 && errno != EINTR)
      return systemError("poll");
    if (files[0].revents != 0 && !link_->receive())
      return Error{"the program has ended"};
    if (files[1].revents == 0)
      continue;
    if (!debugger.receive())
      return Error{"the debugger has gone"};
    while (const auto input = debugger.next())
      if (input->isInterrupt)
        return Error{"interrupted"};
  }
}

} // namespace dpa::run
