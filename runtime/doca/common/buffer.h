// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers and inventories.
#ifndef DPA_RUNTIME_DOCA_COMMON_BUFFER_H
#define DPA_RUNTIME_DOCA_COMMON_BUFFER_H

#include "runtime/doca/common/memory-map.h"
#include "runtime/include/doca/doca_buf.h"
#include "runtime/include/doca/doca_buf_inventory.h"

struct doca_buf_inventory : dpa::doca::Object {
  static constexpr const char *kind = "buffer inventory";
  uint32_t size = 0; ///< `users` counts the allocated buffers
  doca_data userData = {};
};

struct doca_buf : dpa::doca::Object {
  static constexpr const char *kind = "buffer";

  /// Whether the data are within the buffer.
  bool mayHold(const void *from, size_t size) const {
    auto at = reinterpret_cast<uint64_t>(from);
    auto start = reinterpret_cast<uint64_t>(head);
    return at >= start && size <= length && at - start <= length - size;
  }

  doca_mmap *map = nullptr;
  dpa::doca::Use mapUse;
  dpa::doca::Use inventoryUse;
  std::byte *head = nullptr;
  size_t length = 0;
  std::byte *data = nullptr;
  size_t dataLength = 0;
  std::atomic<uint16_t> references{1};
  doca_buf *next = nullptr;
  doca_buf *previous = nullptr;
};

#endif
