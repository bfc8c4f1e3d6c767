// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where debuggers connect: a TCP port of this machine's loopback interface, which
// is open to all its users, or a UNIX socket, which serves only the same user and
// root.
#ifndef DPA_EMULATOR_GDB_ENDPOINT_H
#define DPA_EMULATOR_GDB_ENDPOINT_H

#include "base/descriptor.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace dpa::gdb {

struct Endpoint {
  enum class Kind : uint8_t { Port, Path, Name, Descriptor } kind = Kind::Port;
  uint16_t port = 0;     ///< 0: any that is free
  int descriptor = -1;   ///< of a UNIX socket that listens
  std::string path = {}; ///< Name: of an abstract socket
};

/// ":PORT", "localhost:PORT" or "unix:PATH", or "fd:NUMBER" from a program that
/// starts this one and tells users the address. False: something else.
bool parseEndpoint(std::string_view text, Endpoint &endpoint);

/// A listening socket; not open on failure, with the reason in `error`. If the port
/// is 0, stores the chosen one in `endpoint`. Replaces the file of a UNIX socket on
/// which no program listens. An inherited socket is listened at once, and not passed
/// on to programs that this one starts.
Descriptor listenAt(Endpoint &endpoint, std::string &error);
Descriptor connectTo(const Endpoint &endpoint, std::string &error);
/// The next connection; not open if there is none or it is of another user.
Descriptor acceptFrom(const Descriptor &listener, const Endpoint &endpoint);

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
