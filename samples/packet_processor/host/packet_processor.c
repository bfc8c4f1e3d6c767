/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Host side of the packet processor: creates an event handler that changes
 * packets and sends them back, directs the packets of one source address to it,
 * and waits until it is interrupted.
 *
 * usage: packet_processor DEVICE [--nic-mode] [--packets N]
 *   --nic-mode   runs on a host, whose DPU has the rules for sent packets
 *   --packets N  ends after N packets
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sample_arguments.h"
#include "sample_echo.h"
#include "sample_steering.h"

enum { LOG_DEPTH = 7 };

/* The packets that are processed are those of this source address. */
static const uint8_t generator[6] = {0x02, 0x42, 0x7e, 0x7f, 0xeb, 0x02};

/* Made by dpacc: the device program, and the stub that names its function. */
extern struct flexio_app *packet_processor_app;
flexio_func_t process_packets;

/* Everything that is created, in this order. */
struct objects {
  struct sample_counters counters;
  struct sample_buffers buffers;
  struct sample_echo_handler echo;
  struct sample_transmit transmit;
  struct mlx5dv_dr_domain *domain;
  struct sample_table table;
  struct sample_rule rule;
};

static bool open_handler(const struct sample *sample, struct objects *objects) {
  struct sample_echo_settings settings = {.function = process_packets,
                                          .name = "process_packets",
                                          .log_depth = LOG_DEPTH,
                                          .counters = &objects->counters,
                                          .buffers = &objects->buffers};

  return sample_open_counters(sample, 1, &objects->counters) &&
         sample_open_buffers(sample, (size_t)1 << LOG_DEPTH,
                             &objects->buffers) &&
         sample_open_echo(sample, &settings, 0, &objects->echo);
}

/* Packets of the generator reach the receive queue. Those that are sent to it
 * leave by the port; in NIC mode they do so without a rule here. */
static bool open_rules(const struct sample *sample, bool is_nic_mode,
                       struct objects *objects) {
  struct sample_headers mask = {0}, value = {0};

  memset(mask.source, 0xff, sizeof mask.source);
  memcpy(value.source, generator, sizeof value.source);
  if (!is_nic_mode &&
      !sample_open_transmit(sample, generator, &objects->transmit))
    return false;
  return sample_open_domain(sample, MLX5DV_DR_DOMAIN_TYPE_NIC_RX,
                            &objects->domain) &&
         sample_open_table(sample, objects->domain, 0, &mask,
                           &objects->table) &&
         sample_open_rule(sample, &objects->table, &value,
                          mlx5dv_dr_action_create_dest_devx_tir(
                              flexio_rq_get_tir(objects->echo.receive.queue)),
                          &objects->rule);
}

/* Also of objects whose creation failed. */
static bool close_objects(const struct sample *sample,
                          struct objects *objects) {
  bool is_fine = sample_close_rule(sample, &objects->rule);

  is_fine &= sample_close_table(sample, &objects->table);
  is_fine &= sample_close_domain(sample, objects->domain);
  is_fine &= sample_close_transmit(sample, &objects->transmit);
  is_fine &= sample_close_echo(sample, &objects->echo);
  is_fine &= sample_close_buffers(sample, &objects->buffers);
  return sample_close_counters(sample, &objects->counters) && is_fine;
}

static bool run(const struct sample *sample, struct objects *objects,
                bool is_nic_mode, uint64_t packets) {
  uint64_t total;

  printf("Use the token >>> 0x%" PRIx64 " <<< for debugging\n",
         flexio_process_udbg_token_get(sample->process));
  if (!open_handler(sample, objects) ||
      !open_rules(sample, is_nic_mode, objects) ||
      !sample_post_all(sample, &objects->echo.receive) ||
      !sample_wait(sample, &objects->counters, packets, &total))
    return false;
  printf("Packets: %" PRIu64 "\n", total);
  return true;
}

int main(int argc, char **argv) {
  struct sample sample = {.name = "packet_processor"};
  struct objects objects = {0};
  uint64_t is_nic_mode = 0, packets = UINT64_MAX;
  const struct sample_option options[] = {
      {.name = "--nic-mode", .value = &is_nic_mode},
      {"--packets", &packets, true, 0, UINT32_MAX, NULL},
      {.name = NULL}};
  const char *device;
  bool is_fine;

  (void)argc;
  device =
      sample_arguments(&sample, "[--nic-mode] [--packets N]", options, argv);
  if (!device)
    return EXIT_FAILURE;
  sample_catch_signals();
  setvbuf(stdout, NULL, _IOLBF, 0);
  printf("Welcome to 'Flex IO SDK packet processing' sample app.\n");
  is_fine = sample_start(&sample, device, packet_processor_app);
  if (is_fine) {
    is_fine = run(&sample, &objects, is_nic_mode != 0, packets);
    is_fine &= close_objects(&sample, &objects);
  }
  is_fine &= sample_stop(&sample);
  if (!is_fine)
    return EXIT_FAILURE;
  printf("Flex IO SDK packet processing sample is done\n");
  return EXIT_SUCCESS;
}
