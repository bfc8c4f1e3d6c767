/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A TCP connection between both programs, which exchange records of one size. Errors end the program. */
#ifndef DPA_VERBS_PEER_H
#define DPA_VERBS_PEER_H

#include <stddef.h>

/* Waits at a port for a connection (NULL), or connects to a host, which may not listen yet. Returns the socket. */
int connect_peer(const char *host, const char *port);
/* Sends a record, and receives that of the other end. */
void exchange(int peer, const void *own, void *other, size_t size);

#endif
