// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions about device memory.
#include "runtime/doca/dpa/context.h"
#include "runtime/include/doca/doca_buf.h"

#include <cinttypes>

using namespace dpa::doca;

namespace {

flexio_process *processOf(const doca_dpa *dpa) {
  return dpa->program().process();
}

/// Of the only program that has the block.
doca_error_t freeBlock(Program &program, uint64_t address) {
  Allocations::forget(address, program);
  return program.statusOf(flexio_buf_dev_free(program.process(), address));
}

/// The data of a buffer; null if it has less than `size` bytes.
void *dataOf(const char *call, const doca_buf *buf, size_t size) {
  void *data = nullptr;
  size_t length = 0;
  if (doca_buf_get_data(buf, &data) != DOCA_SUCCESS ||
      doca_buf_get_data_len(buf, &length) != DOCA_SUCCESS)
    return nullptr;
  if (size <= length)
    return data;
  sdkLog(DOCA_LOG_LEVEL_ERROR, call,
         "buffer has %zu bytes of data (expected at least %zu)", length, size);
  return nullptr;
}

} // namespace

doca_error_t doca_dpa_mem_alloc(struct doca_dpa *dpa, size_t size,
                                doca_dpa_dev_uintptr_t *dev_ptr) {
  return apiCall(
      __func__,
      [&] {
        *dev_ptr = dpa->program().allocate(size);
        if (*dev_ptr == 0)
          return DOCA_ERROR_NO_MEMORY;
        dpa->running->allocations.add(*dev_ptr);
        return DOCA_SUCCESS;
      },
      result(dev_ptr, "dev_ptr"), usableDpa(dpa),
      require([=] { return size != 0; }, DOCA_ERROR_INVALID_VALUE,
              "size is 0"));
}

doca_error_t(doca_dpa_mem_free)(struct doca_dpa *dpa,
                                doca_dpa_dev_uintptr_t dev_ptr) {
  return apiCall(
      __func__,
      [&] {
        dpa->running->allocations.remove(dev_ptr);
        return dpa->program().statusOf(
            flexio_buf_dev_free(processOf(dpa), dev_ptr));
      },
      live(dpa), started(dpa));
}

doca_error_t doca_dpa_mem_free_v105(doca_dpa_dev_uintptr_t dev_ptr) {
  const char *call = "doca_dpa_mem_free";
  return apiCall(call, [&] {
    auto [count, program] = Allocations::find(dev_ptr);
    if (count != 1) {
      sdkLog(DOCA_LOG_LEVEL_ERROR, call,
             "%u DPA contexts have memory at 0x%" PRIx64
             " (expected 1; pass the context, too)",
             count, dev_ptr);
      return DOCA_ERROR_INVALID_VALUE;
    }
    return freeBlock(*program, dev_ptr);
  });
}

doca_error_t doca_dpa_h2d_memcpy(struct doca_dpa *dpa,
                                 doca_dpa_dev_uintptr_t dst_ptr, void *src_ptr,
                                 size_t size) {
  return apiCall(
      __func__, [&] { return dpa->program().write(dst_ptr, src_ptr, size); },
      usableDpa(dpa), notNull(src_ptr, "src_ptr"));
}

doca_error_t doca_dpa_d2h_memcpy(struct doca_dpa *dpa, void *dst_ptr,
                                 doca_dpa_dev_uintptr_t src_ptr, size_t size) {
  return apiCall(
      __func__,
      [&] {
        flexio_mem from{};
        from.mem_type = FLEXIO_MEMTYPE_DPA;
        from.daddr = src_ptr;
        flexio_mem to{};
        to.mem_type = FLEXIO_MEMTYPE_HOST;
        to.haddr = reinterpret_cast<uintptr_t>(dst_ptr);
        return dpa->program().statusOf(
            flexio_memcpy(processOf(dpa), &from, &to, size));
      },
      usableDpa(dpa), notNull(dst_ptr, "dst_ptr"));
}

doca_error_t doca_dpa_h2d_buf_memcpy(struct doca_dpa *dpa,
                                     doca_dpa_dev_uintptr_t dst_ptr,
                                     struct doca_buf *buf, size_t size) {
  void *data = dataOf(__func__, buf, size);
  return data ? doca_dpa_h2d_memcpy(dpa, dst_ptr, data, size)
              : DOCA_ERROR_INVALID_VALUE;
}

doca_error_t doca_dpa_d2h_buf_memcpy(struct doca_dpa *dpa, struct doca_buf *buf,
                                     doca_dpa_dev_uintptr_t src_ptr,
                                     size_t size) {
  void *data = dataOf(__func__, buf, size);
  return data ? doca_dpa_d2h_memcpy(dpa, data, src_ptr, size)
              : DOCA_ERROR_INVALID_VALUE;
}

doca_error_t doca_dpa_memset(struct doca_dpa *dpa,
                             doca_dpa_dev_uintptr_t dev_ptr, int value,
                             size_t size) {
  return apiCall(
      __func__,
      [&] {
        return dpa->program().statusOf(
            flexio_buf_dev_memset(processOf(dpa), value, size, dev_ptr));
      },
      usableDpa(dpa));
}
