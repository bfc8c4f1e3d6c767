// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `monitor` commands of a debugger, as text.
#include "emulator/process/process-debugger.h"

#include <algorithm>
#include <cinttypes>
#include <cstdarg>
#include <cstdio>

namespace dpa {
namespace {

constexpr char helpText[] =
    "monitor help          this list\n"
    "monitor threads       threads, what they run on, and whether they are "
    "stopped\n"
    "monitor windows       windows that the execution units have configured\n"
    "monitor queues        the process's objects on the network card\n"
    "monitor statistics    activations, cycles and instructions of each "
    "execution unit\n"
    "monitor catch handlers [on|off]\n"
    "                      stop each event handler in its first activation "
    "from now on\n";

/// Longer lines are cut.
[[gnu::format(printf, 2, 3)]] void addLine(std::string &text,
                                           const char *format, ...) {
  constexpr size_t lineMax = 256;
  char line[lineMax];
  va_list values;
  va_start(values, format);
  const int length = std::vsnprintf(line, sizeof line, format, values);
  va_end(values);
  text.append(line, std::min<size_t>(static_cast<size_t>(std::max(length, 0)),
                                     sizeof line - 1));
}

/// The first word, which is taken off.
std::string_view takeArgument(std::string_view &text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\n"), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(" \t\n"));
  text.remove_prefix(word.size());
  return word;
}

} // namespace

std::string ProcessDebugger::monitor(std::string_view command) {
  const std::string_view word = takeArgument(command);
  if (word == "help" || word.empty())
    return helpText;
  if (word == "threads")
    return threadsText();
  if (word == "windows")
    return windowsText();
  if (word == "queues")
    return queuesText();
  if (word == "statistics")
    return statisticsText();
  if (word == "catch" && takeArgument(command) == "handlers")
    return catchText(takeArgument(command));
  return "unknown command '" + std::string(word) +
         "' (expected one of those of monitor help)\n";
}

std::string ProcessDebugger::threadsText() {
  std::string text;
  for (const uint32_t thread : threads())
    addLine(text, "%4u  %s, %s\n", thread, threadName(thread).c_str(),
            isStopped(thread) ? "stopped" : "continued");
  return text;
}

std::string ProcessDebugger::windowsText() {
  std::string text;
  for (const uint32_t thread : threads())
    if (const ExecutionUnit *unit = stoppedUnit(thread))
      for (const std::string &line : unit->windows().describe())
        text += "EU " + std::to_string(unit->number()) + ": " + line + "\n";
  return text.empty() ? "no stopped thread has configured a window\n" : text;
}

std::string ProcessDebugger::queuesText() {
  const ProcessNic &nic = *core_.context().nic;
  std::string text;
  addLine(text, "UAR %u, outbox %u\n", nic.uar(), nic.defaultOutbox());
  for (const std::string &line : nic.describeQueues())
    text += line + "\n";
  return text;
}

std::string ProcessDebugger::statisticsText() {
  std::string text;
  for (uint32_t eu = 0; eu < core_.context().scheduler->unitCount(); ++eu) {
    const EuCounters counters = core_.context().statistics->counters(eu);
    if (counters.activations != 0)
      addLine(text,
              "EU %u: %" PRIu64 " activations, %" PRIu64 " cycles, %" PRIu64
              " instructions\n",
              eu, counters.activations, counters.cycles, counters.instructions);
  }
  return text.empty() ? "no activation has ended\n" : text;
}

std::string ProcessDebugger::catchText(std::string_view what) {
  const bool isOn = what.empty() || what == "on";
  if (!isOn && what != "off")
    return "catch handlers: expected on or off, got '" + std::string(what) +
           "'\n";
  core_.debug().catchHandlers(isOn);
  return isOn ? "event handlers stop in their first activation\n"
              : "event handlers do not stop by themselves\n";
}

} // namespace dpa
