// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads /proc/net/unix, and connects to one program at a time.
#include "runtime/statistics/programs.h"

#include "base/peer.h"
#include "base/system-error.h"
#include "base/unix-address.h"
#include "runtime/statistics/reply-reader.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <memory>
#include <sys/socket.h>
#include <unistd.h>

namespace dpa::stats {
namespace {

/// Longer than a program serves a viewer that does not read.
constexpr timeval patience = {.tv_sec = 20, .tv_usec = 0};

/// Takes a number and the character after it, if there is one.
bool takeNumber(std::string_view &text, uint32_t &number) {
  const auto [end, failure] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc())
    return false;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  if (!text.empty() && text.front() != '/')
    return false;
  text.remove_prefix(std::min<size_t>(text.size(), 1));
  return true;
}

/// `line` ends with "@dpa-statistics/<user>/<pid>/<n>".
bool readLine(std::string_view line, uid_t user, Program &program) {
  const std::string_view prefix = statisticsAddressPrefix;
  const size_t at = line.rfind('@');
  if (at == line.npos || !line.substr(at + 1).starts_with(prefix))
    return false;
  std::string_view rest = line.substr(at + 1 + prefix.size());
  uint32_t owner = 0;
  uint32_t pid = 0;
  uint32_t number = 0;
  if (!takeNumber(rest, owner) || !takeNumber(rest, pid) ||
      !takeNumber(rest, number) || !rest.empty() || pid >> pidBits != 0 ||
      (user != 0 && owner != user))
    return false;
  program = {static_cast<pid_t>(pid), std::string(line.substr(at + 1))};
  return true;
}

class Connection {
public:
  Connection() : socket_(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  }
  ~Connection() {
    if (socket_ >= 0)
      close(socket_);
  }
  Connection(const Connection &) = delete;
  Connection &operator=(const Connection &) = delete;

  bool open(const std::string &name) const {
    const auto address = UnixAddress::of(UnixAddress::Kind::Abstract, name);
    return address && connect(socket_, address->get(), address->size) == 0;
  }
  ucred peer() const { return peerOf(socket_); }
  bool send(const StatisticsRequest &request) const {
    return ::send(socket_, &request, sizeof request, MSG_NOSIGNAL) ==
           sizeof request;
  }
  size_t receive(void *buffer, size_t size) const {
    const ssize_t got = recv(socket_, buffer, size, MSG_WAITALL);
    return got > 0 ? static_cast<size_t>(got) : 0;
  }

private:
  const int socket_;
};

/// Whether the error means that the program has ended meanwhile.
bool hasLeft(int error) {
  return error == ECONNREFUSED || error == ECONNRESET || error == EPIPE;
}

Error failureOf(const Program &program, const std::string &what) {
  return Error{"program " + std::to_string(program.pid) + ": " + what};
}

} // namespace

std::vector<Program> programsOf(std::string_view table, uid_t user) {
  std::vector<Program> programs;
  while (!table.empty()) {
    const std::string_view line = table.substr(0, table.find('\n'));
    table.remove_prefix(std::min(line.size() + 1, table.size()));
    Program program;
    if (readLine(line, user, program) &&
        std::ranges::find(programs, program.address, &Program::address) ==
            programs.end()) // a connection has the address, too
      programs.push_back(std::move(program));
  }
  return programs;
}

Result<std::vector<Program>> runningPrograms() {
  constexpr const char *path = "/proc/net/unix";
  const std::unique_ptr<FILE, int (*)(FILE *)> file(std::fopen(path, "re"),
                                                    std::fclose);
  std::string table;
  std::array<char, 4096> chunk;
  size_t size = 0;
  while (file &&
         (size = std::fread(chunk.data(), 1, chunk.size(), file.get())) != 0)
    table.append(chunk.data(), size);
  if (!file || std::ferror(file.get()))
    return systemError(std::string(path));
  return programsOf(table, geteuid());
}

Result<RawAnswer> ask(const Program &program, const StatisticsRequest &request,
                      uint32_t recordSize) {
  const Connection connection;
  if (!connection.open(program.address))
    return hasLeft(errno) ? Result(RawAnswer{})
                          : failureOf(program, std::strerror(errno));
  const ucred peer = connection.peer();
  if (peer.pid <= 0 || (geteuid() != 0 && peer.uid != geteuid()))
    return RawAnswer{};
  if (!connection.send(request))
    return hasLeft(errno) ? Result(RawAnswer{})
                          : failureOf(program, "does not answer");
  RawAnswer answer{.pid = peer.pid};
  errno = 0;
  const auto receive = [&](void *buffer, size_t size) {
    return connection.receive(buffer, size);
  };
  const Result<void> done = readReply(receive, recordSize, answer.records);
  if (done)
    return answer;
  if (errno == EAGAIN)
    return failureOf(program, "does not answer (it may be stopped)");
  if (hasLeft(errno))
    return RawAnswer{};
  return failureOf(program, done.error().message);
}

} // namespace dpa::stats
