/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Device side of the key-value aggregation: a handler adds the values of its
 * packets to its table, which is its thread-local storage, and sends each
 * packet back with the sums in place of the values. Queues and events:
 * ../../common/device/sample_echo.h.
 */
#include <stdint.h>

#include <libflexio-libc/string.h>

#include "aggregation.h"
#include "sample_echo.h"

static struct aggregation *own_table(void) {
  struct flexio_dev_thread_ctx *context;

  flexio_dev_get_thread_ctx(&context);
  return (struct aggregation *)flexio_dev_get_thread_local_storage(context);
}

/* The slot of a key, or a free one for it; NULL if all are in use. */
static struct aggregation_slot *find_slot(struct aggregation *table,
                                          uint64_t key) {
  struct aggregation_slot *slots = (struct aggregation_slot *)table->slots;
  const uint64_t mask = (1ull << table->log_slots) - 1;
  uint64_t at = key * 0x9e3779b97f4a7c15ull >> (64 - table->log_slots);

  for (uint64_t i = 0; i <= mask; i++, at = (at + 1) & mask)
    if (slots[at].count == 0 || slots[at].key == key)
      return &slots[at];
  return NULL;
}

/* Returns the sum. */
static uint64_t add(struct aggregation *table, uint64_t key, uint64_t value) {
  struct aggregation_slot *slot = find_slot(table, key);

  if (!slot) {
    table->lost++;
    return 0;
  }
  if (slot->count++ == 0) {
    slot->key = key;
    table->keys++;
  }
  slot->sum += value;
  return slot->sum;
}

static void aggregate_packet(uint8_t *packet, uint32_t size, uint32_t number) {
  struct aggregation *table = own_table();
  uint8_t *pair = packet + AGGREGATION_PAIRS;
  uint64_t words[2];
  uint32_t count;

  (void)number;
  sample_swap_macs(packet);
  count = size < AGGREGATION_PAIRS ? 0
                                   : (uint32_t)packet[AGGREGATION_COUNT] << 8 |
                                         packet[AGGREGATION_COUNT + 1];
  if (size < AGGREGATION_PAIRS + count * sizeof words) {
    table->malformed++;
    return;
  }
  for (; count != 0; count--, pair += sizeof words) {
    memcpy(words, pair, sizeof words);
    words[1] =
        cpu_to_be64(add(table, be64_to_cpu(words[0]), be64_to_cpu(words[1])));
    memcpy(pair, words, sizeof words);
  }
}

__dpa_global__ void aggregate(uint64_t echo) {
  sample_echo_run((struct sample_echo *)echo, aggregate_packet);
}
