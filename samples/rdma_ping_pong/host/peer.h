/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The other end of the ping-pong: a TCP connection over which both exchange what
 * their queue pairs need of each other. A function that fails prints an error and
 * returns false. */
#ifndef PEER_H
#define PEER_H

#include "sample.h"

/* A queue pair. */
struct peer_address {
  union ibv_gid gid;
  uint32_t number;
};

/* Waits for the client (host NULL), or connects to the server on `host`, for
 * which it waits up to a minute. */
bool peer_connect(const struct sample *sample, const char *host, uint16_t port,
                  int *peer);
void peer_close(int peer);

bool peer_exchange(const struct sample *sample, int peer,
                   const struct peer_address *own, struct peer_address *other);
/* Returns when both ends are here. */
bool peer_meet(const struct sample *sample, int peer);

#endif
