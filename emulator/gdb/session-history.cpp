// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Positions in a run that can be repeated. A program that has several runs of it
// (dpa-run) goes back with them; the session of one run cannot.
#include "emulator/gdb/session.h"
#include "emulator/gdb/stop-reply.h"

namespace dpa::gdb {

/// The answer to bs and bc.
std::string Session::refuseReverse() {
  constexpr std::string_view why =
      "reverse execution needs a replay (expected dpa-run with --gdb and "
      "--replay, or --gdb and --seed without --record)\n";
  if (isNonStop_)
    return "E01";
  reply("O" + hexOf(why));
  std::string text = "T05replaylog:begin;thread:";
  appendNumber(text, lastStop_.thread);
  return text + ";";
}

/// qDpa.position: the position. qDpa.stop: what a search has passed last, as
/// "position;" and a stop reply. qDpa.instructions: positions. In hexadecimal.
std::string Session::queryHistory(Cursor cursor) {
  const std::optional<uint64_t> position = target_->position();
  std::string text;
  if (!position)
    return "";
  if (cursor.rest() == "position") {
    appendNumber(text, *position);
    return text;
  }
  const SearchFinds found = target_->found();
  if (cursor.rest() == "stop" && found.stop) {
    appendNumber(text, found.stopPosition);
    return text + ";" + stopText(found.stop->thread, found.stop->reason);
  }
  if (cursor.rest() != "instructions")
    return "";
  for (const uint64_t each : found.instructions) {
    appendNumber(text, each);
    text += ';';
  }
  return text;
}

/// "Dpa.search:position,thread,from".
bool Session::search(Cursor cursor) {
  if (!cursor.skip("Dpa.search:") || isNonStop_ || !target_->position())
    return false;
  const auto position = cursor.number();
  const auto noted =
      position && cursor.skip(",") ? cursor.number() : std::nullopt;
  const auto from = noted && cursor.skip(",") ? cursor.number() : std::nullopt;
  if (!from || !cursor.isAtEnd() || *noted > UINT32_MAX)
    return false;
  hasResumed_ = true;
  startRunning();
  target_->search({.position = *position,
                   .noted = static_cast<uint32_t>(*noted),
                   .notedFrom = *from});
  return true;
}

} // namespace dpa::gdb
