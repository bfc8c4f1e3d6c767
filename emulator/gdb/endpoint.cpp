// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses and sockets.
#include "emulator/gdb/endpoint.h"

#include "base/parse-number.h"
#include "base/peer.h"
#include "base/unix-address.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dpa::gdb {
namespace {

constexpr unsigned halfOfToken = 32;

/// A socket address.
struct Address {
  sockaddr_storage storage{};
  socklen_t size = 0;

  const sockaddr *get() const {
    return reinterpret_cast<const sockaddr *>(&storage);
  }
};

/// False: the path is too long.
bool makeAddress(const Endpoint &endpoint, Address &address) {
  if (endpoint.kind == Endpoint::Kind::Port) {
    auto *in = reinterpret_cast<sockaddr_in *>(&address.storage);
    in->sin_family = AF_INET;
    in->sin_port = htons(endpoint.port);
    in->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.size = sizeof *in;
    return true;
  }
  const auto local = UnixAddress::of(endpoint.kind == Endpoint::Kind::Name
                                         ? UnixAddress::Kind::Abstract
                                         : UnixAddress::Kind::Path,
                                     endpoint.path);
  if (!local)
    return false;
  std::memcpy(&address.storage, &local->address, sizeof local->address);
  address.size = local->size;
  return true;
}

Descriptor fail(const Endpoint &endpoint, const char *what,
                std::string &error) {
  error = textOf(endpoint) + ": " + what;
  return Descriptor();
}

Descriptor makeSocket(const Endpoint &endpoint, Address &address,
                      std::string &error) {
  if (!makeAddress(endpoint, address))
    return fail(endpoint,
                "the path is too long (expected 107 characters at "
                "most)",
                error);
  Descriptor made(
      socket(address.get()->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  return made.isOpen() ? std::move(made)
                       : fail(endpoint, std::strerror(errno), error);
}

/// Removes the socket file of a program that has ended.
void removeStale(const Endpoint &endpoint, const Address &address) {
  struct stat status{};
  if (endpoint.kind != Endpoint::Kind::Path ||
      lstat(endpoint.path.c_str(), &status) != 0 || !S_ISSOCK(status.st_mode))
    return;
  const Descriptor probe(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (connect(probe.number(), address.get(), address.size) != 0 &&
      errno == ECONNREFUSED)
    unlink(endpoint.path.c_str());
}

void noteChosenPort(const Descriptor &listener, Endpoint &endpoint) {
  sockaddr_in in{};
  socklen_t size = sizeof in;
  if (endpoint.kind == Endpoint::Kind::Port &&
      getsockname(listener.number(), reinterpret_cast<sockaddr *>(&in),
                  &size) == 0)
    endpoint.port = ntohs(in.sin_port);
}

Descriptor adopt(const Endpoint &endpoint, std::string &error) {
  int listens = 0;
  socklen_t size = sizeof listens;
  if (getsockopt(endpoint.descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens,
                 &size) != 0)
    return fail(endpoint, std::strerror(errno), error);
  if (listens == 0)
    return fail(endpoint, "is not a socket that listens", error);
  if (fcntl(endpoint.descriptor, F_SETFD, FD_CLOEXEC) != 0 ||
      fcntl(endpoint.descriptor, F_SETFL, O_NONBLOCK) != 0)
    return fail(endpoint, std::strerror(errno), error);
  Descriptor made(fcntl(endpoint.descriptor, F_DUPFD_CLOEXEC, 0));
  return made.isOpen() ? std::move(made)
                       : fail(endpoint, std::strerror(errno), error);
}

} // namespace

bool parseEndpoint(std::string_view text, Endpoint &endpoint) {
  constexpr std::string_view unixPrefix = "unix:";
  if (text.starts_with(unixPrefix)) {
    text.remove_prefix(unixPrefix.size());
    endpoint = {.kind = Endpoint::Kind::Path, .path = std::string(text)};
    return !text.empty() && text.find('\0') == text.npos;
  }
  const auto parse = [&](size_t from, auto &number) {
    return parseNumber(text.substr(from), number);
  };
  constexpr std::string_view descriptorPrefix = "fd:";
  if (text.starts_with(descriptorPrefix)) {
    endpoint = {.kind = Endpoint::Kind::Descriptor};
    return parse(descriptorPrefix.size(), endpoint.descriptor) &&
           endpoint.descriptor >= 0;
  }
  const size_t colon = text.find(':');
  const std::string_view host = text.substr(0, colon);
  if (colon == text.npos ||
      (!host.empty() && host != "localhost" && host != "127.0.0.1"))
    return false;
  endpoint = {};
  return parse(colon + 1, endpoint.port);
}

Descriptor listenAt(Endpoint &endpoint, std::string &error) {
  constexpr int waitingMax = 4;
  if (endpoint.kind == Endpoint::Kind::Descriptor)
    return adopt(endpoint, error);
  Address address;
  Descriptor made = makeSocket(endpoint, address, error);
  if (!made.isOpen())
    return made;
  const int on = 1;
  if (endpoint.kind == Endpoint::Kind::Port)
    setsockopt(made.number(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  removeStale(endpoint, address);
  if (bind(made.number(), address.get(), address.size) != 0)
    return fail(endpoint, std::strerror(errno), error);
  if (endpoint.kind == Endpoint::Kind::Path)
    chmod(endpoint.path.c_str(), S_IRUSR | S_IWUSR);
  if (listen(made.number(), waitingMax) != 0 ||
      fcntl(made.number(), F_SETFL, O_NONBLOCK) != 0)
    return fail(endpoint, std::strerror(errno), error);
  noteChosenPort(made, endpoint);
  return made;
}

Descriptor connectTo(const Endpoint &endpoint, std::string &error) {
  Address address;
  Descriptor made = makeSocket(endpoint, address, error);
  if (made.isOpen() && connect(made.number(), address.get(), address.size) != 0)
    return fail(endpoint, std::strerror(errno), error);
  // Anybody can take the name of a program that has ended.
  if (made.isOpen() && endpoint.kind == Endpoint::Kind::Name &&
      geteuid() != 0 && !isTrustedPeer(made.number()))
    return fail(endpoint, "is a socket of another user", error);
  return made;
}

Descriptor acceptFrom(const Descriptor &listener, const Endpoint &endpoint) {
  Descriptor made(accept4(listener.number(), nullptr, nullptr,
                          SOCK_CLOEXEC | SOCK_NONBLOCK));
  if (!made.isOpen())
    return made;
  if (endpoint.kind != Endpoint::Kind::Port && !isTrustedPeer(made.number()))
    return Descriptor();
  const int on = 1;
  if (endpoint.kind == Endpoint::Kind::Port)
    setsockopt(made.number(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return made;
}

std::string textOf(const Endpoint &endpoint) {
  if (endpoint.kind == Endpoint::Kind::Port)
    return "localhost:" + std::to_string(endpoint.port);
  if (endpoint.kind == Endpoint::Kind::Descriptor)
    return "fd:" + std::to_string(endpoint.descriptor);
  return (endpoint.kind == Endpoint::Kind::Name ? "@" : "unix:") +
         endpoint.path;
}

/// The upper half is public, the lower one is the secret.
Endpoint endpointOf(uint64_t token) {
  return {.kind = Endpoint::Kind::Name,
          .path = "dpa-debug-" + std::to_string(token >> halfOfToken)};
}

std::string greetingOf(uint64_t token) {
  return "token " + std::to_string(token) + "\n";
}

} // namespace dpa::gdb
