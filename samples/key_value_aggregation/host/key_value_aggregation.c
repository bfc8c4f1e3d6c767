/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Host side of the key-value aggregation: creates event handlers, each on an
 * execution unit of its own and with a table of its own, distributes packets to
 * them by the last four bits of their destination, and prints the sums when
 * all packets have been answered.
 *
 * usage: key_value_aggregation DEVICE [--threads N] [--packets N] [--nic-mode]
 *   --threads N  1 to 16 handlers (default: 4)
 *   --packets N  ends after N packets
 *   --nic-mode   runs on a host, whose DPU has the rules for sent packets
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "../device/aggregation.h"
#include "sample_arguments.h"
#include "sample_echo.h"
#include "sample_steering.h"

enum { LOG_DEPTH = 6, LOG_SLOTS = 10, SLOTS = 1 << LOG_SLOTS, THREADS = 4 };

/* Made by dpacc: the device program, and the stub that names its function. */
extern struct flexio_app *key_value_aggregation_app;
flexio_func_t aggregate;

struct table {
  flexio_uintptr_t slots, aggregation;
};

/* Everything that is created, in this order. */
struct objects {
  size_t threads;
  struct sample_counters counters;
  struct sample_buffers buffers;
  struct table tables[AGGREGATION_PARTS];
  struct sample_echo_handler echoes[AGGREGATION_PARTS];
  struct sample_transmit transmit;
  struct mlx5dv_dr_domain *domain;
  struct sample_table table;
  struct sample_rule rules[AGGREGATION_PARTS];
};

static bool open_table(const struct sample *sample, struct table *table) {
  const size_t size = SLOTS * sizeof(struct aggregation_slot);
  struct aggregation aggregation = {.log_slots = LOG_SLOTS};

  if (!sample_check(
          sample, "allocating a table",
          flexio_buf_dev_alloc(sample->process, size, &table->slots)) ||
      !sample_check(
          sample, "clearing a table",
          flexio_buf_dev_memset(sample->process, 0, size, table->slots)))
    return false;
  aggregation.slots = table->slots;
  return sample_check(sample, "copying to the device",
                      flexio_copy_from_host(sample->process, &aggregation,
                                            sizeof aggregation,
                                            &table->aggregation));
}

static bool close_table(const struct sample *sample,
                        const struct table *table) {
  bool is_fine =
      sample_check(sample, "freeing device memory",
                   flexio_buf_dev_free(sample->process, table->aggregation));

  return sample_check(sample, "freeing device memory",
                      flexio_buf_dev_free(sample->process, table->slots)) &&
         is_fine;
}

static bool open_handlers(const struct sample *sample,
                          struct objects *objects) {
  struct sample_echo_settings settings = {
      .function = aggregate,
      .name = "aggregate",
      .log_depth = LOG_DEPTH,
      .counters = &objects->counters,
      .buffers = &objects->buffers,
      .affinity = {.type = FLEXIO_AFFINITY_STRICT}};

  if (!sample_open_counters(sample, objects->threads, &objects->counters) ||
      !sample_open_buffers(sample, objects->threads << LOG_DEPTH,
                           &objects->buffers))
    return false;
  for (size_t i = 0; i < objects->threads; i++) {
    if (!open_table(sample, &objects->tables[i]))
      return false;
    settings.affinity.id = (uint32_t)i;
    settings.storage = objects->tables[i].aggregation;
    if (!sample_open_echo(sample, &settings, i, &objects->echoes[i]))
      return false;
  }
  return true;
}

static bool open_rule(const struct sample *sample, struct objects *objects,
                      size_t part) {
  struct sample_headers value = {
      .type = {AGGREGATION_TYPE >> 8, AGGREGATION_TYPE & 0xff},
      .destination = {[5] = (uint8_t)part}};
  struct flexio_rq *queue =
      objects->echoes[part % objects->threads].receive.queue;

  return sample_open_rule(
      sample, &objects->table, &value,
      mlx5dv_dr_action_create_dest_devx_tir(flexio_rq_get_tir(queue)),
      &objects->rules[part]);
}

static bool open_rules(const struct sample *sample, bool is_nic_mode,
                       struct objects *objects) {
  struct sample_headers mask = {.type = {0xff, 0xff},
                                .destination = {[5] = AGGREGATION_PARTS - 1}};

  if ((!is_nic_mode &&
       !sample_open_transmit(sample, NULL, &objects->transmit)) ||
      !sample_open_domain(sample, MLX5DV_DR_DOMAIN_TYPE_NIC_RX,
                          &objects->domain) ||
      !sample_open_table(sample, objects->domain, 0, &mask, &objects->table))
    return false;
  for (size_t part = 0; part < AGGREGATION_PARTS; part++)
    if (!open_rule(sample, objects, part))
      return false;
  return true;
}

/* Also of objects whose creation failed. */
static bool close_objects(const struct sample *sample,
                          struct objects *objects) {
  bool is_fine = true;

  for (size_t part = 0; part < AGGREGATION_PARTS; part++)
    is_fine &= sample_close_rule(sample, &objects->rules[part]);
  is_fine &= sample_close_table(sample, &objects->table);
  is_fine &= sample_close_domain(sample, objects->domain);
  is_fine &= sample_close_transmit(sample, &objects->transmit);
  for (size_t i = 0; i < objects->threads; i++) {
    is_fine &= sample_close_echo(sample, &objects->echoes[i]);
    is_fine &= close_table(sample, &objects->tables[i]);
  }
  is_fine &= sample_close_buffers(sample, &objects->buffers);
  return sample_close_counters(sample, &objects->counters) && is_fine;
}

static bool copy_back(const struct sample *sample, flexio_uintptr_t from,
                      void *to, size_t size) {
  struct flexio_mem source = {FLEXIO_MEMTYPE_DPA, {from}};
  struct flexio_mem target = {FLEXIO_MEMTYPE_HOST, {(uintptr_t)to}};

  return sample_check(sample, "copying from the device",
                      flexio_memcpy(sample->process, &source, &target, size));
}

static int compare_keys(const void *one, const void *other) {
  uint64_t a = ((const struct aggregation_slot *)one)->key;
  uint64_t b = ((const struct aggregation_slot *)other)->key;

  return (a > b) - (a < b);
}

/* Appends the slots in use of a table to `found`. */
static bool read_table(const struct sample *sample, const struct table *table,
                       struct aggregation_slot *found, size_t *count) {
  static struct aggregation_slot slots[SLOTS];
  struct aggregation aggregation;

  if (!copy_back(sample, table->aggregation, &aggregation,
                 sizeof aggregation) ||
      !copy_back(sample, table->slots, slots, sizeof slots))
    return false;
  if (aggregation.lost != 0)
    printf("Values without a slot: %" PRIu64 "\n", aggregation.lost);
  if (aggregation.malformed != 0)
    printf("Malformed packets: %" PRIu64 "\n", aggregation.malformed);
  for (size_t i = 0; i < SLOTS; i++)
    if (slots[i].count != 0)
      found[(*count)++] = slots[i];
  return true;
}

static bool print_sums(const struct sample *sample, struct objects *objects) {
  static struct aggregation_slot found[AGGREGATION_PARTS * SLOTS];
  size_t count = 0;

  for (size_t i = 0; i < objects->threads; i++)
    if (!read_table(sample, &objects->tables[i], found, &count))
      return false;
  qsort(found, count, sizeof *found, compare_keys);
  for (size_t i = 0; i < count; i++)
    printf("Key %" PRIu64 ": sum %" PRIu64 " of %" PRIu64 " values\n",
           found[i].key, found[i].sum, found[i].count);
  return true;
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
  printf("Aggregating with %zu threads\n", objects->threads);
  if (!sample_wait(sample, &objects->counters, packets, &total))
    return false;
  printf("Packets: %" PRIu64 "\n", total);
  return print_sums(sample, objects);
}

int main(int argc, char **argv) {
  static struct objects objects;
  struct sample sample = {.name = "key_value_aggregation"};
  uint64_t threads = THREADS, is_nic_mode = 0, packets = UINT64_MAX;
  const struct sample_option options[] = {
      {"--threads", &threads, true, 1, AGGREGATION_PARTS, NULL},
      {"--packets", &packets, true, 0, UINT32_MAX, NULL},
      {.name = "--nic-mode", .value = &is_nic_mode},
      {.name = NULL}};
  const char *device;
  bool is_fine;

  (void)argc;
  device = sample_arguments(&sample, "[--threads N] [--packets N] [--nic-mode]",
                            options, argv);
  if (!device)
    return EXIT_FAILURE;
  sample_catch_signals();
  setvbuf(stdout, NULL, _IOLBF, 0);
  objects.threads = threads;
  printf("Welcome to 'Flex IO Key-Value Aggregation' sample\n");
  is_fine = sample_start(&sample, device, key_value_aggregation_app);
  if (is_fine) {
    is_fine = run(&sample, &objects, is_nic_mode != 0, packets);
    is_fine &= close_objects(&sample, &objects);
  }
  is_fine &= sample_stop(&sample);
  if (!is_fine)
    return EXIT_FAILURE;
  printf("Flex IO Key-Value Aggregation sample is done\n");
  return EXIT_SUCCESS;
}
