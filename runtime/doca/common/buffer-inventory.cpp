// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of doca_buf_inventory.h.
#include "runtime/doca/common/buffer.h"

#include <limits>

using namespace dpa::doca;

namespace {

/// Where a new buffer is, and its data.
struct Place {
  void *address;
  size_t length;
  void *data;
  size_t dataLength;
};

doca_error_t takeBuffer(doca_buf_inventory &inventory, doca_mmap &map,
                        const Place &place, doca_buf *&taken) {
  auto made = std::make_unique<doca_buf>();
  made->map = &map;
  made->head = static_cast<std::byte *>(place.address);
  made->length = place.length;
  made->data = static_cast<std::byte *>(place.data);
  made->dataLength = place.dataLength;
  if (!map.contains(reinterpret_cast<uint64_t>(place.address), place.length) ||
      !made->mayHold(place.data, place.dataLength))
    return DOCA_ERROR_INVALID_VALUE;
  made->inventoryUse = Use(inventory, made->kind);
  if (inventory.users.count() > inventory.size)
    return DOCA_ERROR_NO_MEMORY;
  made->mapUse = Use(map, made->kind);
  taken = publish(std::move(made));
  return DOCA_SUCCESS;
}

template <typename T, typename Get>
doca_error_t readInventory(const char *call,
                           const doca_buf_inventory *inventory, T *to,
                           const char *name, Get get) {
  return apiCall(
      call,
      [&] {
        *to = get();
        return DOCA_SUCCESS;
      },
      live(inventory), notNull(to, name));
}

} // namespace

doca_error_t doca_buf_inventory_create(size_t num_elements,
                                       struct doca_buf_inventory **inventory) {
  return apiCall(
      __func__,
      [&] {
        auto made = std::make_unique<doca_buf_inventory>();
        made->size = static_cast<uint32_t>(num_elements);
        *inventory = publish(std::move(made));
        return DOCA_SUCCESS;
      },
      result(inventory, "inventory"),
      inRange("num_elements", num_elements, 1,
              std::numeric_limits<uint32_t>::max() - 1));
}

doca_error_t doca_buf_inventory_destroy(struct doca_buf_inventory *inventory) {
  return destroyUnused(__func__, inventory);
}

doca_error_t doca_buf_inventory_start(struct doca_buf_inventory *inventory) {
  return apiCall(
      __func__,
      [&] {
        inventory->isStarted = true;
        return DOCA_SUCCESS;
      },
      live(inventory), stopped(inventory));
}

doca_error_t doca_buf_inventory_stop(struct doca_buf_inventory *inventory) {
  return apiCall(
      __func__,
      [&] {
        inventory->isStarted = false;
        return DOCA_SUCCESS;
      },
      live(inventory), started(inventory));
}

// NOLINTNEXTLINE(readability-function-size): DOCA's parameters
doca_error_t doca_buf_inventory_buf_get_by_args(
    struct doca_buf_inventory *inventory, struct doca_mmap *mmap, void *addr,
    size_t len, void *data, size_t data_len, struct doca_buf **buf) {
  return apiCall(
      __func__,
      [&] {
        return takeBuffer(*inventory, *mmap, {addr, len, data, data_len}, *buf);
      },
      live(inventory), live(mmap), result(buf, "buf"),
      started(inventory, DOCA_ERROR_NOT_PERMITTED),
      started(mmap, DOCA_ERROR_NOT_PERMITTED));
}

doca_error_t doca_buf_inventory_buf_dup(struct doca_buf_inventory *inventory,
                                        const struct doca_buf *src_buf,
                                        struct doca_buf **dst_buf) {
  return apiCall(
      __func__,
      [&] {
        return takeBuffer(*inventory, *src_buf->map,
                          {src_buf->head, src_buf->length, src_buf->data,
                           src_buf->dataLength},
                          *dst_buf);
      },
      live(inventory), live(src_buf), result(dst_buf, "dst_buf"),
      started(inventory, DOCA_ERROR_NOT_PERMITTED));
}

doca_error_t
doca_buf_inventory_get_num_elements(const struct doca_buf_inventory *inventory,
                                    uint32_t *num_elements) {
  return readInventory(__func__, inventory, num_elements, "num_elements",
                       [&] { return inventory->size; });
}

doca_error_t doca_buf_inventory_get_num_free_elements(
    const struct doca_buf_inventory *inventory, uint32_t *num_free_elements) {
  return readInventory(
      __func__, inventory, num_free_elements, "num_free_elements",
      [&] { return inventory->size - inventory->users.count(); });
}

doca_error_t
doca_buf_inventory_set_user_data(struct doca_buf_inventory *inventory,
                                 union doca_data user_data) {
  return apiCall(
      __func__,
      [&] {
        inventory->userData = user_data;
        return DOCA_SUCCESS;
      },
      live(inventory));
}

doca_error_t
doca_buf_inventory_get_user_data(const struct doca_buf_inventory *inventory,
                                 union doca_data *user_data) {
  return readInventory(__func__, inventory, user_data, "user_data",
                       [&] { return inventory->userData; });
}
