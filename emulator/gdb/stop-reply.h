// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Why a thread has stopped, as the text of a packet.
#ifndef DPA_EMULATOR_GDB_STOP_REPLY_H
#define DPA_EMULATOR_GDB_STOP_REPLY_H

#include "emulator/gdb/target.h"

namespace dpa::gdb {

/// "T05thread:1;swbreak:;", without registers.
std::string stopText(uint32_t thread, const StopReason &reason);

} // namespace dpa::gdb

#endif
