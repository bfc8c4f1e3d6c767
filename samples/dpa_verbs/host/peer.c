/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The TCP connection: see peer.h. */
#include "peer.h"

#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { TRIES = 60 }; /* one each second */

static void fail(const char *what) {
  fprintf(stderr, "error: %s\n", what);
  exit(1);
}

static struct addrinfo *find(const char *host, const char *port) {
  struct addrinfo wanted = {.ai_family = AF_INET,
                            .ai_socktype = SOCK_STREAM,
                            .ai_flags = host ? 0 : AI_PASSIVE};
  struct addrinfo *found;

  if (getaddrinfo(host, port, &wanted, &found) != 0)
    fail("no such host or port");
  return found;
}

static int accept_one(const struct addrinfo *at) {
  int on = 1, peer, listener = socket(at->ai_family, at->ai_socktype, 0);

  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  if (listener < 0 || bind(listener, at->ai_addr, at->ai_addrlen) != 0 ||
      listen(listener, 1) != 0)
    fail("cannot listen at the port");
  peer = accept(listener, NULL, NULL);
  close(listener);
  return peer;
}

static int connect_once(const struct addrinfo *to) {
  int peer = socket(to->ai_family, to->ai_socktype, 0);

  if (peer >= 0 && connect(peer, to->ai_addr, to->ai_addrlen) == 0)
    return peer;
  close(peer);
  return -1;
}

int connect_peer(const char *host, const char *port) {
  struct addrinfo *found = find(host, port);
  int peer = host ? connect_once(found) : accept_one(found);

  for (int i = 0; host && peer < 0 && i < TRIES; i++) {
    sleep(1);
    peer = connect_once(found);
  }
  freeaddrinfo(found);
  if (peer < 0)
    fail("cannot connect to the other program");
  return peer;
}

void exchange(int peer, const void *own, void *other, size_t size) {
  if (send(peer, own, size, MSG_NOSIGNAL) != (ssize_t)size ||
      recv(peer, other, size, MSG_WAITALL) != (ssize_t)size)
    fail("the other program has ended");
}
