// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GIDs and P_Keys of ports.
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

/// Of one port.
struct Table {
  uint32_t port = 0;
  std::vector<dpa::Gid> gids;
  size_t size() const { return gids.size() * entriesOfGid; }
};

/// Number 1 first; nothing if the context is closed, or inherited across fork().
std::optional<std::vector<Table>> tablesOf(const ibv_context *context) {
  const std::shared_ptr<dpa::Device> device = dpa::deviceOfContext(context);
  if (!device)
    return std::nullopt;
  std::vector<Table> tables;
  const dpa::HostNic *nic = device->nic();
  for (uint32_t port = 1; nic && port <= nic->portCount(); ++port)
    tables.push_back({port, nic->port(port).gids});
  return tables;
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
  entry.port_num = table.port;
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
  const auto tables = tablesOf(context);
  if (!tables)
    return ENODEV;
  if (port < 1 || port > tables->size() || index >= (*tables)[port - 1].size())
    return EINVAL;
  entry = entryAt((*tables)[port - 1], index);
  return 0;
}

ssize_t queryTable(ibv_context *context, ibv_gid_entry *entries, size_t count,
                   size_t size) {
  const auto tables = tablesOf(context);
  if (!tables)
    return -ENODEV;
  size_t needed = 0;
  for (const Table &table : *tables)
    needed += table.size();
  if (count < needed)
    return -EINVAL;
  auto *place = reinterpret_cast<char *>(entries);
  for (const Table &table : *tables)
    for (uint32_t i = 0; i < table.size(); ++i, place += size)
      copyEntry(place, entryAt(table, i), size);
  return static_cast<ssize_t>(needed);
}

bool isOpen(ibv_context *context) {
  return dpa::uncancelled(
      [&] { return dpa::deviceOfContext(context) != nullptr; });
}

/// 0 or an errno: whether the context is open and has the port.
int checkPort(ibv_context *context, uint8_t port) {
  return dpa::uncancelled([&] {
    const auto tables = tablesOf(context);
    if (!tables)
      return ENODEV;
    return port >= 1 && port <= tables->size() ? 0 : EINVAL;
  });
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
  int problem = checkPort(context, port);
  if (problem == 0 && index != 0)
    problem = EINVAL;
  if (problem != 0)
    return fail(problem);
  *pkey = htobe16(defaultPkey);
  return 0;
}

int ibv_get_pkey_index(ibv_context *context, uint8_t port, __be16 pkey) {
  const int problem = checkPort(context, port);
  if (problem == 0 && be16toh(pkey) == defaultPkey)
    return 0;
  return fail(problem == 0 ? EINVAL : problem);
}

} // extern "C"
