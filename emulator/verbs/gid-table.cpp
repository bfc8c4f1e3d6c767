// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GIDs and P_Keys of the port.
#include "emulator/verbs/addresses.h"
#include "emulator/verbs/device-list.h"

#include "base/uncancelled.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <endian.h>

using namespace dpa::verbs;

namespace {

constexpr uint16_t defaultPkey = 0xffff;

struct Table {
  bool isOpen = false; ///< false: closed, or inherited across fork()
  std::vector<dpa::Gid> gids;
  size_t size() const { return gids.size() * entriesOfGid; }
};

Table tableOf(const ibv_context *context) {
  Table table;
  if (const std::shared_ptr<dpa::Device> device =
          dpa::deviceOfContext(context)) {
    table.isOpen = true;
    if (const dpa::HostNic *nic = device->nic())
      table.gids = nic->port().gids;
  }
  return table;
}

ibv_gid gidAt(const Table &table, uint32_t index) {
  ibv_gid gid;
  std::memcpy(gid.raw, table.gids[index / entriesOfGid].data(), sizeof gid.raw);
  return gid;
}

/// There is no network interface of the kernel: ndev_ifindex is 0.
ibv_gid_entry entryAt(const Table &table, uint32_t index) {
  ibv_gid_entry entry{};
  entry.gid = gidAt(table, index);
  entry.gid_index = index;
  entry.port_num = portCount;
  entry.gid_type =
      index % entriesOfGid == 0 ? IBV_GID_TYPE_ROCE_V1 : IBV_GID_TYPE_ROCE_V2;
  return entry;
}

void copyEntry(void *target, const ibv_gid_entry &entry, size_t size) {
  std::memset(target, 0, size);
  std::memcpy(target, &entry, std::min(size, sizeof entry));
}

/// 0 or an errno.
int queryGid(ibv_context *context, uint32_t port, uint32_t index,
             ibv_gid_entry &entry) {
  const Table table = tableOf(context);
  if (!table.isOpen)
    return ENODEV;
  if (port != portCount || index >= table.size())
    return EINVAL;
  entry = entryAt(table, index);
  return 0;
}

ssize_t queryTable(ibv_context *context, ibv_gid_entry *entries, size_t count,
                   size_t size) {
  const Table table = tableOf(context);
  if (!table.isOpen)
    return -ENODEV;
  if (count < table.size())
    return -EINVAL;
  for (uint32_t i = 0; i < table.size(); ++i)
    copyEntry(reinterpret_cast<char *>(entries) + i * size, entryAt(table, i),
              size);
  return static_cast<ssize_t>(table.size());
}

bool isOpen(ibv_context *context) {
  return dpa::uncancelled(
      [&] { return dpa::deviceOfContext(context) != nullptr; });
}

/// -1 with errno: such functions return no errno.
int fail(int problem) {
  errno = problem;
  return -1;
}

} // namespace

extern "C" {

int ibv_query_gid(ibv_context *context, uint8_t port, int index, ibv_gid *gid) {
  ibv_gid_entry entry;
  int problem = dpa::uncancelled([&] {
    return queryGid(context, port, static_cast<uint32_t>(index), entry);
  });
  if (problem != 0)
    return fail(problem);
  *gid = entry.gid;
  return 0;
}

int _ibv_query_gid_ex(ibv_context *context, uint32_t port, uint32_t index,
                      ibv_gid_entry *entry, uint32_t flags, size_t size) {
  ibv_gid_entry found;
  int problem =
      dpa::uncancelled([&] { return queryGid(context, port, index, found); });
  if (problem == ENODEV)
    return ENODEV;
  if (flags != 0)
    return EOPNOTSUPP;
  if (problem == 0)
    copyEntry(entry, found, size);
  return problem;
}

ssize_t _ibv_query_gid_table(ibv_context *context, ibv_gid_entry *entries,
                             size_t count, uint32_t flags, size_t size) {
  if (!isOpen(context))
    return -ENODEV;
  if (flags != 0)
    return -EOPNOTSUPP;
  return dpa::uncancelled(
      [&] { return queryTable(context, entries, count, size); });
}

/// For libraries of rdma-core: 0 is RoCE v1 and InfiniBand, 1 is RoCE v2.
int ibv_query_gid_type(ibv_context *context, uint8_t port, unsigned index,
                       unsigned *type) {
  ibv_gid_entry entry;
  int problem =
      dpa::uncancelled([&] { return queryGid(context, port, index, entry); });
  if (problem != 0)
    return fail(problem);
  *type = entry.gid_type == IBV_GID_TYPE_ROCE_V2 ? 1 : 0;
  return 0;
}

int ibv_query_pkey(ibv_context *context, uint8_t port, int index,
                   __be16 *pkey) {
  const bool open = isOpen(context);
  if (!open || port != portCount || index != 0)
    return fail(open ? EINVAL : ENODEV);
  *pkey = htobe16(defaultPkey);
  return 0;
}

int ibv_get_pkey_index(ibv_context *context, uint8_t port, __be16 pkey) {
  const bool open = isOpen(context);
  if (open && port == portCount && be16toh(pkey) == defaultPkey)
    return 0;
  return fail(open ? EINVAL : ENODEV);
}

} // extern "C"
