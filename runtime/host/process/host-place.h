// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses of the host program in words: its source line if it has debug
// information.
#ifndef DPA_RUNTIME_HOST_PROCESS_HOST_PLACE_H
#define DPA_RUNTIME_HOST_PROCESS_HOST_PLACE_H

#include <string>

namespace dpa::host {

/// The place of a call by its return address: "host.c:12", or "program+0x34" for
/// addr2line.
std::string placeOfCaller(const void *returnAddress);

} // namespace dpa::host

#endif
