/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * One packet at a time: how long it takes through a handler that sleeps, and
 * what that is compared with: a thread that sleeps on an eventfd, and a program
 * that returns packets.
 *
 * usage: wake packets OWN-PORT DEVICE-PORT COUNT | events COUNT |
 *        return OWN-PORT PEER-PORT
 * 'packets' sends frames as UDP datagrams (dpa-run --port=udp:...) to a program
 * that returns them. 'events' and 'packets' print 'median' and 'p99', in
 * nanoseconds. 'return' sends each packet back until it is killed.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "wake: error: %s:%d: %s: %s\n", __FILE__, __LINE__,      \
              #condition, strerror(errno));                                    \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

enum { FRAME_SIZE = 64, NUMBER_AT = 42, TRIES = 600 };
enum { SHORT_PATIENCE = 100, LONG_PATIENCE = 60000 }; /* milliseconds */

static uint64_t now(void) {
  struct timespec time;

  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

/* ---- packets */

static struct sockaddr_in here(const char *port) {
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)atoi(port)),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};

  return address;
}

static int open_socket(const char *own, const char *device) {
  struct sockaddr_in from = here(own), to = here(device);
  int number = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

  CHECK(number >= 0 &&
        bind(number, (struct sockaddr *)&from, sizeof from) == 0 &&
        connect(number, (struct sockaddr *)&to, sizeof to) == 0);
  return number;
}

/* Returns whether it came back in `patience` milliseconds. Before the device is
 * open, no packet returns; packets that are late are skipped. */
static int pass_packet(int to, int patience) {
  static uint32_t number;
  uint8_t frame[FRAME_SIZE] = {2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8, 0, 0x45};
  uint8_t answer[2 * FRAME_SIZE];
  struct pollfd ready = {to, POLLIN, 0};

  frame[17] = FRAME_SIZE - 14; /* IPv4: length, lifetime, protocol */
  frame[22] = 64;
  frame[23] = 17;
  number++;
  memcpy(frame + NUMBER_AT, &number, sizeof number);
  if (send(to, frame, sizeof frame, 0) < 0)
    return 0;
  do {
    if (poll(&ready, 1, patience) != 1 ||
        recv(to, answer, sizeof answer, 0) != FRAME_SIZE)
      return 0;
  } while (memcmp(answer + NUMBER_AT, &number, sizeof number) != 0);
  return 1;
}

static void wait_for_device(int to) {
  struct timespec pause = {0, 100000000};

  for (int i = 0; i < TRIES; i++) {
    if (pass_packet(to, SHORT_PATIENCE))
      return;
    nanosleep(&pause, NULL);
  }
  fputs("wake: error: no packet was returned\n", stderr);
  exit(1);
}

/* With as few system calls as possible. */
static _Noreturn void return_packets(char **arguments) {
  int from = open_socket(arguments[2], arguments[3]);
  uint8_t frame[2 * FRAME_SIZE];
  ssize_t size;

  for (;;) {
    /* An error: the other program has not begun yet. */
    if ((size = recv(from, frame, sizeof frame, 0)) < 0)
      continue;
    for (int i = 0; i < 6; i++) {
      uint8_t byte = frame[i];

      frame[i] = frame[6 + i];
      frame[6 + i] = byte;
    }
    (void)send(from, frame, (size_t)size, 0);
  }
}

/* ---- events */

struct events {
  int there, back;
};

static void *return_events(void *data) {
  const struct events *events = data;
  eventfd_t value;

  while (eventfd_read(events->there, &value) == 0 && value == 1)
    CHECK(eventfd_write(events->back, 1) == 0);
  return NULL;
}

static int pass_event(const struct events *events) {
  eventfd_t value;

  return eventfd_write(events->there, 1) == 0 &&
         eventfd_read(events->back, &value) == 0;
}

/* ---- both */

static int compare(const void *one, const void *other) {
  uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;

  return (a > b) - (a < b);
}

static void print(uint64_t *times, size_t count) {
  qsort(times, count, sizeof *times, compare);
  printf("median %llu\np99 %llu\n", (unsigned long long)times[count / 2],
         (unsigned long long)times[count * 99 / 100]);
}

static void measure_packets(char **arguments, uint64_t *times, size_t count) {
  int to = open_socket(arguments[2], arguments[3]);

  wait_for_device(to);
  for (size_t i = 0; i < count; i++) {
    uint64_t begin = now();
    CHECK(pass_packet(to, LONG_PATIENCE));
    times[i] = now() - begin;
  }
}

static void measure_events(uint64_t *times, size_t count) {
  struct events events = {eventfd(0, EFD_CLOEXEC), eventfd(0, EFD_CLOEXEC)};
  pthread_t thread;

  CHECK(events.there >= 0 && events.back >= 0 &&
        pthread_create(&thread, NULL, return_events, &events) == 0);
  for (size_t i = 0; i < count; i++) {
    uint64_t begin = now();
    CHECK(pass_event(&events));
    times[i] = now() - begin;
  }
  CHECK(eventfd_write(events.there, 2) == 0 && pthread_join(thread, NULL) == 0);
}

int main(int count, char **arguments) {
  int packets = count == 5 && strcmp(arguments[1], "packets") == 0;
  size_t times_count = 0;
  uint64_t *times;

  if (count == 4 && strcmp(arguments[1], "return") == 0)
    return_packets(arguments);
  if (packets || (count == 3 && strcmp(arguments[1], "events") == 0))
    times_count = strtoull(arguments[count - 1], NULL, 10);
  if (times_count == 0) {
    fputs("usage: wake packets OWN-PORT DEVICE-PORT COUNT | events COUNT | "
          "return OWN-PORT PEER-PORT\n",
          stderr);
    return 2;
  }
  CHECK((times = calloc(times_count, sizeof *times)));
  if (packets)
    measure_packets(arguments, times, times_count);
  else
    measure_events(times, times_count);
  print(times, times_count);
  free(times);
  return 0;
}
