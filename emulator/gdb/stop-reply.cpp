// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of the text.
#include "emulator/gdb/stop-reply.h"

#include "emulator/gdb/text.h"

namespace dpa::gdb {

std::string stopText(uint32_t thread, const StopReason &reason) {
  std::string text = "T";
  appendByte(text, static_cast<uint8_t>(reason.signal));
  text += "thread:";
  appendNumber(text, thread);
  text += ';';
  if (reason.isBreakpoint)
    text += "swbreak:;";
  if (!reason.watch)
    return text;
  text += *reason.watch == WatchKind::Write  ? "watch:"
          : *reason.watch == WatchKind::Read ? "rwatch:"
                                             : "awatch:";
  appendNumber(text, reason.watchAddress);
  return text + ";";
}

} // namespace dpa::gdb
