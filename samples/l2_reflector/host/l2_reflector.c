/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Host side of the L2 reflector: creates event handlers that send packets back
 * to their source, and distributes all packets to them by the last seven bits
 * of the source address, so that packets of one source stay in order.
 *
 * usage: l2_reflector DEVICE [--threads N] [--nic-mode] [--packets N]
 *   --threads N  1 to 128 handlers, each with its own queues (default: 1)
 *   --nic-mode   runs on a host, whose DPU has the rules for sent packets
 *   --packets N  ends after N packets
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "sample_arguments.h"
#include "sample_echo.h"
#include "sample_steering.h"

enum { LOG_DEPTH = 6, MAX_THREADS = 128 };

/* Made by dpacc: the device program, and the stub that names its function. */
extern struct flexio_app *l2_reflector_app;
flexio_func_t reflect;

/* Everything that is created, in this order. */
struct objects {
  size_t threads;
  struct sample_counters counters;
  struct sample_buffers buffers;
  struct sample_echo_handler echoes[MAX_THREADS];
  struct sample_transmit transmit;
  struct mlx5dv_dr_domain *domain;
  struct sample_table table;
  struct sample_rule rules[MAX_THREADS]; /* one for each value of the bits */
};

static bool open_handlers(const struct sample *sample,
                          struct objects *objects) {
  struct sample_echo_settings settings = {.function = reflect,
                                          .name = "reflect",
                                          .log_depth = LOG_DEPTH,
                                          .counters = &objects->counters,
                                          .buffers = &objects->buffers};

  return sample_open_counters(sample, objects->threads, &objects->counters) &&
         sample_open_buffers(sample, objects->threads << LOG_DEPTH,
                             &objects->buffers) &&
         sample_open_echoes(sample, &settings, objects->threads,
                            objects->echoes);
}

static bool open_rule(const struct sample *sample, struct objects *objects,
                      size_t bits) {
  struct sample_headers value = {.source = {[5] = (uint8_t)bits}};
  struct flexio_rq *queue =
      objects->echoes[bits % objects->threads].receive.queue;

  return sample_open_rule(
      sample, &objects->table, &value,
      mlx5dv_dr_action_create_dest_devx_tir(flexio_rq_get_tir(queue)),
      &objects->rules[bits]);
}

static bool open_rules(const struct sample *sample, bool is_nic_mode,
                       struct objects *objects) {
  struct sample_headers mask = {.source = {[5] = MAX_THREADS - 1}};

  if ((!is_nic_mode &&
       !sample_open_transmit(sample, NULL, &objects->transmit)) ||
      !sample_open_domain(sample, MLX5DV_DR_DOMAIN_TYPE_NIC_RX,
                          &objects->domain) ||
      !sample_open_table(sample, objects->domain, 0, &mask, &objects->table))
    return false;
  for (size_t bits = 0; bits < MAX_THREADS; bits++)
    if (!open_rule(sample, objects, bits))
      return false;
  return true;
}

/* Also of objects whose creation failed. */
static bool close_objects(const struct sample *sample,
                          struct objects *objects) {
  bool is_fine = true;

  for (size_t bits = 0; bits < MAX_THREADS; bits++)
    is_fine &= sample_close_rule(sample, &objects->rules[bits]);
  is_fine &= sample_close_table(sample, &objects->table);
  is_fine &= sample_close_domain(sample, objects->domain);
  is_fine &= sample_close_transmit(sample, &objects->transmit);
  for (size_t i = 0; i < objects->threads; i++)
    is_fine &= sample_close_echo(sample, &objects->echoes[i]);
  is_fine &= sample_close_buffers(sample, &objects->buffers);
  return sample_close_counters(sample, &objects->counters) && is_fine;
}

static bool run(const struct sample *sample, struct objects *objects,
                bool is_nic_mode, uint64_t packets) {
  uint64_t total;

  if (!open_handlers(sample, objects) ||
      !open_rules(sample, is_nic_mode, objects))
    return false;
  for (size_t i = 0; i < objects->threads; i++)
    if (!sample_post_all(sample, &objects->echoes[i].receive))
      return false;
  printf("Reflecting with %zu threads\n", objects->threads);
  if (!sample_wait(sample, &objects->counters, packets, &total))
    return false;
  printf("Packets: %" PRIu64 "\n", total);
  return true;
}

int main(int argc, char **argv) {
  static struct objects objects;
  struct sample sample = {.name = "l2_reflector"};
  uint64_t threads = 1, is_nic_mode = 0, packets = UINT64_MAX;
  const struct sample_option options[] = {
      {"--threads", &threads, true, 1, MAX_THREADS, NULL},
      {.name = "--nic-mode", .value = &is_nic_mode},
      {"--packets", &packets, true, 0, UINT32_MAX, NULL},
      {.name = NULL}};
  const char *device;
  bool is_fine;

  (void)argc;
  device = sample_arguments(&sample, "[--threads N] [--nic-mode] [--packets N]",
                            options, argv);
  if (!device)
    return EXIT_FAILURE;
  sample_catch_signals();
  setvbuf(stdout, NULL, _IOLBF, 0);
  objects.threads = threads;
  printf("Welcome to 'Flex IO L2 Reflector' sample\n");
  is_fine = sample_start(&sample, device, l2_reflector_app);
  if (is_fine) {
    is_fine = run(&sample, &objects, is_nic_mode != 0, packets);
    is_fine &= close_objects(&sample, &objects);
  }
  is_fine &= sample_stop(&sample);
  if (!is_fine)
    return EXIT_FAILURE;
  printf("Flex IO L2 Reflector sample is done\n");
  return EXIT_SUCCESS;
}
