// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hash tables in device memory, which device code fills.
#include "runtime/doca/dpa/context.h"

#include <bit>

using namespace dpa::doca;

struct doca_dpa_hash_table : dpa::doca::Object {
  static constexpr const char *kind = "hash table";

  ~doca_dpa_hash_table() {
    dpa->program().free(handle);
    dpa->program().free(entries);
  }

  doca_error_t create(unsigned size) {
    size_t bytes = size * sizeof(doca_abi_hash_entry);
    entries = dpa->program().allocate(bytes);
    if (entries == 0)
      return DOCA_ERROR_NO_MEMORY;
    doca_error_t status = dpa->program().statusOf(
        flexio_buf_dev_memset(dpa->process, 0, bytes, entries));
    doca_abi_hash_table object{};
    object.entries = entries;
    object.log_entries = static_cast<uint32_t>(std::bit_width(size) - 1);
    if (status == DOCA_SUCCESS)
      handle = dpa->program().store(object);
    return status == DOCA_SUCCESS && handle == 0 ? DOCA_ERROR_NO_MEMORY
                                                 : status;
  }

  doca_dpa *dpa = nullptr;
  Use dpaUse;
  uint64_t entries = 0; ///< device address
  uint64_t handle = 0;  ///< device address
};

namespace {
constexpr unsigned entriesMax = 1U << 24;
} // namespace

doca_error_t doca_dpa_hash_table_create(struct doca_dpa *dpa,
                                        unsigned int num_entries,
                                        struct doca_dpa_hash_table **ht) {
  return apiCall(
      __func__,
      [&] {
        auto made = std::make_unique<doca_dpa_hash_table>();
        made->dpa = dpa;
        made->dpaUse = Use(*dpa, made->kind);
        doca_error_t status = made->create(std::bit_ceil(num_entries));
        if (status == DOCA_SUCCESS)
          *ht = publish(std::move(made));
        return status;
      },
      result(ht, "ht"), usableDpa(dpa),
      inRange("num_entries", num_entries, 1, entriesMax));
}

doca_error_t doca_dpa_hash_table_destroy(struct doca_dpa_hash_table *ht) {
  return destroyUnused(__func__, ht);
}

doca_error_t
doca_dpa_hash_table_get_dpa_handle(struct doca_dpa_hash_table *ht,
                                   doca_dpa_dev_hash_table_t *ht_handle) {
  return apiCall(
      __func__,
      [&] {
        *ht_handle = ht->handle;
        return DOCA_SUCCESS;
      },
      result(ht_handle, "ht_handle"), live(ht));
}
