/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Hash tables from 32-bit keys to 64-bit values: linear probing; a removed
 * entry stays one that a search passes. */
#include "runtime/doca/device/objects.h"

enum entry_state { ENTRY_NEVER_USED, ENTRY_USED, ENTRY_REMOVED };

static struct doca_abi_hash_entry *
entry_at(const struct doca_abi_hash_table *table, uint32_t place) {
  uint32_t mask = (1U << table->log_entries) - 1;
  return (struct doca_abi_hash_entry *)table->entries + (place & mask);
}

/* Multiplication by 2^32 divided by the golden ratio spreads neighbouring keys.
 */
static uint32_t place_of(const struct doca_abi_hash_table *table,
                         uint32_t key) {
  uint64_t spread = key * 2654435769U;
  return (uint32_t)(spread >> (32 - table->log_entries));
}

/* The entry of a key, or null; *unused is the first one in its place otherwise,
 * or null. */
static struct doca_abi_hash_entry *
find_entry(const struct doca_abi_hash_table *table, uint32_t key,
           struct doca_abi_hash_entry **unused) {
  *unused = 0;
  uint32_t place = place_of(table, key);
  for (uint32_t i = 0; i < 1U << table->log_entries; i++) {
    struct doca_abi_hash_entry *entry = entry_at(table, place + i);
    if (entry->state == ENTRY_USED && entry->key == key)
      return entry;
    if (entry->state != ENTRY_USED && !*unused)
      *unused = entry;
    if (entry->state == ENTRY_NEVER_USED)
      return 0;
  }
  return 0;
}

void doca_dpa_dev_hash_table_add(doca_dpa_dev_hash_table_t ht_handle,
                                 uint32_t key, uint64_t value) {
  struct doca_abi_hash_entry *unused;
  struct doca_abi_hash_entry *entry =
      find_entry((const struct doca_abi_hash_table *)ht_handle, key, &unused);
  if (!entry)
    entry = unused;
  if (entry)
    *entry = (struct doca_abi_hash_entry){
        .value = value, .key = key, .state = ENTRY_USED};
}

void doca_dpa_dev_hash_table_remove(doca_dpa_dev_hash_table_t ht_handle,
                                    uint32_t key) {
  struct doca_abi_hash_entry *unused;
  struct doca_abi_hash_entry *entry =
      find_entry((const struct doca_abi_hash_table *)ht_handle, key, &unused);
  if (entry)
    entry->state = ENTRY_REMOVED;
}

int doca_dpa_dev_hash_table_find(doca_dpa_dev_hash_table_t ht_handle,
                                 uint32_t key, uint64_t *value) {
  struct doca_abi_hash_entry *unused;
  const struct doca_abi_hash_entry *entry =
      find_entry((const struct doca_abi_hash_table *)ht_handle, key, &unused);
  if (!entry)
    return 0;
  *value = entry->value;
  return 1;
}
