/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The TCP connection of both ends: see peer.h. */
#include "peer.h"

#include <inttypes.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { TRIES = 600, GID_SIZE = 16 }; /* tries: ten in a second */

static int listen_at(uint16_t port) {
  struct sockaddr_in6 address = {.sin6_family = AF_INET6,
                                 .sin6_port = htons(port),
                                 .sin6_addr = in6addr_any};
  int on = 1, off = 0, peer = -1, listener = socket(AF_INET6, SOCK_STREAM, 0);

  if (listener < 0)
    return -1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  setsockopt(listener, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) == 0 &&
      listen(listener, 1) == 0)
    peer = accept(listener, NULL, NULL);
  close(listener);
  return peer;
}

static int connect_once(const struct addrinfo *address) {
  int peer = -1;

  for (; address && peer < 0; address = address->ai_next) {
    peer = socket(address->ai_family, SOCK_STREAM, 0);
    if (peer >= 0 && connect(peer, address->ai_addr, address->ai_addrlen)) {
      close(peer);
      peer = -1;
    }
  }
  return peer;
}

static int connect_to(const char *host, uint16_t port) {
  struct addrinfo wanted = {.ai_socktype = SOCK_STREAM}, *found = NULL;
  struct timespec pause = {.tv_nsec = 100 * 1000 * 1000};
  char service[8];
  int peer = -1;

  snprintf(service, sizeof service, "%u", (unsigned)port);
  if (getaddrinfo(host, service, &wanted, &found) != 0)
    return -1;
  for (int i = 0; i < TRIES && peer < 0; i++) {
    peer = connect_once(found);
    if (peer < 0)
      nanosleep(&pause, NULL);
  }
  freeaddrinfo(found);
  return peer;
}

bool peer_connect(const struct sample *sample, const char *host, uint16_t port,
                  int *peer) {
  *peer = host ? connect_to(host, port) : listen_at(port);
  return *peer >= 0 || sample_fail(sample, "cannot connect to the other end");
}

void peer_close(int peer) {
  if (peer >= 0)
    close(peer);
}

static bool swap(const struct sample *sample, int peer, const void *own,
                 void *other, size_t size) {
  return (send(peer, own, size, MSG_NOSIGNAL) == (ssize_t)size &&
          recv(peer, other, size, MSG_WAITALL) == (ssize_t)size) ||
         sample_fail(sample, "the other end has ended");
}

/* On the wire: the number in network order, then the GID. */
bool peer_exchange(const struct sample *sample, int peer,
                   const struct peer_address *own, struct peer_address *other) {
  uint8_t sent[4 + GID_SIZE], received[sizeof sent];
  uint32_t number = htonl(own->number);

  memcpy(sent, &number, 4);
  memcpy(sent + 4, own->gid.raw, GID_SIZE);
  if (!swap(sample, peer, sent, received, sizeof sent))
    return false;
  memcpy(&number, received, 4);
  other->number = ntohl(number);
  memcpy(other->gid.raw, received + 4, GID_SIZE);
  return true;
}

bool peer_meet(const struct sample *sample, int peer) {
  char own = 0, other;

  return swap(sample, peer, &own, &other, 1);
}
