// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where debuggers connect: a TCP port of this machine's loopback interface, which
// is open to all its users, or a UNIX socket, which serves only the same user and
// root.
#ifndef DPA_EMULATOR_GDB_ENDPOINT_H
#define DPA_EMULATOR_GDB_ENDPOINT_H

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace dpa::gdb {

/// Owns a file descriptor.
class Handle {
public:
  Handle() = default;
  explicit Handle(int file) : file_(file) {}
  Handle(Handle &&other) noexcept : file_(std::exchange(other.file_, -1)) {}
  Handle &operator=(Handle &&other) noexcept {
    std::swap(file_, other.file_);
    return *this;
  }
  ~Handle();

  int get() const { return file_; }
  bool isOpen() const { return file_ >= 0; }
  void close() { *this = Handle(); }

private:
  int file_ = -1;
};

struct Endpoint {
  enum class Kind : uint8_t { Port, Path, Name } kind = Kind::Port;
  uint16_t port = 0;     ///< 0: any that is free
  std::string path = {}; ///< Name: of an abstract socket
};

/// ":PORT", "localhost:PORT" or "unix:PATH". False: something else.
bool parseEndpoint(std::string_view text, Endpoint &endpoint);

/// A listening socket; not open on failure, with the reason in `error`. If the port
/// is 0, stores the chosen one in `endpoint`. Replaces the file of a UNIX socket on
/// which no program listens.
Handle listenAt(Endpoint &endpoint, std::string &error);
Handle connectTo(const Endpoint &endpoint, std::string &error);
/// The next connection; not open if there is none or it is of another user.
Handle acceptFrom(const Handle &listener, const Endpoint &endpoint);

/// As users write it.
std::string textOf(const Endpoint &endpoint);

/// The socket on which a process waits for tools that have its token. The name has
/// only the upper half of the token; the lower half is secret.
Endpoint endpointOf(uint64_t token);
/// The first line that such a tool sends.
std::string greetingOf(uint64_t token);
/// The answer to it.
inline constexpr std::string_view welcome = "ok\n";

} // namespace dpa::gdb

#endif
