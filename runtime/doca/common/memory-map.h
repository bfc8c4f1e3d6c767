// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory maps: a range and its keys on devices.
#ifndef DPA_RUNTIME_DOCA_COMMON_MEMORY_MAP_H
#define DPA_RUNTIME_DOCA_COMMON_MEMORY_MAP_H

#include "runtime/doca/common/dpa-context.h"
#include "runtime/include/doca/doca_mmap.h"

#include <string>
#include <vector>

struct ibv_mr;
struct flexio_mkey;

namespace dpa::doca {

/// The address of a range as a host pointer.
inline void *pointerTo(uint64_t address) {
  return reinterpret_cast<void *>(address); // NOLINT(performance-no-int-to-ptr)
}

/// The key of a range on a device; freed by its destructor.
class MemoryKey {
public:
  MemoryKey() = default;
  MemoryKey(const MemoryKey &) = delete;
  MemoryKey &operator=(const MemoryKey &) = delete;
  DOCA_INTERNAL ~MemoryKey();

  /// Registers host memory; `access` has bits of doca_access_flag.
  DOCA_INTERNAL doca_error_t registerHost(doca_dev &dev, void *address,
                                          size_t length, uint32_t access);
  /// Creates a key of device memory.
  DOCA_INTERNAL doca_error_t registerDpa(doca_dev &dev, DpaContext &dpa,
                                         uint64_t address, size_t length,
                                         uint32_t access);
  /// Uses the key of a peer.
  void adopt(uint32_t key) { key_ = key; }

  uint32_t key() const { return key_; }

private:
  ibv_mr *region_ = nullptr;
  flexio_mkey *dpaKey_ = nullptr;
  uint32_t key_ = 0;
};

} // namespace dpa::doca

struct doca_mmap : dpa::doca::Object {
  static constexpr const char *kind = "mmap";
  DOCA_INTERNAL ~doca_mmap();

  /// A device of the map; the key exists while the map is started.
  struct Member {
    doca_dev *dev;
    dpa::doca::Use use;
    std::unique_ptr<dpa::doca::MemoryKey> key;
    std::string rdmaExport;
    std::string pciExport;
  };

  /// Null if the device is not in the map.
  DOCA_INTERNAL Member *find(const doca_dev *dev);
  bool hasRange() const { return length != 0; }
  bool contains(uint64_t from, size_t size) const {
    return from >= address && size <= length && from - address <= length - size;
  }

  uint64_t address = 0; ///< in host memory, or in device memory
  size_t length = 0;
  dpa::doca::DpaContext *dpa =
      nullptr; ///< not null: device memory of this context
  dpa::doca::Use dpaUse;
  bool isImported = false; ///< created from an export
  bool isRemote = false;   ///< memory of a peer, accessible by RDMA only
  uint32_t access = DOCA_ACCESS_FLAG_LOCAL_READ_WRITE;
  std::vector<Member> members;
  uint32_t mostMembers = 64;
  doca_data userData = {};
  doca_mmap_memrange_free_cb_t *onFree = nullptr;
  void *freeCookie = nullptr;
};

#endif
