// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The addresses of a device's port, as queue pairs use them.
#ifndef DPA_EMULATOR_NIC_WIRE_ROCE_ADDRESSES_H
#define DPA_EMULATOR_NIC_WIRE_ROCE_ADDRESSES_H

#include "emulator/interface/roce-path.h"

#include <algorithm>
#include <vector>

namespace dpa {

struct RoceAddresses {
  MacAddress mac{};
  std::vector<Gid> gids;   ///< by index; the first is link-local
  uint16_t pathMtu = 1024; ///< largest, bytes

  bool has(const Gid &gid) const {
    return std::ranges::find(gids, gid) != gids.end();
  }
};

} // namespace dpa

#endif
