// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registered memory of DOCA 1.5 and 2.0: memory maps of the context's device.
#include "runtime/doca/dpa/context.h"
#include "runtime/include/doca/doca_mmap.h"

using namespace dpa::doca;

struct doca_dpa_mem : dpa::doca::Object {
  static constexpr const char *kind = "registered memory";

  ~doca_dpa_mem() {
    if (map)
      doca_mmap_destroy(map);
  }

  Use dpaUse;
  doca_mmap *map = nullptr;
  uint32_t key = 0; ///< of this side and of peers
};

namespace {

struct HostRange {
  void *address;
  size_t length;
  uint32_t access; ///< bits of doca_access_flag
};

doca_error_t registerRange(doca_dpa_mem &memory, doca_dev *dev,
                           const HostRange &range) {
  doca_error_t status = doca_mmap_create(&memory.map);
  if (status == DOCA_SUCCESS)
    status = doca_mmap_set_memrange(memory.map, range.address, range.length);
  if (status == DOCA_SUCCESS)
    status = doca_mmap_set_permissions(memory.map, range.access);
  if (status == DOCA_SUCCESS)
    status = doca_mmap_add_dev(memory.map, dev);
  if (status == DOCA_SUCCESS)
    status = doca_mmap_start(memory.map);
  if (status == DOCA_SUCCESS)
    status = doca_mmap_dev_get_dpa_handle(memory.map, dev, &memory.key);
  return status;
}

/// The key, to a result of any size.
template <typename T>
doca_error_t keyOf(const char *call, doca_dpa_mem *mem, T *key,
                   const char *name) {
  return apiCall(
      call,
      [&] {
        *key = mem->key;
        return DOCA_SUCCESS;
      },
      result(key, name), live(mem));
}

} // namespace

doca_error_t doca_dpa_mem_host_register(doca_dpa_t dpa, void *addr,
                                        size_t length, unsigned int access,
                                        doca_dpa_mem_t *mem,
                                        unsigned int flags) {
  return apiCall(
      __func__,
      [&] {
        auto made = std::make_unique<doca_dpa_mem>();
        made->dpaUse = Use(*dpa, made->kind);
        doca_error_t status =
            registerRange(*made, dpa->dev, {addr, length, access});
        if (status == DOCA_SUCCESS)
          *mem = publish(std::move(made));
        return status;
      },
      result(mem, "mem"), usableDpa(dpa), notNull(addr, "addr"),
      require([=] { return flags == 0; }, DOCA_ERROR_INVALID_VALUE,
              "flags is not 0"));
}

doca_error_t doca_dpa_mem_unregister(doca_dpa_mem_t mem) {
  return destroyUnused(__func__, mem);
}

doca_error_t doca_dpa_mem_dev_export(doca_dpa_mem_t mem,
                                     doca_dpa_dev_mem_t *handle) {
  return keyOf(__func__, mem, handle, "handle");
}

doca_error_t doca_dpa_mem_rkey_get(doca_dpa_mem_t mem, uint32_t *rkey) {
  return keyOf(__func__, mem, rkey, "rkey");
}
