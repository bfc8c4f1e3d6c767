// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses the actions one by one.
#include "emulator/gdb/resume-actions.h"

#include "emulator/gdb/text.h"

#include <algorithm>

namespace dpa::gdb {
namespace {

bool parseRange(Cursor &cursor, Resume &how) {
  const auto from = cursor.number();
  const bool isRange = from && cursor.skip(",");
  const auto to = isRange ? cursor.number() : std::nullopt;
  if (!to)
    return false;
  how = {.steps = true, .from = *from, .to = *to};
  return true;
}

/// The letter of an action and its parameters.
bool parseKind(Cursor &cursor, ResumeAction &action) {
  if (cursor.skip("c"))
    return true;
  if (cursor.skip("t"))
    return action.stops = true;
  if (cursor.skip("s"))
    return action.how.steps = true;
  if (cursor.skip("r"))
    return parseRange(cursor, action.how);
  action.how.steps = cursor.rest().starts_with("S");
  if (!cursor.skip("S") && !cursor.skip("C"))
    return false;
  const auto signal = cursor.number();
  action.how.passesSignal = signal && *signal != 0;
  return signal.has_value();
}

std::optional<ResumeAction> parseAction(std::string_view text) {
  Cursor cursor(text);
  ResumeAction action;
  if (!parseKind(cursor, action))
    return std::nullopt;
  if (cursor.isAtEnd())
    return action;
  const auto thread = cursor.skip(":") ? cursor.thread() : std::nullopt;
  if (!thread || *thread == 0 || !cursor.isAtEnd())
    return std::nullopt;
  if (*thread > 0)
    action.thread = static_cast<uint32_t>(*thread);
  return action;
}

} // namespace

std::optional<std::vector<ResumeAction>>
parseResumeActions(std::string_view text) {
  std::vector<ResumeAction> actions;
  Cursor cursor(text);
  if (!cursor.skip(";"))
    return std::nullopt;
  do {
    const auto action = parseAction(cursor.until(';'));
    if (!action)
      return std::nullopt;
    const bool isNew = std::ranges::none_of(actions, [&](const auto &other) {
      return other.thread == action->thread;
    });
    if (isNew)
      actions.push_back(*action);
  } while (!cursor.isAtEnd());
  return actions;
}

} // namespace dpa::gdb
