// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options of dpacc's own warnings: which are accepted, and their effect.
#include "clang-plugin/warnings.h"

#include <gtest/gtest.h>

namespace {

using dpa::frontend::WarningLevel;
using dpa::frontend::WarningOptions;
using Taken = WarningOptions::Taken;

constexpr const char *pointer = "pointer-argument";

TEST(WarningOptions, WarnsByDefault) {
  EXPECT_EQ(WarningOptions().level(pointer), WarningLevel::Warning);
}

TEST(WarningOptions, LeavesOtherOptionsToClang) {
  WarningOptions options;
  for (const char *other : {"-Wall", "-Werror", "-Wno-error", "-Wdpapointer",
                            "-Wno-dpax", "-W", "", "-O2"})
    EXPECT_EQ(options.takeOption(other), Taken::No) << other;
  EXPECT_EQ(options.level(pointer), WarningLevel::Warning);
}

TEST(WarningOptions, SwitchesOneOrAll) {
  for (const char *suffix : {"", "-pointer-argument"}) {
    WarningOptions options;
    EXPECT_EQ(options.takeOption(std::string("-Wno-dpa") + suffix), Taken::Yes);
    EXPECT_EQ(options.level(pointer), WarningLevel::Off);
    EXPECT_EQ(options.takeOption(std::string("-Werror=dpa") + suffix),
              Taken::Yes);
    EXPECT_EQ(options.level(pointer), WarningLevel::Error);
    EXPECT_EQ(options.takeOption(std::string("-Wno-error=dpa") + suffix),
              Taken::Yes);
    EXPECT_EQ(options.level(pointer), WarningLevel::Warning);
    EXPECT_EQ(options.takeOption(std::string("-Wno-dpa") + suffix), Taken::Yes);
    EXPECT_EQ(options.takeOption(std::string("-Wdpa") + suffix), Taken::Yes);
    EXPECT_EQ(options.level(pointer), WarningLevel::Warning);
  }
}

TEST(WarningOptions, DoesNotSwallowUnknownNames) {
  WarningOptions options;
  EXPECT_EQ(options.takeOption("-Wno-dpa-nonsense"), Taken::Unknown);
  EXPECT_EQ(options.takeOption("-Werror=dpa-"), Taken::Unknown);
  EXPECT_EQ(options.level(pointer), WarningLevel::Warning);
}

} // namespace
