// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The settings of a device as text: a row of settings.def and a parser each.
// The same parsers serve the configuration file, the environment and dpa-run.
#include "base/file-pattern.h"
#include "base/hardware-models.h"
#include "base/parse-number.h"
#include "emulator/configuration/configuration.h"
#include "emulator/configuration/log-text.h"
#include "emulator/gdb/endpoint.h"

#include <algorithm>
#include <cmath>

namespace dpa {
namespace {

/// Longest turn while other execution units can run, in instructions.
constexpr uint64_t quantumMax = 1'000'000'000;

bool parseModel(std::string_view text, DeviceSettings &settings) {
  const HardwareModel *model = findModel(text);
  if (model)
    settings.model = model->id;
  return model != nullptr;
}

bool parseEus(std::string_view text, DeviceSettings &settings) {
  uint32_t count = 0;
  if (!parseNumber(text, count) || count == 0 || count > DPA_EU_COUNT_MAX)
    return false;
  settings.executionUnits = count;
  return true;
}

/// Bits to shift a number by that has this unit; -1: not a unit.
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

/// Rounded up, because a tiny limit stays a limit, but not because a fraction is
/// not exact in binary.
bool parseSeconds(std::string_view text, uint64_t &milliseconds) {
  constexpr double longestSeconds = 1e6;
  constexpr double inexactness = 1e-6;
  double seconds = 0;
  if (!parseNumber(text, seconds) || !(seconds >= 0) ||
      seconds > longestSeconds)
    return false;
  milliseconds = static_cast<uint64_t>(std::ceil(
      std::max(seconds * 1000 - inexactness, std::min(seconds, inexactness))));
  return true;
}

bool parseWatchdog(std::string_view text, DeviceSettings &settings) {
  settings.limitsHandlers = true;
  return parseSeconds(text, settings.watchdogMilliseconds);
}

bool parseCallTimeout(std::string_view text, DeviceSettings &settings) {
  return parseSeconds(text, settings.callTimeoutMilliseconds);
}

bool parseEngine(std::string_view text, DeviceSettings &settings) {
  if (text == "interp")
    settings.engine = EngineChoice::Interpreter;
  else if (text == "jit")
    settings.engine = EngineChoice::Jit;
  else if (text == "auto")
    settings.engine = EngineChoice::Auto;
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
  return settings.recordFile.assign(text);
}

bool parseReplay(std::string_view text, DeviceSettings &settings) {
  return settings.replayFile.assign(text);
}

bool parseCoreDump(std::string_view text, DeviceSettings &settings) {
  return settings.coreDumpFolder.assign(text);
}

bool parseState(std::string_view text, DeviceSettings &settings) {
  return settings.stateFolder.assign(text);
}

bool parseCoverage(std::string_view text, DeviceSettings &settings) {
  return expandFilePattern(text, "") && settings.coverageFile.assign(text);
}

bool parseProfile(std::string_view text, DeviceSettings &settings,
                  std::string &error) {
  return parseProfileSetting(text, settings.profile, error);
}

bool parsePerfMap(std::string_view text, DeviceSettings &settings) {
  settings.mapsHostCode = text == "yes";
  return text == "yes" || text == "no";
}

bool parseCheck(std::string_view text, DeviceSettings &settings) {
  if (text == "none")
    settings.check = MemoryChecking::Off;
  else if (text == "memory")
    settings.check = MemoryChecking::On;
  else if (text == "memory,strict")
    settings.check = MemoryChecking::Strict;
  else if (text == "heap")
    settings.check = MemoryChecking::Heap;
  else
    return false;
  return true;
}

bool parseMisaligned(std::string_view text, DeviceSettings &settings) {
  if (text == "allow")
    settings.misaligned = MisalignedAccesses::Allow;
  else if (text == "trap")
    settings.misaligned = MisalignedAccesses::Trap;
  else if (text == "silent")
    settings.misaligned = MisalignedAccesses::Silent;
  else
    return false;
  return true;
}

bool parseFunction(std::string_view text, DeviceSettings &settings) {
  settings.isOfHost = text == "host";
  return text == "dpu" || text == "host";
}

bool parseMessagePrefix(std::string_view text, DeviceSettings &settings) {
  settings.messages.showsUnit = text == "eu";
  return text == "eu" || text == "none";
}

bool parsePort(std::string_view text, DeviceSettings &settings,
               std::string &error) {
  auto choices = parsePortList(text, error);
  if (!choices)
    return false;
  for (PortChoice &choice : *choices)
    if (choice.device.empty() || choice.device == settings.name)
      settings.setPort(choice.number, std::move(choice.settings));
  return true;
}

bool parseGdb(std::string_view text, DeviceSettings &settings) {
  gdb::Endpoint endpoint;
  return gdb::parseEndpoint(text, endpoint) && settings.gdb.assign(text);
}

bool parseUserDebug(std::string_view text, DeviceSettings &settings) {
  settings.allowsUserDebug = text == "yes";
  return text == "yes" || text == "no";
}

bool parseLog(std::string_view text, DeviceSettings &settings,
              std::string &error) {
  return parseLogSettings(text, settings.messages.log, error);
}

constexpr char oneOfModels[] = "one of"
#define DPA_MODEL(id, name, shortName, product, architecture) " " shortName
#include "runtime/abi/hardware-models.def"
#undef DPA_MODEL
    ;

/// One signature for all parsers.
template <auto parse>
bool parseSetting(std::string_view text, DeviceSettings &settings,
                  std::string &error) {
  if constexpr (requires { parse(text, settings, error); })
    return parse(text, settings, error);
  else
    return parse(text, settings);
}

constexpr Setting settings[] = {
#define DPA_SETTING(id, key, variable, meta, expected, initial, help)          \
  {key, variable, expected, parseSetting<parse##id>},
#include "emulator/configuration/settings.def"
#undef DPA_SETTING
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
    return fail("replay: excludes seed and quantum, which the recording has");
  if (replays && !settings.recordFile.empty())
    return fail("replay and record exclude each other");
  if (settings.check != MemoryChecking::Off &&
      settings.engine == EngineChoice::Jit)
    return fail("engine: checked code is interpreted (expected interp or auto, "
                "got jit)");
  if (settings.isReproducible() && settings.hostThreads > 1)
    return fail("threads: a reproducible run (seed, replay) has one host "
                "thread");
  if (!settings.isReproducible() && settings.quantum != 0)
    return fail("quantum: is for reproducible runs only (expected a seed, "
                "too)");
  if (!settings.isReproducible() && !settings.recordFile.empty())
    return fail("record: is for reproducible runs only (expected a seed, "
                "too)");
  return checkEuManagement(settings, error);
}

bool applySetting(const Setting &setting, std::string_view text,
                  DeviceSettings &settings, std::string &error) {
  error.clear();
  if (setting.parse(text, settings, error))
    return true;
  if (error.empty())
    error = std::string("expected ") + setting.expected + ", got '" +
            std::string(text) + "'";
  return false;
}

} // namespace dpa
