// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses of UNIX sockets: of a file, or of a name that exists only while a program
// listens (an abstract one).
#ifndef DPA_BASE_UNIX_ADDRESS_H
#define DPA_BASE_UNIX_ADDRESS_H

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <sys/socket.h>
#include <sys/un.h>

namespace dpa {

struct UnixAddress {
  sockaddr_un address{};
  socklen_t size = 0;

  const sockaddr *get() const {
    return reinterpret_cast<const sockaddr *>(&address);
  }

  enum class Kind : bool { Path, Abstract };
  /// Nothing if the name is too long (more than 107 characters).
  static std::optional<UnixAddress> of(Kind kind, std::string_view name) {
    UnixAddress made;
    made.address.sun_family = AF_UNIX;
    if (name.size() + 1 > sizeof made.address.sun_path)
      return std::nullopt;
    // The first character of an abstract address is 0, the last of a path is.
    std::ranges::copy(name,
                      made.address.sun_path + (kind == Kind::Abstract ? 1 : 0));
    made.size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) +
                                       name.size() + 1);
    return made;
  }
};

} // namespace dpa

#endif
