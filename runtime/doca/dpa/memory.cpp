// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions about device memory.
#include "runtime/doca/common/buffer.h"
#include "runtime/doca/dpa/context.h"

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

/// From device memory to the program's.
doca_error_t readMemory(const doca_dpa *dpa, void *data, uint64_t address,
                        size_t size) {
  flexio_mem from{};
  from.mem_type = FLEXIO_MEMTYPE_DPA;
  from.daddr = address;
  flexio_mem to{};
  to.mem_type = FLEXIO_MEMTYPE_HOST;
  to.haddr = reinterpret_cast<uintptr_t>(data);
  return dpa->program().statusOf(
      flexio_memcpy(processOf(dpa), &from, &to, size));
}

/// Check: the data of the buffer, which is live, is in the program's memory, and
/// has `size` bytes.
auto holds(const doca_buf *buf, size_t size) {
  return [=](const char *call) {
    if (buf->map->dpa || buf->map->isRemote) {
      sdkLog(DOCA_LOG_LEVEL_ERROR, call,
             "buffer is not in host memory of this program");
      return DOCA_ERROR_INVALID_VALUE;
    }
    if (size <= buf->dataLength)
      return DOCA_SUCCESS;
    sdkLog(DOCA_LOG_LEVEL_ERROR, call,
           "buffer has %zu bytes of data (expected at least %zu)",
           buf->dataLength, size);
    return DOCA_ERROR_INVALID_VALUE;
  };
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
      __func__, [&] { return readMemory(dpa, dst_ptr, src_ptr, size); },
      usableDpa(dpa), notNull(dst_ptr, "dst_ptr"));
}

doca_error_t doca_dpa_h2d_buf_memcpy(struct doca_dpa *dpa,
                                     doca_dpa_dev_uintptr_t dst_ptr,
                                     struct doca_buf *buf, size_t size) {
  return apiCall(
      __func__, [&] { return dpa->program().write(dst_ptr, buf->data, size); },
      usableDpa(dpa), live(buf), holds(buf, size));
}

doca_error_t doca_dpa_d2h_buf_memcpy(struct doca_dpa *dpa, struct doca_buf *buf,
                                     doca_dpa_dev_uintptr_t src_ptr,
                                     size_t size) {
  return apiCall(
      __func__, [&] { return readMemory(dpa, buf->data, src_ptr, size); },
      usableDpa(dpa), live(buf), holds(buf, size));
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
