// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of translated device code for perf: lines "<address> <size> <name>" in
// /tmp/perf-<pid>.map, where perf looks for the names of code that belongs to no file.
// Format: Linux, tools/perf/Documentation/jit-interface.txt.
#ifndef DPA_RUNTIME_HOST_PROFILE_PERF_MAP_H
#define DPA_RUNTIME_HOST_PROFILE_PERF_MAP_H

#include "emulator/interface/profile.h"
#include "image/device-elf.h"

namespace dpa::host {

/// Any thread. An error is logged once.
void addToPerfMap(const HostCode &code, const image::DeviceElf &elf) noexcept;

} // namespace dpa::host

#endif
