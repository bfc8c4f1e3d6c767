// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where debuggers connect: a TCP port of this machine's loopback interface, or a
// UNIX socket. Nothing else listens. Of UNIX sockets only the same user and root
// are served.
#ifndef DPA_EMULATOR_GDB_ENDPOINT_H
#define DPA_EMULATOR_GDB_ENDPOINT_H

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace dpa::gdb {

/// An open file, closed at the end.
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

/// A socket that listens; not open on failure, with the reason in `error`. A port
/// that was chosen is stored in the endpoint. A UNIX socket that nothing listens
/// at is replaced.
Handle listenAt(Endpoint &endpoint, std::string &error);
Handle connectTo(const Endpoint &endpoint, std::string &error);
/// The next connection; not open: none, or of another user.
Handle acceptFrom(const Handle &listener, const Endpoint &endpoint);

/// As users write it.
std::string textOf(const Endpoint &endpoint);

/// The socket at which a program waits for tools that have a token of it. Its
/// name does not tell the token.
Endpoint endpointOf(uint64_t token);
/// The line that such a tool sends first.
std::string greetingOf(uint64_t token);
/// The answer.
inline constexpr std::string_view welcome = "ok\n";

} // namespace dpa::gdb

#endif
