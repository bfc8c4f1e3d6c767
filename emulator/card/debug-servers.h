// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The servers for debuggers that the devices of this program share.
#ifndef DPA_EMULATOR_CARD_DEBUG_SERVERS_H
#define DPA_EMULATOR_CARD_DEBUG_SERVERS_H

#include "emulator/gdb/server.h"

namespace dpa {

/// The server that listens at `address`, which is the text of a setting. Null on
/// failure, with the reason in `error`.
std::shared_ptr<gdb::Server> debugServerAt(std::string_view address,
                                           std::string &error);

} // namespace dpa

#endif
