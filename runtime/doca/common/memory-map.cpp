// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of doca_mmap.h that create, describe, start and stop maps.
#include "runtime/doca/common/memory-map.h"

#include <algorithm>
#include <limits>

using namespace dpa::doca;

namespace {

constexpr uint32_t allAccessFlags =
    DOCA_ACCESS_FLAG_LOCAL_READ_WRITE | DOCA_ACCESS_FLAG_RDMA_READ |
    DOCA_ACCESS_FLAG_RDMA_WRITE | DOCA_ACCESS_FLAG_RDMA_ATOMIC |
    DOCA_ACCESS_FLAG_PCI_READ_ONLY | DOCA_ACCESS_FLAG_PCI_READ_WRITE |
    DOCA_ACCESS_FLAG_PCI_RELAXED_ORDERING;

void dropKeys(doca_mmap &map) {
  for (doca_mmap::Member &member : map.members) {
    member.key.reset();
    member.rdmaExport.clear();
    member.pciExport.clear();
  }
  map.isStarted = false;
}

doca_error_t makeKey(doca_mmap &map, doca_mmap::Member &member) {
  member.key = std::make_unique<MemoryKey>();
  if (map.dpa)
    return member.key->registerDpa(*member.dev, *map.dpa, map.address,
                                   map.length, map.access);
  return member.key->registerHost(*member.dev, pointerTo(map.address),
                                  map.length, map.access);
}

doca_error_t startMap(doca_mmap &map) {
  for (doca_mmap::Member &member : map.members) {
    if (doca_error_t status = makeKey(map, member)) {
      dropKeys(map);
      return status;
    }
  }
  map.isStarted = true;
  return DOCA_SUCCESS;
}

/// Checks of a change of the range, then the change.
template <typename... Checks>
doca_error_t setRange(const char *call, doca_mmap *map, uint64_t address,
                      size_t length, doca_dpa *dpa, Checks... checks) {
  return apiCall(
      call,
      [&] {
        map->address = address;
        map->length = length;
        map->dpa = contextOf(dpa);
        map->dpaUse = dpa ? Use(*map->dpa, doca_mmap::kind) : Use();
        return DOCA_SUCCESS;
      },
      live(map), checks...,
      require([=] { return !map->isImported; }, DOCA_ERROR_NOT_PERMITTED,
              "mmap was created from an export"),
      stopped(map),
      require([=] { return length && address + length >= address; },
              DOCA_ERROR_INVALID_VALUE, "range is empty or wraps around"));
}

/// A change of a map that is not started.
template <typename Change, typename... Checks>
doca_error_t changeMap(const char *call, doca_mmap *map, Change change,
                       Checks... checks) {
  return apiCall(
      call,
      [&] {
        change();
        return DOCA_SUCCESS;
      },
      live(map), stopped(map), checks...);
}

/// Stores something of a map.
template <typename T, typename Get>
doca_error_t readMap(const char *call, const doca_mmap *map, T *to,
                     const char *name, Get get) {
  return apiCall(
      call,
      [&] {
        *to = get();
        return DOCA_SUCCESS;
      },
      live(map), notNull(to, name));
}

} // namespace

doca_mmap::~doca_mmap() {
  dropKeys(*this);
  if (onFree && hasRange())
    onFree(pointerTo(address), length, freeCookie);
}

doca_mmap::Member *doca_mmap::find(const doca_dev *dev) {
  auto found = std::ranges::find(members, dev, &Member::dev);
  return found == members.end() ? nullptr : &*found;
}

doca_error_t doca_mmap_create(struct doca_mmap **mmap) {
  return apiCall(
      __func__,
      [&] {
        *mmap = publish(std::make_unique<doca_mmap>());
        return DOCA_SUCCESS;
      },
      result(mmap, "mmap"));
}

doca_error_t doca_mmap_destroy(struct doca_mmap *mmap) {
  return destroyCall(
      __func__, mmap, [] { return DOCA_SUCCESS; },
      unused(mmap, DOCA_ERROR_NOT_PERMITTED));
}

doca_error_t doca_mmap_start(struct doca_mmap *mmap) {
  return apiCall(
      __func__, [&] { return startMap(*mmap); }, live(mmap),
      stopped(mmap, DOCA_ERROR_NOT_PERMITTED),
      require([=] { return mmap->hasRange(); }, DOCA_ERROR_INVALID_VALUE,
              "mmap does not have a range (doca_mmap_set_memrange)"),
      require([=] { return !mmap->members.empty(); }, DOCA_ERROR_INVALID_VALUE,
              "mmap does not have a device (doca_mmap_add_dev)"));
}

doca_error_t doca_mmap_stop(struct doca_mmap *mmap) {
  return apiCall(
      __func__,
      [&] {
        dropKeys(*mmap);
        return DOCA_SUCCESS;
      },
      live(mmap), started(mmap, DOCA_ERROR_NOT_PERMITTED),
      unused(mmap, DOCA_ERROR_NOT_PERMITTED),
      require([=] { return !mmap->isImported; }, DOCA_ERROR_NOT_PERMITTED,
              "mmap was created from an export (destroy it)"));
}

doca_error_t doca_mmap_add_dev(struct doca_mmap *mmap, struct doca_dev *dev) {
  return apiCall(
      __func__,
      [&] {
        mmap->members.push_back(
            {dev, Use(*dev, doca_mmap::kind), nullptr, {}, {}});
        return DOCA_SUCCESS;
      },
      live(mmap), live(dev), stopped(mmap, DOCA_ERROR_NOT_PERMITTED),
      require([=] { return !mmap->find(dev); }, DOCA_ERROR_ALREADY_EXIST,
              "device is already in the mmap"),
      require([=] { return mmap->members.size() < mmap->mostMembers; },
              DOCA_ERROR_NO_MEMORY,
              "mmap has too many devices (doca_mmap_set_max_num_devices)"));
}

doca_error_t doca_mmap_rm_dev(struct doca_mmap *mmap, struct doca_dev *dev) {
  return apiCall(
      __func__,
      [&] {
        std::erase_if(mmap->members,
                      [=](const auto &member) { return member.dev == dev; });
        return DOCA_SUCCESS;
      },
      live(mmap), live(dev), stopped(mmap, DOCA_ERROR_NOT_PERMITTED),
      require([=] { return mmap->find(dev) != nullptr; }, DOCA_ERROR_NOT_FOUND,
              "device is not in the mmap (doca_mmap_add_dev)"));
}

doca_error_t doca_mmap_set_memrange(struct doca_mmap *mmap, void *addr,
                                    size_t len) {
  return setRange(__func__, mmap, reinterpret_cast<uint64_t>(addr), len,
                  nullptr, notNull(addr, "addr"));
}

doca_error_t doca_mmap_set_dpa_memrange(struct doca_mmap *mmap,
                                        struct doca_dpa *dpa, uint64_t dpa_addr,
                                        size_t len) {
  return setRange(__func__, mmap, dpa_addr, len, dpa, usableDpa(dpa));
}

doca_error_t doca_mmap_set_dmabuf_memrange(struct doca_mmap *mmap, int, void *,
                                           size_t, size_t) {
  return apiCall(
      __func__, [] { return DOCA_ERROR_NOT_SUPPORTED; }, live(mmap),
      require([] { return false; }, DOCA_ERROR_NOT_SUPPORTED,
              "DMA buffers are not supported by emulated devices"));
}

doca_error_t doca_mmap_get_memrange(const struct doca_mmap *mmap, void **addr,
                                    size_t *len) {
  return apiCall(
      __func__,
      [&] {
        *addr = pointerTo(mmap->address);
        *len = mmap->length;
        return DOCA_SUCCESS;
      },
      live(mmap), notNull(addr, "addr"), notNull(len, "len"),
      require([=] { return mmap->hasRange(); }, DOCA_ERROR_BAD_STATE,
              "mmap does not have a range (doca_mmap_set_memrange)"));
}

doca_error_t doca_mmap_set_free_cb(struct doca_mmap *mmap,
                                   doca_mmap_memrange_free_cb_t *free_cb,
                                   void *opaque) {
  return changeMap(__func__, mmap, [&] {
    mmap->onFree = free_cb;
    mmap->freeCookie = opaque;
  });
}

doca_error_t doca_mmap_set_permissions(struct doca_mmap *mmap,
                                       uint32_t access_mask) {
  return changeMap(
      __func__, mmap, [&] { mmap->access = access_mask; },
      require([=] { return (access_mask & ~allAccessFlags) == 0; },
              DOCA_ERROR_INVALID_VALUE,
              "access_mask has unknown bits (expected enum doca_access_flag)"));
}

doca_error_t doca_mmap_set_max_num_devices(struct doca_mmap *mmap,
                                           uint32_t max_num_devices) {
  return changeMap(
      __func__, mmap, [&] { mmap->mostMembers = max_num_devices; },
      [=](const char *call) {
        return inRange("max_num_devices", max_num_devices,
                       std::max<size_t>(mmap->members.size(), 1),
                       std::numeric_limits<uint32_t>::max())(call);
      });
}

doca_error_t doca_mmap_get_max_num_devices(const struct doca_mmap *mmap,
                                           uint32_t *max_num_devices) {
  return readMap(__func__, mmap, max_num_devices, "max_num_devices",
                 [&] { return mmap->mostMembers; });
}

doca_error_t doca_mmap_set_user_data(struct doca_mmap *mmap,
                                     union doca_data user_data) {
  return changeMap(__func__, mmap, [&] { mmap->userData = user_data; });
}

doca_error_t doca_mmap_get_user_data(const struct doca_mmap *mmap,
                                     union doca_data *user_data) {
  return readMap(__func__, mmap, user_data, "user_data",
                 [&] { return mmap->userData; });
}

doca_error_t doca_mmap_get_num_bufs(const struct doca_mmap *mmap,
                                    uint32_t *num_bufs) {
  return readMap(__func__, mmap, num_bufs, "num_bufs",
                 [&] { return mmap->users.count(); });
}

doca_error_t doca_mmap_enable_thread_safety(struct doca_mmap *mmap) {
  return changeMap(__func__, mmap, [] {});
}

doca_error_t
doca_mmap_dev_get_dpa_handle(struct doca_mmap *mmap, const struct doca_dev *dev,
                             doca_dpa_dev_mmap_t *dpa_mmap_handle) {
  return apiCall(
      __func__,
      [&] {
        *dpa_mmap_handle = mmap->find(dev)->key->key();
        return DOCA_SUCCESS;
      },
      live(mmap), live(dev), result(dpa_mmap_handle, "dpa_mmap_handle"),
      started(mmap),
      require([=] { return mmap->find(dev) != nullptr; }, DOCA_ERROR_NOT_FOUND,
              "device is not in the mmap (doca_mmap_add_dev)"));
}
