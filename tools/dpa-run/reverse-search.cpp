// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Going back: which position is the one before, and a run up to there. What the
// debugger sees changes only when that run is there, so that it stays where it is if
// the run cannot be repeated.
#include "emulator/gdb/text.h"
#include "tools/dpa-run/reverse-debugger.h"

#include <algorithm>

namespace dpa::run {
namespace {

constexpr const char *stopOfBegin = "T05replaylog:begin;";

std::string hexadecimal(uint64_t number) {
  std::string text;
  gdb::appendNumber(text, number);
  return text;
}

std::vector<uint64_t> parsePositions(std::string_view text) {
  std::vector<uint64_t> positions;
  gdb::Cursor cursor(text);
  while (const auto number = cursor.number()) {
    positions.push_back(*number);
    cursor.skip(";");
  }
  return positions;
}

} // namespace

void ReverseDebugger::goBack(bool isStep) {
  Result<std::string> stop = goBackTo(isStep);
  if (!stop) {
    debugger_->send(
        "O" + gdb::hexOf("cannot go back: " + stop.error().message + "\n"));
    stop = std::string(stopOfBegin) + "thread:" + thread_ + ";";
  }
  noteAnswer(*stop);
  debugger_->send(*stop);
}

/// The stop reply.
Result<std::string> ReverseDebugger::goBackTo(bool isStep) {
  if (isAtBegin_)
    return std::string(stopOfBegin) + "thread:" + thread_ + ";";
  if (hasChanged_)
    debugger_->send("O" + gdb::hexOf("changes of memory and registers are lost "
                                     "by going back\n"));
  const Result<uint64_t> here = position(*current_);
  if (!here)
    return here.error();
  std::string stop = "T05thread:" + thread_ + ";";
  std::optional<uint64_t> target;
  if (isStep) {
    auto previous = previousInstruction(*here);
    if (!previous)
      return previous.error();
    target = *previous;
  } else {
    auto finds = search(*here, 0, false);
    if (!finds)
      return finds.error();
    if (!finds->stop.empty()) {
      target = finds->position;
      stop = finds->stop;
    }
  }
  auto run = runTo(target.value_or(0), false);
  if (!run)
    return run.error();
  if (Result<void> done = setPoints(*run); !done)
    return done.error();
  if (!target) {
    const auto begin = ask(*run, "?");
    if (!begin)
      return begin.error();
    stop = stopOfBegin + begin->substr(std::min<size_t>(3, begin->size()));
  }
  current_ = std::make_unique<ReplayedRun>(std::move(*run));
  isAtBegin_ = !target;
  hasChanged_ = false;
  return stop;
}

/// That of the thread. Nothing: it has none before.
Result<std::optional<uint64_t>>
ReverseDebugger::previousInstruction(uint64_t position) {
  const auto previous = [&]() -> std::optional<uint64_t> {
    const auto found = std::ranges::lower_bound(known_, position);
    if (knownThread_ != thread_ || found == known_.begin() ||
        found == known_.end())
      return std::nullopt;
    return *std::prev(found);
  };
  if (const auto known = previous())
    return known;
  // Single steps cost time: first those shortly before.
  constexpr uint64_t firstDistance = 10'000;
  constexpr uint64_t growth = 64;
  for (uint64_t distance = firstDistance;; distance *= growth) {
    const uint64_t from = position > distance ? position - distance : 0;
    auto finds = search(position, from, true);
    if (!finds)
      return finds.error();
    known_ = std::move(finds->instructions);
    known_.push_back(position);
    knownThread_ = thread_;
    if (const auto found = previous(); found || from == 0)
      return found;
  }
}

/// What a run passes before a position, which is that of the debugger.
Result<ReverseDebugger::Finds>
ReverseDebugger::search(uint64_t position, uint64_t notedFrom, bool notes) {
  auto run = ReplayedRun::start(program_, true);
  if (!run)
    return run.error();
  Result<void> ready = run->connect();
  if (ready)
    ready = setPoints(*run);
  if (!ready)
    return ready.error();
  const std::string noted = notes ? thread_ : "0";
  auto stop = ask(*run, "vDpa.search:" + hexadecimal(position) + "," + noted +
                            "," + hexadecimal(notedFrom));
  if (!stop)
    return stop.error();
  const auto expected = programCounter(*current_);
  const auto found = programCounter(*run);
  if (!expected || !found || *expected != *found)
    return Error{"the program does not repeat its run (expected one that was "
                 "recorded with --record, with --replay)"};
  Finds finds;
  const auto passed = ask(*run, "qDpa.stop");
  if (passed && !passed->empty()) {
    gdb::Cursor cursor(*passed);
    finds.position = cursor.number().value_or(0);
    cursor.skip(";");
    finds.stop = cursor.rest();
  }
  if (const auto positions = ask(*run, "qDpa.instructions"))
    finds.instructions = parsePositions(*positions);
  return finds;
}

/// Position 0: before the first instruction.
Result<ReplayedRun> ReverseDebugger::runTo(uint64_t position, bool isSilent) {
  auto run = ReplayedRun::start(program_, isSilent);
  if (!run)
    return run.error();
  if (Result<void> done = run->connect(); !done)
    return done.error();
  const auto stop =
      position == 0
          ? ask(*run, "?")
          : ask(*run, "vDpa.search:" + hexadecimal(position) + ",0,0");
  if (!stop)
    return stop.error();
  return run;
}

/// An answer other than a refusal or the end of the process.
Result<std::string> ReverseDebugger::ask(ReplayedRun &run,
                                         const std::string &request) {
  auto answer = run.ask(request, *debugger_);
  if (answer && (answer->starts_with("E") || answer->starts_with("W")))
    return Error{"the program does not come to this position again (expected "
                 "one whose run repeats)"};
  return answer;
}

Result<uint64_t> ReverseDebugger::position(ReplayedRun &run) {
  const auto answer = ask(run, "qDpa.position");
  if (!answer)
    return answer.error();
  const auto number = gdb::Cursor(*answer).number();
  if (!number)
    return Error{"the device has no position (expected --seed or --replay)"};
  return *number;
}

Result<void> ReverseDebugger::setPoints(ReplayedRun &run) {
  for (const std::string &point : points_)
    if (const auto done = ask(run, point); !done)
      return done.error();
  return {};
}

/// That of the thread which goes back.
Result<std::string> ReverseDebugger::programCounter(ReplayedRun &run) {
  auto selected = ask(run, "Hg" + thread_);
  return selected ? ask(run, "p20") : selected;
}

} // namespace dpa::run
