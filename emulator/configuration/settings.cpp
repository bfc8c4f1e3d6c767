// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The settings of a device as text: one table row and one parser each. The same
// parsers serve the configuration file, the environment and dpa-run's options.
#include "emulator/configuration/configuration.h"

#include <charconv>
#include <cmath>

namespace dpa {
namespace {

struct Model {
  uint32_t id;
  std::string_view option;
  std::string_view name;
};

constexpr Model models[] = {
#define DPA_MODEL(enumerator, id, option, name, product, isa, zba, pause)      \
  {id, option, name},
#include "runtime/abi/hardware-models.def"
#undef DPA_MODEL
};

/// Longest turn of an execution unit, in instructions.
constexpr uint64_t quantumMax = 1'000'000'000;

/// A whole decimal number, nothing after it.
template <typename T> bool parseNumber(std::string_view text, T &value) {
  auto [stop, failure] = std::from_chars(text.begin(), text.end(), value);
  return failure == std::errc() && stop == text.end();
}

bool parseModel(std::string_view text, DeviceSettings &settings) {
  for (const Model &model : models) {
    if (text == model.name || text == model.option) {
      settings.model = model.id;
      return true;
    }
  }
  return false;
}

bool parseExecutionUnits(std::string_view text, DeviceSettings &settings) {
  uint32_t count = 0;
  if (!parseNumber(text, count) || count == 0 || count > DPA_EU_COUNT_MAX)
    return false;
  settings.executionUnits = count;
  return true;
}

/// Bits to shift a number by that ends in this unit; -1: no unit.
int unitShift(std::string_view unit) {
  if (unit.empty() || unit == "B")
    return 0;
  if (unit == "K" || unit == "KiB")
    return 10;
  if (unit == "M" || unit == "MiB")
    return 20;
  if (unit == "G" || unit == "GiB")
    return 30;
  return -1;
}

bool parseHeap(std::string_view text, DeviceSettings &settings) {
  constexpr uint64_t limit = DPA_THREAD_AREA_BASE - DPA_DATA_BASE;
  size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  uint64_t number = 0;
  int shift = unitShift(text.substr(digits));
  if (!parseNumber(text.substr(0, digits), number) || shift < 0 ||
      number > (limit >> shift))
    return false;
  uint64_t size = number << shift;
  if (size < DPA_HEAP_ALIGN)
    return false;
  settings.heapSize = size / DPA_HEAP_ALIGN * DPA_HEAP_ALIGN;
  return true;
}

bool parseBudget(std::string_view text, DeviceSettings &settings) {
  return parseNumber(text, settings.instructionBudget);
}

/// Rounded up: a tiny limit stays a limit.
bool parseSeconds(std::string_view text, uint64_t &milliseconds) {
  constexpr double longestSeconds = 1e6;
  double seconds = 0;
  if (!parseNumber(text, seconds) || !(seconds >= 0) ||
      seconds > longestSeconds)
    return false;
  milliseconds = static_cast<uint64_t>(std::ceil(seconds * 1000));
  return true;
}

bool parseWatchdog(std::string_view text, DeviceSettings &settings) {
  return parseSeconds(text, settings.watchdogMilliseconds);
}

bool parseCallTimeout(std::string_view text, DeviceSettings &settings) {
  return parseSeconds(text, settings.callTimeoutMilliseconds);
}

bool parseEngine(std::string_view text, DeviceSettings &settings) {
  if (text == "interp")
    settings.engine = cpu::Engine::Interpreter;
  else if (text == "jit")
    settings.engine = cpu::Engine::Jit;
  else if (text == "auto")
    settings.engine = cpu::Engine::Auto;
  else
    return false;
  return true;
}

bool parseThreads(std::string_view text, DeviceSettings &settings) {
  uint32_t count = 0;
  if (!parseNumber(text, count) || count > DPA_EU_COUNT_MAX)
    return false;
  settings.hostThreads = count;
  return true;
}

bool parseSeed(std::string_view text, DeviceSettings &settings) {
  uint64_t seed = 0;
  if (!parseNumber(text, seed))
    return false;
  settings.seed = seed;
  return true;
}

bool parseQuantum(std::string_view text, DeviceSettings &settings) {
  uint64_t quantum = 0;
  if (!parseNumber(text, quantum) || quantum == 0 || quantum > quantumMax)
    return false;
  settings.quantum = quantum;
  return true;
}

bool parseRecord(std::string_view text, DeviceSettings &settings) {
  settings.recordFile = text;
  return !text.empty();
}

bool parseReplay(std::string_view text, DeviceSettings &settings) {
  settings.replayFile = text;
  return !text.empty();
}

bool parseCheck(std::string_view text, DeviceSettings &settings) {
  if (text == "none")
    settings.check = MemoryChecking::Off;
  else if (text == "memory")
    settings.check = MemoryChecking::On;
  else if (text == "memory,strict")
    settings.check = MemoryChecking::Strict;
  else
    return false;
  return true;
}

bool parseMessagePrefix(std::string_view text, DeviceSettings &settings) {
  settings.messages.showsUnit = text == "eu";
  return text == "eu" || text == "none";
}

bool parsePort(std::string_view text, DeviceSettings &settings) {
  settings.messages.portIsUp = text == "up";
  return text == "up" || text == "down";
}

constexpr Setting settings[] = {
    {"model", "DPA_MODEL", "one of"
#define DPA_MODEL(enumerator, id, option, name, product, isa, zba, pause)      \
  " " name
#include "runtime/abi/hardware-models.def"
#undef DPA_MODEL
     ,
     parseModel},
    {"eus", "DPA_EUS", "1 to 256 execution units", parseExecutionUnits},
    {"heap", "DPA_HEAP", "a size of 64KiB to 992MiB, such as 512MiB",
     parseHeap},
    {"budget", "DPA_BUDGET", "a number of instructions, 0 for no limit",
     parseBudget},
    {"watchdog", "DPA_WATCHDOG",
     "seconds, up to 1000000, such as 10 or 0.5, 0 for no limit",
     parseWatchdog},
    {"call-timeout", "DPA_CALL_TIMEOUT",
     "seconds, up to 1000000, such as 60 or 0.5, 0 for no limit",
     parseCallTimeout},
    {"engine", "DPA_ENGINE", "one of interp jit auto", parseEngine},
    {"threads", "DPA_THREADS", "0 to 256 host threads, 0 for one per core",
     parseThreads},
    {"seed", "DPA_SEED", "a number below 2^64", parseSeed},
    {"quantum", "DPA_QUANTUM", "1 to 1000000000 instructions", parseQuantum},
    {"record", "DPA_RECORD", "the name of a file to write", parseRecord},
    {"replay", "DPA_REPLAY", "the name of a recording", parseReplay},
    {"check", "DPA_CHECK", "none, memory, or memory,strict", parseCheck},
    {"message-prefix", "DPA_MESSAGE_PREFIX", "one of none eu",
     parseMessagePrefix},
    {"port", "DPA_PORT", "one of up down", parsePort},
};

} // namespace

std::span<const Setting> deviceSettings() {
  return settings;
}

bool checkSettings(const DeviceSettings &settings, std::string &error) {
  auto fail = [&](const char *what) {
    error = settings.name + ": " + what;
    return false;
  };
  bool replays = !settings.replayFile.empty();
  if (replays && (settings.seed || settings.quantum != 0))
    return fail("replay: the recording has the seed and the quantum; expected "
                "no others");
  if (replays && !settings.recordFile.empty())
    return fail("replay and record exclude each other");
  if (settings.check != MemoryChecking::Off &&
      settings.engine == cpu::Engine::Jit)
    return fail("engine jit: checked code is interpreted; expected interp or "
                "auto");
  if (settings.isReproducible() && settings.hostThreads > 1)
    return fail("threads: a reproducible run (seed, replay) has one host "
                "thread");
  if (!settings.isReproducible() && settings.quantum != 0)
    return fail("quantum: only a reproducible run has one; expected a seed, "
                "too");
  if (!settings.isReproducible() && !settings.recordFile.empty())
    return fail("record: only a reproducible run can be recorded; expected a "
                "seed, too");
  return checkEuManagement(settings, error);
}

bool applySetting(const Setting &setting, std::string_view text,
                  DeviceSettings &settings, std::string &error) {
  if (setting.parse(text, settings))
    return true;
  error = std::string("expected ") + setting.expected + ", got '" +
          std::string(text) + "'";
  return false;
}

} // namespace dpa
