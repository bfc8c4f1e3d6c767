// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A socket gets its final name when it already listens: so a name to which
// nothing connects is one that a program has left behind.
#include "emulator/nic/port/unix-folder.h"

#include "emulator/nic/port/live-link.h"
#include "emulator/nic/port/unix-greeting.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <dirent.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

namespace dpa {
namespace {

/// "/.name", the longest of a folder, and the NUL.
constexpr size_t pathMax = sizeof(sockaddr_un::sun_path) - memberNameSize - 3;

sockaddr_un addressOf(const std::string &path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  return address;
}

std::string randomName() {
  uint64_t number = 0;
  char digits[memberNameSize + 1];
  if (getrandom(&number, sizeof number, 0) != sizeof number)
    return "";
  std::snprintf(digits, sizeof digits, "%016llx",
                static_cast<unsigned long long>(number));
  return digits;
}

Descriptor makeSocket(int flags) {
  constexpr int size = socketBufferSize;
  Descriptor made(socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | flags, 0));
  (void)setsockopt(made.number(), SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
  return made;
}

} // namespace

bool UnixFolder::makeFolder(std::string &error) const {
  constexpr mode_t mode = 0777;
  struct stat status{};
  if (path_.size() > pathMax)
    error = "unix: expected a path of at most " + std::to_string(pathMax) +
            " characters, got " + std::to_string(path_.size());
  else if (mkdir(path_.c_str(), mode) != 0 && errno != EEXIST)
    error = "unix: '" + path_ + "': " + std::strerror(errno);
  else if (stat(path_.c_str(), &status) == 0 && !S_ISDIR(status.st_mode))
    error = "unix: '" + path_ +
            "' is not a folder (expected the folder of a "
            "switch, or a new name)";
  return error.empty();
}

/// 0, or the errno of what failed.
int UnixFolder::bindAndListen(int socket) const {
  const std::string hidden = path_ + "/." + name_;
  const sockaddr_un address = addressOf(hidden);
  if (bind(socket, reinterpret_cast<const sockaddr *>(&address),
           sizeof address) != 0)
    return errno;
  if (listen(socket, SOMAXCONN) == 0 &&
      rename(hidden.c_str(), (path_ + "/" + name_).c_str()) == 0)
    return 0;
  const int failure = errno;
  unlink(hidden.c_str());
  return failure;
}

/// The last port that leaves may remove the folder in the meantime: then again.
Descriptor UnixFolder::join(std::string &error) {
  constexpr int attempts = 100;
  std::string problem;
  int failure = ENOENT;
  Descriptor listener;
  for (int i = 0; i < attempts && failure == ENOENT; ++i) {
    if (!makeFolder(problem)) {
      error = problem;
      return Descriptor();
    }
    name_ = randomName();
    listener = makeSocket(SOCK_NONBLOCK);
    failure = name_.empty() || !listener.isOpen()
                  ? errno
                  : bindAndListen(listener.number());
  }
  if (failure == 0)
    return listener;
  name_.clear();
  error = "unix: '" + path_ + "': " + std::strerror(failure);
  return Descriptor();
}

UnixFolder::~UnixFolder() {
  if (name_.empty())
    return;
  unlink((path_ + "/" + name_).c_str());
  rmdir(path_.c_str()); // fails while others are there
}

/// Waits for a moment only, should the other program be stopped.
Descriptor UnixFolder::connectTo(const std::string &name) const {
  const timeval longest = {1, 0};
  const std::string file = path_ + "/" + name;
  const sockaddr_un address = addressOf(file);
  const std::string greeting = greetingOf(name_);
  Descriptor connection = makeSocket(0);
  (void)setsockopt(connection.number(), SOL_SOCKET, SO_SNDTIMEO, &longest,
                   sizeof longest);
  if (connect(connection.number(), reinterpret_cast<const sockaddr *>(&address),
              sizeof address) != 0) {
    if (errno == ECONNREFUSED)
      unlink(file.c_str());
    return Descriptor();
  }
  return send(connection.number(), greeting.data(), greeting.size(),
              MSG_NOSIGNAL) < 0
             ? Descriptor()
             : std::move(connection);
}

std::vector<UnixFolder::Member> UnixFolder::connectToOthers() const {
  std::vector<Member> members;
  DIR *folder = opendir(path_.c_str());
  while (const dirent *entry = folder ? readdir(folder) : nullptr)
    if (std::string name = entry->d_name; isMemberName(name) && name != name_)
      if (Descriptor connection = connectTo(name); connection.isOpen())
        members.push_back({std::move(name), std::move(connection)});
  if (folder)
    closedir(folder);
  return members;
}

} // namespace dpa
