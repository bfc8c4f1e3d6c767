// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tracks of a file, numbered as they appear.
#ifndef DPA_EMULATOR_TRACE_TRACK_TABLE_H
#define DPA_EMULATOR_TRACE_TRACK_TABLE_H

#include "emulator/trace/record.h"

#include <unordered_map>

namespace dpa::trace {

class TrackTable {
public:
  struct Place {
    uint32_t index = 0;
    bool isNew = false;
  };
  Place find(const Track &track) {
    const uint64_t key = static_cast<uint64_t>(track.kind) << 48 |
                         static_cast<uint64_t>(track.owner) << 32 |
                         track.number;
    auto [found, isNew] =
        indexes_.try_emplace(key, static_cast<uint32_t>(indexes_.size()));
    return {found->second, isNew};
  }

private:
  std::unordered_map<uint64_t, uint32_t> indexes_;
};

} // namespace dpa::trace

#endif
