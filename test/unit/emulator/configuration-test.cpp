// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The configuration file: settings, and each of its errors.
#include "emulator/configuration/configuration-text.h"

#include <gtest/gtest.h>

namespace dpa::test {
namespace {

std::vector<DeviceSettings> parse(std::string_view text) {
  std::string error;
  auto devices = parseConfiguration(text, "dpa.toml", error);
  EXPECT_TRUE(devices) << error;
  return devices.value_or(std::vector<DeviceSettings>{});
}

std::string parseError(std::string_view text) {
  std::string error;
  EXPECT_FALSE(parseConfiguration(text, "dpa.toml", error));
  return error;
}

TEST(ConfigurationTest, AllSettingsOfADevice) {
  auto devices = parse("[[device]]\n"
                       "name = \"mlx5_7\"\n"
                       "model = \"cx8\"\n"
                       "eus = 256\n"
                       "heap = \"64MiB\"\n"
                       "budget = 5000\n"
                       "watchdog = 0.25\n"
                       "call-timeout = 1.5\n"
                       "threads = 3\n"
                       "[[device]]\n"
                       "name = \"second\"\n"
                       "seed = 7\n"
                       "quantum = 50\n"
                       "record = \"a file\"\n"
                       "[[device]]\n"
                       "name = \"third\"\n"
                       "replay = \"a file\"\n"
                       "check = \"memory,strict\"\n");
  ASSERT_EQ(devices.size(), 3u);
  EXPECT_EQ(devices[0].name, "mlx5_7");
  EXPECT_EQ(devices[0].model, 3u);
  EXPECT_EQ(devices[0].executionUnits, 256u);
  EXPECT_EQ(devices[0].heapSize, 64u << 20);
  EXPECT_EQ(devices[0].instructionBudget, 5000u);
  EXPECT_EQ(devices[0].watchdogMilliseconds, 250u);
  EXPECT_TRUE(devices[0].limitsHandlers);
  EXPECT_EQ(devices[0].callTimeoutMilliseconds, 1500u);
  EXPECT_EQ(devices[1].callTimeoutMilliseconds, 60000u);
  EXPECT_EQ(devices[1].name, "second");
  EXPECT_EQ(devices[1].model, 2u);
  EXPECT_EQ(devices[1].executionUnits, 256u);
  EXPECT_EQ(devices[1].watchdogMilliseconds, 10000u);
  EXPECT_FALSE(devices[1].limitsHandlers);
  EXPECT_EQ(devices[0].hostThreads, 3u);
  EXPECT_FALSE(devices[0].isReproducible());
  EXPECT_EQ(devices[1].hostThreads, 0u);
  EXPECT_TRUE(devices[1].isReproducible());
  EXPECT_EQ(devices[1].seed, 7u);
  EXPECT_EQ(devices[1].quantum, 50u);
  EXPECT_EQ(devices[1].recordFile.view(), "a file");
  EXPECT_TRUE(devices[2].isReproducible());
  EXPECT_EQ(devices[2].replayFile.view(), "a file");
  EXPECT_EQ(devices[1].check, MemoryChecking::Off);
  EXPECT_EQ(devices[2].check, MemoryChecking::Strict);
  std::string error;
  for (const DeviceSettings &device : devices)
    EXPECT_TRUE(checkSettings(device, error)) << error;
}

TEST(ConfigurationTest, ErrorsNameFileLineAndValue) {
  EXPECT_EQ(parseError("[[device]]\nname = \"a b\"\n"),
            "dpa.toml:2: name: expected a device name of 1 to 63 letters, "
            "digits, '_', '-' or '.', got 'a b'");
  EXPECT_EQ(parseError("[[device]]\nname = \"a\"\nmodel = \"bf9\"\n"),
            "dpa.toml:3: model: expected one of cx7 bf3 cx8 cx9, got 'bf9'");
  EXPECT_EQ(parseError("[[device]]\neus = 0\n"),
            "dpa.toml:2: eus: expected 1 to 256 execution units, got '0'");
  EXPECT_EQ(parseError("[[device]]\neus = 257\n"),
            "dpa.toml:2: eus: expected 1 to 256 execution units, got '257'");
  EXPECT_EQ(parseError("[[device]]\neus = [1]\n"),
            "dpa.toml:2: eus: expected a number or a string");
  EXPECT_EQ(parseError("[[device]]\nheap = \"3 apples\"\n"),
            "dpa.toml:2: heap: expected a size of 64KiB to 992MiB, such as "
            "512MiB, got '3 apples'");
  EXPECT_EQ(parseError("[[device]]\nheap = \"1G\"\n"),
            "dpa.toml:2: heap: expected a size of 64KiB to 992MiB, such as "
            "512MiB, got '1G'");
  EXPECT_EQ(parseError("[[device]]\nbudget = -1\n"),
            "dpa.toml:2: budget: expected a number of instructions, 0 for no "
            "limit, got '-1'");
  EXPECT_EQ(parseError("[[device]]\nengine = \"fast\"\n"),
            "dpa.toml:2: engine: expected one of interp jit auto, got 'fast'");
  EXPECT_EQ(parseError("[[device]]\nwatchdog = nan\n"),
            "dpa.toml:2: watchdog: expected seconds, up to 1000000, such as 10 "
            "or 0.5, 0 for no limit, got 'nan'");
  EXPECT_EQ(parseError("[[device]]\nthreads = 1000\n"),
            "dpa.toml:2: threads: expected 0 to 256 host threads, 0 for one "
            "per core, got '1000'");
  EXPECT_EQ(parseError("[[device]]\nseed = -1\n"),
            "dpa.toml:2: seed: expected a number below 2^64, got '-1'");
  EXPECT_EQ(parseError("[[device]]\nquantum = 0\n"),
            "dpa.toml:2: quantum: expected 1 to 1000000000 instructions, got "
            "'0'");
}

TEST(ConfigurationTest, TextHasEachSettingThatHasAValue) {
  struct Row {
    std::string key;
    std::string initial;
  };
  const Row rows[] = {
#define DPA_SETTING(id, key, variable, meta, expected, initial, help)          \
  {key, initial},
#include "emulator/configuration/settings.def"
#undef DPA_SETTING
  };
  std::string error;
  const std::string text = configurationText({DeviceSettings()}, error).value();
  for (const Row &row : rows)
    EXPECT_EQ(text.find("\n" + row.key + " = ") != text.npos,
              !row.initial.empty() && row.key != "watchdog")
        << row.key;
  EXPECT_EQ(parse(text), std::vector<DeviceSettings>(1));
}

TEST(ConfigurationTest, SecondsReadBack) {
  for (uint64_t milliseconds : {0, 1, 10, 999, 2007, 30000, 1000000000}) {
    DeviceSettings settings;
    settings.watchdogMilliseconds = milliseconds;
    settings.limitsHandlers = true;
    std::string error;
    EXPECT_EQ(parse(configurationText({settings}, error).value()).at(0),
              settings);
  }
  EXPECT_EQ(parse("[[device]]\nname = 'a'\nwatchdog = 1e-9\n")[0]
                .watchdogMilliseconds,
            1u);
}

TEST(ConfigurationTest, LevelsOfTheLog) {
  auto level = [](std::string_view text) {
    return parse("[[device]]\nname='a'\nlog='" + std::string(text) + "'\n")[0]
        .messages.log.level;
  };
  EXPECT_EQ(level("error"), LogLevel::Error);
  EXPECT_EQ(level("warning"), LogLevel::Warning);
  EXPECT_EQ(level("info"), LogLevel::Info);
  EXPECT_EQ(level("debug"), LogLevel::Debug);
  EXPECT_EQ(level("trace"), LogLevel::Trace);
  EXPECT_EQ(level("debug,queue"), LogLevel::Debug);
  EXPECT_EQ(parseError("[[device]]\nlog = 3\n"),
            "dpa.toml:2: log: expected one of error warning info debug "
            "trace, got '3'");
}

TEST(ConfigurationTest, CategoriesOfTheLog) {
  const LogSettings settings =
      parse("[[device]]\nname='a'\nlog='debug,queue,window'\n")[0].messages.log;
  EXPECT_TRUE(settings.shows(LogLevel::Debug, LogCategory::Queue));
  EXPECT_TRUE(settings.shows(LogLevel::Debug, LogCategory::Window));
  EXPECT_TRUE(settings.shows(LogLevel::Warning, LogCategory::App));
  EXPECT_FALSE(settings.shows(LogLevel::Info, LogCategory::App));
  EXPECT_EQ(parseError("[[device]]\nlog = 'debug,quue'\n"),
            "dpa.toml:2: log: no such category (expected one of app call "
            "library memory message process queue thread window, got 'quue')");
  EXPECT_EQ(parseError("[[device]]\nlog = 'debug,'\n"),
            "dpa.toml:2: log: expected one of error warning info debug trace, "
            "got 'debug,'");
}

TEST(ConfigurationTest, ErrorsOfStructure) {
  EXPECT_EQ(parseError("[[device]]\ncolour = 1\n"),
            "dpa.toml:2: unknown key 'colour'");
  EXPECT_EQ(parseError("[[device]]\nhep = 1\n"),
            "dpa.toml:2: unknown key 'hep'; did you mean 'heap'?");
  EXPECT_EQ(parseError("\n[devices]\n"),
            "dpa.toml:2: unknown key 'devices' (expected [[device]])");
  EXPECT_EQ(parseError("device = 5\n"),
            "dpa.toml:1: expected [[device]], not a single value");
  EXPECT_EQ(parseError("device = [5]\n"),
            "dpa.toml:1: expected [[device]], not a list of values");
  EXPECT_EQ(parseError("[[device]]\neus = 4\n"),
            "dpa.toml:1: device without a name (expected the key 'name')");
  EXPECT_EQ(parseError("[[device]]\nname=\"a\"\n[[device]]\nname=\"a\"\n"),
            "dpa.toml:3: device 'a' is defined twice");
  EXPECT_EQ(parseError("[[device]\n").substr(0, 11), "dpa.toml:1:");
  EXPECT_EQ(parseError("[[[device]]\n").substr(0, 11), "dpa.toml:1:");
  EXPECT_EQ(parseError("\n[\x05").substr(0, 11), "dpa.toml:2:");
  EXPECT_EQ(parseError("[[device]]\nname = 'a' \uFBFE").substr(0, 11),
            "dpa.toml:2:");
}

/// "a.a.a": this many nested tables.
std::string longKey(size_t tables) {
  std::string key = "a";
  for (size_t i = 1; i < tables; ++i)
    key += ".a";
  return key;
}

TEST(ConfigurationTest, NestedTablesDoNotOverflowTheStack) {
  EXPECT_EQ(parseError("\n" + longKey(500000) + " = 1\n"),
            "dpa.toml:2: more than 250 dots in a line");
  EXPECT_EQ(parseError("[" + longKey(500000) + "]"),
            "dpa.toml:1: more than 250 dots in a line");
  EXPECT_EQ(parseError(longKey(251) + " = 1\n"),
            "dpa.toml:1: unknown key 'a' (expected [[device]])");
  // The deepest nesting that is accepted.
  std::string deep = "[" + longKey(251) + "]\n" + longKey(251) + " = [\n";
  for (int i = 0; i < 7; ++i)
    deep += "{" + longKey(251) + " = [\n";
  for (int i = 0; i < 7; ++i)
    deep += "]}";
  EXPECT_EQ(parseError(deep + "]\n"),
            "dpa.toml:1: unknown key 'a' (expected [[device]])");
  EXPECT_EQ(parseError("a = " + std::string(500000, '[')).substr(0, 11),
            "dpa.toml:1:");
}

TEST(ConfigurationTest, PartitionsGroupsAndFunctions) {
  auto devices = parse("[[device]]\n"
                       "name = \"second\"\n"
                       "card = \"first\"\n"
                       "vhca = 4\n"
                       "heap = \"1MiB\"\n"
                       "[[device.group]]\n"
                       "id = 7\n"
                       "name = \"a\"\n"
                       "eus = 0\n"
                       "[[device]]\n"
                       "name = \"first\"\n"
                       "model = \"cx8\"\n"
                       "eus = 32\n"
                       "partition = [{id = 2, vhcas = \"3-4\", "
                       "eus = \"5,8-9\", groups = 1}]\n");
  ASSERT_EQ(devices.size(), 2u);
  EXPECT_EQ(devices[0].model, 3u);
  EXPECT_EQ(devices[0].executionUnits, 32u);
  EXPECT_EQ(devices[0].heapSize, 1u << 20);
  EXPECT_EQ(devices[0].unitCount(), 3u);
  ASSERT_TRUE(devices[0].partition());
  EXPECT_EQ(devices[0].partition()->eus, (std::vector<uint32_t>{5, 8, 9}));
  EXPECT_EQ(devices[0].groups, (std::vector<EuGroup>{{7, "a", {0}}}));
  EXPECT_EQ(devices[1].unitCount(), 32u);
  EXPECT_FALSE(devices[1].partition());
}

TEST(ConfigurationTest, ErrorsOfFunctionsPartitionsAndGroups) {
  const std::string head = "[[device]]\nname = \"a\"\n";
  EXPECT_EQ(parseError(head + "vhca = 1\n"),
            "dpa.toml:1: device 'a': expected card and vhca together");
  EXPECT_EQ(parseError(head + "card = \"b\"\n"),
            "dpa.toml:1: device 'a': expected card and vhca together");
  EXPECT_EQ(parseError(head + "card = \"b\"\nvhca = 1\n"),
            "dpa.toml:1: card: device 'b' does not exist");
  EXPECT_EQ(
      parseError(head + "card = \"a\"\nvhca = 1\n"),
      "dpa.toml:1: card: device 'a' is itself a function of another card");
  EXPECT_EQ(parseError(head + "card = \"b\"\nvhca = 1\neus = 3\n"),
            "dpa.toml:5: eus: is set by 'b', the card of device 'a'");
  EXPECT_EQ(parseError(head + "vhca = -1\n"),
            "dpa.toml:3: vhca: expected a number of 0 to 65535");
  EXPECT_EQ(parseError(head + "group = 1\n"),
            "dpa.toml:3: expected [[device.group]], not a single value");
  EXPECT_EQ(parseError(head + "[[device.group]]\neus = \"1-\"\n"),
            "dpa.toml:4: eus: expected numbers and ranges, such as \"0-5,8\", "
            "got '1-'");
  EXPECT_EQ(parseError(head + "[[device.group]]\nunits = 1\n"),
            "dpa.toml:4: unknown key 'units'");
  EXPECT_EQ(parseError(head + "[[device.partition]]\nvhca = 1\n"),
            "dpa.toml:4: unknown key 'vhca'; did you mean 'vhcas'?");
  EXPECT_EQ(parseError(head + "[[device.group]]\nname = 1\n"),
            "dpa.toml:4: name: expected a string");
  EXPECT_EQ(parseError(head + "[[device.partition]]\nname = 1\n"),
            "dpa.toml:4: unknown key 'name'");
}

TEST(ConfigurationTest, SizesOfHeap) {
  auto heap = [](std::string_view text) {
    return parse("[[device]]\nname='a'\nheap='" + std::string(text) + "'\n")[0]
        .heapSize;
  };
  EXPECT_EQ(heap("65536"), 65536u);
  EXPECT_EQ(heap("65537"), 65536u) << "rounded down to the alignment";
  EXPECT_EQ(heap("64K"), 65536u);
  EXPECT_EQ(heap("2M"), 2u << 20);
  EXPECT_EQ(heap("992MiB"), 992u << 20);
}

TEST(ConfigurationTest, ChoiceKeepsSettingsAndAddsDevices) {
  auto devices = parse("[[device]]\nname='a'\neus=4\n"
                       "[[device]]\nname='b'\neus=5\n");
  DeviceSettings defaults;
  defaults.executionUnits = 7;
  std::string error;
  ASSERT_TRUE(chooseDevices("c:cx7,b", defaults, devices, error)) << error;
  ASSERT_EQ(devices.size(), 2u);
  EXPECT_EQ(devices[0].name, "c");
  EXPECT_EQ(devices[0].model, 1u);
  EXPECT_EQ(devices[0].executionUnits, 7u);
  EXPECT_EQ(devices[1].name, "b");
  EXPECT_EQ(devices[1].executionUnits, 5u);
}

TEST(ConfigurationTest, BadChoices) {
  auto choiceError = [](std::string_view choice) {
    std::vector<DeviceSettings> devices;
    std::string error;
    EXPECT_FALSE(chooseDevices(choice, {}, devices, error));
    return error;
  };
  EXPECT_EQ(choiceError("a,a"), "device 'a' is named twice");
  EXPECT_EQ(choiceError("a:bf1"),
            "a: expected one of cx7 bf3 cx8 cx9, got 'bf1'");
  EXPECT_EQ(choiceError(":bf3").substr(0, 22), "expected a device name");
}

} // namespace
} // namespace dpa::test
