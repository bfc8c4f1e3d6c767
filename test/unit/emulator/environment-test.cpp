// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The configuration from the environment: defaults, variables, and their errors.
#include "emulator/configuration/configuration-text.h"

#include <cstdlib>
#include <gtest/gtest.h>

namespace dpa::test {
namespace {

class EnvironmentTest : public testing::Test {
protected:
  void SetUp() override { clear(); }
  void TearDown() override { clear(); }
  /// All variables of this project, also those for which these tests were started.
  static void clear() {
    std::vector<std::string> names;
    for (char **each = environ; *each; ++each)
      if (const std::string_view text = *each; text.starts_with("DPA_"))
        names.emplace_back(text.substr(0, text.find('=')));
    for (const std::string &name : names)
      unsetenv(name.c_str());
  }
  static std::vector<DeviceSettings> load() {
    std::string error;
    auto devices = loadConfiguration(error);
    EXPECT_TRUE(devices) << error;
    return devices.value_or(std::vector<DeviceSettings>{});
  }
  static std::string loadError() {
    std::string error;
    EXPECT_FALSE(loadConfiguration(error));
    return error;
  }
};

TEST_F(EnvironmentTest, DefaultIsOneBlueField3) {
  auto devices = load();
  ASSERT_EQ(devices.size(), 1u);
  EXPECT_EQ(devices[0].name, "mlx5_0");
  EXPECT_EQ(devices[0].model, 2u);
}

TEST_F(EnvironmentTest, VariablesAreSettingsOfAllDevices) {
  setenv("DPA_DEVICES", "x,y:cx9", 1);
  setenv("DPA_MODEL", "nv-dpa-cx8", 1);
  setenv("DPA_EUS", "3", 1);
  setenv("DPA_WATCHDOG", "1", 1);
  auto devices = load();
  ASSERT_EQ(devices.size(), 2u);
  EXPECT_EQ(devices[0].model, 3u);
  EXPECT_EQ(devices[1].model, 4u) << "the device's own model wins";
  EXPECT_EQ(devices[1].executionUnits, 3u);
  EXPECT_EQ(devices[1].watchdogMilliseconds, 1000u);
}

TEST_F(EnvironmentTest, UnknownVariablesAreReported) {
  setenv("DPA_EUS", "3", 1);
  setenv("DPA_DEVICES", "x", 1);
  EXPECT_TRUE(unknownVariables().empty());
  setenv("DPA_EUSS", "3", 1);
  EXPECT_EQ(unknownVariables(),
            std::vector<std::string>{
                "DPA_EUSS: unknown variable; did you mean 'DPA_EUS'?"});
  unsetenv("DPA_EUSS");
  setenv("DPA_", "", 1);
  EXPECT_EQ(unknownVariables(),
            std::vector<std::string>{"DPA_: unknown variable"});
  unsetenv("DPA_");
}

TEST_F(EnvironmentTest, ErrorsNameTheVariable) {
  setenv("DPA_EUS", "many", 1);
  EXPECT_EQ(loadError(),
            "DPA_EUS: expected 1 to 256 execution units, got 'many'");
  clear();
  setenv("DPA_DEVICES", "a:b", 1);
  EXPECT_EQ(loadError(),
            "DPA_DEVICES: a: expected one of cx7 bf3 cx8 cx9, got 'b'");
  clear();
  setenv("DPA_CONFIG", "/nowhere/dpa.toml", 1);
  EXPECT_EQ(loadError(), "/nowhere/dpa.toml: No such file or directory");
  setenv("DPA_CONFIG", "/", 1);
  EXPECT_EQ(loadError(), "/: Is a directory");
  setenv("DPA_CONFIG", "/dev/zero", 1);
  EXPECT_EQ(loadError(), "/dev/zero: expected a configuration of at most "
                         "1048576 bytes, got more");
}

} // namespace
} // namespace dpa::test
