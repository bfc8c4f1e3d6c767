// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What dpacc --version prints; build scripts look for the number after "dpacc version".
#ifndef DPA_DRIVER_VERSION_H
#define DPA_DRIVER_VERSION_H

namespace dpa::driver {

inline constexpr const char *versionText =
    "dpacc: compiler for programs of the data-path accelerator (open source)\n"
    "Copyright (C) 2025-2026 the dpacc authors; Apache-2.0 WITH "
    "LLVM-exception\n"
    "dpacc version " DPACC_VERSION "\n";

} // namespace dpa::driver

#endif
