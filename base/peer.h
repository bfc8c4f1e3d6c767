// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program at the other end of a UNIX socket.
#ifndef DPA_BASE_PEER_H
#define DPA_BASE_PEER_H

#include <sys/socket.h>
#include <unistd.h>

namespace dpa {

/// Its process id is 0 if it is not known.
inline ucred peerOf(int socket) {
  ucred peer{};
  socklen_t size = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
    peer.pid = 0;
  return peer;
}

/// Whether it is of the user of this program, or of root.
inline bool isTrustedPeer(int socket) {
  const ucred peer = peerOf(socket);
  return peer.pid != 0 && (peer.uid == 0 || peer.uid == geteuid());
}

} // namespace dpa

#endif
