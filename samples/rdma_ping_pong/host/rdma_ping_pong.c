/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Host side of the RDMA ping-pong: two programs, a server and a client, whose
 * queue pairs send each other messages. Each of them is on the DPA, or with
 * --verbs on the host's processor.
 *
 * usage: rdma_ping_pong DEVICE [--peer HOST] [--tcp-port N] [--messages N]
 *                       [--size BYTES] [--verbs]
 *   --peer HOST     the client: HOST is where the server runs
 *   --tcp-port N    over which both find each other (default: 18515)
 *   --messages N    in each direction (default: 1000)
 *   --size BYTES    of a message, 1 to 2048 (default: 64)
 *   --verbs         this end is on the host's processor
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "ends.h"
#include "sample_arguments.h"

enum { TCP_PORT = 18515 };

/* Made by dpacc: the device program. */
extern struct flexio_app *rdma_ping_pong_app;

struct objects {
  bool is_verbs;
  int peer;
  struct dpa_end dpa;
  struct verbs_end verbs;
};

static double microseconds_since(const struct timespec *begin) {
  struct timespec now;

  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)(now.tv_sec - begin->tv_sec) * 1e6 +
         (double)(now.tv_nsec - begin->tv_nsec) / 1e3;
}

static bool open_end(const struct sample *sample,
                     const struct settings *settings, struct objects *objects) {
  struct peer_address own, other;

  if (ibv_query_gid(sample->device, 1, 0, &own.gid))
    return sample_fail(sample, "cannot query the GID of port 1");
  if (!(objects->is_verbs ? verbs_open(sample, &objects->verbs, &own)
                          : dpa_open(sample, settings, &objects->dpa, &own)) ||
      !peer_exchange(sample, objects->peer, &own, &other))
    return false;
  printf("Queue pair 0x%06x, the other end's 0x%06x\n", own.number,
         other.number);
  return objects->is_verbs ? verbs_connect(sample, &objects->verbs, &other)
                           : dpa_connect(sample, &objects->dpa, &other);
}

/* An end that is ready first waits, and none ends before the last message has
 * arrived. */
static bool run(const struct sample *sample, const struct settings *settings,
                struct objects *objects) {
  struct timespec begin;
  double total;

  if (!open_end(sample, settings, objects) || !peer_meet(sample, objects->peer))
    return false;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  if (!(objects->is_verbs ? verbs_play(sample, settings, &objects->verbs)
                          : dpa_play(sample, settings, &objects->dpa)))
    return false;
  total = microseconds_since(&begin);
  printf("Messages: %" PRIu32 " of %" PRIu32 " bytes in each direction\n",
         settings->messages, settings->size);
  printf("Time: %.1f us for both directions\n", total / settings->messages);
  return peer_meet(sample, objects->peer);
}

int main(int argc, char **argv) {
  static struct objects objects = {.peer = -1};
  struct sample sample = {.name = "rdma_ping_pong"};
  struct settings settings = {.is_client = false};
  uint64_t port = TCP_PORT, messages = 1000, size = 64, is_verbs = 0;
  const char *peer = NULL;
  const struct sample_option options[] = {
      {.name = "--peer", .text = &peer},
      {"--tcp-port", &port, true, 1, UINT16_MAX, NULL},
      {"--messages", &messages, true, 1, UINT32_MAX, NULL},
      {"--size", &size, true, 1, SAMPLE_BUFFER_SIZE, NULL},
      {.name = "--verbs", .value = &is_verbs},
      {.name = NULL}};
  const char *device;
  bool is_fine;

  (void)argc;
  device = sample_arguments(
      &sample,
      "[--peer HOST] [--tcp-port N] [--messages N] [--size BYTES] [--verbs]",
      options, argv);
  if (!device)
    return EXIT_FAILURE;
  settings =
      (struct settings){peer != NULL, (uint32_t)messages, (uint32_t)size};
  objects.is_verbs = is_verbs != 0;
  setvbuf(stdout, NULL, _IOLBF, 0);
  printf("Welcome to 'Flex IO RDMA Ping-Pong' sample\n");
  is_fine = sample_start(&sample, device, rdma_ping_pong_app) &&
            peer_connect(&sample, peer, (uint16_t)port, &objects.peer);
  if (is_fine) {
    is_fine = run(&sample, &settings, &objects);
    is_fine &= objects.is_verbs ? verbs_close(&sample, &objects.verbs)
                                : dpa_close(&sample, &objects.dpa);
  }
  peer_close(objects.peer);
  is_fine &= sample_stop(&sample);
  if (!is_fine)
    return EXIT_FAILURE;
  printf("Flex IO RDMA Ping-Pong sample is done\n");
  return EXIT_SUCCESS;
}
