/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Windows to host memory: registers, system calls and addresses. The machine
 * keeps the configuration of the entities and checks each access. Its copies
 * bypass what the thread has cached of its windows; the fences order them with
 * the thread's own accesses.
 */
#include "runtime/abi/thread-context.h"
#include "runtime/device/flexio_dev/device-registers.h"
#include "runtime/device/flexio_dev/system-call.h"

#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>

_Static_assert(FLEXIO_DEV_WINDOW_ENTITY_NUM == DPA_WINDOW_ENTITY_COUNT,
               "shared with the machine");

static int is_entity(enum flexio_window_entity entity) {
  return (uint64_t)entity < FLEXIO_DEV_WINDOW_ENTITY_NUM;
}

static flexio_dev_status_t status_of(int64_t result) {
  return result == DPA_WINDOW_OK ? FLEXIO_DEV_STATUS_SUCCESS
                                 : FLEXIO_DEV_STATUS_FAILED;
}

/* The default window of the running thread; 0: none. */
static uint16_t default_window(enum flexio_window_entity entity) {
  const struct dpa_thread_context *context =
      (const struct dpa_thread_context *)__builtin_thread_pointer();
  return entity == FLEXIO_DEV_WINDOW_ENTITY_0
             ? context->default_primary_window_config_id
             : context->default_secondary_window_config_id;
}

/* `what`: DPA_WINDOW_SET_* */
static flexio_dev_status_t configure(enum flexio_window_entity entity,
                                     uint16_t window, uint32_t mkey,
                                     uint64_t what) {
  unit_write(DPA_EU_REG_WINDOW_ENTITY, (uint64_t)entity);
  unit_write(DPA_EU_REG_WINDOW_ID, window);
  unit_write(DPA_EU_REG_WINDOW_KEY, mkey);
  unit_write(DPA_EU_REG_WINDOW_CONFIGURE, what);
  return status_of((int64_t)unit_read(DPA_EU_REG_WINDOW_CONFIGURE));
}

flexio_dev_status_t
flexio_dev_multi_window_config(enum flexio_window_entity win_entity,
                               uint16_t window_config_id, uint32_t mkey) {
  return configure(win_entity, window_config_id, mkey,
                   DPA_WINDOW_SET_WINDOW_AND_KEY);
}

flexio_dev_status_t
flexio_dev_multi_window_mkey_config(enum flexio_window_entity win_entity,
                                    uint32_t mkey) {
  return configure(win_entity, default_window(win_entity), mkey,
                   DPA_WINDOW_SET_KEY);
}

flexio_dev_status_t
flexio_dev_multi_window_ptr_acquire(enum flexio_window_entity win_entity,
                                    uint64_t haddr, flexio_uintptr_t *daddr) {
  if (!daddr || !is_entity(win_entity) || haddr >= DPA_WINDOW_ENTITY_SIZE)
    return FLEXIO_DEV_STATUS_FAILED;
  *daddr =
      DPA_WINDOW_BASE + (uint64_t)win_entity * DPA_WINDOW_ENTITY_SIZE + haddr;
  return FLEXIO_DEV_STATUS_SUCCESS;
}

flexio_dev_status_t
flexio_dev_multi_window_copy_from_host(enum flexio_window_entity win_entity,
                                       void *daddr, uint64_t haddr,
                                       uint32_t size) {
  __dpa_thread_window_writeback();
  return status_of(system_call4(DPA_SYS_WINDOW_COPY_FROM_HOST,
                                (uint64_t)win_entity, haddr,
                                (uint64_t)(uintptr_t)daddr, size));
}

flexio_dev_status_t
flexio_dev_multi_window_copy_to_host(enum flexio_window_entity win_entity,
                                     uint64_t haddr, const void *daddr,
                                     uint32_t size) {
  flexio_dev_status_t status =
      status_of(system_call4(DPA_SYS_WINDOW_COPY_TO_HOST, (uint64_t)win_entity,
                             haddr, (uint64_t)(uintptr_t)daddr, size));
  __dpa_thread_window_writeback();
  return status;
}
