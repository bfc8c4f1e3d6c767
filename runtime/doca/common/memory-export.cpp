// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of doca_mmap.h that export maps and import them.
#include "runtime/doca/common/memory-export.h"

#include "runtime/doca/common/memory-map.h"

#include <unistd.h>

using namespace dpa::doca;

namespace {

std::string describeMap(const doca_mmap &map, const doca_mmap::Member &member,
                        ExportKind kind) {
  return exportBytes(ExportedMemory{.kind = kind,
                                    .version = exportVersion,
                                    .address = map.address,
                                    .length = map.length,
                                    .program = static_cast<uint64_t>(getpid()),
                                    .key = member.key->key(),
                                    .access = map.access});
}

/// What exports of both kinds check; `bytes` keeps the description.
template <typename... Checks>
doca_error_t exportMap(const char *call, doca_mmap *map, const doca_dev *dev,
                       std::string doca_mmap::Member::*bytes, ExportKind kind,
                       Checks... checks) {
  return apiCall(
      call,
      [&] {
        doca_mmap::Member &member = *map->find(dev);
        if ((member.*bytes).empty())
          member.*bytes = describeMap(*map, member, kind);
        return DOCA_SUCCESS;
      },
      live(map), live(dev), checks..., started(map, DOCA_ERROR_NOT_PERMITTED),
      require([=] { return !map->isImported; }, DOCA_ERROR_NOT_SUPPORTED,
              "mmap was created from an export"),
      require([=] { return map->find(dev) != nullptr; }, DOCA_ERROR_NOT_FOUND,
              "device is not in the mmap (doca_mmap_add_dev)"));
}

/// Gives the program a description that was made without error.
doca_error_t giveBytes(doca_error_t status, const std::string *bytes,
                       const void **description, size_t *size) {
  if (status != DOCA_SUCCESS)
    return status;
  *description = bytes->data();
  *size = bytes->size();
  return DOCA_SUCCESS;
}

doca_error_t importRdma(const ExportedMemory &from, doca_mmap &map) {
  map.isRemote = true;
  map.members.front().key->adopt(from.key);
  return DOCA_SUCCESS;
}

doca_error_t importPci(const ExportedMemory &from, doca_mmap &map,
                       doca_dev &dev) {
  if (from.program != static_cast<uint64_t>(getpid()))
    return DOCA_ERROR_NOT_SUPPORTED;
  return map.members.front().key->registerHost(dev, pointerTo(from.address),
                                               from.length, from.access);
}

doca_error_t importMap(const void *bytes, size_t size, doca_dev &dev,
                       doca_mmap &map) {
  ExportedMemory from = {};
  bool isRdma = importBytes(bytes, size, ExportKind::RdmaMemory, from);
  if (!isRdma && !importBytes(bytes, size, ExportKind::PciMemory, from))
    return DOCA_ERROR_INVALID_VALUE;
  if (!from.length || from.address + from.length < from.address)
    return DOCA_ERROR_INVALID_VALUE;
  map.address = from.address;
  map.length = from.length;
  map.access = from.access;
  map.isImported = true;
  map.isStarted = true;
  map.members.push_back(
      {&dev, Use(dev, doca_mmap::kind), std::make_unique<MemoryKey>(), {}, {}});
  return isRdma ? importRdma(from, map) : importPci(from, map, dev);
}

} // namespace

doca_error_t doca_mmap_export_rdma(struct doca_mmap *mmap,
                                   const struct doca_dev *dev,
                                   const void **export_desc,
                                   size_t *export_desc_len) {
  doca_error_t status =
      exportMap(__func__, mmap, dev, &doca_mmap::Member::rdmaExport,
                ExportKind::RdmaMemory, result(export_desc, "export_desc"),
                result(export_desc_len, "export_desc_len"));
  return giveBytes(status, status ? nullptr : &mmap->find(dev)->rdmaExport,
                   export_desc, export_desc_len);
}

doca_error_t doca_mmap_export_pci(struct doca_mmap *mmap,
                                  const struct doca_dev *dev,
                                  const void **export_desc,
                                  size_t *export_desc_len) {
  doca_error_t status = exportMap(
      __func__, mmap, dev, &doca_mmap::Member::pciExport, ExportKind::PciMemory,
      result(export_desc, "export_desc"),
      result(export_desc_len, "export_desc_len"),
      require([=] { return !mmap->dpa; }, DOCA_ERROR_NOT_SUPPORTED,
              "mmap of device memory cannot be exported to other devices"));
  return giveBytes(status, status ? nullptr : &mmap->find(dev)->pciExport,
                   export_desc, export_desc_len);
}

doca_error_t doca_mmap_create_from_export(const union doca_data *user_data,
                                          const void *export_desc,
                                          size_t export_desc_len,
                                          struct doca_dev *dev,
                                          struct doca_mmap **mmap) {
  return apiCall(
      __func__,
      [&] {
        auto made = std::make_unique<doca_mmap>();
        if (user_data)
          made->userData = *user_data;
        doca_error_t status =
            importMap(export_desc, export_desc_len, *dev, *made);
        if (status == DOCA_SUCCESS)
          *mmap = publish(std::move(made));
        return status;
      },
      result(mmap, "mmap"), notNull(export_desc, "export_desc"), live(dev));
}
