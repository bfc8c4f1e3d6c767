/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Host side of the packet generator: prepares UDP packets in device memory,
 * starts the event handler that sends them, and waits until they are sent.
 * Their addresses and payload are those that the packet processor sample looks
 * for; the identification in the IPv4 header counts them.
 *
 * usage: packet_generator DEVICE [--packets N] [--size BYTES] [--nic-mode]
 *   --packets N   default: 1
 *   --size BYTES  of a packet, 64 to 1514 (default: 65)
 *   --nic-mode    runs on a host, whose DPU has the rules for sent packets
 */
#include <arpa/inet.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../device/generator.h"
#include "sample_arguments.h"
#include "sample_queues.h"
#include "sample_steering.h"
#include "sample_wait.h"

enum {
  LOG_DEPTH = 6,
  ETHERNET = 14, /* sizes of headers */
  IPV4 = 20,
  UDP = 8,
  PAYLOAD = ETHERNET + IPV4 + UDP,
  MIN_SIZE = 64,
  DEFAULT_SIZE = 65,
  MAX_SIZE = 1514,
};
_Static_assert((int)GENERATOR_BUFFER_SIZE == (int)SAMPLE_BUFFER_SIZE,
               "the device finds packets by their number");

static const uint8_t receiver[6] = {0x52, 0x54, 0x00, 0x12, 0x34, 0x56};

/* Made by dpacc: the device program, and the stubs that name its functions. */
extern struct flexio_app *packet_generator_app;
flexio_func_t generate, start_generator;

/* Everything that is created, in this order. */
struct objects {
  struct sample_counters counters;
  struct sample_buffers buffers;
  struct flexio_event_handler *handler;
  struct sample_cq sent;
  struct sample_sq send;
  flexio_uintptr_t generator; /* on the device */
  struct sample_transmit transmit;
};

/* Without checksums and number. */
static void make_packet(uint8_t *packet, size_t size) {
  static const uint8_t headers[PAYLOAD] = {
      0x52, 0x54, 0x00, 0x12, 0x34, 0x56, /* destination */
      0x02, 0x42, 0x7e, 0x7f, 0xeb, 0x02, /* source */
      0x08, 0x00,                         /* IPv4 */
      0x45, 0x00, 0,    0,    0,    0,    0,   0, 64, 17,
      0,    0,    127,  0,    0,    1,    127, 0, 0,  1, /* addresses */
      0,    53,   0,    53,   0,    0,    0,   0};
  static const char text[] = "===============12345678";
  uint16_t ip_size = htons((uint16_t)(size - ETHERNET));
  uint16_t udp_size = htons((uint16_t)(size - ETHERNET - IPV4));

  memcpy(packet, headers, sizeof headers);
  memcpy(packet + ETHERNET + 2, &ip_size, sizeof ip_size);
  memcpy(packet + ETHERNET + IPV4 + 4, &udp_size, sizeof udp_size);
  for (size_t i = PAYLOAD; i < size; i++)
    packet[i] = (uint8_t)text[(i - PAYLOAD) % (sizeof text - 1)];
}

static bool copy_packets(const struct sample *sample,
                         const struct sample_buffers *buffers, size_t size) {
  uint8_t packet[MAX_SIZE];

  make_packet(packet, size);
  for (size_t i = 0; i < (size_t)1 << LOG_DEPTH; i++)
    if (!sample_check(
            sample, "copying a packet to the device",
            flexio_host2dev_memcpy(sample->process, packet, size,
                                   buffers->address + i * SAMPLE_BUFFER_SIZE)))
      return false;
  return true;
}

static bool open_queue(const struct sample *sample, struct objects *objects) {
  struct flexio_event_handler_attr attributes = {.host_stub_func = generate,
                                                 .name = "generate"};

  return sample_check(sample, "creating an event handler",
                      flexio_event_handler_create(sample->process, &attributes,
                                                  &objects->handler)) &&
         sample_open_cq(sample,
                        flexio_event_handler_get_thread(objects->handler),
                        LOG_DEPTH, &objects->sent) &&
         sample_open_sq(sample, &objects->sent, LOG_DEPTH, &objects->send);
}

static bool run_handler(const struct sample *sample, struct objects *objects,
                        uint64_t packets, uint64_t size) {
  struct generator generator = {.sent = objects->sent.ring,
                                .send = objects->send.ring,
                                .counter =
                                    sample_counter_of(&objects->counters, 0),
                                .buffers = objects->buffers.address,
                                .key = objects->buffers.key,
                                .size = (uint32_t)size,
                                .wanted = (uint32_t)packets};
  uint64_t result;

  return sample_check(sample, "copying to the device",
                      flexio_copy_from_host(sample->process, &generator,
                                            sizeof generator,
                                            &objects->generator)) &&
         sample_check(
             sample, "running an event handler",
             flexio_event_handler_run(objects->handler, objects->generator)) &&
         sample_check(sample, "calling 'start_generator'",
                      flexio_process_call(
                          sample->process, start_generator, &result,
                          (uint64_t)flexio_event_handler_get_activation_id(
                              objects->handler)));
}

/* Also of objects whose creation failed. */
static bool close_objects(const struct sample *sample,
                          struct objects *objects) {
  bool is_fine = sample_close_transmit(sample, &objects->transmit);

  is_fine &= sample_close_sq(sample, &objects->send);
  is_fine &= sample_close_cq(sample, &objects->sent);
  is_fine &= sample_check(sample, "destroying an event handler",
                          flexio_event_handler_destroy(objects->handler));
  is_fine &=
      sample_check(sample, "freeing device memory",
                   flexio_buf_dev_free(sample->process, objects->generator));
  is_fine &= sample_close_buffers(sample, &objects->buffers);
  return sample_close_counters(sample, &objects->counters) && is_fine;
}

static bool run(const struct sample *sample, struct objects *objects,
                uint64_t packets, uint64_t size) {
  uint64_t total;

  if (!sample_open_counters(sample, 1, &objects->counters) ||
      !sample_open_buffers(sample, (size_t)1 << LOG_DEPTH, &objects->buffers) ||
      !copy_packets(sample, &objects->buffers, size) ||
      !open_queue(sample, objects) ||
      !run_handler(sample, objects, packets, size) ||
      !sample_wait(sample, &objects->counters, packets, &total))
    return false;
  printf("Packets: %" PRIu64 " of %" PRIu64 " bytes\n", total, size);
  return true;
}

int main(int argc, char **argv) {
  struct sample sample = {.name = "packet_generator"};
  struct objects objects = {0};
  uint64_t packets = 1, size = DEFAULT_SIZE, is_nic_mode = 0;
  const struct sample_option options[] = {
      {"--packets", &packets, true, 0, UINT32_MAX, NULL},
      {"--size", &size, true, MIN_SIZE, MAX_SIZE, NULL},
      {.name = "--nic-mode", .value = &is_nic_mode},
      {.name = NULL}};
  const char *device;
  bool is_fine;

  (void)argc;
  device = sample_arguments(
      &sample, "[--packets N] [--size BYTES] [--nic-mode]", options, argv);
  if (!device)
    return EXIT_FAILURE;
  sample_catch_signals();
  setvbuf(stdout, NULL, _IOLBF, 0);
  printf("Welcome to 'Flex IO Packet Generator' sample\n");
  is_fine = sample_start(&sample, device, packet_generator_app);
  if (is_fine) {
    is_fine = (is_nic_mode ||
               sample_open_transmit(&sample, receiver, &objects.transmit)) &&
              run(&sample, &objects, packets, size);
    is_fine &= close_objects(&sample, &objects);
  }
  is_fine &= sample_stop(&sample);
  if (!is_fine)
    return EXIT_FAILURE;
  printf("Flex IO Packet Generator sample is done\n");
  return EXIT_SUCCESS;
}
