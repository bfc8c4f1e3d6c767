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
#include <fcntl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

namespace dpa {
namespace {

/// An address has place for 107 characters only; the path of a folder may be
/// longer, so the folder is named by its descriptor.
sockaddr_un addressIn(const Descriptor &folder, const std::string &name) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::snprintf(address.sun_path, sizeof address.sun_path,
                "/proc/self/fd/%d/%s", folder.number(), name.c_str());
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
  return Descriptor(socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | flags, 0));
}

} // namespace

/// 0, or the errno of what failed.
int UnixFolder::openFolder() {
  constexpr mode_t mode = 0777;
  if (mkdir(path_.c_str(), mode) != 0 && errno != EEXIST)
    return errno;
  folder_ = Descriptor(open(path_.c_str(), O_DIRECTORY | O_CLOEXEC));
  return folder_.isOpen() ? 0 : errno;
}

/// 0, or the errno of what failed.
int UnixFolder::bindAndListen(int socket) const {
  const std::string hidden = "." + name_;
  const sockaddr_un address = addressIn(folder_, hidden);
  if (bind(socket, reinterpret_cast<const sockaddr *>(&address),
           sizeof address) != 0)
    return errno;
  if (listen(socket, SOMAXCONN) == 0 &&
      renameat(folder_.number(), hidden.c_str(), folder_.number(),
               name_.c_str()) == 0)
    return 0;
  const int failure = errno;
  unlinkat(folder_.number(), hidden.c_str(), 0);
  return failure;
}

/// The last port that leaves may remove the folder in the meantime: then again.
Descriptor UnixFolder::join(std::string &error) {
  constexpr int attempts = 100;
  int failure = ENOENT;
  Descriptor listener;
  for (int i = 0; i < attempts && failure == ENOENT; ++i) {
    failure = openFolder();
    if (failure != 0)
      continue;
    name_ = randomName();
    listener = makeSocket(SOCK_NONBLOCK);
    failure = name_.empty() || !listener.isOpen()
                  ? errno
                  : bindAndListen(listener.number());
  }
  if (failure == 0)
    return listener;
  name_.clear();
  error = "unix: '" + path_ + "'";
  error += failure == ENOTDIR ? " is not a folder (expected the folder of a "
                                "switch, or a new name)"
                              : std::string(": ") + std::strerror(failure);
  return Descriptor();
}

UnixFolder::~UnixFolder() {
  if (name_.empty())
    return;
  unlinkat(folder_.number(), name_.c_str(), 0);
  rmdir(path_.c_str()); // fails while others are there
}

/// Waits for a moment only, should the other program be stopped.
Descriptor UnixFolder::connectTo(const std::string &name) const {
  const timeval longest = {1, 0};
  const sockaddr_un address = addressIn(folder_, name);
  const std::string greeting = greetingOf(name_);
  Descriptor connection = makeSocket(0);
  (void)setsockopt(connection.number(), SOL_SOCKET, SO_SNDTIMEO, &longest,
                   sizeof longest);
  if (connect(connection.number(), reinterpret_cast<const sockaddr *>(&address),
              sizeof address) != 0) {
    if (errno == ECONNREFUSED)
      unlinkat(folder_.number(), name.c_str(), 0);
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
